"""The paper's four classifiers, as near to Weka's defaults as scikit-learn comes.

================= =================================================================================
decision_tree     `PrunedTree` (J48): nominal columns as indicators, missing values as they are
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

from suitability.permutation_tests.classifiers.naive_bayes import MixedNaiveBayes, typical_gaps
from suitability.permutation_tests.classifiers.nearest_neighbour import (
    NearestNeighbour,
    column_ranges,
)
from suitability.permutation_tests.classifiers.pruned_tree import PrunedTree

CLASSIFIERS = {
    "decision_tree": "Decision Tree",
    "naive_bayes": "Naive Bayes",
    "nearest_neighbour": "1-Nearest Neighbor",
    "svm": "Support Vector Machine",
}


class Indicators(TransformerMixin, BaseEstimator):
    """Numeric columns, and an indicator for each category of the others; one for two categories.

    Parameters
    ----------
    categories : int array, shape (columns,)
        Categories of each nominal column, 0 for a numeric one.
    replace_missing : bool
        Whether a missing value becomes the mean, or the most frequent category, of the training
        rows; else it stays missing.
    """

    def __init__(self, categories, replace_missing=False):
        self.categories = categories
        self.replace_missing = replace_missing

    def fit(self, X, y=None):
        """Find out what replaces missing values."""
        X = np.asarray(X, np.float64)
        self.n_features_in_ = X.shape[1]
        self.fill_ = np.zeros(X.shape[1])
        if self.replace_missing:
            for j in np.flatnonzero(np.isnan(X).any(0)):
                known = X[~np.isnan(X[:, j]), j]
                if len(known):
                    nominal = self.categories[j] > 0
                    self.fill_[j] = (
                        np.bincount(known.astype(int)).argmax() if nominal else (known.mean())
                    )
        return self

    def transform(self, X):
        """Return numbers and indicators."""
        X = np.asarray(X, np.float64)
        if self.replace_missing:
            X = np.where(np.isnan(X), self.fill_, X)
        parts = []
        for j, count in enumerate(self.categories):
            column = X[:, [j]]
            if count <= 2:
                parts.append(column)
            else:
                indicators = (column == np.arange(count)).astype(np.float64)
                parts.append(np.where(np.isnan(column), np.nan, indicators))
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
        lowest, highest = X.min(axis=0), X.max(axis=0)
        self._scale = 1 / np.where(highest > lowest, highest - lowest, 1)
        self._shift = -lowest * self._scale
        self._machine = SVC(kernel="linear", C=1.0).fit(X * self._scale + self._shift, y)
        self.classes_ = self._machine.classes_
        return self

    def predict(self, X):
        """Return the class of each row."""
        X = self.encoder.transform(X) if self.encoder else X
        return self._machine.predict(X * self._scale + self._shift)


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
        It takes `table.X` or rows of it; ranges and gaps between values are those of whole
        columns, which no randomisation changes.
    """
    nominal = (table.categories > 0).any()
    if name == "decision_tree":
        tree = PrunedTree()
        return make_pipeline(Indicators(table.categories), tree) if nominal else tree
    if name == "naive_bayes":
        return MixedNaiveBayes(table.categories, typical_gaps(table.X, table.categories))
    if name == "nearest_neighbour":
        return NearestNeighbour(table.categories, column_ranges(table.X))
    numbers = [MinMaxScaler(), SVC(kernel="linear", C=1.0)]
    if nominal or np.isnan(table.X).any():
        numbers.insert(0, Indicators(table.categories, replace_missing=True))
    return make_pipeline(*numbers)
