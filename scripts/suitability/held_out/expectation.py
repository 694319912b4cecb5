"""What a search is expected to report, and to reach on held-out samples: exact for every N."""

import numpy as np

from suitability.gaussian.tally import shares_of
from suitability.win.percentage import selection_probability


def expected(by_candidate, n, rule, held_out_rule=None):
    """Return expected performances of searches, over all searches of N feature sets.

    A search draws N sets and keeps one with the best score: of equally good sets and winners it
    takes one at random. The probability that a score is the best is Eq. 10 of the win-percentage
    paper; with it the mean held-out performance of the sets with this score is weighted.

    Parameters
    ----------
    by_candidate : int64 array, shape (scores, 1 + candidates, 3)
        See `gaussian.tally.Tally`.
    n : int array, shape (points,)
    rule : scoring.performance.ScoreRule
        Of the scores of the cross-validation.
    held_out_rule : scoring.performance.ScoreRule, optional
        Of the held-out samples, tested once.

    Returns
    -------
    inside, outside : float64 array, shape (points, 1 + candidates)
        The performance that the search reports, and that on held-out samples (not a number without
        a rule): of searches with one candidate each, then of a search with all of them.
    """
    points, searches = len(n), by_candidate.shape[1]
    inside, outside = (np.full((points, searches), np.nan) for _ in range(2))
    for search in range(searches):
        found = by_candidate[::-1, search]
        levels = np.flatnonzero(found[:, 0])
        counts, right = found[levels, 0], found[levels, 1:]
        performance = (len(found) - 1 - levels) * rule.unit / rule.highest
        chosen = selection_probability(
            counts.cumsum() - counts, counts, counts.sum(), np.asarray(n)[:, None]
        )
        inside[:, search] = chosen @ performance
        if held_out_rule is not None:
            shares = shares_of(searches - 1) if search == searches - 1 else 1
            reached = right @ held_out_rule.weights / (counts * held_out_rule.highest * shares)
            outside[:, search] = chosen @ reached
    return inside, outside
