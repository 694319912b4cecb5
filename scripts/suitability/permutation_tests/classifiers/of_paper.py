"""The paper's four classifiers, as near to Weka's defaults as can be.

================= =================================================================================
decision_tree     `C45Tree` (J48): columns as they are; rows without a value go to all children
naive_bayes       `MixedNaiveBayes` (NaiveBayes): columns as they are, missing values left out
nearest_neighbour `NearestNeighbour` (IB1): columns as they are, in units of their range
svm               linear `SVC`, C = 1 (SMO): nominal columns as indicators, missing values replaced
                  by the mean or the most frequent category, all columns scaled to [0, 1]
================= =================================================================================
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

from suitability.permutation_tests.classifiers.c45_tree import C45Tree
from suitability.permutation_tests.classifiers.naive_bayes import MixedNaiveBayes
from suitability.permutation_tests.classifiers.nearest_neighbour import (
    NearestNeighbour,
    column_ranges,
)
from suitability.workflow.table_resources import MOST_ROWS_OF_PRODUCTS

CLASSIFIERS = {
    "decision_tree": "Decision Tree",
    "naive_bayes": "Naive Bayes",
    "nearest_neighbour": "1-Nearest Neighbor",
    "svm": "Support Vector Machine",
}


# The limit of libsvm itself, which scikit-learn takes away.
MOST_STEPS = 10_000_000


class Indicators(TransformerMixin, BaseEstimator):
    """Numeric columns, and an indicator for each category of the others.

    A nominal column with two categories becomes one column of 0 and 1. Missing values are replaced.

    Parameters
    ----------
    categories : int array, shape (columns,)
        Categories of each nominal column, 0 for a numeric one.
    """

    def __init__(self, categories):
        self.categories = categories

    def fit(self, X, y=None):
        """Find out what replaces missing values: the mean, or the most frequent category."""
        X = np.asarray(X, np.float64)
        self.n_features_in_ = X.shape[1]
        self.fill_ = np.zeros(X.shape[1])
        for j in np.flatnonzero(np.isnan(X).any(0)):
            known = X[~np.isnan(X[:, j]), j]
            if len(known):
                nominal = self.categories[j] > 0
                self.fill_[j] = np.bincount(known.astype(int)).argmax() if nominal else known.mean()
        return self

    def transform(self, X):
        """Return numbers and indicators."""
        X = np.asarray(X, np.float64)
        X = np.where(np.isnan(X), self.fill_, X)
        parts = []
        for j, count in enumerate(self.categories):
            column = X[:, [j]]
            parts.append(column if count <= 2 else (column == np.arange(count)).astype(np.float64))
        return np.hstack(parts)


class ScaledSVM(ClassifierMixin, BaseEstimator):
    """Same as a pipeline of an encoder, `MinMaxScaler` and `SVC(kernel="linear", C=1)`, but faster.

    Small data notice the overhead of a pipeline.

    Parameters
    ----------
    encoder : scikit-learn transformer, optional
        Makes numbers of the columns.
    """

    def __init__(self, encoder=None):
        self.encoder = encoder

    def fit(self, X, y):
        """Find the ranges of the columns, and fit the machine."""
        X = self.encoder.fit(X).transform(X) if self.encoder else X
        self._lowest, highest = X.min(axis=0), X.max(axis=0)
        self._range = np.where(highest > self._lowest, highest - self._lowest, 1)
        rows = (X - self._lowest) / self._range
        # libsvm finds inner products one by one, and more than once.
        self._training = rows if len(rows) <= MOST_ROWS_OF_PRODUCTS else None
        kernel = "linear" if self._training is None else "precomputed"
        machine = SVC(kernel=kernel, C=1.0, max_iter=MOST_STEPS)
        self._machine = machine.fit(self._seen_by_machine(rows), y)
        self.classes_ = self._machine.classes_
        return self

    def predict(self, X):
        """Return the class of each row."""
        X = self.encoder.transform(X) if self.encoder else X
        return self._machine.predict(self._seen_by_machine((X - self._lowest) / self._range))

    def _seen_by_machine(self, rows):
        if self._training is None:
            return rows
        # libsvm keeps the products of a row with itself in double precision and all others in
        # single precision. Where rows are nearly equal, their difference would be rounding only,
        # and the solver would never end.
        return (rows @ self._training.T).astype(np.float32)


def classifier(name, table):
    """Return one of the paper's classifiers for the columns of a table.

    Parameters
    ----------
    name : str
        A key of `CLASSIFIERS`.
    table : tables.Table

    Returns
    -------
    scikit-learn estimator
        It takes `table.X` or rows of it. The nearest neighbour takes the ranges of whole columns,
        which no randomisation changes.
    """
    if name == "decision_tree":
        return C45Tree(table.categories)
    if name == "naive_bayes":
        return MixedNaiveBayes(table.categories)
    if name == "nearest_neighbour":
        return NearestNeighbour(table.categories, column_ranges(table.X))
    numbers = [MinMaxScaler(), SVC(kernel="linear", C=1.0)]
    if (table.categories > 0).any() or np.isnan(table.X).any():
        numbers.insert(0, Indicators(table.categories))
    return make_pipeline(*numbers)
