"""The score table S_M: how many feature sets reach each score with which winners.

M feature sets are kept not as M rows but as counts per (best score, winner set). That loses
nothing that a win percentage, a sample of the sets, a density or a rank needs, does not grow with
M, and merges by addition.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

import numpy as np
import pandas as pd

# A finer weight of sensitivity would make needlessly many different scores.
FINEST_WEIGHT = 20
# NumPy draws without replacement from counts of fewer than this many.
LARGEST_HYPERGEOMETRIC = 10**9


@dataclass(frozen=True)
class ScoreRule:
    """How right test decisions become an integer score.

    Attributes
    ----------
    weights : (int, int)
        What a right decision in class 0 and in class 1 adds.
    unit : int
        Their greatest common divisor, which every score is a multiple of.
    highest : int
        The score if all decisions are right; performance is score / highest.
    tolerance : int
        How far below the best a winner's score may be.
    """

    weights: tuple[int, int]
    unit: int
    highest: int
    tolerance: int


def score_rule(class_sizes, repeats, sensitivity_weight=0.5, tie_tolerance=0.0):
    """Make the weighted mean of sensitivity and specificity an exact integer.

    With equal weights the score is C1 n0 + C0 n1 for C0, C1 right decisions in classes of n0, n1
    samples, out of 2 R n0 n1: balanced accuracy pooled over the test folds.

    Parameters
    ----------
    class_sizes : (int, int)
        Samples in class 0 and class 1.
    repeats : int
        How many times each sample is tested.
    sensitivity_weight : float
        Between 0 and 1; taken as the nearest fraction with a denominator of at most 20.
    tie_tolerance : float
        In units of performance.

    Returns
    -------
    ScoreRule
    """
    n0, n1 = (int(n) for n in class_sizes)
    share = Fraction(sensitivity_weight).limit_denominator(FINEST_WEIGHT)
    weights = ((share.denominator - share.numerator) * n1, share.numerator * n0)
    highest = repeats * (weights[0] * n0 + weights[1] * n1)
    return ScoreRule(weights, gcd(*weights), highest, int(Fraction(str(tie_tolerance)) * highest))


@dataclass(frozen=True)
class ScoreTable:
    """Counts of feature sets per (score, winner set), best score first.

    Attributes
    ----------
    candidates : tuple of str
        In config order; the first is the lowest bit of a winner set.
    scores : int64 array, shape (cells,)
    performance : float64 array, shape (cells,)
    winners : int64 array, shape (cells,)
        Winner sets as bit masks.
    counts : int64 array, shape (cells,)
    """

    candidates: tuple[str, ...]
    scores: np.ndarray
    performance: np.ndarray
    winners: np.ndarray
    counts: np.ndarray

    @property
    def total(self):
        """M, the number of feature sets."""
        return int(self.counts.sum())

    def with_counts(self, counts):
        """Return a table of the same cells with other counts; empty cells are dropped."""
        some = counts > 0
        return ScoreTable(
            self.candidates,
            self.scores[some],
            self.performance[some],
            self.winners[some],
            counts[some],
        )


def from_histogram(histogram, rule, candidates):
    """Make a score table from a dense array of counts.

    Parameters
    ----------
    histogram : int64 array, shape (highest / unit + 1, 2 ** candidates)
        Feature sets by score, in units of the rule, and winner mask.
    rule : ScoreRule
    candidates : sequence of str

    Returns
    -------
    ScoreTable
    """
    units, winners = np.nonzero(histogram)
    order = np.lexsort((winners, -units))
    units, winners = units[order], winners[order]
    scores = units * rule.unit
    return ScoreTable(
        tuple(candidates), scores, scores / rule.highest, winners, histogram[units, winners]
    )


def merge(tables):
    """Return the score table of all feature sets in several tables of the same rule.

    Parameters
    ----------
    tables : iterable of ScoreTable

    Returns
    -------
    ScoreTable
        The same whatever the order or grouping.
    """
    tables = list(tables)
    scores = np.concatenate([t.scores for t in tables])
    winners = np.concatenate([t.winners for t in tables])
    keys = np.stack([-scores, winners])
    cells, first, place = np.unique(keys, axis=1, return_index=True, return_inverse=True)
    counts = np.zeros(cells.shape[1], np.int64)
    np.add.at(counts, place.ravel(), np.concatenate([t.counts for t in tables]))
    performance = np.concatenate([t.performance for t in tables])[first]
    return ScoreTable(tables[0].candidates, -cells[0], performance, cells[1], counts)


def winner_names(winners, candidates):
    """Return winner sets in words, such as `NC+LDA`.

    Parameters
    ----------
    winners : int64 array
        Bit masks.
    candidates : sequence of str

    Returns
    -------
    list of str
    """
    masks, place = np.unique(winners, return_inverse=True)
    names = [
        "+".join(name for bit, name in enumerate(candidates) if mask >> bit & 1)
        for mask in masks.tolist()
    ]
    return [names[i] for i in place.tolist()]


def to_frame(table):
    """Return a score table as a data frame: score, performance, winners, count, rank.

    Rank 1 is the best score; equal scores share the lowest rank (competition rank).
    """
    better, _, _ = by_score(table)
    _, place = np.unique(-table.scores, return_inverse=True)
    return pd.DataFrame(
        {
            "score": table.scores,
            "performance": table.performance,
            "winners": winner_names(table.winners, table.candidates),
            "count": table.counts,
            "rank": better[place] + 1,
        }
    )


def from_frame(frame, candidates):
    """Return the score table that `to_frame` made a data frame of."""
    bit = {name: 1 << place for place, name in enumerate(candidates)}
    place, winners = pd.factorize(frame["winners"])
    masks = np.array([sum(bit[name] for name in names.split("+")) for names in winners], np.int64)
    return ScoreTable(
        tuple(candidates),
        frame["score"].to_numpy(np.int64),
        frame["performance"].to_numpy(np.float64),
        masks[place],
        frame["count"].to_numpy(np.int64),
    )


def by_score(table):
    """Return what win percentages need to know of each distinct score, best first.

    Parameters
    ----------
    table : ScoreTable

    Returns
    -------
    better : int64 array, shape (distinct scores,)
        Feature sets with a better score: rank less one.
    counts : int64 array, shape (distinct scores,)
        Feature sets with this score.
    shares : float64 array, shape (distinct scores, candidates)
        The chance that a candidate is the winner chosen for a random one of them, where winner
        sets choose evenly.
    """
    _, start = np.unique(-table.scores, return_index=True)
    counts = np.add.reduceat(table.counts, start)
    member = table.winners[:, None] >> np.arange(len(table.candidates)) & 1
    wins = table.counts[:, None] * member / member.sum(axis=1, keepdims=True)
    return counts.cumsum() - counts, counts, np.add.reduceat(wins, start) / counts[:, None]


def sample(table, size, rng, replacement=True):
    """Draw feature sets at random and return their score table.

    Parameters
    ----------
    table : ScoreTable
    size : int
        How many are drawn, M.
    rng : numpy.random.Generator
    replacement : bool
        Without it, `size` may be at most the table's total.

    Returns
    -------
    ScoreTable
    """
    if replacement:
        counts = rng.multinomial(size, table.counts / table.total)
    elif table.total < LARGEST_HYPERGEOMETRIC:
        counts = rng.multivariate_hypergeometric(table.counts, size, method="marginals")
    else:
        drawn = rng.choice(table.total, size, replace=False, shuffle=False)
        cells = np.searchsorted(table.counts.cumsum(), drawn, side="right")
        counts = np.bincount(cells, minlength=len(table.counts))
    return table.with_counts(counts)
