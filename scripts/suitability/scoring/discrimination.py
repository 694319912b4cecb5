"""How well the candidates separate the classes on the best sets (paper, Table 1 and Fig. 1).

The best sets of the coarse cross-validation are evaluated again on finer folds, and for each
candidate the most favourable set is found. Feature sets may have any number of features.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from suitability.core.jobs import logger
from suitability.core.randomness import stream
from suitability.core.resampling import groups_of_classes, stratified_folds
from suitability.gaussian.moments import training_moments
from suitability.gaussian.rules import calls, covariances, fit, right_decisions
from suitability.scoring.paired_tests import mean_interval, paired_tests
from suitability.scoring.performance import fold_performances
from suitability.scoring.top_sets import feature_columns, places_of_sets

REPEATS, FOLDS = 20, 5
LEVEL = 0.05
# Means of performances that differ by less are equal up to rounding.
DIGITS = 12
GRID = 150


@dataclass(frozen=True)
class Panel:
    """A candidate on a pair of features.

    Attributes
    ----------
    values : float64 array, shape (samples, 2)
    labels : int array, shape (samples,)
    means : float64 array, shape (2, 2)
        Of each class, over all samples.
    covariances : float64 array, shape (2, 2, 2)
        Of each class, over all samples, as the candidate assumes it.
    across, up : float64 array, shape (points,)
        Values of the two features on a grid.
    share : float64 array, shape (points, points)
        The share of the training folds that call a place class 1; rows go up.
    """

    values: np.ndarray
    labels: np.ndarray
    means: np.ndarray
    covariances: np.ndarray
    across: np.ndarray
    up: np.ndarray
    share: np.ndarray


def fine_folds(labels, seed, dataset, groups=None):
    """Split the samples 20 times into 5 stratified folds, as the paper does.

    Parameters
    ----------
    labels : int array, shape (samples,)
    seed : int
    dataset : str
        With the seed, decides the random numbers.
    groups : int array, shape (samples,), optional
        Samples of one group are in one fold.

    Returns
    -------
    int64 array, shape (repeats, samples)
        The test fold of each sample, from 0. There are fewer than 5 if a class has fewer samples
        or groups, so that every fold tests both classes.
    """
    units = np.bincount(labels) if groups is None else groups_of_classes(labels, groups)
    folds = min(FOLDS, int(min(units)))
    rng = stream(seed, dataset, "discrimination folds")
    return stratified_folds(labels, REPEATS, folds, rng, groups)


def most_favourable_sets(means):
    """Find for each candidate the feature set on which it leads the others most.

    Parameters
    ----------
    means : float64 array, shape (sets, candidates)
        Mean performance; earlier sets come first among equals.

    Returns
    -------
    list of int
        One a candidate. Among equal leads the higher performance decides. A candidate that leads
        nowhere gets the set where it is least behind.
    """
    means = np.round(means, DIGITS)
    result = []
    for c in range(means.shape[1]):
        others = np.delete(means, c, axis=1).max(axis=1, initial=0)
        lead = np.round(means[:, c] - others, DIGITS)
        result.append(int(np.lexsort((-means[:, c], -lead))[0]))
    return result


def discriminate(problem, top_sets, contest):
    """Evaluate the best sets on finer folds and find the most favourable set of each candidate.

    Parameters
    ----------
    problem : core.problem.Problem
        With the folds of `fine_folds`.
    top_sets : pandas.DataFrame
        See `top_sets.top_sets`; those of the list `all` are evaluated.
    contest : performance.Contest

    Returns
    -------
    pandas.DataFrame
        For every candidate `shown` one row a candidate: order (of the set in `top_sets`),
        feature_1, feature_2, ..., candidate, performance (mean over the test folds), its 95%
        limits lower and upper (see `mean_interval`), behind (the top candidate's performance less
        its own), p_paired and p_corrected (see `paired_tests`), star_paired and star_corrected
        (whether it is not significantly behind), on_top (the number of all evaluated sets on which
        it performs best) and evaluated (that of all of them). A set with a feature that is
        constant in a class of a training fold is not evaluated.
    """
    contest.check_built_in("the evaluation on finer folds")
    best = top_sets[top_sets["list"] == "all"].reset_index(drop=True)
    sets = places_of_sets(best, problem.features)
    used = sorted({feature for each in sets for feature in each})
    values = np.ascontiguousarray(problem.values[:, used])
    moments = training_moments(values, problem.labels, problem.folds)
    constant = {used[i] for i in np.flatnonzero((moments.variances == 0).any(axis=(0, 1)))}
    usable = [place for place, each in enumerate(sets) if not constant & set(each)]
    if len(usable) < len(sets):
        logger.warning(
            "%s: %d of %d sets are not evaluated, as a feature is constant in a class of a fold",
            problem.name,
            len(sets) - len(usable),
            len(sets),
        )
    best, sets = best.iloc[usable], [sets[place] for place in usable]
    performances = np.empty((len(sets), len(problem.test_sizes), len(contest.candidates)))
    for size in {len(each) for each in sets}:
        places = [place for place, each in enumerate(sets) if len(each) == size]
        right = right_decisions(
            problem, np.array([sets[place] for place in places]), contest.candidates
        )
        performances[places] = fold_performances(right, problem.test_sizes, contest)
    return _table(performances, best, contest.candidates, problem.fold_count)


def _table(performances, best, candidates, folds):
    columns = [
        *["shown", "order", *feature_columns(best), "candidate", "performance", "lower", "upper"],
        *["behind", "p_paired", "p_corrected", "star_paired", "star_corrected"],
        *["on_top", "evaluated"],
    ]
    if not len(performances):
        return pd.DataFrame(columns=columns)
    means = np.round(performances.mean(axis=1), DIGITS)
    on_top = (means == means.max(axis=1, keepdims=True)).sum(axis=0)
    parts = []
    for shown, place in zip(candidates, most_favourable_sets(means), strict=True):
        of_set = performances[place]
        top = of_set[:, [int(means[place].argmax())]]
        lower, upper = mean_interval(of_set, folds)
        paired, corrected = paired_tests(top - of_set, folds)
        row = best.iloc[place]
        part = pd.DataFrame(
            {
                "shown": shown,
                "candidate": candidates,
                "performance": means[place],
                "lower": lower,
                "upper": upper,
                "behind": means[place].max() - means[place],
                "p_paired": paired,
                "p_corrected": corrected,
                "star_paired": paired >= LEVEL,
                "star_corrected": corrected >= LEVEL,
                "on_top": on_top,
                "evaluated": len(performances),
            }
        )
        parts.append(part.assign(**row[["order", *feature_columns(best)]]))
    return pd.concat(parts, ignore_index=True)[columns]


def alone_on_top(table, stars):
    """Return the candidates whose most favourable set shows them significantly ahead of all others.

    Parameters
    ----------
    table : pandas.DataFrame
        From `discriminate`.
    stars : str
        star_paired or star_corrected.

    Returns
    -------
    list of str
    """
    starred = table[table[stars].astype(bool)]
    alone = starred.groupby("shown")["candidate"].agg(tuple)
    return [name for name in table["shown"].unique() if alone[name] == (name,)]


def report_rows(table):
    """Return what the report shows of a table from `discriminate`, a row a set.

    Parameters
    ----------
    table : pandas.DataFrame

    Returns
    -------
    list of dict
        shown, features, and cells: a candidate's performance, and its mark `*` if it is not
        significantly behind by the paired test, `†` if not by the corrected one alone.
    """
    rows = []
    for shown, part in table.groupby("shown", sort=False):
        marks = np.select([part["star_paired"], part["star_corrected"]], ["*", "†"], "")
        features = part[feature_columns(part)].iloc[0]
        rows.append(
            {
                "shown": shown,
                "features": [name for name in features if name],
                "on_top": int(part.loc[part["candidate"] == shown, "on_top"].iloc[0]),
                "cells": list(zip(part["performance"], marks.tolist(), strict=True)),
            }
        )
    return rows


def panel(problem, name):
    """Compute what is drawn of a candidate on a pair of features.

    Parameters
    ----------
    problem : core.problem.Problem
        Of two features.
    name : str
        The candidate's name.

    Returns
    -------
    Panel
    """
    values, labels = problem.values, problem.labels
    x = values[:, None, :]
    middle = (values.min(axis=0) + values.max(axis=0)) / 2
    # The same length on both axes, since NC and SDA measure distances across both features.
    half = 0.55 * np.ptp(values, axis=0).max()
    across, up = (np.linspace(place - half, place + half, GRID) for place in middle)
    grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 1, 2)
    share = np.mean(
        [calls(grid, name, fit(x[~test], labels[~test]))[:, 0] for test in problem.test_samples],
        axis=0,
    )
    whole = fit(x, labels)
    return Panel(
        values=values,
        labels=labels,
        means=whole.means[:, 0],
        covariances=covariances(name, whole)[:, 0],
        across=across,
        up=up,
        share=share.reshape(GRID, GRID),
    )
