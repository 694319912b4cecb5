"""The nearest neighbour of a row, with one distance for numeric and nominal columns.

The squared distance adds up, over columns: the squared difference of numbers in units of the
column's range; 1 for different categories; for a missing value the largest that is possible. Of
equally near rows the first one counts (Weka's IB1).
"""

from itertools import pairwise

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from suitability.gaussian.compilation import Stored

ROWS_PER_BLOCK = 256
# Squared distances are rounded to multiples of its inverse.
RESOLUTION = 1e12


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
    arguments = values, codes, other_values.T.copy(), other_codes.T.copy(), result
    _fill.ready_for(*arguments)(*arguments)
    return result


@Stored
def _fill(values, codes, other_values, other_codes, result):
    """Write squared distances; the others are given column by column."""
    for i in range(len(values)):
        total = result[i]
        total[:] = 0
        for j in range(len(other_values)):
            x, others = values[i, j], other_values[j]
            if np.isnan(x):
                for k in range(len(total)):
                    farthest = max(others[k], 1 - others[k])
                    total[k] += 1.0 if np.isnan(others[k]) else farthest * farthest
            else:
                farthest = max(x, 1 - x) ** 2
                for k in range(len(total)):
                    difference = x - others[k]
                    total[k] += farthest if np.isnan(others[k]) else difference * difference
        for j in range(len(other_codes)):
            # NaN differs from everything, itself included.
            x, others = codes[i, j], other_codes[j]
            for k in range(len(total)):
                total[k] += 1.0 if x != others[k] else 0.0
        for k in range(len(total)):
            total[k] = np.rint(total[k] * RESOLUTION) / RESOLUTION


def _blocks(rows):
    return [slice(first, first + ROWS_PER_BLOCK) for first in range(0, rows, ROWS_PER_BLOCK)]


def cross_validated_error(distances, y, folds):
    """Return the error of the nearest neighbour in cross-validation, from all distances.

    Parameters
    ----------
    distances : float64 array, shape (rows, rows)
        Squared, in the order of the rows.
    y : int array, shape (rows,)
    folds : int array, shape (rows,)
        Rising, see `row_splits.draw_validation`.

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
