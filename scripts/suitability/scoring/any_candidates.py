"""Scoring feature sets with candidates of which some are not built in.

The one place that has the Gaussian rules score sets beside other classifiers: on the same folds,
with the columns in config order.
"""

from typing import NamedTuple

import numpy as np

from suitability.core.errors import InputError
from suitability.estimators.workers import count_in_parallel
from suitability.gaussian import rules, tally
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.moments import training_moments
from suitability.gaussian.set_kernel import LARGEST_SET


class Scored(NamedTuple):
    """Right decisions of all candidates on some feature sets, under one labelling.

    Attributes
    ----------
    right, held_out : int64 array, shape (sets, candidates, 2)
        By class, in units of one half: in the cross-validation, and of held-out samples.
    usable : bool array, shape (sets,)
        False where a built-in candidate takes part and a feature is constant within a class of
        some training fold.
    """

    right: np.ndarray
    held_out: np.ndarray
    usable: np.ndarray


def score_any(
    values, labellings, sets, contest, *, threads=1, progress=lambda sets: None, failures=None
):
    """Score feature sets with any candidates under several labellings.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labellings : list of Labelling
    sets : int array, shape (sets, size)
    contest : performance.Contest
    threads : int
        The result does not depend on it.
    progress : callable
        Called with the number of sets, times labellings, that have been scored.
    failures : dict, optional
        By candidate, a mapping with failed, fits and text, to which those of this call are added.

    Returns
    -------
    list of Scored, one a labelling

    Raises
    ------
    InputError
        See `estimators.workers.count_in_parallel`; or if sets are too large for a built-in
        candidate.
    """
    names = list(contest.candidates)
    others = [each["name"] for each in contest.estimators]
    built_in = [name for name in names if name in CANDIDATES]
    if built_in and sets.shape[1] > LARGEST_SET:
        raise InputError(
            f"config: score.sets.size: sets of {sets.shape[1]} features are required, but "
            f"{built_in[0]} takes at most {LARGEST_SET}; choose smaller sets, or leave "
            f"{', '.join(built_in)} out"
        )
    counted = count_in_parallel(
        values,
        labellings,
        sets,
        list(contest.estimators),
        contest.seed,
        threads=threads,
        progress=progress,
    )
    if failures is not None:
        _add_failures(failures, others, counted)
    found = []
    for i, labelling in enumerate(labellings):
        right = np.zeros((2, len(sets), len(names), 2), np.int64)
        right[:, :, [names.index(name) for name in others]] = counted.right[:, i]
        usable = np.ones(len(sets), bool)
        if built_in:
            usable = _usable(values, labelling)[sets].all(axis=1)
            places = [names.index(name) for name in built_in]
            right[:, :, places] = 2 * _built_in(values, labelling, sets, built_in, usable)
        found.append(Scored(*right, usable))
    return found


def _add_failures(failures, names, counted):
    for name, failed, text in zip(names, counted.failed.tolist(), counted.texts, strict=True):
        known = failures.setdefault(name, {"failed": 0, "fits": 0, "text": ""})
        known["failed"] += failed
        known["fits"] += counted.fits
        known["text"] = known["text"] or text


def _usable(values, labelling):
    """Return which features vary within each class of each training fold."""
    taking_part = labelling.folds[0] >= 0
    moments = training_moments(
        values[taking_part], labelling.labels[taking_part], labelling.folds[:, taking_part]
    )
    return ~(moments.variances == 0).any(axis=(0, 1))


def _built_in(values, labelling, sets, names, usable):
    right = np.zeros((2, len(sets), len(names), 2), np.int64)
    chosen = np.flatnonzero(usable)
    for start in range(0, len(chosen), rules.SETS_PER_BATCH):
        places = chosen[start : start + rules.SETS_PER_BATCH]
        x = values[:, sets[places]]
        for training, tested, is_held_out in labelling.splits():
            gaussians = rules.fit(x[training], labelling.labels[training])
            truth = labelling.labels[tested]
            for c, name in enumerate(names):
                called = rules.calls(x[tested], name, gaussians)
                for k in (0, 1):
                    hit = (called[truth == k] == k).sum(axis=0)
                    right[int(is_held_out), places, c, k] += hit
    return right


def lists_of(scores, places, rule):
    """Return the best sets overall and those that each candidate wins most clearly.

    Parameters
    ----------
    scores : int64 array, shape (sets, candidates)
    places : int64 array, shape (sets,)
        Of each set in the list of all sets.
    rule : performance.ScoreRule

    Returns
    -------
    keys, places, listed
        See `gaussian.tally.Tally`.
    """
    units, count = scores // rule.unit, len(rule.candidates)
    keys = np.full((1 + count, len(scores)), -1, np.int64)
    best = units.max(axis=1)
    keys[0] = best
    lead = best
    if count > 1:
        lead = best - np.partition(units, -2, axis=1)[:, -2]
    levels = rule.highest // rule.unit + 1
    alone = np.flatnonzero(lead > 0)
    keys[1 + units[alone].argmax(axis=1), alone] = lead[alone] * levels + best[alone]
    wide = np.where(keys >= 0, places, np.iinfo(np.int64).max)
    listed = np.where((keys >= 0)[:, :, None], scores, 0)
    blank = (
        np.full((1 + count, tally.LIST_LENGTH), -1, np.int64),
        np.full((1 + count, tally.LIST_LENGTH), np.iinfo(np.int64).max, np.int64),
        np.zeros((1 + count, tally.LIST_LENGTH, count), np.int64),
    )
    return tally.merge_lists([(keys, wide, listed), blank])


def tally_by_candidate(scores, held_out, rule):
    """Return held-out decisions of the sets by score, as `held_out.expectation` takes them.

    Parameters
    ----------
    scores : int64 array, shape (sets, candidates)
    held_out : int64 array, shape (sets, candidates, 2)
    rule : performance.ScoreRule

    Returns
    -------
    int64 array, shape (scores, 1 + candidates, 3)
        See `gaussian.tally.Tally`.
    """
    units, count = scores // rule.unit, len(rule.candidates)
    result = np.zeros((rule.highest // rule.unit + 1, 1 + count, 3), np.int64)
    for c in range(count):
        rows = np.column_stack([np.ones(len(units), np.int64), held_out[:, c]])
        np.add.at(result[:, c], units[:, c], rows)
    wins = rule.winners(scores)
    shares = tally.shares_of(count) // wins.sum(axis=1)
    together = (held_out * wins[:, :, None]).sum(axis=1) * shares[:, None]
    rows = np.column_stack([np.ones(len(units), np.int64), together])
    np.add.at(result[:, count], units.max(axis=1), rows)
    return result
