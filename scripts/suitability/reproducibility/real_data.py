"""A data set as the distribution: studies are drawn from its samples, all others test them."""

from itertools import pairwise

import numpy as np
import pandas as pd
import sklearn

from suitability.core.errors import InputError
from suitability.core.progress import Progress
from suitability.core.randomness import stream
from suitability.reproducibility import kernel
from suitability.reproducibility.classifiers import is_gaussian, support_vector_machine

# Fewer held-out samples say little about the true error.
FEWEST_LEFT = 20


def enough_left(samples, points):
    """Return whether enough samples of a data set are left to test studies of some size."""
    return samples - points >= FEWEST_LEFT


def largest_t(values, labels, weights, count):
    """Return the features with the largest absolute t-statistics, for many weightings of samples.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
    weights : float64 array, shape (designs, samples)
        How often a sample is in each design.
    count : int
        Features wanted.

    Returns
    -------
    int64 array, shape (designs, count)
        In order of the features; the variance is pooled, and constant features come last.
    """
    means, squares, sizes = [], 0.0, []
    for c in (0, 1):
        own = weights[:, labels == c]
        x = values[labels == c]
        size = own.sum(axis=1, keepdims=True)
        mean = own @ x / size
        squares = squares + np.maximum(own @ x**2 - size * mean**2, 0)
        means.append(mean)
        sizes.append(size)
    # Factors that are the same for all features are left out.
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.nan_to_num((means[1] - means[0]) ** 2 / squares, posinf=0)
    return np.sort(np.argpartition(-t, count - 1, axis=1)[:, :count], axis=1)


def real_errors(problem, rules, points, features, draws, estimation, seed):
    """Return true and estimated errors of studies that are drawn from a data set.

    Parameters
    ----------
    problem : core.problem.Problem
    rules : sequence of str
    points : int
        Samples of a study.
    features : int
        Selected by t-statistic in every design: of the study, each fold and each point left out.
    draws : int
        Studies.
    estimation : simulation.Estimation
        Its folds and repeats.
    seed : int

    Returns
    -------
    pandas.DataFrame
        rule, draw, true (of the samples that were not drawn), leave_one_out and cross_validation
        (wrong points). Draws that allow no design are left out.

    Raises
    ------
    InputError
        If too few samples or features are there, or more than two classes.
    """
    samples = len(problem.labels)
    if len(problem.class_sizes) > 2:
        raise InputError(
            f"data set '{problem.name}': has {len(problem.class_sizes)} classes; the "
            "reproducibility index is for two, choose two of them"
        )
    if not enough_left(samples, points):
        raise InputError(
            f"data set '{problem.name}': of {samples} samples, studies of {points} leave "
            f"{max(samples - points, 0)} to test; at least {FEWEST_LEFT} are needed"
        )
    if len(problem.features) < features:
        raise InputError(
            f"data set '{problem.name}': has {len(problem.features)} features; reproducibility."
            f"real.features is {features}"
        )
    progress = Progress(draws, f"reproducibility of {problem.name}")
    # Less the means, so that sums of squares lose no digits.
    values = problem.values - problem.values.mean(axis=0)
    rows = []
    with sklearn.config_context(assume_finite=True, skip_parameter_validation=True):
        for draw in range(draws):
            rng = stream(seed, problem.name, "reproducibility, draws", draw)
            order = rng.permutation(samples)
            drawn, left = order[:points], order[points:]
            tests = _tests(points, estimation, rng)
            for rule in rules:
                errors = _study_errors(values, problem.labels, rule, drawn, left, tests, features)
                if errors is not None:
                    rows.append({"rule": rule, "draw": draw, **errors})
            progress(1)
    return pd.DataFrame(rows, columns=["rule", "draw", "true", *tests])


def _tests(points, estimation, rng):
    """Return the test points of each fold, then of each point left out: lists of int arrays."""
    bounds = np.linspace(0, points, estimation.folds + 1).round().astype(int)
    orders = [rng.permutation(points) for _ in range(estimation.repeats)]
    folds = [order[start:stop] for order in orders for start, stop in pairwise(bounds)]
    return {"cross_validation": folds, "leave_one_out": list(np.arange(points)[:, None])}


def _study_errors(values, labels, rule, drawn, left, tests, features):
    """Return the errors of a study, or None if some design is not possible."""
    own, truth = labels[drawn], labels[drawn]
    x, points = values[drawn], len(drawn)
    lists = [test for each in tests.values() for test in each]
    weights = np.ones((1 + len(lists), points))
    for row, test in enumerate(lists, 1):
        weights[row, test] = 0
    in_class = np.array([weights[:, own == c].sum(axis=1) for c in (0, 1)])
    if in_class.min() < 2:
        return None
    selected = largest_t(x, own, weights, features)
    wrong = dict.fromkeys(tests, 0)
    names = [name for name, each in tests.items() for _ in each]
    if is_gaussian(rule):
        called = _gaussian_calls(x, own, rule, lists, selected[1:])
    else:
        machine = support_vector_machine(rule, features)
        called = []
        for test, chosen in zip(lists, selected[1:], strict=True):
            rest = np.delete(np.arange(points), test)
            machine.fit(x[np.ix_(rest, chosen)], own[rest])
            called.append((machine.predict(x[np.ix_(test, chosen)]) != truth[test]).sum())
    if called is None:
        return None
    for name, count in zip(names, called, strict=True):
        wrong[name] += int(count)
    true = _held_out_error(x, own, values[left], labels[left], rule, selected[0])
    return {"true": true, **wrong}


def _gaussian_calls(x, labels, rule, tests, selected):
    """Return the wrong calls of each test, by rules designed on all other points."""
    everyone = np.arange(len(labels))
    wrong = np.zeros(len(tests), np.int64)
    sizes = np.array([len(test) for test in tests])
    for size in np.unique(sizes):
        places = np.flatnonzero(sizes == size)
        of_size = np.ascontiguousarray(x[:, selected[places]].transpose(1, 0, 2))
        # A resample of distinct points is a training part.
        rest = np.stack([np.setdiff1d(everyone, tests[place]) for place in places])
        errors = kernel.resample_errors(of_size, labels, rule, rest[:, None].astype(np.int16))
        if (errors == kernel.FAILED).any():
            return None
        wrong[places] = (errors[:, 0] * size).round()
    return wrong


def _held_out_error(x, labels, points, truth, rule, chosen):
    """Return the error on the samples that were not drawn."""
    if is_gaussian(rule):
        own = np.ascontiguousarray(x[None][..., chosen])
        none = np.zeros((1, 0, len(labels)), np.int16)
        coefficients = kernel.count_errors(own, labels, rule, none, 1, none).coefficients[0]
        called = kernel.call_1(points[:, chosen], rule, coefficients)
    else:
        machine = support_vector_machine(rule, len(chosen))
        called = machine.fit(x[:, chosen], labels).predict(points[:, chosen])
    return float((called != truth).mean())
