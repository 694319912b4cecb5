"""The textbook formulas once more, compiled, for as many pairs as plain Python has no time for."""

import numpy as np
from numba import njit

from suitability.gaussian.moments import LARGEST_CORRELATION


def counts(values, labels, folds, weights, unit):
    """Return how many pairs have each (best score / unit, winners): all six candidates."""
    highest = len(folds) * sum(w * (labels == c).sum() for c, w in enumerate(weights))
    table = np.zeros((highest // unit + 1, 64), np.int64)
    columns = np.ascontiguousarray(values.T)
    for row in score_rows(columns, labels, folds, np.array(weights)):
        best = row.max(axis=1)
        winners = (row == best[:, None]) @ (1 << np.arange(6))
        np.add.at(table, (best // unit, winners), 1)
    return table


def score_rows(columns, labels, folds, weights):
    """Yield the scores of the pairs of each feature with the later ones: (pairs, 6)."""
    for first in range(len(columns) - 1):
        yield _score_row(columns[first], columns[first + 1 :], labels, folds, weights)


@njit
def _score_row(a, others, labels, folds, weights):
    scores = np.zeros((len(others), 6), np.int64)
    for pair in range(len(others)):
        b = others[pair]
        for repeat in range(len(folds)):
            for test in range(folds[repeat].max() + 1):
                _add_fold(a, b, labels, folds[repeat] == test, weights, scores[pair])
    return scores


@njit
def _add_fold(a, b, labels, tested, weights, scores):
    """Add the scores of the test samples under the rules of the others."""
    zero, one = _moments(a, b, (labels == 0) & ~tested), _moments(a, b, (labels == 1) & ~tested)
    for rule in range(6):
        cov_0, cov_1 = _of_class(zero), _of_class(one)
        if rule < 3:
            cov_0 = cov_1 = _pooled(zero, one)
        singular = _singular(cov_0) or _singular(cov_1)
        if rule % 3 == 0:
            cov_0, cov_1 = _spherical(cov_0), _spherical(cov_1)
        elif rule % 3 == 1 or singular:
            cov_0, cov_1 = _diagonal(cov_0), _diagonal(cov_1)
        for s in range(len(labels)):
            if tested[s]:
                ratio = _log_density(a[s], b[s], one, cov_1) - _log_density(a[s], b[s], zero, cov_0)
                if (ratio > 0) == (labels[s] == 1):
                    scores[rule] += weights[labels[s]]


@njit
def _moments(a, b, chosen):
    """Return samples, means, and sums of squares and products about them."""
    n, mean_a, mean_b = 0, 0.0, 0.0
    for s in range(len(a)):
        if chosen[s]:
            n += 1
            mean_a += a[s]
            mean_b += b[s]
    mean_a /= n
    mean_b /= n
    aa, ab, bb = 0.0, 0.0, 0.0
    for s in range(len(a)):
        if chosen[s]:
            aa += (a[s] - mean_a) ** 2
            ab += (a[s] - mean_a) * (b[s] - mean_b)
            bb += (b[s] - mean_b) ** 2
    return n, mean_a, mean_b, aa, ab, bb


@njit
def _of_class(moments):
    n, _, _, aa, ab, bb = moments
    return aa / (n - 1), ab / (n - 1), bb / (n - 1)


@njit
def _pooled(zero, one):
    df = zero[0] + one[0] - 2
    return (zero[3] + one[3]) / df, (zero[4] + one[4]) / df, (zero[5] + one[5]) / df


@njit
def _spherical(covariance):
    variance = (covariance[0] + covariance[2]) / 2
    return variance, 0.0, variance


@njit
def _diagonal(covariance):
    return covariance[0], 0.0, covariance[2]


@njit
def _singular(covariance):
    aa, ab, bb = covariance
    return abs(ab) >= LARGEST_CORRELATION * np.sqrt(aa * bb)


@njit
def _log_density(a, b, moments, covariance):
    aa, ab, bb = covariance
    x, y = a - moments[1], b - moments[2]
    determinant = aa * bb - ab * ab
    squares = bb * x * x - 2 * ab * x * y + aa * y * y
    return -0.5 * (squares / determinant + np.log(determinant))
