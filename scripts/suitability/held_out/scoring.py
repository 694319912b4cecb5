"""Scoring one fixed draw of feature sets in every split of the samples."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.progress import Progress
from suitability.core.randomness import stream
from suitability.data.feature_weights import feature_weights, t_weights
from suitability.gaussian import rules, set_kernel, tally
from suitability.held_out.expectation import expected
from suitability.held_out.split_values import ANY
from suitability.held_out.splits import splits_of
from suitability.scoring.drawn_sets import GroupedPairs, draw, score_groups
from suitability.scoring.score_table import ScoreTable
from suitability.win.percentage import exact_win

# The best sets of an outer split that are kept.
BEST_SETS = 10
COLUMNS = ["kind", "repeat", "part", "N", "candidate", "inside", "outside", "win", "sets"]


class Scored(NamedTuple):
    """What the splits of a data set have given.

    Attributes
    ----------
    splits : pandas.DataFrame
        kind, repeat, part (see `splits.Split`), N, candidate, inside, outside, win, sets. One row
        for a search with each candidate alone, and for candidate `any` one with all of them. win is
        the win percentage of a candidate in the latter; sets, how many sets were scored.
    best : pandas.DataFrame
        repeat, part, feature_1, feature_2 and so on, inside, outside: the ten best sets of each
        outer split, with the mean performance of their winners.
    """

    splits: pd.DataFrame
    best: pd.DataFrame


def drawing(problem, sets, count, weights, seed):
    """Return a function that draws the feature sets of a data set, the same ones in each call.

    Parameters
    ----------
    problem : core.problem.Problem
    sets : dict
        As in the config, `score.sets`.
    count : int
        How many sets.
    weights : path or None
        The table of sampling weights.
    seed : int

    Returns
    -------
    callable
        Given values and labels of training samples, from which weights by `t` are computed, returns
        the sets: see `drawn_sets.draw`.
    """
    by_t = sets["weights"] == "t"
    given = None if by_t else feature_weights(sets["weights"], weights, problem)

    def drawn(values, labels):
        of_features = np.nan_to_num(t_weights(values, labels)) if by_t else given
        rng = stream(seed, problem.name, "held-out sets")
        return draw(values.shape[1], sets, count, of_features, rng)

    return drawn


def score_splits(problem, contest, draw, plan, n, *, seed, threads=1):
    """Score feature sets in every split, and try each candidate on the held-out samples.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : scoring.performance.Contest
    draw : callable
        Returns the sets, given values and labels of the training samples: see `drawn_sets.draw`.
        The same random numbers in each call give the same sets.
    plan : splits.Plan
    n : int array, shape (points,)
    seed : int
    threads : int
        The result does not depend on it.

    Returns
    -------
    Scored

    Raises
    ------
    InputError
        If a class has too few samples, or no set can be scored in some split.
    """
    splits = splits_of(problem, plan, seed)
    drawn = draw(problem.values, problem.labels)
    progress = Progress(drawn.total * len(splits), f"held-out performance of {problem.name}")

    def score(split):
        found = score_split(problem, contest, draw, split, n)
        progress(drawn.total)
        return found

    # The first split compiles the kernels, which others would only wait for.
    found = [score(splits[0])]
    with ThreadPoolExecutor(threads) as pool:
        found += pool.map(score, splits[1:])
    frames, best = zip(*found, strict=True)
    best = [each for each in best if each is not None]
    return Scored(pd.concat(frames, ignore_index=True), pd.concat(best, ignore_index=True))


def score_split(problem, contest, draw, split, n):
    """Score feature sets in one split of the samples.

    Parameters
    ----------
    problem, contest, draw, n
        See `score_splits`.
    split : splits.Split

    Returns
    -------
    frame : pandas.DataFrame
        Its rows of `Scored.splits`.
    best : pandas.DataFrame or None
        Its rows of `Scored.best`, if it is an outer one.

    Raises
    ------
    InputError
        If no set can be scored.
    """
    taking_part = split.folds[0] >= 0
    present = np.ones_like(taking_part) if split.has_held_out else taking_part
    values, labels = problem.values[present], split.labels[present]
    folds = split.folds[:, present]
    training = folds[0] >= 0
    sets = draw(values[training], labels[training])
    rule = contest.rule(np.bincount(labels[training], minlength=2), len(folds))
    held_out_rule = None
    if split.has_held_out:
        held_out_rule = contest.rule(np.bincount(labels[~training], minlength=2), 1)

    score = _score_groups if isinstance(sets, GroupedPairs) else _score_lists
    found, best = score(values, labels, folds, sets, rule.for_kernels())
    table = ScoreTable.from_histogram(found.counts, rule)
    if not table.total:
        raise InputError(
            f"data set '{problem.name}': in some split of the samples every feature set has a "
            "feature that is constant in a class; leave out features that are nearly constant "
            "(preprocess: variance)"
        )
    inside, outside = expected(found.by_candidate, n, rule, held_out_rule)
    win = np.column_stack([exact_win(table, n), np.full(len(n), np.nan)])
    names = [*contest.candidates, ANY]
    frame = pd.DataFrame(
        {
            "kind": split.kind,
            "repeat": split.repeat,
            "part": split.part,
            "N": np.repeat(n, len(names)),
            "candidate": np.tile(names, len(n)),
            "inside": inside.ravel(),
            "outside": outside.ravel(),
            "win": win.ravel(),
            "sets": table.total,
        }
    )[COLUMNS]
    if split.kind != "nested":
        return frame, None
    return frame, _best_sets(split, values, labels, training, best, rule, held_out_rule)


def _score_groups(values, labels, folds, sets, scoring):
    found, best = [], []
    for features, tallied in score_groups(values, labels, folds, sets, scoring, by_candidate=True):
        found.append(tallied)
        listed = tallied.keys[0] >= 0
        pairs = np.stack(np.divmod(tallied.places[0, listed], len(features)), axis=-1)
        best.append((tallied.keys[0, listed], features[pairs], tallied.scores[0, listed]))
    return tally.merge(found), _best_of(best)


def _score_lists(values, labels, folds, sets, scoring):
    data = set_kernel.prepare(values, labels, folds)
    found, best = [], []
    for of_size in sets.of_size:
        (tallied,) = set_kernel.score_sets(data, of_size, scoring, by_candidate=True)
        found.append(tallied)
        listed = tallied.keys[0] >= 0
        members = of_size[tallied.places[0, listed]]
        largest = max(each.shape[1] for each in sets.of_size)
        padded = np.full((len(members), largest), -1, np.int64)
        padded[:, : members.shape[1]] = members
        best.append((tallied.keys[0, listed], padded, tallied.scores[0, listed]))
    return tally.merge(found), _best_of(best)


def _best_of(lists):
    """Return features and scores of the best sets of several lists, best first."""
    keys, members, scores = (np.concatenate(part) for part in zip(*lists, strict=True))
    order = np.argsort(-keys, kind="stable")[:BEST_SETS]
    return members[order], scores[order]


def _best_sets(split, values, labels, training, best, rule, held_out_rule):
    """Return the best sets of an outer split with the performance of their winners."""
    members, scores = best
    truth = labels[~training]
    rows = []
    for features, of_set in zip(members, scores, strict=True):
        x = values[:, None, features[features >= 0]]
        gaussians = rules.fit(x[training], labels[training])
        winners = np.flatnonzero(rule.winners(of_set))
        right = [
            rules.calls(x[~training], rule.candidates[i], gaussians)[:, 0] == truth for i in winners
        ]
        in_class = np.array([[each[truth == c].sum() for c in (0, 1)] for each in right])
        outside = in_class @ held_out_rule.weights / held_out_rule.highest
        rows.append((of_set.max() / rule.highest, outside.mean()))
    frame = pd.DataFrame(np.sort(members, axis=1)).rename(columns=lambda i: f"feature_{i + 1}")
    frame.insert(0, "repeat", split.repeat)
    frame.insert(1, "part", split.part)
    frame[["inside", "outside"]] = np.array(rows)
    return frame
