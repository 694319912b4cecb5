"""Calibration of the null bands: how often each flags permuted labels, where no effect exists."""

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from suitability.win.beta_null import null_bands
from suitability.win.permutation_null import critical_deviation, deviations, least_spread

COLUMNS = ["method", "N", "labelings", "outside", "studies", "studies_lower", "studies_upper"]


def outside_beta(win, n, total, level):
    """Return which win percentages of each label permutation lie outside a beta band.

    Parameters
    ----------
    win : float64 array, shape (permutations, points, candidates)
    n : int array, shape (points,)
    total : int
        Number of feature sets taken as independent.
    level : float

    Returns
    -------
    bool array, same shape as `win`
    """
    bands = null_bands(n, {"beta": total}, win.shape[2], level)
    lower, upper = bands[["lower", "upper"]].to_numpy().T
    return (win < lower[:, None]) | (win > upper[:, None])


def outside_permutation(win, least, level):
    """Return which win percentages of each label permutation lie outside the band of others.

    Each permutation is compared with the half of the others that follow it, in circular order.
    Compared with all others the result would be fixed in advance: of 200 permutations exactly ten
    are among the ten with the largest deviation.

    Parameters
    ----------
    win : float64 array, shape (permutations, points, candidates)
    least : float64 array, shape (points,)
        See `permutation_null.least_spread`.
    level : float

    Returns
    -------
    float64 array, same shape as `win`
        1 where outside, else 0; NaN if half of the permutations are too few for the level.
    """
    count = len(win)
    others = np.arange((count - 1) // 2 + 1)
    if level * len(others) < 1:
        return np.full(win.shape, np.nan)
    result = np.empty(win.shape)
    for place in range(count):
        deviation = deviations(win[(place + others) % count], least)
        result[place] = deviation[0] > critical_deviation(deviation, level)
    return result


def calibration(win, n, totals, scored, level):
    """Return how often each band flags permuted labels.

    Parameters
    ----------
    win : float64 array, shape (permutations, points, candidates)
        Without the observed labels.
    n : int array, shape (points,)
    totals : dict of str to int
        By method of a beta band, the number of feature sets that it takes as independent.
    scored : int
        Number of feature sets scored.
    level : float

    Returns
    -------
    pandas.DataFrame
        method, N (empty: all N together), labelings (number of permutations), outside (share of
        win percentages outside the band), studies (share of permutations with at least one win
        percentage outside) with its 95% limits studies_lower and studies_upper (Clopper and
        Pearson; they assume independent permutations). NaN where there are too few permutations.
    """
    outside = {method: outside_beta(win, n, total, level) for method, total in totals.items()}
    outside["permutation"] = outside_permutation(win, least_spread(n, scored), level)
    rows = []
    for method, flags in outside.items():
        for number, part in [
            (None, flags),
            *((each, flags[:, [place]]) for place, each in enumerate(n.tolist())),
        ]:
            found = [np.nan] * 4
            if not np.isnan(part).any():
                flagged = int(part.any(axis=(1, 2)).sum())
                limits = binomtest(flagged, len(part)).proportion_ci(0.95)
                found = [part.mean(), flagged / len(part), limits.low, limits.high]
            rows.append((method, number, len(part), *found))
    frame = pd.DataFrame(rows, columns=COLUMNS)
    return frame.astype({"N": "Int64"})
