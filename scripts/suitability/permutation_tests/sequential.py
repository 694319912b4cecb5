"""Tests that draw randomised data only until they can decide."""

from dataclasses import dataclass

import numpy as np


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
