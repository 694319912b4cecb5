"""The Monte Carlo search: draw N feature sets at random and keep the best (paper, Table 3)."""

import numpy as np
import pandas as pd

from suitability.core.progress import Progress
from suitability.estimators.fitting import Labelling
from suitability.estimators.workers import Failures
from suitability.gaussian import set_kernel
from suitability.scoring.any_candidates import score_any, single_sets
from suitability.scoring.sets import draw_sets, sizes_and_shares
from suitability.workflow.resources import SETS_PER_PIECE


def search(problem, contest, n, size, weights, rng, *, threads=1):
    """Search N random feature sets, drawn with replacement, for the best.

    Of sets with the same performance the first one drawn stays; of several winners on it one is
    chosen at random.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : performance.Contest
    n : int
        N, how many sets are drawn.
    size : int or dict of str to float
        Features in a set, or sizes and how probable each is, relative to the others.
    weights : float64 array, shape (features,), or None
        See `sets.draw_sets`.
    rng : numpy.random.Generator
    threads : int
        The result does not depend on it.

    Returns
    -------
    members : int array, shape (size,)
        The best set, S_out.
    performance : float64 array, shape (candidates,)
        How each candidate performs on it; the highest is x_out.
    winner : str
        c_out.
    """
    rule = contest.rule_of(problem)
    sizes, shares = sizes_and_shares(size, problem.values.shape[1])
    progress_of = single_sets if contest.general else Progress
    progress = progress_of(n, f"search of {problem.name}")
    first_of = _first_of(problem, contest, rule, threads, progress)
    best = None
    for start in range(0, n, SETS_PER_PIECE):
        of_draw = rng.choice(sizes, size=min(SETS_PER_PIECE, n - start), p=shares)
        found = []
        for each in np.unique(of_draw):
            places = np.flatnonzero(of_draw == each)
            sets = draw_sets(problem.values.shape[1], each, len(places), True, weights, rng)
            key, first, scores = first_of(sets)
            found.append((key, -places[first], sets[first], scores))
        found = max(found, key=lambda each: each[:2])
        if best is None or found[0] > best[0]:
            best = found
    _, _, members, scores = best
    winners = np.flatnonzero(rule.winners(scores))
    return members, scores / rule.highest, rule.candidates[rng.choice(winners)]


def _first_of(problem, contest, rule, threads, progress):
    """Return a function that returns the sort key, the place and the scores of the best set."""
    if contest.general:
        labellings, failures = [Labelling(problem.labels, problem.folds)], Failures()

        def first_of(drawn):
            sets, first = np.unique(drawn, axis=0, return_index=True)
            (found,) = score_any(
                problem.values,
                labellings,
                sets,
                contest,
                failures,
                threads=threads,
                progress=progress,
            )
            failures.check()
            scores = np.where(found.usable[:, None], found.right @ np.array(rule.weights), -1)
            progress(len(drawn) - len(sets))
            best = scores.max(axis=1)
            of_best = np.flatnonzero(best == best.max())
            # Of equally good sets the one that was drawn first.
            place = of_best[first[of_best].argmin()]
            return best[place], first[place], scores[place]

    else:
        data = set_kernel.prepare(problem.values, problem.labels, problem.folds, threads=threads)
        scoring = rule.for_kernels()

        def first_of(sets):
            (tally,) = set_kernel.score_sets(
                data, sets, scoring, threads=threads, progress=progress
            )
            return tally.keys[0, 0], tally.places[0, 0], tally.scores[0, 0]

    return first_of


def search_frame(n, found, features, win):
    """Return what a search found beside what was to be expected.

    Parameters
    ----------
    n : int
        N.
    found : (members, performance, winner)
        From `search`; performance is that of the candidates in config order.
    features : sequence of str
    win : dict of str to float
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
            "candidate": list(win),
            "performance": performance,
            "winner": [name == winner for name in win],
            "win": list(win.values()),
        }
    )
