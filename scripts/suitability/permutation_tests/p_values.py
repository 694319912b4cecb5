"""Empirical p-values, their Monte-Carlo error, and which of many are significant."""

import numpy as np
from scipy import stats


def p_values(observed, randomised):
    """Return the p-value of each observed error (paper, Definition 1).

    Parameters
    ----------
    observed : float array, shape (repeats,)
        Errors on the original data.
    randomised : float array, shape (randomisations,)
        Errors on the randomised data; ties count against the classifier.

    Returns
    -------
    float64 array, shape (repeats,)
        From 1 / (randomisations + 1) to 1.
    """
    at_most = np.searchsorted(np.sort(randomised), np.asarray(observed), side="right")
    return (at_most + 1) / (len(randomised) + 1)


def mean_p_value(observed, randomised):
    """Return the mean of the p-values of all repeats (paper, Section 3.2)."""
    return float(p_values(observed, randomised).mean())


def monte_carlo_error(p, randomisations):
    """Return the standard deviation of an empirical p-value, sqrt(p (1 - p) / k) (Section 2)."""
    return np.sqrt(np.asarray(p) * (1 - np.asarray(p)) / randomisations)


def largest_monte_carlo_error(randomisations):
    """Return the largest standard deviation of an empirical p-value, 1 / (2 sqrt(k))."""
    return 0.5 / np.sqrt(randomisations)


def p_interval(at_most, randomisations, level=0.95):
    """Return the exact (Clopper-Pearson) interval of the true p-value.

    Parameters
    ----------
    at_most : int
        Randomisations with an error of at most the observed one.
    randomisations : int
    level : float

    Returns
    -------
    (float, float)
    """
    found = stats.binomtest(int(at_most), int(randomisations)).proportion_ci(level, "exact")
    return float(found.low), float(found.high)


def significant(p, rate=0.05):
    """Return which p-values are significant at a false discovery rate (Benjamini and Hochberg).

    Parameters
    ----------
    p : float array
        Of all results that are judged together.
    rate : float

    Returns
    -------
    bool array, same shape
    """
    p = np.asarray(p, np.float64)
    return stats.false_discovery_control(p.ravel(), method="bh").reshape(p.shape) <= rate
