"""Win percentages under permuted labels: bands and p-values that hold their level.

If the labels are independent of the values, the observed labels and the permuted ones (see
`scoring.permuted_labels`) are exchangeable, provided that all are scored in the same way: on the
same feature sets. A statistic of the observed labels is then equally likely to have any rank among
those of the permutations, whatever the statistic.

Here it is the deviation of a win percentage from the mean under the other permutations, in their
standard deviations, after an arcsine transformation, and for a whole study the largest of these
over all candidates and N (Westfall and Young, Resampling-Based Multiple Testing, 1993; as a band:
Myllymaki et al., J. R. Statist. Soc. B 79, 2017).
"""

import numpy as np
import pandas as pd

from suitability.scoring.score_table import by_score
from suitability.win.beta_null import BAND_COLUMNS, effective_sets, sum_of_squared_weights
from suitability.win.percentage import selection_probability, win_frame

# A search of N sets is tested with at least this many times N scored sets.
SETS_PER_DRAW = 10
# A permutation may lose this share of the sets before that limits N.
MOST_LOST = 0.01
# Differences below this are rounding.
ROUNDING = 1e-9


def scored_sets(tables):
    """Return how many sets were scored under every permutation.

    Some permutations lose sets to features that are constant in a class of a training fold. Where
    these are few, the number is that under the observed labels.

    Parameters
    ----------
    tables : list of ScoreTable
        First that of the observed labels.

    Returns
    -------
    int
    """
    least = min(table.total for table in tables)
    observed = tables[0].total
    return observed if least >= (1 - MOST_LOST) * observed else least


def tested_n(n, sets, every=False):
    """Return those N that can be tested with as many scored sets.

    Parameters
    ----------
    n : int array, shape (points,)
        Rising from 1.
    sets : int
    every : bool
        Whether these are all feature sets, so that win percentages are exact for any N.

    Returns
    -------
    int array
        Those with at least `SETS_PER_DRAW` scored sets for each set of the search, and N = 1.
    """
    return n if every else n[n <= max(1, sets // SETS_PER_DRAW)]


def least_spread(n, total):
    """Return the spread of stabilised win percentages if all scored sets were independent.

    Only ties make the spread smaller. Where a candidate hardly ever wins, a few permutations would
    otherwise seem to have no spread at all.

    Parameters
    ----------
    n : int array, shape (points,)
    total : int
        How many sets are scored.

    Returns
    -------
    float64 array, shape (points,)
        Standard deviations (paper, Eq. 13, through the arcsine of the root).
    """
    squares = [sum_of_squared_weights(total, each) for each in n.tolist()]
    return np.sqrt(np.array(squares, float)) / 2


def deviations(win, least):
    """Return how far the win percentages of each permutation lie from those of the others.

    The arcsine of the root makes the spread of a share nearly independent of its mean, so that
    no candidate and no N weighs more than others in the largest deviation. Mean and standard
    deviation are those of the other permutations, for the observed labels and each permutation
    alike: that keeps them exchangeable, and no deviation is measured by itself.

    Parameters
    ----------
    win : float64 array, shape (1 + permutations, points, candidates)
        At least two permutations.
    least : float64 array, shape (points,)
        See `least_spread`.

    Returns
    -------
    float64 array, same shape
        In standard deviations, which are taken for no less than `least`.
    """
    y = _stabilised(win)
    off = y - y.mean(axis=0)
    others = len(win) - 1
    mean = (off.sum(axis=0) - off) / others
    squares = (off**2).sum(axis=0) - off**2 - others * mean**2
    sd = np.sqrt(np.maximum(squares, 0) / (others - 1))
    distance = np.abs(off - mean)
    return np.where(distance < ROUNDING, 0.0, distance / np.maximum(sd, least[:, None]))


def _stabilised(win):
    return np.arcsin(np.sqrt(np.clip(win, 0, 1)))


def p_values(deviation):
    """Return how often a permutation deviates at least as far as the observed labels.

    Parameters
    ----------
    deviation : float64 array, shape (1 + permutations, points, candidates)
        From `deviations`, first that of the observed labels.

    Returns
    -------
    p : float64 array, shape (points, candidates)
        At the same N and candidate. The observed labels count as one of the permutations, so that
        no p-value is zero.
    p_familywise : float64 array, same shape
        At any N and candidate: adjusted for all of them.
    """
    observed, permuted = deviation[0], deviation[1:]
    largest = permuted.max(axis=(1, 2))[:, None, None]
    return tuple(
        (1 + (each >= observed).sum(axis=0)) / len(deviation) for each in (permuted, largest)
    )


def critical_deviation(deviation, level):
    """Return the deviation beyond which the familywise p-value is at most the level.

    Parameters
    ----------
    deviation : float64 array, shape (1 + permutations, points, candidates)
    level : float

    Returns
    -------
    float
        inf if there are too few permutations for the level.
    """
    largest = np.sort(deviation[1:].max(axis=(1, 2)))[::-1]
    allowed = int(level * len(deviation) + ROUNDING)
    return float(largest[allowed - 1]) if allowed else np.inf


def band(win, least, level):
    """Return the simultaneous band of win percentages under permuted labels.

    If the labels are independent of the values, then with probability 1 - `level` at least no win
    percentage of any candidate at any N lies outside.

    Parameters
    ----------
    win : float64 array, shape (1 + permutations, points, candidates)
        First those of the observed labels, which are left out of centre and spread.
    least : float64 array, shape (points,)
        See `least_spread`.
    level : float

    Returns
    -------
    lower, upper : float64 array, shape (points, candidates)
        A win percentage is outside where its familywise p-value is at most the level.
    """
    y = _stabilised(win[1:])
    centre, sd = y.mean(axis=0), np.maximum(y.std(axis=0, ddof=1), least[:, None])
    half = critical_deviation(deviations(win, least), level) * sd + ROUNDING
    return np.sin(np.maximum(centre - half, 0)) ** 2, np.sin(
        np.minimum(centre + half, np.pi / 2)
    ) ** 2


def permutation_bands(n, candidates, win, total, level):
    """Return the permutation band and the number of independent sets that it implies.

    Parameters
    ----------
    n : int array, shape (points,)
    candidates : sequence of str
    win : float64 array, shape (1 + permutations, points, candidates)
        First those of the observed labels.
    total : int
        How many sets are scored.
    level : float

    Returns
    -------
    pandas.DataFrame
        As `null.null_bands`, with a row for each N and candidate. The rows of candidate `any` hold
        all bands of that N, and the number of sets from the variances of all candidates together.
    """
    lower, upper = band(win, least_spread(n, total), level)
    permuted = win[1:]
    variance, mean = permuted.var(axis=0, ddof=1), permuted.mean(axis=0)
    frames = []
    for names, limits, var, bernoulli in (
        (candidates, (lower, upper), variance, mean * (1 - mean)),
        (
            ["any"],
            (lower.min(axis=1), upper.max(axis=1)),
            variance.sum(axis=1),
            (mean * (1 - mean)).sum(axis=1),
        ),
    ):
        with np.errstate(invalid="ignore"):
            known = (bernoulli > ROUNDING) & (var > ROUNDING**2)
            squares = np.where(known, var / bernoulli, np.nan)
        frame = win_frame(n, names, lower=limits[0], upper=limits[1], squares=squares)
        frame["effective_M"] = [
            effective_sets(each, number)
            for each, number in zip(frame["squares"], frame["N"].tolist(), strict=True)
        ]
        frames.append(frame)
    return pd.concat(frames, ignore_index=True).assign(method="permutation")[BAND_COLUMNS]


def p_value_frame(n, candidates, win, total):
    """Return the p-values of every win percentage.

    Parameters
    ----------
    n, candidates, win, total
        As in `permutation_bands`.

    Returns
    -------
    pandas.DataFrame
        N, candidate, p, p_familywise (see `p_values`), win (of the observed labels, on the sets
        that were scored under all permutations), chance (the mean of the permutations).
    """
    p, p_familywise = p_values(deviations(win, least_spread(n, total)))
    return win_frame(
        n,
        candidates,
        p=p,
        p_familywise=p_familywise,
        win=win[0],
        chance=win[1:].mean(axis=0),
    )


def expected_best(table, n):
    """Return the performance that the best of N random sets has on average.

    Parameters
    ----------
    table : ScoreTable
    n : int array, shape (points,)

    Returns
    -------
    float64 array, shape (points,)
    """
    better, counts, _ = by_score(table)
    performance = np.unique(table.performance)[::-1]
    return np.array(
        [selection_probability(better, counts, table.total, each) @ performance for each in n]
    )


def shares_above(tables, level):
    """Return how many sets under each permutation outperform nearly all sets under the others.

    Parameters
    ----------
    tables : list of ScoreTable
        One a permutation.
    level : float

    Returns
    -------
    float64 array, shape (1 + permutations,)
        The share of a permutation's sets above the lowest score that at most a share of `level` of
        the sets under all other permutations exceeds.
    """
    scores = np.unique(np.concatenate([table.scores for table in tables]))
    counts = np.zeros((len(tables), len(scores)), np.int64)
    for row, table in zip(counts, tables, strict=True):
        np.add.at(row, np.searchsorted(scores, table.scores), table.counts)
    above = counts.sum(axis=1, keepdims=True) - counts.cumsum(axis=1)
    above_others = above.sum(axis=0) - above
    others = counts.sum() - counts.sum(axis=1, keepdims=True)
    threshold = (above_others <= level * others).argmax(axis=1)
    return above[np.arange(len(tables)), threshold] / counts.sum(axis=1)


def beats_chance(n, tables, level):
    """Compare the performance of the best candidate with that on permuted labels.

    Parameters
    ----------
    n : int array, shape (points,)
    tables : list of ScoreTable
        First that of the observed labels.
    level : float

    Returns
    -------
    pandas.DataFrame
        measure, N, observed, chance (mean of the permutations), upper (what a share of `level` of
        them exceeds), p (the share of permutations that are at least as high, the observed labels
        among them). The measure `best` is the performance that the best of N sets has on average;
        `share_above` is `shares_above` and has no N.
    """
    best = np.array([expected_best(table, n) for table in tables])
    measured = np.column_stack([shares_above(tables, level), best])
    observed, permuted = measured[0], measured[1:]
    return pd.DataFrame(
        {
            "measure": ["share_above"] + ["best"] * len(n),
            "N": pd.array([None, *n.tolist()], dtype="Int64"),
            "observed": observed,
            "chance": permuted.mean(axis=0),
            "upper": np.quantile(permuted, 1 - level, axis=0),
            "p": (1 + (permuted >= observed - ROUNDING).sum(axis=0)) / len(measured),
        }
    )
