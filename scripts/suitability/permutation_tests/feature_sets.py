"""Both tests for the candidates of a study on feature sets: joined to the win percentage.

A search draws feature sets and keeps, for each candidate, its best one. The statistic of a best
set is the best score of the search, which is repeated under each randomisation, so that the choice
of the set is accounted for. The sets that a candidate wins are tested too: the statistic is the
share of them with a small p-value. A winner is the best of several candidates, so that this share
is large by chance; it is compared with the share among the sets that the candidate wins in each
randomisation.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.stats import rankdata

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
            values, _ = permute_columns_within_classes(
                problem.values, problem.labels, rng, problem.groups
            )
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
        sets that it wins), share (of them, with p of at most 5%), chance (the mean of this share
        over the randomisations), share_p, significant. The last one takes the smaller of both
        p-values, doubled, at a false discovery rate of 5% over the candidates.
    """
    contest.check_built_in("the permutation test of feature sets")
    problem, sets = _needed(problem, sets)
    rule = contest.rule_of(problem)
    observed = set_scores(problem, contest, sets)
    tables = []
    for test in TESTS:
        parts = randomised_scores(problem, contest, sets, test, randomisations, seed, threads)
        scores = np.concatenate([observed, *parts])
        wins = rule.winners(scores) & (scores.max(axis=-1) >= 0)[..., None]
        best = scores.max(axis=1)
        rows = []
        for c, name in enumerate(rule.candidates):
            shares = won_shares(scores[..., c], wins[..., c])
            rows.append(
                {
                    "candidate": name,
                    "test": test,
                    "best": best[0, c] / rule.highest,
                    "best_p": p_of_first(best[:, c]),
                    "won": wins[0, :, c].sum(),
                    "share": shares[0],
                    "chance": np.nanmean(shares[1:]) if (shares[1:] >= 0).any() else np.nan,
                    "share_p": p_of_first(np.nan_to_num(shares)),
                }
            )
        table = pd.DataFrame(rows)
        smaller = table[["best_p", "share_p"]].min(axis=1)
        tables.append(table.assign(significant=significant((2 * smaller).clip(upper=1), LEVEL)))
    return pd.concat(tables, ignore_index=True)


def p_of_first(statistics):
    """Return the p-value of the first statistic among all; ties count against it."""
    return (statistics >= statistics[0]).mean()


def won_shares(scores, wins):
    """Return the share of the sets that a candidate wins with a p-value of at most 5%.

    Parameters
    ----------
    scores : int array, shape (data sets, sets)
        Of the original and the randomised data sets.
    wins : bool array, shape (data sets, sets)

    Returns
    -------
    float64 array, shape (data sets,)
        Each data set is compared with all of them; NaN where the candidate wins no set.
    """
    p = rankdata(-scores, method="max", axis=0) / len(scores)
    won = wins.sum(axis=1)
    found = (wins & (p <= LEVEL)).sum(axis=1)
    return np.divide(found, won, out=np.full(len(won), np.nan), where=won > 0)


def _needed(problem, sets):
    """Return the problem with those features only that are in some set, and the sets in them."""
    used = np.unique(np.concatenate([of_size.ravel() for of_size in sets]))
    values = np.ascontiguousarray(problem.values[:, used])
    return replace(problem, values=values), [np.searchsorted(used, of_size) for of_size in sets]
