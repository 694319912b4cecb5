"""The decision tree C4.5, as Weka's J48 with its defaults.

Quinlan, *C4.5: Programs for machine learning* (1993), and *Improved use of continuous attributes in
C4.5*, JAIR 4 (1996). Unlike Weka, values that differ by less than 1e-5 are different, so that the
tree does not depend on the units of the columns.
"""

import numpy as np
from scipy.special import ndtri
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import validate_data

from suitability.core.errors import InputError
from suitability.permutation_tests.classifiers.c45_kernel import (
    Training,
    count_wrong,
    learn,
    predict,
)
from suitability.permutation_tests.classifiers.sorted_table import columns_of, sorted_table

CONFIDENCE, MIN_ROWS = 0.25, 2


class C45Tree(ClassifierMixin, BaseEstimator):
    """A tree that splits by gain ratio, with a child for each category, and is pruned.

    Parameters
    ----------
    categories : int array, shape (columns,), optional
        Categories of each nominal column, 0 for a numeric one; all are numeric if left out. A
        nominal value is the code of its category, from 0; NaN is missing.
    confidence : float
        Of the upper limit of a leaf's errors, at most 0.5; lower values prune more.
    min_rows : int
        A split needs at least two children with as many training rows.
    """

    def __init__(self, categories=None, confidence=CONFIDENCE, min_rows=MIN_ROWS):
        self.categories = categories
        self.confidence = confidence
        self.min_rows = min_rows

    def fit(self, X, y):
        """Grow the tree and prune it."""
        if not 0 < self.confidence <= 0.5:
            raise InputError(f"confidence: {self.confidence} given; allowed is above 0, up to 0.5")
        if self.min_rows < 1:
            raise InputError(f"min_rows: {self.min_rows} given; at least 1 is needed")
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan")
        self.classes_, y = np.unique(y, return_inverse=True)
        table = sorted_table(X, self.categories)
        self._categories = table.categories
        arguments = _training(table, y, self.confidence, self.min_rows), len(self.classes_)
        self._tree = learn.ready_for(*arguments)(*arguments)
        return self

    def predict(self, X):
        """Return the most frequent class in the leaf of each row."""
        X = validate_data(self, X, reset=False, dtype=np.float64, ensure_all_finite="allow-nan")
        arguments = columns_of(X, self._categories), self._categories, self._tree
        return self.classes_[predict.ready_for(*arguments)(*arguments)]


def _training(table, y, confidence=CONFIDENCE, min_rows=MIN_ROWS):
    """Return what a tree learns from; `y` has the classes of all rows, from 0."""
    whole = np.arange(len(y) + 1)
    terms = whole * np.log2(np.maximum(whole, 1))
    z = float(ndtri(1 - confidence))
    return Training(*table, np.asarray(y, np.int64), terms, int(min_rows), float(confidence), z)


def wrong_rows(table, y, folds):
    """Return how many rows get a wrong class in cross-validation; see `naive_bayes.wrong_rows`."""
    # As in Weka, a class counts even if no training row is of it.
    arguments = _training(table, y), int(y.max()) + 1, np.asarray(folds, np.int64)
    return count_wrong.ready_for(*arguments)(*arguments)
