"""Both tests for the Gaussian rules on feature sets: joined to the win percentage.

A search draws feature sets and keeps, for each candidate, its best one. The statistic of a best
set is the best score of the search, which is repeated under each randomisation, so that the choice
of the set is accounted for. Sets that a candidate wins are tested one by one, with its score.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pandas as pd

from suitability.core.randomness import stream
from suitability.gaussian import set_kernel
from suitability.gaussian.set_scores import set_scores as kernel_scores
from suitability.permutation_tests.p_values import significant
from suitability.permutation_tests.randomisations import permute_columns_within_classes
from suitability.scoring.permuted_labels import permuted_orders

TESTS = ("labels", "columns")
ORDERS_PER_GROUP = 10
LEVEL = 0.05


def set_scores(problem, contest, sets, orders=None):
    """Return the score of every candidate on each set, under label permutations.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : scoring.performance.Contest
    sets : list of int array, shape (sets, size)
    orders : int array, shape (permutations, samples), optional
        See `permuted_labels.permuted_orders`; only the observed labels if left out.

    Returns
    -------
    int64 array, shape (permutations, sets, candidates)
        -1 for a set with a feature that is constant within a class of some training fold.
    """
    scoring = contest.rule_of(problem).for_kernels()
    data = set_kernel.prepare(problem.values, problem.labels, problem.folds, orders)
    parts = [kernel_scores(data, of_size, scoring) for of_size in sets]
    return np.concatenate(parts, axis=1)


def randomised_scores(problem, contest, sets, test, randomisations, seed, threads=1):
    """Yield the scores of the sets under each randomisation, some at a time.

    Parameters
    ----------
    problem, contest, sets
        As in `set_scores`.
    test : str
        `labels` or `columns`.
    randomisations : int
    seed : int
    threads : int
        The result does not depend on it.

    Yields
    ------
    int64 array, shape (some randomisations, sets, candidates)
    """
    if test == "labels":
        orders = permuted_orders(problem, randomisations, seed)[1:]
        groups = [orders[i : i + ORDERS_PER_GROUP] for i in range(0, len(orders), ORDERS_PER_GROUP)]

        def score(group):
            return set_scores(problem, contest, sets, group)
    else:
        groups = range(randomisations)

        def score(index):
            rng = stream(seed, problem.name, "permuted columns", index)
            values, _ = permute_columns_within_classes(problem.values, problem.labels, rng)
            return set_scores(replace(problem, values=values), contest, sets)

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(score, groups)


def significance_of_sets(problem, contest, sets, randomisations, seed, threads=1):
    """Test every candidate on its best set of a search, and on the sets that it wins.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : scoring.performance.Contest
    sets : list of int array, shape (sets, size)
        Drawn by a search, at random. Features that are in none of them are not needed.
    randomisations : int
        Of each test.
    seed : int
    threads : int

    Returns
    -------
    pandas.DataFrame
        candidate, test, best (performance on the best set), best_p (of the search), won (number of
        sets that it wins), share (of them, with p of at most 5%), share_fdr (of them, significant
        at a false discovery rate of 5% over them).
    """
    problem, sets = _needed(problem, sets)
    rule = contest.rule_of(problem)
    (observed,) = set_scores(problem, contest, sets)
    usable = observed.max(axis=1) >= 0
    wins = rule.winners(observed) & usable[:, None]
    rows = []
    for test in TESTS:
        at_least = np.zeros_like(observed)
        best_at_least = np.zeros(observed.shape[1], np.int64)
        for scores in randomised_scores(
            problem, contest, sets, test, randomisations, seed, threads
        ):
            at_least += (scores >= observed).sum(axis=0)
            best_at_least += (scores.max(axis=1) >= observed.max(axis=0)).sum(axis=0)
        p = (at_least + 1) / (randomisations + 1)
        for i, name in enumerate(rule.candidates):
            own = p[wins[:, i], i]
            rows.append(
                {
                    "candidate": name,
                    "test": test,
                    "best": observed[:, i].max() / rule.highest,
                    "best_p": (best_at_least[i] + 1) / (randomisations + 1),
                    "won": len(own),
                    "share": (own <= LEVEL).mean() if len(own) else np.nan,
                    "share_fdr": significant(own, LEVEL).mean() if len(own) else np.nan,
                }
            )
    return pd.DataFrame(rows)


def _needed(problem, sets):
    """Return the problem with those features only that are in some set, and the sets in them."""
    used = np.unique(np.concatenate([of_size.ravel() for of_size in sets]))
    values = np.ascontiguousarray(problem.values[:, used])
    return replace(problem, values=values), [np.searchsorted(used, of_size) for of_size in sets]
