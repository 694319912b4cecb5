"""The six Gaussian rules as classifiers of one feature set of any size, for any number of classes.

The kernels and `rules` are much faster, for two classes and small sets.
"""

import numpy as np

from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.rules import DIAGONAL, SMALLEST_REST, SPHERICAL


class GaussianRule:
    """A Gaussian Bayes rule with equal priors, with scikit-learn's interface.

    Where a full covariance is singular, the diagonal one stands in: of all classes in QDA.

    Parameters
    ----------
    name : str
        Of a built-in candidate.
    """

    def __init__(self, name):
        self.name = name

    def fit(self, x, y):
        """Estimate a Gaussian of each class.

        Parameters
        ----------
        x : float64 array, shape (samples, features)
        y : array, shape (samples,)

        Returns
        -------
        GaussianRule

        Raises
        ------
        ValueError
            If a feature is constant in a class.
        """
        self.classes_ = np.unique(y)
        of_class = [x[y == c] for c in self.classes_]
        self._means = np.array([each.mean(axis=0) for each in of_class])
        off = [each - mean for each, mean in zip(of_class, self._means, strict=True)]
        if CANDIDATES[self.name].linear:
            off, freedom = [np.concatenate(off)], [len(x) - len(of_class)]
        else:
            freedom = [len(each) - 1 for each in off]
        squares = [(each**2).sum(axis=0) for each in off]
        variances = np.array([each / f for each, f in zip(squares, freedom, strict=True)])
        if self.name in SPHERICAL:
            variances = np.broadcast_to(variances.mean(axis=1, keepdims=True), variances.shape)
        if (variances == 0).any():
            raise ValueError("a feature is constant in a class")
        self._precisions = [1 / each for each in variances]
        self._log_determinants = np.log(variances).sum(axis=1)
        if self.name not in (*SPHERICAL, *DIAGONAL):
            self._use_covariances(off, freedom)
        return self

    def _use_covariances(self, off, freedom):
        """Replace the diagonal covariances by full ones, if none is singular."""
        found = [_inverse(each, f) for each, f in zip(off, freedom, strict=True)]
        if all(each is not None for each in found):
            self._precisions, self._log_determinants = zip(*found, strict=True)

    def predict(self, x):
        """Return the class with the highest density at each point; of equal ones the first.

        Parameters
        ----------
        x : float64 array, shape (points, features)

        Returns
        -------
        array, shape (points,)
        """
        densities = np.empty((len(self.classes_), len(x)))
        for c, mean in enumerate(self._means):
            # One covariance for all classes, or one for each.
            place = min(c, len(self._precisions) - 1)
            precision, off = self._precisions[place], x - mean
            turned = off * precision if precision.ndim == 1 else off @ precision
            densities[c] = -(turned * off).sum(axis=1) - self._log_determinants[place]
        return self.classes_[densities.argmax(axis=0)]


def _inverse(off, freedom):
    """Return the inverse and the log determinant of a covariance, or None if it is singular."""
    if off.shape[1] > freedom:
        return None
    covariance = off.T @ off / freedom
    try:
        inverse = np.linalg.inv(covariance)
    except np.linalg.LinAlgError:
        return None
    # The share of its variance that each feature keeps, given all the others.
    rest = 1 / (inverse.diagonal() * covariance.diagonal())
    if not (rest > SMALLEST_REST).all():
        return None
    return inverse, np.linalg.slogdet(covariance)[1]
