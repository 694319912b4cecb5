"""The six Gaussian rules in plain NumPy, on many feature sets of one size at once.

The compiled kernels do the same faster for whole studies; this is for few sets, and where decisions
are needed fold by fold or at any point.
"""

from dataclasses import dataclass

import numpy as np

from suitability.gaussian.arithmetic import logarithm
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.moments import LARGEST_CORRELATION

SPHERICAL, DIAGONAL = ("NC", "SDA"), ("DLDA", "UDA")
# 1 - r^2 of the largest allowed correlation.
SMALLEST_REST = 1 - LARGEST_CORRELATION**2
SETS_PER_BATCH = 1000


@dataclass(frozen=True)
class Gaussians:
    """A Gaussian for each class, on each of several feature sets of the same size.

    Attributes
    ----------
    sizes : (int, int)
        Samples of each class.
    means : float64 array, shape (2, sets, features)
    covariances : float64 array, shape (2, sets, features, features)
        Unbiased.
    """

    sizes: tuple[int, int]
    means: np.ndarray
    covariances: np.ndarray


def fit(x, labels):
    """Estimate the Gaussians of both classes.

    Parameters
    ----------
    x : float64 array, shape (samples, sets, features)
    labels : int array, shape (samples,)

    Returns
    -------
    Gaussians
    """
    sizes, means, covariances = [], [], []
    for c in (0, 1):
        of_class = x[labels == c]
        mean = of_class.sum(axis=0) / len(of_class)
        off = of_class - mean
        # Added up in a fixed order, unlike in a matrix product, so that the last bit is the same
        # on every machine.
        products = (off[..., :, None] * off[..., None, :]).sum(axis=0)
        sizes.append(len(of_class))
        means.append(mean)
        covariances.append(products / (len(of_class) - 1))
    return Gaussians(tuple(sizes), np.array(means), np.array(covariances))


def covariances(name, gaussians):
    """Return the covariances that a candidate assumes (paper, Table 4).

    Where a full covariance is singular the diagonal one stands in: of both classes in QDA.

    Parameters
    ----------
    name : str
    gaussians : Gaussians

    Returns
    -------
    float64 array, shape (2, sets, features, features)
    """
    n0, n1 = gaussians.sizes
    full = gaussians.covariances
    if CANDIDATES[name].linear:
        pooled = ((n0 - 1) * full[0] + (n1 - 1) * full[1]) / (n0 + n1 - 2)
        full = np.stack([pooled, pooled])
    identity = np.eye(full.shape[-1])
    diagonal = full * identity
    if name in SPHERICAL:
        variance = np.trace(full, axis1=-2, axis2=-1) / full.shape[-1]
        return variance[..., None, None] * identity
    if name in DIAGONAL:
        return diagonal
    singular = is_singular(full).any(axis=0)
    return np.where(singular[:, None, None], diagonal, full)


def is_singular(covariances):
    """Return whether some feature keeps too little of its variance, given all the others.

    For two features: whether |r| is at least `moments.LARGEST_CORRELATION`.

    Parameters
    ----------
    covariances : float64 array, shape (..., features, features)

    Returns
    -------
    bool array, shape (...)
    """
    features = covariances.shape[-1]
    singular = np.zeros(covariances.shape[:-2], bool)
    for last in range(features):
        order = [*(i for i in range(features) if i != last), last]
        turned = covariances[..., order, :][..., order]
        with np.errstate(divide="ignore", invalid="ignore"):
            pivots, _ = _eliminate(turned, np.zeros(turned.shape[:-1]))
            rest = pivots[..., -1] / turned[..., -1, -1]
        # Not a number where the others are dependent themselves.
        singular |= ~(rest > SMALLEST_REST)
    return singular


def _eliminate(covariances, off):
    """Decompose covariances into L D L' and solve L z = off; return D and z.

    Written out because linear algebra libraries differ in the last bit between processors.
    """
    features = covariances.shape[-1]
    rest = np.array(covariances)
    pivots, solved = [], []
    off = [off[..., i] for i in range(features)]
    for i in range(features):
        pivot = rest[..., i, i]
        pivots.append(pivot)
        solved.append(off[i])
        for j in range(i + 1, features):
            factor = rest[..., j, i] / pivot
            off[j] = off[j] - factor * off[i]
            for k in range(i + 1, j + 1):
                rest[..., j, k] = rest[..., j, k] - factor * rest[..., k, i]
    return np.stack(pivots, axis=-1), np.stack(solved, axis=-1)


def calls(points, name, gaussians):
    """Return which points a candidate calls class 1: those with a log-likelihood ratio above zero.

    Parameters
    ----------
    points : float64 array, shape (points, sets, features)
    name : str
    gaussians : Gaussians

    Returns
    -------
    bool array, shape (points, sets)
    """
    return log_ratio(points, gaussians.means, covariances(name, gaussians)) > 0


def log_ratio(points, means, covariances):
    """Return the log-likelihood ratio of class 1 to class 0 at points.

    Parameters
    ----------
    points : float64 array, shape (points, sets, features)
    means : float64 array, shape (2, sets, features)
    covariances : float64 array, shape (2, sets, features, features)
        As a candidate assumes them.

    Returns
    -------
    float64 array, shape (points, sets)
    """
    log_densities = []
    for mean, covariance in zip(means, covariances, strict=True):
        pivots, z = _eliminate(covariance, points - mean)
        squared_distance = (z * z / pivots).sum(axis=-1)
        log_densities.append(-0.5 * (squared_distance + logarithm(pivots).sum(axis=-1)))
    return log_densities[1] - log_densities[0]


def right_decisions(problem, sets, candidates):
    """Count the right test decisions of every candidate in every test fold.

    Parameters
    ----------
    problem : core.problem.Problem
    sets : int array, shape (sets, features of a set)
        Columns of the values; none is constant within a class of a training fold.
    candidates : sequence of str

    Returns
    -------
    int64 array, shape (sets, splits, candidates, 2)
        By class.
    """
    labels, result = problem.labels, []
    for start in range(0, len(sets), SETS_PER_BATCH):
        x = problem.values[:, sets[start : start + SETS_PER_BATCH]]
        of_splits = []
        for test in problem.test_samples:
            gaussians, truth = fit(x[~test], labels[~test]), labels[test]
            called = np.stack([calls(x[test], name, gaussians) for name in candidates])
            of_splits.append(
                [(called[:, truth == c] == c).sum(axis=1, dtype=np.int64) for c in (0, 1)]
            )
        result.append(np.array(of_splits).transpose(3, 0, 2, 1))
    return np.concatenate(result)
