"""Naive Bayes on numeric and nominal columns, from sums that cross-validation shares.

A column is Gaussian within a class, or has Laplace-smoothed shares of its categories; a missing
value is left out of its row's likelihood. The logarithm of the likelihood is linear in x, x^2 and
indicators of categories, so that matrix products do all of it, for all folds at once.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

# A standard deviation is at least this share of the typical gap between values, as in Weka.
SMALLEST_DEVIATION = 1 / 6
# The gap that a constant column is given.
CONSTANT_GAP = 0.01


class MixedNaiveBayes(ClassifierMixin, BaseEstimator):
    """Naive Bayes with Gaussian and nominal columns.

    Parameters
    ----------
    categories : int array, shape (columns,), optional
        Categories of each nominal column, 0 for a numeric one; all are numeric if left out.
    gaps : float array, shape (columns,), optional
        The typical gap between values of a numeric column, see `typical_gaps`; those of the
        training rows if left out.
    """

    def __init__(self, categories=None, gaps=None):
        self.categories = categories
        self.gaps = gaps

    def fit(self, X, y):
        """Estimate shares, means and variances."""
        X = np.asarray(X, np.float64)
        self.classes_, y = np.unique(y, return_inverse=True)
        self._scale = Scale(X, self.categories, self.gaps)
        one_fold = np.zeros(len(y), np.int64)
        sums = _sums(self._scale.expand(X), y, one_fold, 1, len(self.classes_))
        self._weights = _weights(self._scale, *(part[0] for part in sums))
        return self

    def predict(self, X):
        """Return the most probable class of each row."""
        weights, constants = self._weights
        expanded = self._scale.expand(np.asarray(X, np.float64))
        return self.classes_[np.argmax(expanded @ weights.T + constants, axis=1)]


def typical_gaps(X, categories):
    """Return the mean difference between neighbouring distinct values of each numeric column."""
    gaps = np.full(X.shape[1], CONSTANT_GAP)
    for j in np.flatnonzero(np.asarray(categories) == 0):
        known = np.unique(X[~np.isnan(X[:, j]), j])
        if len(known) > 1:
            gaps[j] = (known[-1] - known[0]) / (len(known) - 1)
    return gaps


class Scale:
    """How rows become what sums are taken of; unaffected by labels and by the order of a column.

    Parameters
    ----------
    X : float64 array, shape (rows, columns)
    categories, gaps
        See `MixedNaiveBayes`.
    """

    def __init__(self, X, categories=None, gaps=None):
        columns = X.shape[1]
        categories = np.zeros(columns, int) if categories is None else np.asarray(categories)
        gaps = typical_gaps(X, categories) if gaps is None else np.asarray(gaps)
        self.numeric = np.flatnonzero(categories == 0)
        self.nominal = np.flatnonzero(categories)
        self.counts = categories[self.nominal]
        self.column_of_category = np.repeat(np.arange(len(self.nominal)), self.counts)
        values = X[:, self.numeric]
        known = ~np.isnan(values)
        self.centre = np.where(known, values, 0).sum(0) / np.maximum(known.sum(0), 1)
        spread = np.where(known, np.abs(values - self.centre), 0).max(0, initial=0)
        self.unit = np.where(spread > 0, spread, 1.0)
        self.floor = (gaps[self.numeric] / self.unit * SMALLEST_DEVIATION) ** 2

    def expand(self, X):
        """Return indicators of known numbers, x, x^2 and indicators of categories."""
        values = (X[:, self.numeric] - self.centre) / self.unit
        known = ~np.isnan(values)
        values = np.where(known, values, 0.0)
        codes = X[:, self.nominal]
        place = np.arange(len(self.column_of_category)) - np.repeat(
            self.counts.cumsum() - self.counts, self.counts
        )
        indicators = codes[:, self.column_of_category] == place
        return np.hstack([known, values, values**2, indicators])


def _sums(expanded, y, folds, fold_count, classes):
    """Return the sums of each fold and class, shape (folds, classes, ...), and their rows."""
    group = folds * classes + y
    tested = folds >= 0
    groups = fold_count * classes
    indicator = (group[tested] == np.arange(groups)[:, None]).astype(np.float64)
    sums = (indicator @ expanded[tested]).reshape(fold_count, classes, -1)
    return sums, indicator.sum(1).reshape(fold_count, classes)


def _weights(scale, sums, rows):
    """Return weights, shape (..., classes, terms), and constants of the log-likelihood."""
    numeric = len(scale.numeric)
    n, s, ss = (sums[..., i * numeric : (i + 1) * numeric] for i in range(3))
    size = np.maximum(n, 1)
    mean = s / size
    variance = np.maximum(ss / size - mean**2, scale.floor)
    constant = -0.5 * (mean**2 / variance + np.log(variance))
    # A column without a known value in a class says nothing about it.
    known = n > 0
    gaussian = [constant, mean / variance, -0.5 / variance]
    gaussian = [np.where(known, part, 0.0) for part in gaussian]
    counts = sums[..., 3 * numeric :]
    totals = (
        np.add.reduceat(counts, scale.counts.cumsum() - scale.counts, axis=-1)
        if len(scale.counts)
        else counts
    )
    shares = (
        np.log((counts + 1) / (totals + scale.counts)[..., scale.column_of_category])
        if len(scale.counts)
        else counts
    )
    # A class that is absent from the training rows is never predicted.
    prior = np.where(rows > 0, np.log(rows + 1.0), -np.inf)
    return np.concatenate([*gaussian, shares], axis=-1), prior


def cross_validated_error(scale, X, y, folds):
    """Return the error of naive Bayes in cross-validation, without fitting fold by fold.

    Parameters
    ----------
    scale : Scale
        Of these columns, in any order of the rows of each.
    X : float64 array, shape (rows, columns)
    y : int array, shape (rows,)
        From 0.
    folds : int array, shape (rows,)
        See `validation.draw_validation`.

    Returns
    -------
    float
    """
    fold_count, classes = folds.max() + 1, y.max() + 1
    expanded = scale.expand(X)
    sums, rows = _sums(expanded, y, folds, fold_count, classes)
    never = folds < 0
    extra = _sums(expanded[never], y[never], np.zeros(never.sum(), int), 1, classes)
    weights, prior = _weights(
        scale, sums.sum(0) + extra[0][0] - sums, rows.sum(0) + extra[1][0] - rows
    )
    wrong = 0
    for fold in range(fold_count):
        test = folds == fold
        scores = expanded[test] @ weights[fold].T + prior[fold]
        wrong += np.count_nonzero(scores.argmax(1) != y[test])
    return wrong / np.count_nonzero(~never)
