"""Scoring feature sets that the kernels do not score: any candidates, sizes and number of classes.

The Gaussian rules score sets beside other classifiers, on the same folds: many small sets of two
classes at once, others one by one.
"""

from typing import NamedTuple

import numpy as np

from suitability.core.progress import Progress
from suitability.estimators.description import of_gaussian_rule
from suitability.estimators.fitting import class_count
from suitability.estimators.workers import count_in_parallel
from suitability.gaussian import rules, tally
from suitability.gaussian.candidates import LARGEST_SET


class Scored(NamedTuple):
    """Right decisions of all candidates on some feature sets, under one labelling.

    Attributes
    ----------
    right, held_out : int64 array, shape (sets, candidates, classes)
        By class, in units of 1 / classes: in the cross-validation, and of held-out samples.
    usable : bool array, shape (sets,)
        False where a built-in candidate takes part and a feature is constant within a class of
        some training fold.
    """

    right: np.ndarray
    held_out: np.ndarray
    usable: np.ndarray


def score_any(
    values, labellings, sets, contest, failures, *, threads=1, progress=lambda sets: None
):
    """Score feature sets with any candidates under several labellings.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labellings : list of Labelling
        With the same number of classes.
    sets : int array, shape (sets, size)
    contest : performance.Contest
    failures : estimators.workers.Failures
        To which those of this call are added.
    threads : int
        The result does not depend on it.
    progress : callable
        Called with the number of sets, times labellings, that have been scored.

    Returns
    -------
    list of Scored, one a labelling

    Raises
    ------
    InputError
        See `estimators.workers.count_in_parallel`.
    """
    names, classes = list(contest.candidates), class_count(labellings)
    in_batches, fitted = how_to_fit(contest, classes, sets.shape[1])
    right = np.zeros((2, len(labellings), len(sets), len(names), classes), np.int64)
    if fitted:
        counted = count_in_parallel(
            values, labellings, sets, fitted, contest.seed, threads=threads, progress=progress
        )
        places = [names.index(each["name"]) for each in fitted]
        right[:, :, :, places] = counted.right
        failures.add(fitted, counted)
    found = []
    for i, labelling in enumerate(labellings):
        usable = np.ones(len(sets), bool)
        if len(contest.estimators) < len(names):
            usable = _varying(values, labelling)[sets].all(axis=1)
        if in_batches:
            places = [names.index(name) for name in in_batches]
            counts = fit_in_batches(values, labelling, sets[usable], in_batches)
            right[:, i, np.flatnonzero(usable)[:, None], places] = classes * counts
        found.append(Scored(*right[:, i], usable))
    if not fitted:
        progress(len(sets) * len(labellings))
    return found


def single_sets(total, label):
    """Return the progress of scoring that takes long enough for sets to be counted one by one."""
    return Progress(total, label, "sets", in_millions=False)


def _varying(values, labelling):
    """Return which features vary within each class of each training fold."""
    varying = np.ones(values.shape[1], bool)
    for training, _, _ in labelling.splits():
        for c in range(class_count([labelling])):
            of_class = values[training & (labelling.labels == c)]
            varying &= of_class.min(axis=0) < of_class.max(axis=0)
    return varying


def how_to_fit(contest, classes, size):
    """Return which candidates are fitted on many sets at once, and descriptions of the others.

    Parameters
    ----------
    contest : performance.Contest
    classes : int
    size : int
        Features in a set.

    Returns
    -------
    in_batches : list of str
    fitted : list of dict
        See `estimators.description.described`; both in config order.
    """
    described, in_batches = {each["name"]: each for each in contest.estimators}, []
    if classes == 2 and size <= LARGEST_SET:
        in_batches = [name for name in contest.candidates if name not in described]
    return in_batches, [
        described.get(name) or of_gaussian_rule(name)
        for name in contest.candidates
        if name not in in_batches
    ]


def fit_in_batches(values, labelling, sets, names):
    """Return right decisions of built-in candidates on small sets of two classes.

    Parameters
    ----------
    values, labelling, sets
        See `score_any`.
    names : list of str

    Returns
    -------
    int64 array, shape (2, sets, candidates, 2)
        In test folds, then of held-out samples; by class.
    """
    right = np.zeros((2, len(sets), len(names), 2), np.int64)
    for start in range(0, len(sets), rules.SETS_PER_BATCH):
        batch = slice(start, start + rules.SETS_PER_BATCH)
        x = values[:, sets[batch]]
        for training, tested, is_held_out in labelling.splits():
            gaussians = rules.fit(x[training], labelling.labels[training])
            truth = labelling.labels[tested]
            for c, name in enumerate(names):
                called = rules.calls(x[tested], name, gaussians)
                for k in (0, 1):
                    hit = (called[truth == k] == k).sum(axis=0)
                    right[int(is_held_out), batch, c, k] += hit
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
    held_out : int64 array, shape (sets, candidates, classes)
    rule : performance.ScoreRule

    Returns
    -------
    int64 array, shape (scores, 1 + candidates, 1 + classes)
        See `gaussian.tally.Tally`.
    """
    units, count = scores // rule.unit, len(rule.candidates)
    shape = (rule.highest // rule.unit + 1, 1 + count, 1 + held_out.shape[2])
    result = np.zeros(shape, np.int64)
    for c in range(count):
        rows = np.column_stack([np.ones(len(units), np.int64), held_out[:, c]])
        np.add.at(result[:, c], units[:, c], rows)
    wins = rule.winners(scores)
    shares = tally.shares_of(count) // wins.sum(axis=1)
    together = (held_out * wins[:, :, None]).sum(axis=1) * shares[:, None]
    rows = np.column_stack([np.ones(len(units), np.int64), together])
    np.add.at(result[:, count], units.max(axis=1), rows)
    return result
