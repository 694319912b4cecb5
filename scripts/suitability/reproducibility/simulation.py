"""Pairs of true and estimated errors of a rule on samples of the synthetic model."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
import sklearn

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.reproducibility import kernel
from suitability.reproducibility.classifiers import (
    LINEAR,
    is_gaussian,
    linear_coefficients,
    support_vector_machine,
)
from suitability.reproducibility.index import pairs_of
from suitability.reproducibility.synthetic import linear_errors

ESTIMATORS = {
    "resubstitution": "resubstitution",
    "leave_one_out": "leave-one-out",
    "cross_validation": "repeated cross-validation",
    "bootstrap": "0.632 bootstrap",
}
SAMPLES_PER_BLOCK = 250
FRESH_POINTS = 10_000
# Times that resamples without a design are drawn again before a sample is given up.
ATTEMPTS = 100


@dataclass(frozen=True)
class Estimation:
    """How errors are estimated.

    Attributes
    ----------
    folds, repeats : int
        Of cross-validation; folds are random parts of all points, not stratified.
    resamples : int
        Of the bootstrap.
    estimators : tuple of str
        Which support vector machines have; Gaussian rules always have all.
    """

    folds: int = 5
    repeats: int = 10
    resamples: int = 100
    estimators: tuple[str, ...] = tuple(ESTIMATORS)

    def totals(self, points):
        """Return, for each estimator, in which parts of one its estimates are counted."""
        counted = {"resubstitution": points, "leave_one_out": points}
        return counted | {"cross_validation": points * self.repeats, "bootstrap": 1}


@dataclass(frozen=True)
class Draws:
    """The random numbers of a block of samples; all rules have the same.

    Attributes
    ----------
    labels : int64 array, shape (points,)
    x : float64 array, shape (samples, points, features)
    orders : int16 array, shape (samples, repeats, points)
    resamples : int16 array, shape (samples, resamples, points)
    rng : numpy.random.Generator
        For what only some rules need: further resamples, fresh points.
    """

    labels: np.ndarray
    x: np.ndarray
    orders: np.ndarray
    resamples: np.ndarray
    rng: np.random.Generator


def check_size(points, dimension, rule, estimation):
    """Raise an `InputError` if samples are too small for the folds or for the rule."""
    if points < 4 or points % 2:
        raise InputError(f"n: {points} given; allowed is an even number of at least 4")
    if not 2 <= estimation.folds <= points:
        raise InputError(
            f"folds: {estimation.folds} given; with n = {points}, allowed is from 2 to {points}"
        )
    largest_fold = -(-points // estimation.folds)
    # In the worst case a whole fold is of one class.
    left, of_class = points - largest_fold, points // 2 - largest_fold
    needed = {"LDA": dimension + 2, "DLDA": 3, "NC": 2}.get(rule, 2)
    in_class = {"SDA": 2, "UDA": 2, "QDA": dimension + 1}.get(rule, 1)
    if left < needed or of_class < in_class:
        raise InputError(
            f"n: {points} given; {estimation.folds} folds leave {left} points, and of a class at "
            f"least {max(of_class, 0)}, too few for {rule} with {dimension} features; use larger n "
            "or more folds"
        )


def draw_block(model, points, samples, estimation, seed, block):
    """Return the random numbers of a block of samples.

    Parameters
    ----------
    model : synthetic.Model
    points : int
        In a sample, half of them in each class.
    samples : int
        At most `SAMPLES_PER_BLOCK`.
    estimation : Estimation
    seed, block : int

    Returns
    -------
    Draws
    """
    name = f"{model.dimension}, {model.correlations}, {model.theta:.12g}, {points}"
    rng = stream(seed, name, "reproducibility", block)
    labels = np.repeat(np.array([0, 1]), points // 2)
    x = model.sample(labels, SAMPLES_PER_BLOCK, rng)[:samples]
    return Draws(labels, x, *draw_splits(len(x), points, estimation, rng), rng)


def draw_splits(samples, points, estimation, rng):
    """Return random orders and resamples of the points of each sample: see `Draws`."""
    order = np.arange(points, dtype=np.int16)
    shape = samples, estimation.repeats, points
    orders = rng.permuted(np.broadcast_to(order, shape), axis=2)
    shape = samples, estimation.resamples, points
    return orders, rng.integers(points, size=shape, dtype=np.int16)


def simulate(model, points, rule, samples, estimation, seed):
    """Return true and estimated errors of a rule on samples of a model.

    Parameters
    ----------
    model : synthetic.Model
    points : int
        In a sample.
    rule : str
    samples : range
        Which; the result for each does not depend on the others.
    estimation : Estimation
    seed : int

    Returns
    -------
    pandas.DataFrame
        sample, true, resubstitution, leave_one_out, cross_validation (wrong points, see
        `Estimation.totals`), bootstrap (0.632 estimate), redrawn (resamples without a design that
        were replaced); of support vector machines only the estimators wanted.

    Raises
    ------
    InputError
        If samples are too small.
    """
    check_size(points, model.dimension, rule, estimation)
    frames = []
    first, last = samples.start // SAMPLES_PER_BLOCK, (samples.stop - 1) // SAMPLES_PER_BLOCK
    for block in range(first, last + 1):
        start = block * SAMPLES_PER_BLOCK
        count = min(samples.stop - start, SAMPLES_PER_BLOCK)
        draws = draw_block(model, points, count, estimation, seed, block)
        errors = gaussian_errors if is_gaussian(rule) else svm_errors
        frame = errors(model, rule, draws, estimation)
        frame.insert(0, "sample", np.arange(start, start + count))
        frames.append(frame[frame["sample"] >= samples.start])
    return pd.concat(frames, ignore_index=True)


def gaussian_errors(model, rule, draws, estimation):
    """Return true and estimated errors of a Gaussian rule on a block: see `simulate`."""
    x, labels = kernel.prepared(draws.x), draws.labels
    found = kernel.count_errors(x, labels, rule, draws.orders, estimation.folds, draws.resamples)
    if found.failed.any():
        raise InputError(
            f"{rule}: {found.failed.sum()} of {len(x)} samples of n = {x.shape[1]} have a design "
            "that is not possible; use larger n or fewer features"
        )
    zero, redrawn = zero_bootstrap(
        found.zero,
        lambda which, resamples: kernel.resample_errors(x[which], labels, rule, resamples),
        x.shape[1],
        draws.rng,
    )
    # The coefficients are those for points less the mean of the sample.
    centres = draws.x.mean(axis=1)
    if rule in LINEAR:
        slopes = found.coefficients[:, 1 : 1 + model.dimension]
        intercepts = found.coefficients[:, 0] - (slopes * centres).sum(axis=1)
        true = linear_errors(model, slopes, intercepts)
    else:
        true = np.empty(len(x))
        for s, coefficients in enumerate(found.coefficients):
            points, truth = _fresh_points(model, draws)
            called = kernel.call_1(points - centres[s], rule, coefficients)
            true[s] = (called != truth).mean()
    return errors_frame(true, found.wrong, zero, redrawn, x.shape[1])


def _fresh_points(model, draws):
    labels = np.repeat(np.array([0, 1]), FRESH_POINTS // 2)
    return model.sample(labels, 1, draws.rng)[0], labels


def zero_bootstrap(errors, errors_of, points, rng):
    """Return the mean error of all resamples, with those drawn again that allow no design.

    Parameters
    ----------
    errors : float64 array, shape (samples, resamples)
        `kernel.FAILED` where a resample allows no design.
    errors_of : callable
        Given places of samples and a resample of each, int16 of shape (samples, 1, points), returns
        errors of shape (samples, 1).
    points : int
        In a sample.
    rng : numpy.random.Generator

    Returns
    -------
    mean : float64 array, shape (samples,)
    redrawn : int64 array, shape (samples,)

    Raises
    ------
    InputError
        If a sample has hardly any resamples with a design.
    """
    redrawn = np.zeros(len(errors), np.int64)
    for _ in range(ATTEMPTS):
        sample, place = np.nonzero(errors == kernel.FAILED)
        if not len(sample):
            return errors.mean(axis=1), redrawn
        np.add.at(redrawn, sample, 1)
        again = rng.integers(points, size=(len(sample), 1, points), dtype=np.int16)
        errors[sample, place] = errors_of(sample, again)[:, 0]
    raise InputError(
        f"bootstrap: of a sample of n = {points}, hardly any resample allows a design; "
        "use larger n or fewer features"
    )


def errors_frame(true, wrong, zero, redrawn, points):
    """Return the errors of a block of samples as a table: see `simulate`."""
    resubstitution = wrong[:, kernel.RESUBSTITUTION] / points
    return pd.DataFrame(
        {
            "true": true,
            "resubstitution": wrong[:, kernel.RESUBSTITUTION],
            "leave_one_out": wrong[:, kernel.LEAVE_ONE_OUT],
            "cross_validation": wrong[:, kernel.CROSS_VALIDATION],
            "bootstrap": 0.368 * resubstitution + 0.632 * zero,
            "redrawn": redrawn,
        }
    )


def svm_errors(model, rule, draws, estimation):
    """Return true and estimated errors of a support vector machine on a block: see `simulate`."""
    machine = support_vector_machine(rule, model.dimension)
    labels, points = draws.labels, len(draws.labels)
    everyone = np.arange(points)
    bounds = np.linspace(0, points, estimation.folds + 1).round().astype(int)
    wrong = np.zeros((len(draws.x), 3), np.int64)
    true = np.empty(len(draws.x))

    def calls(x, train, test):
        return machine.fit(x[train], labels[train]).predict(x[test])

    def errors_of(which, resamples):
        errors = np.full(resamples.shape[:2], kernel.FAILED)
        for row, sample in enumerate(which):
            for place, drawn in enumerate(resamples[row]):
                left = np.setdiff1d(everyone, drawn)
                if len(left) and labels[drawn].min() != labels[drawn].max():
                    called = calls(draws.x[sample], drawn, left)
                    errors[row, place] = (called != labels[left]).mean()
        return errors

    # Arrays are checked once, not in every fit.
    with sklearn.config_context(assume_finite=True, skip_parameter_validation=True):
        for s, x in enumerate(draws.x):
            for p in everyone if "leave_one_out" in estimation.estimators else ():
                rest = np.delete(everyone, p)
                wrong[s, kernel.LEAVE_ONE_OUT] += calls(x, rest, [p])[0] != labels[p]
            for order in draws.orders[s] if "cross_validation" in estimation.estimators else ():
                for start, stop in pairwise(bounds):
                    test, rest = order[start:stop], np.delete(order, slice(start, stop))
                    wrong[s, kernel.CROSS_VALIDATION] += (
                        calls(x, rest, test) != labels[test]
                    ).sum()
            wrong[s, kernel.RESUBSTITUTION] = (calls(x, everyone, everyone) != labels).sum()
            if rule in LINEAR:
                coefficients = linear_coefficients(machine)
                true[s] = linear_errors(model, coefficients[None, :-1], coefficients[-1:])[0]
            else:
                fresh, truth = _fresh_points(model, draws)
                true[s] = (machine.predict(fresh) != truth).mean()
        resamples = (
            draws.resamples if "bootstrap" in estimation.estimators else draws.resamples[:, :1]
        )
        zero = errors_of(range(len(draws.x)), resamples)
        zero, redrawn = zero_bootstrap(zero, errors_of, points, draws.rng)
    frame = errors_frame(true, wrong, zero, redrawn, points)
    return frame.drop(columns=[name for name in ESTIMATORS if name not in estimation.estimators])


def estimator_pairs(errors, estimator, points, estimation):
    """Return the `Pairs` of an estimator from a table of `simulate`."""
    total = estimation.totals(points)[estimator]
    return pairs_of(errors["true"].to_numpy(), errors[estimator].to_numpy(), total)
