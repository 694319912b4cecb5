"""Class means and variances of training folds, and the rules that are sums over single features.

Every one of the six Gaussian Bayes rules gives class 1 when the log-likelihood ratio of two
Gaussians is above zero (equal priors). The rules differ in the covariance (paper, Table 4):
spherical, diagonal or full, and pooled over the classes or one for each class.
"""

from dataclasses import dataclass

import numpy as np

from suitability.gaussian.arithmetic import logarithm
from suitability.gaussian.layout import with_held_out

# Covariances with |r| at or above this are taken as singular.
LARGEST_CORRELATION = 1 - 1e-10


@dataclass(frozen=True)
class Moments:
    """Per class estimates on each training fold.

    Attributes
    ----------
    sizes : int64 array, shape (splits, 2)
        Training samples of each class.
    means, variances : float64 array, shape (splits, 2, features)
        Means and unbiased variances; a variance is 0 exactly where all values are equal.
    """

    sizes: np.ndarray
    means: np.ndarray
    variances: np.ndarray

    @property
    def pooled_variances(self):
        """Pooled unbiased variances, shape (splits, features)."""
        n0, n1 = self.sizes[:, 0, None], self.sizes[:, 1, None]
        v0, v1 = self.variances[:, 0], self.variances[:, 1]
        return ((n0 - 1) * v0 + (n1 - 1) * v1) / (n0 + n1 - 2)


def training_moments(values, labels, folds):
    """Estimate means and variances of every feature on every training fold.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        In C order.
    labels : int array, shape (samples,)
        0 or 1.
    folds : int array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0; -1 for held-out samples, which are
        tested in one more repeat, see `layout.with_held_out`.

    Returns
    -------
    Moments
        A split is a pair (repeat, fold), in that order. Splits that are not tested have means of 0
        and variances of 1.
    """
    folds, tested = with_held_out(folds)
    repeats, fold_count = folds.shape[0], folds.max() + 1
    features = values.shape[1]
    sizes = np.full((repeats * fold_count, 2), 2, np.int64)
    means = np.zeros((repeats * fold_count, 2, features))
    variances = np.ones_like(means)
    for split in range(repeats * fold_count):
        repeat, fold = divmod(split, fold_count)
        if fold >= tested[repeat]:
            continue
        training = (folds[repeat] != fold) & (folds[repeat] >= 0)
        for c in (0, 1):
            x = values[training & (labels == c)]
            sizes[split, c] = len(x)
            mean = x.sum(axis=0) / len(x)
            variance = ((x - mean) ** 2).sum(axis=0) / (len(x) - 1)
            variance[x.min(axis=0) == x.max(axis=0)] = 0.0
            means[split, c] = mean
            variances[split, c] = variance
    return Moments(sizes, means, variances)


def single_feature_rules(moments):
    """Return the polynomials by which a feature votes in NC, DLDA and UDA.

    The log-likelihood ratio of these rules is a sum over features, so the coefficients need
    computing once per feature and not once per pair.

    Parameters
    ----------
    moments : Moments

    Returns
    -------
    dict of str to float64 array, shape (splits, features, degree + 1)
        Coefficients from the constant up, of a positive multiple of each feature's share in the
        log-likelihood ratio: the same multiple for all features.
    """
    m0, m1 = moments.means[:, 0], moments.means[:, 1]
    v0, v1 = moments.variances[:, 0], moments.variances[:, 1]
    slope = m1 - m0
    constant = -slope * (0.5 * (m0 + m1))
    pooled = moments.pooled_variances
    return {
        "NC": np.stack([constant, slope], axis=-1),
        "DLDA": np.stack([constant / pooled, slope / pooled], axis=-1),
        "UDA": np.stack(
            [
                m0 * m0 / v0 - m1 * m1 / v1 - logarithm(v1 / v0),
                2 * (m1 / v1 - m0 / v0),
                1 / v0 - 1 / v1,
            ],
            axis=-1,
        ),
    }
