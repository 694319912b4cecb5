"""The Monte Carlo wrapper: draw N feature sets at random and keep the best (paper, Table 3)."""

import numpy as np
import pandas as pd

from suitability.core.progress import Progress
from suitability.gaussian import set_kernel
from suitability.scoring.sets import SETS_A_PIECE, draw_sets, sizes_and_shares
from suitability.scoring.shards import rule_and_scoring
from suitability.win.planning import n_of


def draws(budget):
    """Return how many feature sets a search draws.

    Parameters
    ----------
    budget : dict
        N; or p and epsilon: the search is to end among the best share p of all sets, but for a
        chance of epsilon.

    Returns
    -------
    int
        N.
    """
    return budget["N"] if "N" in budget else n_of(budget["p"], budget["epsilon"])


def search(
    values,
    labels,
    folds,
    n,
    size,
    weights,
    candidates,
    sensitivity_weight,
    tie_tolerance,
    rng,
    *,
    threads=1,
    label="",
):
    """Search N random feature sets, drawn with replacement, for the best.

    Of sets with the same performance the first one drawn stays; of several winners on it one is
    chosen at random.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
    n : int
        N, how many sets are drawn.
    size : int or dict of str to float
        Features in a set, or sizes and how probable each is, relative to the others.
    weights : float64 array, shape (features,), or None
        See `set_sampling.draw_sets`.
    candidates : list of str
    sensitivity_weight, tie_tolerance : float
        See `score_table.score_rule`.
    rng : numpy.random.Generator
    threads : int
        The result does not depend on it.
    label : str
        What the progress is called.

    Returns
    -------
    members : int array, shape (size,)
        The best set, S_out.
    performance : float64 array, shape (candidates,)
        How each candidate performs on it; the highest is x_out.
    winner : str
        c_out.
    """
    rule, scoring = rule_and_scoring(labels, folds, candidates, sensitivity_weight, tie_tolerance)
    sizes, shares = sizes_and_shares(size)
    data = set_kernel.prepare(values, labels, folds, threads=threads)
    progress = Progress(n, label)
    best = None
    for start in range(0, n, SETS_A_PIECE):
        of_draw = rng.choice(sizes, size=min(SETS_A_PIECE, n - start), p=shares)
        found = []
        for each in np.unique(of_draw):
            places = np.flatnonzero(of_draw == each)
            sets = draw_sets(values.shape[1], each, len(places), True, weights, rng)
            (tally,) = set_kernel.score_sets(
                data, sets, scoring, threads=threads, progress=progress
            )
            first = tally.pairs[0, 0]
            found.append((tally.keys[0, 0], -places[first], sets[first], tally.scores[0, 0]))
        found = max(found, key=lambda each: each[:2])
        if best is None or found[0] > best[0]:
            best = found
    _, _, members, scores = best
    winners = np.flatnonzero(scores >= scores.max() - rule.tolerance)
    return members, scores / rule.highest, candidates[rng.choice(winners)]


def search_frame(n, found, features, candidates, win):
    """Tell what a search found beside what was to be expected.

    Parameters
    ----------
    n : int
        N.
    found : (members, performance, winner)
        From `search`.
    features : list of str
    candidates : list of str
    win : float64 array, shape (candidates,)
        The win percentage of each candidate at this N.

    Returns
    -------
    pandas.DataFrame, one row a candidate
        N, feature_1 and so on, candidate, performance, winner (true or false), win.
    """
    members, performance, winner = found
    return pd.DataFrame(
        {
            "N": n,
            **{f"feature_{i}": features[member] for i, member in enumerate(members, start=1)},
            "candidate": candidates,
            "performance": performance,
            "winner": [name == winner for name in candidates],
            "win": win,
        }
    )
