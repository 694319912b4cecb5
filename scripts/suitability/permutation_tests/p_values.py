"""Empirical p-values, their Monte-Carlo error, and decisions from many of them."""

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Sequential:
    """The result of a test that stops as soon as it can decide.

    Attributes
    ----------
    p : float
    randomisations : int
        How many were used.
    decided : str
        `significant`, `not significant` or `undecided`.
    """

    p: float
    randomisations: int
    decided: str


def stop_at_exceedances(draw, observed, *, exceedances=10, most=999, level=0.05):
    """Test until some number of randomised errors are at most the observed one.

    Besag and Clifford (Biometrika 78, 1991): p is exact under the null hypothesis.

    Parameters
    ----------
    draw : callable
        Given the index of a randomisation, from 0; returns its error.
    observed : float
    exceedances : int
        Errors of at most the observed one that end the test.
    most : int
        Randomisations at which the test ends.
    level : float
        Of the decision.

    Returns
    -------
    Sequential
    """
    found = 0
    for used in range(1, most + 1):
        found += draw(used - 1) <= observed
        if found == exceedances:
            p = found / used
            return Sequential(p, used, _decision(p, level))
    p = (found + 1) / (most + 1)
    return Sequential(p, most, _decision(p, level))


def sequential_ratio_test(draw, observed, *, level=0.05, distance=0.5, risk=0.01, most=9999):
    """Test until Wald's probability ratio decides whether p is below the level.

    Parameters
    ----------
    draw : callable
        Given the index of a randomisation, from 0; returns its error.
    observed : float
    level : float
    distance : float
        A true p outside of level * (1 - distance) to level * (1 + distance) is decided with the
        risk below.
    risk : float
        Probability of a wrong decision outside of that range.
    most : int
        Randomisations at which the test ends, undecided.

    Returns
    -------
    Sequential
    """
    low, high = level * (1 - distance), level * (1 + distance)
    if_hit, if_miss = np.log(high / low), np.log((1 - high) / (1 - low))
    bound = np.log((1 - risk) / risk)
    ratio, found = 0.0, 0
    for used in range(1, most + 1):
        hit = draw(used - 1) <= observed
        found += hit
        ratio += if_hit if hit else if_miss
        if abs(ratio) >= bound:
            decided = "not significant" if ratio > 0 else "significant"
            return Sequential((found + 1) / (used + 1), used, decided)
    return Sequential((found + 1) / (most + 1), most, "undecided")


def _decision(p, level):
    return "significant" if p <= level else "not significant"
