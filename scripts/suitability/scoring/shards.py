"""Scoring the feature sets of a data set in shards, and merging the shards."""

import time

import numpy as np

from suitability.core.errors import InputError
from suitability.core.jobs import logger
from suitability.core.progress import Progress
from suitability.core.tables import read_arrays, write_arrays
from suitability.estimators.fitting import Labelling
from suitability.estimators.workers import Failures
from suitability.gaussian import pair_kernel, set_kernel, tally
from suitability.scoring.any_candidates import lists_of, score_any, single_sets
from suitability.scoring.score_table import ScoreTable
from suitability.scoring.score_table import merge as merge_tables
from suitability.scoring.sets import AllSets

# Scoring these compiles the kernel and does nothing else, so that the rate is that of scoring.
NO_ROWS = [(0, 0, 0)]
# About how long a piece of the work takes, after which the state is written.
SECONDS_PER_PIECE = 20
# The first piece: blocks of pairs, or sets.
FIRST_BLOCKS, FIRST_SETS = 64, 20_000
# A piece is at most this many times as large as the one before.
LARGEST_GROWTH = 8


def score_shard(problem, contest, sets, part, state=None, *, made_of="", threads=1):
    """Score a share of the feature sets with every candidate.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : performance.Contest
    sets : sets.AllSets or sets.SampledSets
        The pair kernel scores all pairs, the set kernel any others.
    part : (int, int)
        Which share, from 0, of how many.
    state : path, optional
        A file for the state of the work, written about every `SECONDS_PER_PIECE`. If an earlier
        call was interrupted, the work continues from there. The caller deletes the file.
    made_of : str
        Fingerprint of data, settings and code; a state with another one is not used.
    threads : int

    Returns
    -------
    dict of str to array
        scores, winners, counts: the shard's score table. keys, places, listed: its best sets, see
        `gaussian.tally.Tally`. members: their features, shape (lists, places, largest size), filled
        up with -1. singular: sets with a singular covariance. If kernels do not score the
        sets, also fitted, the names of candidates that are fitted set by set; and their failed,
        fits and first_failures.
    """
    if contest.general:
        return _score_any(problem, contest, sets, part, threads)
    rule = contest.rule_of(problem)
    if isinstance(sets, AllSets) and sets.size == 2:
        work = _Pairs(problem, rule.for_kernels(), part, threads)
    else:
        work = _Sets(problem, rule.for_kernels(), sets, part, threads)
    found = _score_in_pieces(work, problem.name, state, made_of)
    table = ScoreTable.from_histogram(found.counts, rule)
    return {
        "scores": table.scores,
        "winners": table.winners,
        "counts": table.counts,
        "keys": found.keys,
        "places": found.places,
        "listed": found.scores,
        "members": work.members(found),
        "singular": found.singular,
    }


def _score_any(problem, contest, sets, part, threads):
    """Score a share of the sets with candidates of which some are not built in."""
    rule = contest.rule_of(problem)
    start, stop = (sets.total * place // part[1] for place in (part[0], part[0] + 1))
    progress = single_sets(stop - start, f"scoring of {problem.name}")
    failures = Failures()
    no_scores = np.zeros((0, len(rule.candidates)), np.int64)
    tables = [ScoreTable.from_scores(no_scores, rule)]
    lists = [lists_of(no_scores, np.zeros(0, np.int64), rule)]
    for first, some, counts in sets.pieces(start, stop):
        (found,) = score_any(
            problem.values,
            [Labelling(problem.labels, problem.folds)],
            some,
            contest,
            failures,
            threads=threads,
            progress=progress,
        )
        scores = (found.right @ np.array(rule.weights))[found.usable]
        places = np.arange(first, first + len(some))[found.usable]
        counts = None if counts is None else counts[found.usable]
        tables.append(ScoreTable.from_scores(scores, rule, counts))
        lists.append(lists_of(scores, places, rule))
    failures.check()
    table, (keys, places, listed) = merge_tables(tables), tally.merge_lists(lists)
    known = list(failures.found.values())
    return {
        "scores": table.scores,
        "winners": table.winners,
        "counts": table.counts,
        "keys": keys,
        "places": places,
        "listed": listed,
        "members": _members(sets, keys, places),
        "singular": np.zeros(1, np.int64),
        "fitted": np.array(list(failures.found), str),
        "failed": np.array([each["failed"] for each in known], np.int64),
        "fits": np.array([each["fits"] for each in known], np.int64),
        "first_failures": np.array([each["first"] for each in known], str),
    }


def _members(sets, keys, places):
    places = np.where(keys >= 0, places, 0)
    return sets.at(places.ravel()).reshape(*places.shape, -1)


class _Pairs:
    """All pairs of a shard, counted in blocks of rows."""

    first = FIRST_BLOCKS

    def __init__(self, problem, scoring, part, threads):
        self.features = problem.values.shape[1]
        self.blocks = pair_kernel.shard_rows(self.features, *part)
        self.data = pair_kernel.prepare(
            problem.values, problem.labels, problem.folds, threads=threads
        )
        self.scoring, self.threads = scoring, threads
        self.empty = pair_kernel.score_pairs(self.data, NO_ROWS, scoring)

    def __len__(self):
        return len(self.blocks)

    def sets(self, start, stop):
        return sum(pair_kernel.pairs_in(block, self.features) for block in self.blocks[start:stop])

    def score(self, start, stop, progress):
        return pair_kernel.score_pairs(
            self.data,
            self.blocks[start:stop],
            self.scoring,
            threads=self.threads,
            progress=progress,
        )

    def members(self, found):
        return np.stack(np.divmod(found.places, self.features), axis=-1)


class _Sets:
    """Any other sets of a shard, counted one by one."""

    first = FIRST_SETS

    def __init__(self, problem, scoring, sets, part, threads):
        shard, shards = part
        self.chosen, self.scoring, self.threads = sets, scoring, threads
        self.start, self.stop = (sets.total * place // shards for place in (shard, shard + 1))
        self.data = set_kernel.prepare(problem.values, problem.labels, problem.folds)
        self.empty = set_kernel.no_sets(self.data, scoring)

    def __len__(self):
        return self.stop - self.start

    def sets(self, start, stop):
        return stop - start

    def score(self, start, stop, progress):
        found = self.empty
        for first, some, counts in self.chosen.pieces(self.start + start, self.start + stop):
            (more,) = set_kernel.score_sets(
                self.data,
                some,
                self.scoring,
                counts=counts,
                first=first,
                threads=self.threads,
                progress=progress,
            )
            found = tally.merge([found, more])
        return found

    def members(self, found):
        return _members(self.chosen, found.keys, found.places)


def _score_in_pieces(work, name, state, made_of):
    """Score all sets of a shard, from where an earlier call was interrupted."""
    found, done = _read_state(state, made_of, work) if state else (work.empty, 0)
    if done:
        logger.info("%s: continues after %d sets", name, work.sets(0, done))
    progress = Progress(work.sets(0, len(work)), f"scoring of {name}", done=work.sets(0, done))
    size = work.first
    while done < len(work):
        started = time.monotonic()
        stop = min(done + size, len(work))
        found, done = tally.merge([found, work.score(done, stop, progress)]), stop
        growth = SECONDS_PER_PIECE / max(time.monotonic() - started, 1e-3)
        size = max(1, int(size * min(growth, LARGEST_GROWTH)))
        if state and done < len(work):
            _write_state(state, made_of, found, done)
    return found


def _write_state(path, made_of, found, done):
    cells = np.flatnonzero(found.counts)
    write_arrays(
        path,
        made_of=made_of,
        done=done,
        cells=cells,
        counts=found.counts.ravel()[cells],
        **{name: getattr(found, name) for name in tally.Tally._fields[1:]},
    )


def _read_state(path, made_of, work):
    """Return the tally of the sets that were scored, and how much of the work that was."""
    try:
        state = read_shard(path, made_of)
    except (FileNotFoundError, InputError):
        # Whatever is wrong with it, the work can be done again.
        return work.empty, 0
    counts = np.zeros_like(work.empty.counts)
    counts.ravel()[state["cells"]] = state["counts"]
    rest = {name: state[name] for name in tally.Tally._fields[1:]}
    return tally.Tally(counts=counts, **rest), int(state["done"])


def read_shard(path, made_of):
    """Read a shard that was written with the fingerprint of what it was made of.

    Parameters
    ----------
    path : path
    made_of : str
        What it should be.

    Returns
    -------
    dict of str to array
        As `score_shard` returns it.

    Raises
    ------
    InputError
        If the file is damaged or was made of something else.
    """
    shard = read_arrays(path)
    if shard.pop("made_of") != made_of:
        raise InputError(
            f"{path}: was made from other data or settings, perhaps by a job left over from "
            "another run; delete it and run again"
        )
    return shard


def merge_shards(shards, rule):
    """Merge the shards of a data set; their order and number do not matter.

    Parameters
    ----------
    shards : list of dict
        From `score_shard`.
    rule : performance.ScoreRule

    Returns
    -------
    table : ScoreTable
    lists : (keys, members, scores)
        As `score_shard` returns them.
    """
    table = merge_tables(
        ScoreTable(
            rule.candidates,
            shard["scores"],
            shard["scores"] / rule.highest,
            shard["winners"],
            shard["counts"],
        )
        for shard in shards
    )
    keys, _, scores = _merge_lists(shards, "listed")
    _, _, members = _merge_lists(shards, "members")
    return table, (keys, members, scores)


def _merge_lists(shards, what):
    return tally.merge_lists([(shard["keys"], shard["places"], shard[what]) for shard in shards])
