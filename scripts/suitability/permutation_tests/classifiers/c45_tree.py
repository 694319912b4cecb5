"""The decision tree C4.5, as Weka's J48 with its defaults.

Quinlan, *C4.5: Programs for machine learning* (1993), and *Improved use of continuous attributes in
C4.5*, JAIR 4 (1996). Unlike Weka, values that differ by less than 1e-5 are different, so that the
tree does not depend on the units of the columns.
"""

import numpy as np
from scipy.special import ndtri
from sklearn.base import BaseEstimator, ClassifierMixin

from suitability.core.errors import InputError
from suitability.permutation_tests.classifiers.c45_kernel import Training, call, count_wrong, learn

CONFIDENCE, MIN_ROWS = 0.25, 2


class C45Tree(ClassifierMixin, BaseEstimator):
    """A tree that splits by gain ratio, with a child for each category, and is pruned.

    Parameters
    ----------
    categories : int array, shape (columns,), optional
        Categories of each nominal column, 0 for a numeric one; all are numeric if left out. A
        nominal value is the place of its category; NaN is missing.
    confidence : float
        Of the upper limit of a leaf's errors; lower values prune more.
    min_rows : int
        The fewest training rows in at least two children of a node.
    """

    def __init__(self, categories=None, confidence=CONFIDENCE, min_rows=MIN_ROWS):
        self.categories = categories
        self.confidence = confidence
        self.min_rows = min_rows

    def fit(self, X, y):
        """Grow the tree and prune it."""
        self.classes_, y = np.unique(y, return_inverse=True)
        table = SortedTable(X, self.categories)
        self._categories = table.categories
        arguments = table.training(y, self.confidence, self.min_rows), len(self.classes_)
        self._tree = learn.ready_for(*arguments)(*arguments)
        return self

    def predict(self, X):
        """Return the most frequent class in the leaf of each row."""
        arguments = _columns(X, self._categories), self._categories, self._tree
        return self.classes_[call.ready_for(*arguments)(*arguments)]


def _columns(X, categories):
    """Return the columns of a table, each with its values side by side."""
    columns = np.array(np.asarray(X, np.float64).T, order="C")
    for j in np.flatnonzero(categories):
        known = columns[j][~np.isnan(columns[j])]
        if not np.isin(known, np.arange(categories[j])).all():
            raise InputError(
                f"X: column {j} has a value that is none of its {categories[j]} categories, which "
                f"are 0 to {categories[j] - 1}"
            )
    return columns


class SortedTable:
    """The columns of a table and the order of their values, which many trees share.

    Parameters
    ----------
    X : array, shape (rows, columns)
    categories
        See `C45Tree`.

    Raises
    ------
    InputError
        If a nominal value is not the place of a category.
    """

    def __init__(self, X, categories=None):
        if categories is None:
            categories = np.zeros(np.shape(X)[1], np.int64)
        self.categories = np.asarray(categories, np.int64)
        self.columns = _columns(X, self.categories)
        numeric = self.categories == 0
        rows = np.arange(self.columns.shape[1])
        self._lists = np.vstack([rows, np.argsort(self.columns[numeric], axis=1)])
        self._list_of = np.where(numeric, np.cumsum(numeric), 0)
        whole = np.arange(len(rows) + 1)
        self._terms = whole * np.log2(np.maximum(whole, 1))

    def training(self, y, confidence=CONFIDENCE, min_rows=MIN_ROWS):
        """Return what a tree learns from; `y` has the classes of all rows, from 0."""
        return Training(
            self.columns,
            np.asarray(y, np.int64),
            self.categories,
            self._lists,
            self._list_of,
            self._terms,
            min_rows,
            confidence,
            float(ndtri(1 - confidence)),
        )


def cross_validated_error(table, y, folds):
    """Return the error of the tree in cross-validation.

    Parameters
    ----------
    table : SortedTable
    y : int array, shape (rows,)
        From 0.
    folds : int array, shape (rows,)
        The test fold of each row, from 0; -1 for rows that only train.

    Returns
    -------
    float
    """
    # As in Weka, a class counts even if no training row is of it.
    arguments = table.training(y), int(y.max()) + 1, np.asarray(folds, np.int64)
    wrong = count_wrong.ready_for(*arguments)(*arguments)
    return wrong / np.count_nonzero(folds >= 0)
