"""Scoring the feature sets of a data set in shards, and merging the shards."""

import time

import numpy as np

from suitability.core.errors import InputError
from suitability.core.jobs import logger
from suitability.core.progress import Progress
from suitability.core.tables import read_arrays
from suitability.gaussian import pair_kernel, set_kernel, tally
from suitability.scoring.score_table import ScoreTable
from suitability.scoring.score_table import merge as merge_tables
from suitability.scoring.sets import AllSets

# Scoring these compiles the kernel and does nothing else, so that the rate is that of scoring.
NO_ROWS = [(0, 0, 0)]


def score_shard(problem, contest, sets, shard, shards, *, threads=1):
    """Score a share of the feature sets with every candidate.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : performance.Contest
    sets : sets.AllSets or sets.SampledSets
        The pair kernel scores all pairs, the set kernel any others.
    shard, shards : int
        Which share, from 0, of how many.
    threads : int

    Returns
    -------
    dict of str to array
        scores, winners, counts: the shard's score table. keys, places, listed: its best sets, see
        `gaussian.tally.Tally`. members: their features, shape (lists, places, largest size), filled
        up with -1. singular: sets with a singular covariance. seconds: time taken, without
        compiling.
    """
    rule = contest.rule_of(problem)
    if isinstance(sets, AllSets) and sets.size == 2:
        found, seconds = _score_pairs(problem, rule.for_kernels(), shard, shards, threads)
        members = np.stack(np.divmod(found.places, problem.values.shape[1]), axis=-1)
    else:
        found, seconds = _score_sets(problem, rule.for_kernels(), sets, shard, shards, threads)
        places = np.where(found.keys >= 0, found.places, 0)
        members = sets.at(places.ravel()).reshape(*places.shape, -1)
    table = ScoreTable.from_histogram(found.counts, rule)
    return {
        "scores": table.scores,
        "winners": table.winners,
        "counts": table.counts,
        "keys": found.keys,
        "places": found.places,
        "listed": found.scores,
        "members": members,
        "singular": found.singular,
        "seconds": np.array(seconds),
    }


def _score_pairs(problem, scoring, shard, shards, threads):
    features = problem.values.shape[1]
    blocks = pair_kernel.shard_rows(features, shard, shards)
    total = sum(pair_kernel.pairs_in(block, features) for block in blocks)
    logger.info("%s: compiling", problem.name)
    data = pair_kernel.prepare(problem.values, problem.labels, problem.folds, threads=threads)
    pair_kernel.score_pairs(data, NO_ROWS, scoring)
    started = time.monotonic()
    found = pair_kernel.score_pairs(
        data, blocks, scoring, threads=threads, progress=Progress(total, problem.name)
    )
    return found, time.monotonic() - started


def _score_sets(problem, scoring, sets, shard, shards, threads):
    start, stop = (sets.total * place // shards for place in (shard, shard + 1))
    data = set_kernel.prepare(problem.values, problem.labels, problem.folds)
    progress = Progress(stop - start, problem.name)
    found, seconds = set_kernel.no_sets(data, scoring), 0.0
    for first, some, counts in sets.pieces(start, stop):
        # The first set of a size compiles the kernel.
        set_kernel.score_sets(data, some[:1], scoring)
        started = time.monotonic()
        (more,) = set_kernel.score_sets(
            data, some, scoring, counts=counts, first=first, threads=threads, progress=progress
        )
        found = tally.merge([found, more])
        seconds += time.monotonic() - started
    return found, seconds


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
