"""Scoring feature sets under permuted labels.

A permutation gives the label and the folds of each sample to another, so that class sizes and
folds do not change and every relation between values and labels is broken.
"""

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.progress import Progress
from suitability.core.randomness import stream
from suitability.core.resampling import permuted_order
from suitability.core.threads import mapped
from suitability.estimators.fitting import Labelling
from suitability.estimators.workers import Failures
from suitability.gaussian import set_kernel
from suitability.gaussian.set_scores import set_scores
from suitability.scoring.any_candidates import score_any, single_sets
from suitability.scoring.drawn_sets import GroupedPairs, score_groups
from suitability.scoring.score_table import ScoreTable, from_frame, merge, to_frame
from suitability.workflow.resources import GROUP_BYTES


def permuted_orders(problem, permutations, seed):
    """Return the order of the samples under every label permutation, the observed one first.

    Groups of samples are respected, see `resampling.permuted_order`.

    Parameters
    ----------
    problem : core.problem.Problem
        Its name decides the random numbers, with the seed.
    permutations : int
    seed : int

    Returns
    -------
    int64 array, shape (1 + permutations, samples)
        In permutation i the sample orders[i, s] has the label and the folds of sample s.
    """
    rngs = [stream(seed, problem.name, "permutation", place) for place in range(permutations)]
    permuted = [permuted_order(problem.labels, rng, problem.groups) for rng in rngs]
    return np.stack([np.arange(len(problem.labels)), *permuted])


def score_permutations(problem, contest, sets, orders, *, threads=1):
    """Score feature sets under every label permutation.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : performance.Contest
    sets : drawn_sets.GroupedPairs, list of int array, shape (sets, size), or callable
        Pairs that were drawn in groups, or the features of each set, all distinct, in one array a
        size; sizes from 1 to `candidates.LARGEST_SET`. A callable returns the latter, given values
        and labels, and is called for each permutation: sets chosen by the observed labels would
        favour these.
    orders : int array, shape (1 + permutations, samples)
        From `permuted_orders`.
    threads : int
        The result does not depend on it.

    Returns
    -------
    list of ScoreTable, one a permutation
        A set with a feature that is constant within a class of some training fold is left out of
        the table of that permutation, as it is left out of a study.

    Raises
    ------
    InputError
        If some permutation leaves no set that can be scored.
    """
    if isinstance(sets, GroupedPairs):
        tables = _score_groups(problem, contest, sets, orders, threads)
    elif callable(sets):
        tables = [
            _score(
                problem, contest, sets(problem.values[order], problem.labels), order[None], threads
            )[0]
            for order in orders
        ]
    else:
        tables = _score(problem, contest, sets, orders, threads)
    if not all(table.total for table in tables):
        raise InputError(
            f"data set '{problem.name}': under some label permutation every feature set has a "
            "feature that is constant in a class; leave out features that are nearly constant "
            "(preprocess: variance)"
        )
    return tables


def _score_groups(problem, contest, pairs, orders, threads):
    rule = contest.rule_of(problem)
    scoring = rule.for_kernels()
    progress = Progress(pairs.total * len(orders), f"permutations of {problem.name}")

    def score(order):
        found = score_groups(problem.values[order], problem.labels, problem.folds, pairs, scoring)
        table = ScoreTable.from_histogram(sum(tally.counts for _, tally in found), rule)
        progress(pairs.total)
        return table

    # The observed labels compile the kernel, which others would only wait for.
    tables = [score(orders[0])]
    return tables + mapped(score, orders[1:], threads)


def _score(problem, contest, sets, orders, threads):
    if contest.general:
        return _score_any(problem, contest, sets, orders, threads)
    rule = contest.rule_of(problem)
    scoring = rule.for_kernels()
    total = sum(map(len, sets))
    progress = Progress(total * len(orders), f"permutations of {problem.name}")
    if total < rule.highest // rule.unit:
        return _score_few(problem, rule, sets, orders, threads, progress)
    group = _permutations_per_group(problem, rule, threads)

    # A function, so that the data of one group are freed before those of the next are made.
    def score_orders(some):
        data = set_kernel.prepare(
            problem.values, problem.labels, problem.folds, some, threads=threads
        )
        return [
            set_kernel.score_sets(data, of_size, scoring, threads=threads, progress=progress)
            for of_size in sets
        ]

    tables = []
    for start in range(0, len(orders), group):
        tallies = score_orders(orders[start : start + group])
        tables += [
            ScoreTable.from_histogram(sum(tally.counts for tally in of_permutation), rule)
            for of_permutation in zip(*tallies, strict=True)
        ]
    return tables


def _score_few(problem, rule, sets, orders, threads, progress):
    """Score fewer sets than there are scores: a histogram would be mostly empty."""
    scoring = rule.for_kernels()

    def score(order):
        data = set_kernel.prepare(problem.values, problem.labels, problem.folds, order[None])
        scores = np.concatenate([set_scores(data, of_size, scoring)[0] for of_size in sets])
        progress(len(scores))
        return ScoreTable.from_scores(scores[scores[:, 0] >= 0], rule)

    # The observed labels compile the kernel, which others would only wait for.
    tables = [score(orders[0])]
    return tables + mapped(score, orders[1:], threads)


def _score_any(problem, contest, sets, orders, threads):
    """Score sets under every label permutation with candidates of which some are not built in."""
    rule = contest.rule_of(problem)
    labellings = []
    for order in orders:
        labels, folds = np.empty_like(problem.labels), np.empty_like(problem.folds)
        labels[order], folds[:, order] = problem.labels, problem.folds
        labellings.append(Labelling(labels, folds))
    progress = single_sets(sum(map(len, sets)) * len(orders), f"permutations of {problem.name}")
    tables, failures = [[] for _ in orders], Failures()
    for of_size in sets:
        found = score_any(
            problem.values,
            labellings,
            of_size,
            contest,
            failures,
            threads=threads,
            progress=progress,
        )
        for of_permutation, each in zip(tables, found, strict=True):
            scores = each.right @ np.array(rule.weights)
            of_permutation.append(ScoreTable.from_scores(scores[each.usable], rule))
    failures.check()
    return [merge(of_permutation) for of_permutation in tables]


def _permutations_per_group(problem, rule, threads):
    """Return how many permutations are scored at once, so that memory stays within bounds."""
    features, splits = problem.values.shape[1], len(problem.test_sizes)
    statistics = features * splits * set_kernel.STATISTICS * 8
    histogram = (rule.highest // rule.unit + 1) * 2 ** len(rule.candidates) * 8
    return int(max(1, GROUP_BYTES // (statistics + (threads + 1) * histogram)))


def tables_frame(tables):
    """Return the score tables of all permutations as one data frame.

    Parameters
    ----------
    tables : list of ScoreTable
        Of the observed labels, then of the permutations.

    Returns
    -------
    pandas.DataFrame
        labeling (0: the observed labels), score, performance, winners, count.
    """
    frames = [
        to_frame(table).drop(columns="rank").assign(labeling=place)
        for place, table in enumerate(tables)
    ]
    columns = ["labeling", "score", "performance", "winners", "count"]
    return pd.concat(frames, ignore_index=True)[columns]


def frame_tables(frame, candidates):
    """Return the score tables that `tables_frame` made a data frame of."""
    return [from_frame(part, candidates) for _, part in frame.groupby("labeling", sort=True)]
