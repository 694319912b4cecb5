"""Exact win percentage: how likely a candidate is to win a random search of N feature sets."""

import numpy as np
import pandas as pd

from suitability.scoring.score_table import by_score


def n_grid(n_max, points_per_decade):
    """Return whole numbers N from 1 to `n_max`, evenly spaced in log N.

    Parameters
    ----------
    n_max : float
    points_per_decade : int
        Every power of ten is on the grid.

    Returns
    -------
    int64 array
    """
    steps = np.arange(int(np.floor(np.log10(n_max) * points_per_decade + 1e-9)) + 1)
    return np.unique(np.rint(10 ** (steps / points_per_decade)).astype(np.int64))


def selection_probability(better, count, total, n):
    """Return the probability that a score is the best of N random feature sets.

    The paper's Eq. 10, ((M - r + 1) / M)^N - ((M - r + 1 - m) / M)^N with rank r = `better` + 1
    and count m, computed without loss of digits.

    Parameters
    ----------
    better : int array
        Feature sets with a better score.
    count : int array, same shape
        Feature sets with this score.
    total : int
        M.
    n : float
        N, at least 1.

    Returns
    -------
    float64 array, same shape
    """
    with np.errstate(divide="ignore"):
        few_better = np.log1p(-better / total)
        many_better = np.log((total - better) / total)
        log_none_better = n * np.where(2 * better < total, few_better, many_better)
        log_nor_equal = n * np.log1p(-count / (total - better))
    return np.exp(log_none_better) * -np.expm1(log_nor_equal)


def exact_win(table, n):
    """Return the win percentage of each candidate for each N.

    Eq. 11 of the paper, with ties: one of the feature sets of the best score is chosen at random,
    then one of its winners.

    Parameters
    ----------
    table : ScoreTable
    n : array, shape (points,)

    Returns
    -------
    float64 array, shape (points, candidates)
        Shares; every row sums to one.
    """
    better, counts, shares = by_score(table)
    total = table.total
    return np.stack([selection_probability(better, counts, total, each) @ shares for each in n])


def win_frame(n, candidates, **columns):
    """Return win percentages in long form.

    Parameters
    ----------
    n : array, shape (points,)
    candidates : sequence of str
    **columns : float64 array, shape (points, candidates)
        Named columns of the table.

    Returns
    -------
    pandas.DataFrame
        N, candidate, and the columns.
    """
    return pd.DataFrame(
        {
            "N": np.repeat(n, len(candidates)),
            "candidate": np.tile(np.array(candidates, object), len(n)),
            **{name: np.ravel(values) for name, values in columns.items()},
        }
    )


def win_matrix(frame):
    """Return the win column of `win_frame` as one column a candidate, indexed by N."""
    return frame.pivot(index="N", columns="candidate", values="win")[
        frame["candidate"].unique().tolist()
    ]
