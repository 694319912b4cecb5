"""Plan a search: how many feature sets to draw, and how many to score to predict its winner.

N is the number of feature sets that a search draws, p the share of all feature sets that counts as
the best, and epsilon the probability that the search draws none of these.
"""

import math

import numpy as np
import pandas as pd

from suitability.win.epsilon import TABLE_2_EPSILON, p_of
from suitability.win.sampling_error import FITTED_FROM, PAPER

TABLE_2_N = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
# Errors in the report's plan of a search.
PLANNED_RMSE = (0.02, 0.01, 0.005)
PAPER_CURVE = {"a": PAPER[0], "b": PAPER[1]}


def sets_needed(n, rmse, curve):
    """Return how many feature sets to score for a wanted error of the win percentages.

    The interval assumes that log a and b are jointly normal, with the spread given by their limits.

    Parameters
    ----------
    n : float
        N, at least 1.
    rmse : float
        Wanted root mean square error of a win percentage, between 0 and 1.
    curve : mapping of str to float
        The error curve RMSE = a (N / M)^b: a, b and, where known, a_lower, a_upper, b_lower,
        b_upper and a_b_correlation, as in `sampling_error.fit_with_intervals`.

    Returns
    -------
    needed, lower, upper : float
        M and its 95% limits; NaN where the curve or its limits are not known. At least 10 N, as
        the curve is not fitted below that.
    """
    # In logarithms: for a flat curve M may exceed the largest float.
    log_ratio = math.log(curve["a"] / rmse) / curve["b"]
    spread = math.nan
    if "a_b_correlation" in curve:
        log_a = math.log(curve["a_upper"] / curve["a_lower"]) / 2
        b = log_ratio * (curve["b_upper"] - curve["b_lower"]) / 2
        squared = log_a**2 + b**2 - 2 * curve["a_b_correlation"] * log_a * b
        spread = math.sqrt(max(squared, 0.0)) / curve["b"]
    logs = np.array([log_ratio, log_ratio - spread, log_ratio + spread])
    with np.errstate(over="ignore"):
        return tuple((n * np.maximum(np.exp(logs), FITTED_FROM)).tolist())


def table_2(searches=TABLE_2_N, epsilons=TABLE_2_EPSILON):
    """Return the share of best feature sets that searches reach (paper, Table 2).

    Parameters
    ----------
    searches : sequence of int
        N.
    epsilons : sequence of float

    Returns
    -------
    pandas.DataFrame
        N, epsilon, p, and p_approximate = -ln(epsilon) / N, which is close where p is small.
    """
    return pd.DataFrame(
        [(n, e, p_of(n, e), -math.log(e) / n) for e in epsilons for n in searches],
        columns=["N", "epsilon", "p", "p_approximate"],
    )


def sets_needed_table(datasets, curves, sets, searches=TABLE_2_N, errors=PLANNED_RMSE):
    """Return how many feature sets to score, from the fitted curve of each data set.

    Parameters
    ----------
    datasets : sequence of str
    curves : sequence of dict of str to float
        See `sets_needed`.
    sets : sequence of float
        Number of feature sets of each data set; NaN where a sample of them was scored.
    searches : sequence of int
        N.
    errors : sequence of float
        Wanted RMSE.

    Returns
    -------
    pandas.DataFrame
        dataset, N, rmse, M, its 95% limits lower and upper, and sets: where M is larger, score all
        sets instead, which gives exact win percentages; NaN where a sample was scored.
    """
    return pd.DataFrame(
        [
            (name, n, rmse, *sets_needed(n, rmse, curve), total)
            for name, curve, total in zip(datasets, curves, sets, strict=True)
            for rmse in errors
            for n in searches
        ],
        columns=["dataset", "N", "rmse", "M", "lower", "upper", "sets"],
    )
