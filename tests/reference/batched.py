"""The six candidates in plain NumPy, many pairs at a time: textbook log densities, no tricks."""

import numpy as np

LARGEST_CORRELATION = 1 - 1e-10


def scores(values, labels, folds, first, second, weights):
    """Return integer scores, shape (pairs, 6), in the order NC, DLDA, LDA, SDA, UDA, QDA.

    `values` has samples in rows; `first` and `second` are the features of each pair; `weights` is
    what a right decision in class 0 and class 1 adds.
    """
    x = np.stack([values[:, first], values[:, second]], axis=-1)
    total = np.zeros((len(first), 6), np.int64)
    for fold in folds:
        for test in range(fold.max() + 1):
            training = fold != test
            fits = [_fit(x[training & (labels == c)]) for c in (0, 1)]
            for c in (0, 1):
                called = _ratios(x[(fold == test) & (labels == c)], *fits) > 0
                total += weights[c] * (called == c).sum(axis=1).T
    return total


def _fit(x):
    mean = x.mean(axis=0)
    off = x - mean
    covariance = np.einsum("spi,spj->pij", off, off) / (len(x) - 1)
    return len(x), mean, covariance


def _ratios(x, class_0, class_1):
    """Return log-likelihood ratios, shape (6, samples, pairs)."""
    (n0, mean_0, cov_0), (n1, mean_1, cov_1) = class_0, class_1
    pooled = ((n0 - 1) * cov_0 + (n1 - 1) * cov_1) / (n0 + n1 - 2)
    singular = (_singular(cov_0) | _singular(cov_1))[:, None, None]
    pooled_full = np.where(_singular(pooled)[:, None, None], _diagonal(pooled), pooled)
    full_0 = np.where(singular, _diagonal(cov_0), cov_0)
    full_1 = np.where(singular, _diagonal(cov_1), cov_1)
    covariances = [
        (_spherical(pooled), _spherical(pooled)),
        (_diagonal(pooled), _diagonal(pooled)),
        (pooled_full, pooled_full),
        (_spherical(cov_0), _spherical(cov_1)),
        (_diagonal(cov_0), _diagonal(cov_1)),
        (full_0, full_1),
    ]
    return np.stack(
        [_log_density(x, mean_1, c1) - _log_density(x, mean_0, c0) for c0, c1 in covariances]
    )


def _log_density(x, mean, covariance):
    off = x - mean
    distance = np.einsum("spi,pij,spj->sp", off, np.linalg.inv(covariance), off)
    return -0.5 * (distance + np.log(np.linalg.det(covariance)))


def _diagonal(covariance):
    return covariance * np.eye(2)


def _spherical(covariance):
    return np.trace(covariance, axis1=1, axis2=2)[:, None, None] / 2 * np.eye(2)


def _singular(covariance):
    variances = covariance[:, 0, 0] * covariance[:, 1, 1]
    return np.abs(covariance[:, 0, 1]) >= LARGEST_CORRELATION * np.sqrt(variances)
