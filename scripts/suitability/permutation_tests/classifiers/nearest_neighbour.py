"""The nearest neighbour of a row, with one distance for numeric and nominal columns.

The squared distance adds up, over columns: the squared difference of numbers in units of the
column's range; 1 for different categories; for a missing value the largest that is possible. Of
equally near rows the first one counts (Weka's IB1).
"""

from itertools import pairwise

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

ROWS_PER_BLOCK = 256


class NearestNeighbour(ClassifierMixin, BaseEstimator):
    """The class of the nearest training row; the first of them if several are equally near.

    Parameters
    ----------
    categories : int array, shape (columns,), optional
        Categories of each nominal column, 0 for a numeric one; all are numeric if left out.
    ranges : (float array, float array), optional
        Lowest and highest value of each column; those of the training rows if left out.
    """

    def __init__(self, categories=None, ranges=None):
        self.categories = categories
        self.ranges = ranges

    def fit(self, X, y):
        """Keep the training rows."""
        X = np.asarray(X, np.float64)
        categories = np.zeros(X.shape[1], int) if self.categories is None else self.categories
        self._coordinates = Coordinates(X, categories, self.ranges)
        self._training = self._coordinates.of(X)
        self.classes_, self._y = np.unique(y, return_inverse=True)
        return self

    def predict(self, X):
        """Return the class of the nearest training row of each row."""
        values, codes = self._coordinates.of(np.asarray(X, np.float64))
        nearest = [
            squared_distances((values[rows], codes[rows]), self._training).argmin(axis=1)
            for rows in _blocks(len(values))
        ]
        return self.classes_[self._y[np.concatenate(nearest)]]


def column_ranges(X):
    """Return the lowest and the highest value of each column; 0 and 0 if all are missing."""
    known = ~np.isnan(X)
    low = np.where(known, X, np.inf).min(0)
    high = np.where(known, X, -np.inf).max(0)
    return np.where(known.any(0), low, 0.0), np.where(known.any(0), high, 0.0)


class Coordinates:
    """Rows as points in whose space the distance is Euclidean, apart from missing values.

    Parameters
    ----------
    X : float64 array, shape (rows, columns)
    categories, ranges
        See `NearestNeighbour`.
    """

    def __init__(self, X, categories, ranges=None):
        self.low, high = column_ranges(X) if ranges is None else ranges
        self.width = np.where(high > self.low, high - self.low, 1.0)
        self.categories = np.asarray(categories)

    def of(self, X):
        """Return the numbers of the rows, in units of the range, and their categories."""
        numeric = self.categories == 0
        values = (X[:, numeric] - self.low[numeric]) / self.width[numeric]
        return values, X[:, ~numeric]


def squared_distances(points, others):
    """Return the squared distance of each row to each other one.

    Parameters
    ----------
    points, others : (float64 array, float64 array)
        From `Coordinates.of`.

    Returns
    -------
    float64 array, shape (points, others)
        Equal for equal rows: rounded to 12 decimals, so that the order of summation, which
        depends on the number of rows, cannot break ties.
    """
    (values, codes), (other_values, other_codes) = points, others
    result = np.empty((len(values), len(other_values)))
    for rows in _blocks(len(values)):
        result[rows] = _numeric(values[rows], other_values)
        result[rows] += _nominal(codes[rows], other_codes)
    return result.round(12)


def _blocks(rows):
    return [slice(first, first + ROWS_PER_BLOCK) for first in range(0, rows, ROWS_PER_BLOCK)]


def _numeric(a, b):
    known_a, known_b = ~np.isnan(a), ~np.isnan(b)
    x, z = np.where(known_a, a, 0.0), np.where(known_b, b, 0.0)
    if known_a.all() and known_b.all():
        # Differences, not a product, which loses the digits of near rows.
        total = np.zeros((len(a), len(b)))
        for j in range(a.shape[1]):
            total += (x[:, j, None] - z[:, j]) ** 2
        return total
    farthest_a, farthest_b = np.maximum(x, 1 - x), np.maximum(z, 1 - z)
    total = np.zeros((len(a), len(b)))
    for j in range(a.shape[1]):
        ka, kb = known_a[:, j, None], known_b[:, j]
        difference = np.where(
            ka & kb,
            x[:, j, None] - z[:, j],
            np.where(ka, farthest_a[:, j, None], np.where(kb, farthest_b[:, j], 1.0)),
        )
        total += difference**2
    return total


def _nominal(a, b):
    # NaN differs from everything, itself included.
    total = np.zeros((len(a), len(b)))
    for j in range(a.shape[1]):
        total += a[:, j, None] != b[:, j]
    return total


def cross_validated_error(distances, y, folds):
    """Return the error of the nearest neighbour in cross-validation, from all distances.

    Parameters
    ----------
    distances : float64 array, shape (rows, rows)
        Squared, in the order of the rows.
    y : int array, shape (rows,)
    folds : int array, shape (rows,)
        Rising, see `validation.draw_validation`.

    Returns
    -------
    float
    """
    wrong = 0
    starts = np.searchsorted(folds, np.arange(folds.max() + 2))
    for start, stop in pairwise(starts):
        near = distances[start:stop].copy()
        near[:, start:stop] = np.inf
        wrong += np.count_nonzero(y[near.argmin(1)] != y[start:stop])
    return wrong / (starts[-1] - starts[0])
