"""Gaussian populations fitted to a data set, for simulations in which the truth is known."""

from dataclasses import dataclass

import numpy as np
from sklearn.covariance import ledoit_wolf


@dataclass(frozen=True)
class Population:
    """A Gaussian for each class.

    Attributes
    ----------
    name : str
    means : float64 array, shape (2, features)
    roots : float64 array, shape (2, features, features)
        Lower triangular; root @ root.T is the covariance of a class.
    """

    name: str
    means: np.ndarray
    roots: np.ndarray

    def sample(self, sizes, rng):
        """Draw independent samples.

        Parameters
        ----------
        sizes : (int, int)
            Samples of class 0 and class 1.
        rng : numpy.random.Generator

        Returns
        -------
        values : float64 array, shape (samples, features)
            Those of class 0 first.
        labels : int64 array, shape (samples,)
        """
        parts = [
            mean + rng.normal(size=(size, len(mean))) @ root.T
            for size, mean, root in zip(sizes, self.means, self.roots, strict=True)
        ]
        return np.concatenate(parts), np.repeat(np.arange(2), sizes)


def spread_features(values, labels, count):
    """Return features that represent all, from the best marker to the worst.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        No feature is constant within both classes.
    labels : int array, shape (samples,)
    count : int
        How many, at most all.

    Returns
    -------
    int64 array, shape (count,)
        The middles of equal parts of the order of |t| (Welch's), largest first.
    """
    order = np.argsort(-np.abs(_t(values, labels)), kind="stable")
    return order[((np.arange(count) + 0.5) * len(order) / count).astype(int)]


def _t(values, labels):
    parts = [values[labels == c] for c in (0, 1)]
    difference = parts[1].mean(axis=0) - parts[0].mean(axis=0)
    return difference / np.sqrt(sum(x.var(axis=0, ddof=1) / len(x) for x in parts))


def fitted_populations(values, labels):
    """Fit populations to a data set: one like it, one without any difference, one with larger ones.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)

    Returns
    -------
    list of Population
        `fitted`: covariances of the classes shrunken by Ledoit and Wolf (J. Multivar. Anal. 88,
        2004), and differences of the class means times max(0, 1 - 1 / t^2) of each feature (the
        nonnegative garrote, Breiman, Technometrics 37, 1995), as observed differences include those
        of chance. `strong`: twice these differences. `null`: both classes with the same mean and
        the pooled covariance.
    """
    means = np.array([values[labels == c].mean(axis=0) for c in (0, 1)])
    covariances = np.array([ledoit_wolf(values[labels == c])[0] for c in (0, 1)])
    roots = np.linalg.cholesky(covariances)
    pooled = np.linalg.cholesky(np.average(covariances, axis=0, weights=np.bincount(labels)))
    shrink = np.maximum(0, 1 - 1 / _t(values, labels) ** 2)
    centre = means.mean(axis=0)
    off = shrink * (means - centre)
    return [
        Population("fitted", centre + off, roots),
        Population("strong", centre + 2 * off, roots),
        Population("null", np.stack([centre, centre]), np.stack([pooled, pooled])),
    ]
