"""How often each null band flags random labels, on which there is nothing to find."""

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from suitability.win.beta_null import null_bands
from suitability.win.permutation_null import critical_deviation, deviations, least_spread

COLUMNS = ["method", "N", "labelings", "outside", "studies", "studies_lower", "studies_upper"]


def outside_beta(win, n, total, level):
    """Say which win percentages of each labeling lie outside a beta band.

    Parameters
    ----------
    win : float64 array, shape (labelings, points, candidates)
    n : int array, shape (points,)
    total : int
        How many feature sets are taken for independent.
    level : float

    Returns
    -------
    bool array, shape (labelings, points, candidates)
    """
    bands = null_bands(n, {"beta": total}, win.shape[2], level)
    lower, upper = bands[["lower", "upper"]].to_numpy().T
    return (win < lower[:, None]) | (win > upper[:, None])


def outside_permutation(win, least, level):
    """Say which win percentages of each labeling lie outside the permutation band of others.

    Each labeling is held against the half of the others that follow it, in a circle. Against all
    of them the outcome would be known beforehand: of 200 labelings exactly ten would be among the
    ten that lie furthest out.

    Parameters
    ----------
    win : float64 array, shape (labelings, points, candidates)
    least : float64 array, shape (points,)
        See `permutation_null.least_spread`.
    level : float

    Returns
    -------
    float64 array, shape (labelings, points, candidates)
        1 where outside, else 0; NaN if half of the labelings are too few for the level.
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
    """Tell how often each band flags random labels.

    Parameters
    ----------
    win : float64 array, shape (labelings, points, candidates)
        Of random labelings only.
    n : int array, shape (points,)
    totals : dict of str to int
        For each method of a beta band, how many feature sets it takes for independent.
    scored : int
        How many were scored.
    level : float

    Returns
    -------
    pandas.DataFrame
        method, N (empty: all of them together), labelings, outside (the share of win percentages
        outside the band), studies (the share of labelings of which at least one is) with its 95%
        limits studies_lower and studies_upper (Clopper and Pearson, who take the labelings for
        independent). NaN where the labelings are too few to judge.
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
