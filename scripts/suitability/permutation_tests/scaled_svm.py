"""The linear support vector machine without the overhead of a pipeline, which small data notice."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.svm import SVC


class ScaledSVM(ClassifierMixin, BaseEstimator):
    """Same as a pipeline of an encoder, `MinMaxScaler` and `SVC(kernel="linear", C=1)`.

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
