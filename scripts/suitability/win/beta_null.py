"""Null bands of win percentages from a beta distribution (paper, Eqs 12-14)."""

import math

import numpy as np
import pandas as pd
from scipy.special import betaincinv

# Above this M / N the sum of squares equals its closed form to 1e-9.
CLOSED_FORM_FROM = 1e4
# Ranks above this times M / N are left out: their squared weights are below exp(-40) of the first.
NEGLIGIBLE = 20
BAND_COLUMNS = ["method", "N", "candidate", "lower", "upper", "effective_M"]


def sum_of_squared_weights(total, n):
    """Return the sum of the squared selection probabilities of M feature sets without ties.

    The weights are those of the paper's Eq. 10 with a count of one. Where M is much larger than N
    the sum equals the integral N^2 / (M (2N - 1)); otherwise the terms that matter are summed.

    Parameters
    ----------
    total : int
        M, at least 1.
    n : int
        N, at least 1.

    Returns
    -------
    float
        Between 1/M and 1, to a relative error below 1e-8.
    """
    if total > CLOSED_FORM_FROM * n:
        return n * n / (total * (2 * n - 1))
    terms = int(min(total, NEGLIGIBLE * total / n + 2))
    better = np.arange(terms)
    with np.errstate(divide="ignore"):
        weights = np.exp(n * np.log1p(-better / total)) * -np.expm1(
            n * np.log1p(-1 / (total - better))
        )
    return min(1.0, float(weights @ weights))


def effective_sets(squares, n):
    """Return the number of independent feature sets with a given sum of squared weights.

    The inverse of `sum_of_squared_weights` in its first argument. By the paper's Eq. 13, win
    percentages of mean q and variance v have the sum v / (q (1 - q)).

    Parameters
    ----------
    squares : float
        Above 0, or NaN.
    n : int
        N, at least 1.

    Returns
    -------
    float
        The largest whole number of sets with at least this sum; 1 for a sum of 1 or more, NaN
        where `squares` is NaN.
    """
    if np.isnan(squares):
        return np.nan
    if squares >= 1:
        return 1.0
    # The sum never exceeds its closed form, so the closed form gives an upper limit.
    closed_form = n * n / (squares * (2 * n - 1))
    if closed_form > 2 * CLOSED_FORM_FROM * n:
        return float(np.rint(closed_form))
    low, high = 1, int(closed_form) + 2
    while high - low > 1:
        middle = max(low + 1, min(high - 1, math.isqrt(low * high)))
        if sum_of_squared_weights(middle, n) >= squares:
            low = middle
        else:
            high = middle
    return float(low)


def beta_band(candidates, squares, level):
    """Return the limits of the win percentage of a candidate under the null hypothesis.

    Under the null hypothesis every candidate wins each feature set with the same probability q, so
    its win percentage has mean q and variance q (1 - q) times the sum of squared weights; a beta
    distribution with these moments (paper, Eqs 12-14) gives the limits. The level is divided by
    the number of candidates less one (Bonferroni) and split evenly between the two tails.

    Parameters
    ----------
    candidates : int
        Number of candidates.
    squares : float
        The sum of squared weights.
    level : float
        False positive rate over all candidates.

    Returns
    -------
    lower, upper : float
        Both 1 for a single candidate, which always wins.
    """
    if candidates == 1:
        return 1.0, 1.0
    q = 1 / candidates
    tail = level / (candidates - 1) / 2
    # The limit of the beta distribution, all of whose mass is at 0 and 1.
    observations = 1 / squares - 1
    if observations < 1e-6:
        return 0.0, 1.0
    limits = betaincinv(q * observations, (1 - q) * observations, [tail, 1 - tail])
    return float(limits[0]), float(limits[1])


def null_bands(n, totals, candidates, level):
    """Return the null band of each method for each N.

    Parameters
    ----------
    n : array, shape (points,)
    totals : dict of str to int
        By method, the number M of feature sets taken as independent.
    candidates : int
        Number of candidates.
    level : float
        See `beta_band`.

    Returns
    -------
    pandas.DataFrame
        method, N, candidate (`any`: the band is the same for all), lower, upper, effective_M.
    """
    rows = [
        (
            method,
            each,
            "any",
            *beta_band(candidates, sum_of_squared_weights(total, each), level),
            total,
        )
        for method, total in totals.items()
        for each in np.asarray(n).tolist()
    ]
    return pd.DataFrame(rows, columns=BAND_COLUMNS)
