"""Naive Bayes on numeric and nominal columns, as Weka's NaiveBayes with its defaults.

Numbers are rounded to multiples of the width of a column, the mean gap between distinct training
values; the likelihood of a value is the normal probability of the interval of that width around it.
The shares of categories, and of classes, are smoothed by one row each (Laplace). A missing value is
left out.

Unlike Weka, values far above the mean of a class keep their digits; a class without a known value
in a column has the mean and the deviation of all classes there (Weka: the mean 0); and a class
without training rows is never predicted.
"""

from math import erfc, log, sqrt
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import validate_data

from suitability.gaussian.compilation import Stored, compiled
from suitability.permutation_tests.classifiers.sorted_table import columns_of, sorted_table

# Of a constant column.
WIDTH_OF_CONSTANT = 0.01
# In widths: then three deviations on either side of a mean are in one interval.
LEAST_DEVIATION = 1 / 6
LEAST_PROBABILITY = 1e-75


class Model(NamedTuple):
    """What the columns say about the classes.

    Attributes
    ----------
    categories : int64 array, shape (columns,)
        0 for a numeric column.
    prior : float64 array, shape (classes,)
        log(training rows + 1); minus infinity for a class without one.
    width : float64 array, shape (columns,)
        Of the intervals of a numeric column.
    mean, deviation : float64 array, shape (columns, classes)
        Of the rounded values, in widths; the deviation is 0 if no value of the column is known.
    shares : float64 array, shape (columns, most categories, classes)
        Logarithms of the smoothed shares of the categories.
    """

    categories: np.ndarray
    prior: np.ndarray
    width: np.ndarray
    mean: np.ndarray
    deviation: np.ndarray
    shares: np.ndarray


class MixedNaiveBayes(ClassifierMixin, BaseEstimator):
    """Naive Bayes with normal and nominal columns.

    Parameters
    ----------
    categories : int array, shape (columns,), optional
        Categories of each nominal column, 0 for a numeric one; all are numeric if left out. A
        nominal value is the code of its category, from 0; NaN is missing.
    """

    def __init__(self, categories=None):
        self.categories = categories

    def fit(self, X, y):
        """Estimate shares, means and deviations."""
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan")
        self.classes_, y = np.unique(y, return_inverse=True)
        table = sorted_table(X, self.categories)
        arguments = (*table, y, np.ones(len(y), np.bool_), len(self.classes_))
        self._model = learn.ready_for(*arguments)(*arguments)
        return self

    def predict(self, X):
        """Return the most probable class of each row."""
        X = validate_data(self, X, reset=False, dtype=np.float64, ensure_all_finite="allow-nan")
        arguments = columns_of(X, self._model.categories), self._model
        return self.classes_[predict.ready_for(*arguments)(*arguments)]


@compiled
def _width(values, ordered, trains):
    """Return the mean difference between neighbouring values of the training rows."""
    first, last, different = 0.0, 0.0, 0
    for row in ordered:
        if np.isnan(values[row]):
            break
        if trains[row]:
            if different == 0:
                first, different = values[row], 1
            elif values[row] > last:
                different += 1
            last = values[row]
    return (last - first) / (different - 1) if different > 1 else WIDTH_OF_CONSTANT


@compiled
def _overall_deviation(known, mean, squares):
    """Return the standard deviation of all classes together, from sums of squares within them."""
    total = max(known.sum(), 1)
    overall = (known * mean).sum() / total
    return sqrt((squares.sum() + (known * (mean - overall) ** 2).sum()) / total)


@compiled
def _learned(columns, categories, orders, order_of, y, trains, classes):
    of_class = np.zeros(classes)
    for row in np.flatnonzero(trains):
        of_class[y[row]] += 1
    prior = np.where(of_class > 0, np.log(of_class + 1), -np.inf)
    count = len(columns)
    width = np.ones(count)
    mean, deviation = np.zeros((count, classes)), np.zeros((count, classes))
    shares = np.zeros((count, max(categories.max(), 1), classes))
    for column in range(count):
        values = columns[column]
        known = np.zeros(classes)
        if categories[column]:
            for row in range(len(y)):
                if trains[row] and not np.isnan(values[row]):
                    known[y[row]] += 1
                    shares[column, int(values[row]), y[row]] += 1
            for category in range(categories[column]):
                for c in range(classes):
                    share = (shares[column, category, c] + 1) / (known[c] + categories[column])
                    shares[column, category, c] = log(share)
            continue
        width[column] = _width(values, orders[order_of[column]], trains)
        for row in range(len(y)):
            if trains[row] and not np.isnan(values[row]):
                known[y[row]] += 1
                mean[column, y[row]] += np.rint(values[row] / width[column])
        mean[column] = np.where(
            known > 0, mean[column] / np.maximum(known, 1), mean[column].sum() / max(known.sum(), 1)
        )
        for row in range(len(y)):
            if trains[row] and not np.isnan(values[row]):
                gap = np.rint(values[row] / width[column]) - mean[column, y[row]]
                deviation[column, y[row]] += gap * gap
        overall = _overall_deviation(known, mean[column], deviation[column])
        for c in range(classes):
            own = sqrt(deviation[column, c] / known[c]) if known[c] else overall
            deviation[column, c] = max(own, LEAST_DEVIATION) if known.sum() else 0.0
    return Model(categories, prior, width, mean, deviation, shares)


@compiled
def _probability(low, high):
    """Return the probability of an interval of the standard normal distribution."""
    if low > 0:
        # The small difference of two values near 1 would lose its digits.
        low, high = -high, -low
    return 0.5 * (erfc(-high / sqrt(2.0)) - erfc(-low / sqrt(2.0)))


@compiled
def _predicted(row, columns, model):
    """Return the most probable class of a row; the first of several."""
    scores = model.prior.copy()
    for column in range(len(columns)):
        value = columns[column, row]
        if np.isnan(value):
            continue
        if model.categories[column]:
            scores += model.shares[column, int(value)]
            continue
        rounded = np.rint(value / model.width[column])
        for c in range(len(scores)):
            if model.deviation[column, c] > 0:
                gap = rounded - model.mean[column, c]
                deviation = model.deviation[column, c]
                inside = _probability((gap - 0.5) / deviation, (gap + 0.5) / deviation)
                scores[c] += log(max(inside, LEAST_PROBABILITY))
    return scores.argmax()


@Stored
def learn(columns, categories, orders, order_of, y, trains, classes):
    """Return a model.

    Parameters
    ----------
    columns, categories, orders, order_of
        See `Sorted`.
    y : int64 array, shape (rows,)
        From 0.
    trains : bool array, shape (rows,)
        Which rows are used.
    classes : int

    Returns
    -------
    Model
    """
    return _learned(columns, categories, orders, order_of, y, trains, classes)


@Stored
def predict(columns, model):
    """Return the class of each row.

    Parameters
    ----------
    columns
        See `Sorted`.
    model : Model

    Returns
    -------
    int64 array, shape (rows,)
    """
    rows = columns.shape[1]
    predicted = np.empty(rows, np.int64)
    for row in range(rows):
        predicted[row] = _predicted(row, columns, model)
    return predicted


@Stored
def count_wrong(columns, categories, orders, order_of, y, folds, classes):
    """Return how many rows get a wrong class in cross-validation.

    Parameters
    ----------
    columns, categories, orders, order_of, y, classes
        See `learn`.
    folds : int64 array, shape (rows,)
        The test fold of each row, from 0; -1 for rows that only train.

    Returns
    -------
    int
    """
    wrong = 0
    for fold in range(folds.max() + 1):
        trains = folds != fold
        model = _learned(columns, categories, orders, order_of, y, trains, classes)
        for row in np.flatnonzero(~trains):
            wrong += _predicted(row, columns, model) != y[row]
    return wrong


def wrong_rows(table, y, folds):
    """Return how many rows get a wrong class in cross-validation.

    Parameters
    ----------
    table : Sorted
    y : int array, shape (rows,)
        From 0.
    folds : int array, shape (rows,)
        The test fold of each row, from 0; -1 for rows that only train.

    Returns
    -------
    int
    """
    arguments = (*table, y, np.asarray(folds, np.int64), int(y.max()) + 1)
    return count_wrong.ready_for(*arguments)(*arguments)
