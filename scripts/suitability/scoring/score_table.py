"""The score table S_M: how many feature sets reach each score with which winners.

M feature sets are kept not as M rows but as counts per (best score, winner set). That loses
nothing that a win percentage, a sample of the sets, a density or a rank needs, does not grow with
M, and merges by addition.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

# NumPy draws without replacement from counts of fewer than this many.
LARGEST_HYPERGEOMETRIC = 10**9


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

    @classmethod
    def from_scores(cls, scores, rule, counts=None):
        """Return the score table of feature sets, whatever scored them.

        Parameters
        ----------
        scores : int64 array, shape (sets, candidates)
        rule : performance.ScoreRule
        counts : int64 array, shape (sets,)
            How many times each set counts; once if left out.

        Returns
        -------
        ScoreTable
        """
        scores = np.asarray(scores, np.int64)
        return cls.from_winners(scores.max(axis=1), rule.winners(scores), rule, counts)

    @classmethod
    def from_winners(cls, best, wins, rule, counts=None):
        """Return the score table of feature sets whose winners are known.

        Parameters
        ----------
        best : int64 array, shape (sets,)
            The best score on each set.
        wins : bool array, shape (sets, candidates)
            Which candidates win it.
        rule : performance.ScoreRule
        counts : int64 array, shape (sets,)
            How many times each set counts; once if left out.

        Returns
        -------
        ScoreTable
        """
        counts = np.ones(len(best), np.int64) if counts is None else np.asarray(counts, np.int64)
        masks = wins.astype(np.int64) @ (1 << np.arange(len(rule.candidates)))
        cells, place = np.unique(np.stack([-best, masks]), axis=1, return_inverse=True)
        total = np.zeros(cells.shape[1], np.int64)
        np.add.at(total, place.ravel(), counts)
        scores = -cells[0]
        return cls(rule.candidates, scores, scores / rule.highest, cells[1], total)

    @classmethod
    def from_histogram(cls, histogram, rule):
        """Return the score table that a dense array of counts holds.

        Parameters
        ----------
        histogram : int64 array, shape (highest / unit + 1, 2 ** candidates)
            Feature sets by score, in units of the rule, and winner mask.
        rule : performance.ScoreRule

        Returns
        -------
        ScoreTable
        """
        units, winners = np.nonzero(histogram)
        order = np.lexsort((winners, -units))
        units, winners = units[order], winners[order]
        scores, counts = units * rule.unit, histogram[units, winners]
        return cls(rule.candidates, scores, scores / rule.highest, winners, counts)

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
    """Return the names of winner sets, such as `NC+LDA`.

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
