"""The synthetic model: two Gaussian classes with blocks of correlated features, and its errors."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
from scipy.optimize import brentq
from scipy.stats import ncx2, norm

from suitability.core.errors import InputError

SIGMA = 0.6
LARGEST_BLOCK = 5
# Nodes of the quadrature on each side of its kink; the error is below 1e-9.
NODES = 200
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(NODES)
# Standard deviations beyond which a Gaussian has less than 1e-16.
FARTHEST = 8.5


@dataclass(frozen=True)
class Model:
    """Two equally likely classes, N(0, sigma^2 S0) and N((0, ..., 0, theta), sigma^2 S1).

    S0 and S1 have blocks of at most five features with one correlation (paper, Section 2.2).

    Attributes
    ----------
    dimension : int
        Features: one to five, or a multiple of five.
    correlations : (float, float)
        Within the blocks of class 0 and class 1, from 0 to below 1.
    theta : float
        The difference of the means of the last feature.
    """

    dimension: int
    correlations: tuple[float, float]
    theta: float

    @property
    def means(self):
        """Of each class, a float64 array of shape (2, dimension)."""
        means = np.zeros((2, self.dimension))
        means[1, -1] = self.theta
        return means

    @cached_property
    def covariances(self):
        """Of each class, a float64 array of shape (2, dimension, dimension)."""
        size = min(self.dimension, LARGEST_BLOCK)
        blocks = np.kron(np.eye(self.dimension // size), np.ones((size, size)))
        identity = np.eye(self.dimension)
        return SIGMA**2 * np.stack([identity + r * (blocks - identity) for r in self.correlations])

    @cached_property
    def _roots(self):
        return np.linalg.cholesky(self.covariances)

    def sample(self, labels, count, rng):
        """Return samples of the model.

        Parameters
        ----------
        labels : int array, shape (points,)
        count : int
        rng : numpy.random.Generator

        Returns
        -------
        float64 array, shape (count, points, dimension)
        """
        normal = rng.standard_normal((count, len(labels), self.dimension))
        points = np.empty_like(normal)
        for c in (0, 1):
            points[:, labels == c] = normal[:, labels == c] @ self._roots[c].T + self.means[c]
        return points


def check_model(dimension, correlations):
    """Raise an `InputError` if there is no synthetic model of these features."""
    if dimension < 1 or (dimension > LARGEST_BLOCK and dimension % LARGEST_BLOCK):
        raise InputError(
            f"dimension: {dimension} given; allowed are 1 to {LARGEST_BLOCK} and multiples of "
            f"{LARGEST_BLOCK}"
        )
    for correlation in correlations:
        if not 0 <= correlation < 1:
            raise InputError(f"correlation: {correlation} given; allowed is from 0 to below 1")


def bayes_error(model):
    """Return the Bayes error of a model.

    With equal correlations it is that of a linear rule. Else the log-likelihood ratio is a sum of
    two weighted noncentral chi-squared variables, since S0 and S1 have the same eigenvectors: one
    variable for the mean of each block, one for what is orthogonal to it.

    Parameters
    ----------
    model : Model

    Returns
    -------
    float
    """
    if model.dimension == 1 or model.correlations[0] == model.correlations[1]:
        precision = np.linalg.inv(model.covariances[0])[-1, -1]
        return float(norm.sf(model.theta * np.sqrt(precision) / 2))
    upper = [_upper_tail(model, c) for c in (0, 1)]
    return 0.5 * (upper[0] + 1 - upper[1])


def _upper_tail(model, label):
    """Return the probability that the log-likelihood ratio of a class is above zero."""
    size = min(model.dimension, LARGEST_BLOCK)
    blocks = model.dimension // size
    r0, r1 = model.correlations
    # Of the mean of a block, then of each direction orthogonal to it.
    number = np.array([blocks, blocks * (size - 1)])
    variances = np.array([[1 + (size - 1) * r, 1 - r] for r in (r0, r1)])
    shift = model.theta / SIGMA * np.sqrt([1 / size, 1 - 1 / size])
    curvature = 1 / variances[0] - 1 / variances[1]
    centre = -shift / (variances[1] * curvature)
    constant = -0.5 * (
        (number * np.log(variances[1] / variances[0])).sum()
        + (shift**2 / variances[1] * (1 + 1 / (variances[1] * curvature))).sum()
    )
    mean = shift * label
    # The ratio is constant + (scale * chi-squared).sum(), with scales of opposite sign.
    scale = 0.5 * curvature * variances[label]
    noncentrality = (mean - centre) ** 2 / variances[label]
    positive = int(scale[1] > 0)
    negative = 1 - positive
    first = ncx2(number[positive], noncentrality[positive])
    second = ncx2(number[negative], noncentrality[negative])

    def given(root):
        """Return P(ratio > 0) given the square root of the negative variable, by its density."""
        least = (-scale[negative] * root**2 - constant) / scale[positive]
        return np.where(least > 0, first.sf(np.maximum(least, 0)), 1.0) * _root_density(
            second, root
        )

    # The square root of a noncentral chi-squared variable is the length of a Gaussian vector.
    length = np.sqrt(noncentrality[negative])
    start = max(length - FARTHEST, 0.0)
    end = length + np.sqrt(number[negative]) + FARTHEST
    kink = np.sqrt(max(constant / -scale[negative], 0.0))
    edges = np.unique(np.clip([start, kink, end], start, end))
    return float(sum(_integral(given, a, b) for a, b in pairwise(edges)))


def _root_density(distribution, root):
    return distribution.pdf(root**2) * 2 * root


def _integral(function, start, end):
    """Integrate a function that may behave like a square root at both ends."""
    t = 0.5 * (POINTS + 1)
    x = start + (end - start) * t**2 * (3 - 2 * t)
    return (function(x) * WEIGHTS * (end - start) * 3 * t * (1 - t)).sum()


@cache
def theta_for(error, dimension, correlations):
    """Return the difference of means at which a model has some Bayes error.

    Parameters
    ----------
    error : float
    dimension : int
    correlations : (float, float)

    Returns
    -------
    float

    Raises
    ------
    InputError
        If no difference has this error: correlations that differ separate the classes even
        without a difference of the means.
    """
    check_model(dimension, correlations)
    largest = bayes_error(Model(dimension, correlations, 0.0))
    if not 0 < error <= largest:
        raise InputError(
            f"Bayes error: {error:g} given; with {dimension} features of correlations "
            f"{correlations[0]:g} and {correlations[1]:g} it is above 0 and at most {largest:.4f}"
        )
    if dimension == 1 or correlations[0] == correlations[1]:
        model = Model(dimension, correlations, 0.0)
        precision = np.linalg.inv(model.covariances[0])[-1, -1]
        return float(2 * norm.isf(error) / np.sqrt(precision))
    return brentq(
        lambda theta: bayes_error(Model(dimension, correlations, theta)) - error, 0, 20, xtol=1e-10
    )


def reachable_errors(errors, dimension, correlations):
    """Return those of some Bayes errors that a model can have."""
    largest = bayes_error(Model(dimension, tuple(correlations), 0.0))
    return [error for error in errors if error <= largest]


def linear_errors(model, slopes, intercepts):
    """Return the exact errors of linear rules, which call class 1 where x @ slope + intercept > 0.

    Parameters
    ----------
    model : Model
    slopes : float64 array, shape (rules, dimension)
    intercepts : float64 array, shape (rules,)

    Returns
    -------
    float64 array, shape (rules,)
    """
    errors = np.zeros(len(slopes))
    for c in (0, 1):
        centre = slopes @ model.means[c] + intercepts
        deviation = np.sqrt(np.einsum("ri,ij,rj->r", slopes, model.covariances[c], slopes))
        errors += 0.5 * norm.cdf((centre if c == 0 else -centre) / deviation)
    return errors
