"""Tests and intervals from the test folds of a repeated cross-validation."""

import numpy as np
from scipy.special import stdtr, stdtrit


def paired_tests(differences, folds):
    """Test whether the mean of paired differences over test folds is zero, two-sided.

    The repeats of a cross-validation share their training samples, so that the differences are not
    independent and the plain paired t-test finds too much. The corrected one adds the ratio of
    test to training samples to 1 / J in the variance of the mean of J differences (Nadeau and
    Bengio, Machine Learning 52, 2003).

    Parameters
    ----------
    differences : float64 array, shape (splits, ...)
    folds : int
        In each repeat.

    Returns
    -------
    paired, corrected : float64 array, shape (...)
        p-values; 1 where all differences are zero.
    """
    mean, variance = differences.mean(axis=0), differences.var(axis=0, ddof=1)
    p_values = []
    for factor in _variance_factors(len(differences), folds):
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.abs(mean) / np.sqrt(factor * variance)
        p_values.append(2 * stdtr(len(differences) - 1, -np.where(mean == 0, 0.0, t)))
    return tuple(p_values)


def _variance_factors(count, folds):
    """Return by what to multiply the variance of single values for that of their mean."""
    return 1 / count, 1 / count + 1 / (folds - 1)


def mean_interval(performances, folds):
    """Return the 95% limits of mean performances over test folds, within 0 and 1.

    From the t distribution with the corrected variance of `paired_tests`.

    Parameters
    ----------
    performances : float64 array, shape (splits, ...)
    folds : int
        In each repeat.

    Returns
    -------
    lower, upper : float64 array, shape (...)
    """
    _, corrected = _variance_factors(len(performances), folds)
    mean, variance = performances.mean(axis=0), performances.var(axis=0, ddof=1)
    half = stdtrit(len(performances) - 1, 0.975) * np.sqrt(corrected * variance)
    return np.clip(mean - half, 0, 1), np.clip(mean + half, 0, 1)
