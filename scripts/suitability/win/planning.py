"""Plan a search: how many feature sets to draw, and how many to score to know who wins it.

N is the number of feature sets that a search draws; p a share of all feature sets, the best ones;
epsilon the chance that the search finds none of these.
"""

import math

import numpy as np
import pandas as pd

from suitability.win.sampling_error import FITTED_FROM, PAPER

TABLE_2_N = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
TABLE_2_EPSILON = (1e-3, 1e-6)
PLANNED_RMSE = (0.02, 0.01, 0.005)
# A whole number but for rounding.
ROUNDING = 1e-9
PAPER_CURVE = {"a": PAPER[0], "b": PAPER[1]}


def epsilon_of(n, p):
    """Return the chance that a search misses the best feature sets (paper, Eq. 3).

    Parameters
    ----------
    n : float
        N, at least 1.
    p : float
        Between 0 and 1.

    Returns
    -------
    float
        (1 - p)^N.
    """
    return math.exp(n * math.log1p(-p))


def n_of(p, epsilon):
    """Return how many feature sets a search must draw (paper, Eq. 4).

    Parameters
    ----------
    p, epsilon : float
        Between 0 and 1.

    Returns
    -------
    int
        The least N with (1 - p)^N at most epsilon.
    """
    n = math.log(epsilon) / math.log1p(-p)
    whole = round(n)
    return max(1, whole if abs(n - whole) < ROUNDING else math.ceil(n))


def p_of(n, epsilon):
    """Return the share of best feature sets that a search reaches (paper, Eq. 5).

    Parameters
    ----------
    n : float
        N, at least 1.
    epsilon : float
        Between 0 and 1.

    Returns
    -------
    float
        1 - epsilon^(1 / N).
    """
    return -math.expm1(math.log(epsilon) / n)


def sets_needed(n, rmse, curve):
    """Return how many feature sets to score for win percentages as exact as wanted.

    The interval takes log a and b for jointly normal, with the spread that their limits say.

    Parameters
    ----------
    n : float
        N, at least 1.
    rmse : float
        Wanted root mean square error of a win percentage, between 0 and 1.
    curve : mapping of str to float
        The error curve RMSE = a (N / M)^b: a, b and, where known, a_lower, a_upper, b_lower,
        b_upper and a_b_correlation, as in `rmse.fit_with_intervals`.

    Returns
    -------
    needed, lower, upper : float
        M and its 95% limits; NaN where the curve or its limits are not known. At least ten times
        N: the curve does not hold below that.
    """
    # In logarithms: a flat curve asks for more sets than a float can count.
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
        N, epsilon, p, and p_approximate, which is -ln(epsilon) / N: good where p is small.
    """
    return pd.DataFrame(
        [(n, e, p_of(n, e), -math.log(e) / n) for e in epsilons for n in searches],
        columns=["N", "epsilon", "p", "p_approximate"],
    )


def sets_needed_table(datasets, curves, sets, searches=TABLE_2_N, errors=PLANNED_RMSE):
    """Return how many feature sets to score, by the fitted curve of each data set.

    Parameters
    ----------
    datasets : sequence of str
    curves : sequence of dict of str to float
        See `sets_needed`.
    sets : sequence of float
        How many feature sets each has; NaN where a sample of them was scored.
    searches : sequence of int
        N.
    errors : sequence of float
        Wanted RMSE.

    Returns
    -------
    pandas.DataFrame
        dataset, N, rmse, M, its 95% limits lower and upper, and sets: where M is more, all of them
        give the win percentages exactly; NaN where a sample was scored.
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
