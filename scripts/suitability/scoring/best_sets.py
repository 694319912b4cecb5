"""How well the candidates tell the classes apart on the best sets (paper, Table 1 and Fig. 1).

The best sets of the coarse cross-validation are evaluated again on finer folds, and for each
candidate the set is found that shows it best. Feature sets may have any number of features.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import stdtr, stdtrit

from suitability.core.jobs import logger
from suitability.core.randomness import stream
from suitability.core.resampling import stratified_folds
from suitability.gaussian.arithmetic import logarithm
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.moments import LARGEST_CORRELATION, training_moments
from suitability.scoring.score_table import score_rule

REPEATS, FOLDS = 20, 5
LEVEL = 0.05
# Means of performances that differ by less are equal up to rounding.
DIGITS = 12
GRID = 150
SPHERICAL, DIAGONAL = ("NC", "SDA"), ("DLDA", "UDA")
# 1 - r^2 of the largest allowed correlation.
SMALLEST_REST = 1 - LARGEST_CORRELATION**2


@dataclass(frozen=True)
class Gaussians:
    """A Gaussian for each class, on each of several feature sets of the same size.

    Attributes
    ----------
    sizes : (int, int)
        Samples of each class.
    means : float64 array, shape (2, sets, features)
    covariances : float64 array, shape (2, sets, features, features)
        Unbiased.
    """

    sizes: tuple[int, int]
    means: np.ndarray
    covariances: np.ndarray


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


def fine_folds(labels, seed, dataset):
    """Split the samples 20 times into 5 stratified folds, as the paper does.

    Parameters
    ----------
    labels : int array, shape (samples,)
    seed : int
    dataset : str
        With the seed, decides the random numbers.

    Returns
    -------
    int64 array, shape (repeats, samples)
        The test fold of each sample, from 0. There are fewer than 5 if a class has fewer samples,
        so that every fold tests both classes.
    """
    folds = min(FOLDS, int(np.bincount(labels).min()))
    return stratified_folds(labels, REPEATS, folds, stream(seed, dataset, "discrimination folds"))


def splits(folds):
    """Yield which samples are tested, a bool array, for each repeat and fold in turn."""
    for fold in folds:
        for test in range(fold.max() + 1):
            yield fold == test


def fit(x, labels):
    """Estimate the Gaussians of both classes.

    Parameters
    ----------
    x : float64 array, shape (samples, sets, features)
    labels : int array, shape (samples,)

    Returns
    -------
    Gaussians
    """
    sizes, means, covariances = [], [], []
    for c in (0, 1):
        of_class = x[labels == c]
        mean = of_class.sum(axis=0) / len(of_class)
        off = of_class - mean
        # Added up in a fixed order, unlike in a matrix product, so that the last bit is the same
        # on every machine.
        products = (off[..., :, None] * off[..., None, :]).sum(axis=0)
        sizes.append(len(of_class))
        means.append(mean)
        covariances.append(products / (len(of_class) - 1))
    return Gaussians(tuple(sizes), np.array(means), np.array(covariances))


def rule_covariances(name, gaussians):
    """Return the covariances that a candidate assumes (paper, Table 4).

    Where a full covariance is singular the diagonal one stands in: of both classes in QDA.

    Parameters
    ----------
    name : str
    gaussians : Gaussians

    Returns
    -------
    float64 array, shape (2, sets, features, features)
    """
    n0, n1 = gaussians.sizes
    full = gaussians.covariances
    if CANDIDATES[name].linear:
        pooled = ((n0 - 1) * full[0] + (n1 - 1) * full[1]) / (n0 + n1 - 2)
        full = np.stack([pooled, pooled])
    identity = np.eye(full.shape[-1])
    diagonal = full * identity
    if name in SPHERICAL:
        variance = np.trace(full, axis1=-2, axis2=-1) / full.shape[-1]
        return variance[..., None, None] * identity
    if name in DIAGONAL:
        return diagonal
    singular = is_singular(full).any(axis=0)
    return np.where(singular[:, None, None], diagonal, full)


def is_singular(covariances):
    """Say whether some feature keeps too little of its variance, given all the others.

    For two features: whether |r| is at least `gaussian.LARGEST_CORRELATION`.

    Parameters
    ----------
    covariances : float64 array, shape (..., features, features)

    Returns
    -------
    bool array, shape (...)
    """
    features = covariances.shape[-1]
    singular = np.zeros(covariances.shape[:-2], bool)
    for last in range(features):
        order = [*(i for i in range(features) if i != last), last]
        turned = covariances[..., order, :][..., order]
        with np.errstate(divide="ignore", invalid="ignore"):
            pivots, _ = _eliminate(turned, np.zeros(turned.shape[:-1]))
            rest = pivots[..., -1] / turned[..., -1, -1]
        # Not a number where the others are dependent themselves.
        singular |= ~(rest > SMALLEST_REST)
    return singular


def _eliminate(covariances, off):
    """Decompose covariances into L D L' and solve L z = off; return D and z.

    Spelt out because the linear algebra of processors differs in the last bit.
    """
    features = covariances.shape[-1]
    rest = np.array(covariances)
    pivots, solved = [], []
    off = [off[..., i] for i in range(features)]
    for i in range(features):
        pivot = rest[..., i, i]
        pivots.append(pivot)
        solved.append(off[i])
        for j in range(i + 1, features):
            factor = rest[..., j, i] / pivot
            off[j] = off[j] - factor * off[i]
            for k in range(i + 1, j + 1):
                rest[..., j, k] = rest[..., j, k] - factor * rest[..., k, i]
    return np.stack(pivots, axis=-1), np.stack(solved, axis=-1)


def calls(points, name, gaussians):
    """Say which points a candidate calls class 1: those with a log-likelihood ratio above zero.

    Parameters
    ----------
    points : float64 array, shape (points, sets, features)
    name : str
    gaussians : Gaussians

    Returns
    -------
    bool array, shape (points, sets)
    """
    log_densities = []
    for mean, covariance in zip(gaussians.means, rule_covariances(name, gaussians), strict=True):
        pivots, z = _eliminate(covariance, points - mean)
        squared_distance = (z * z / pivots).sum(axis=-1)
        log_densities.append(-0.5 * (squared_distance + logarithm(pivots).sum(axis=-1)))
    return log_densities[1] - log_densities[0] > 0


def fold_performances(values, labels, folds, sets, candidates, sensitivity_weight):
    """Return the performance of every candidate on every feature set in every test fold.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
        Every fold holds both classes, and no feature is constant in a class of a training fold.
    sets : int array, shape (sets, features of a set)
        Columns of `values`.
    candidates : list of str
    sensitivity_weight : float

    Returns
    -------
    float64 array, shape (sets, splits, candidates)
        Weighted mean of the sensitivity and specificity in the fold.
    """
    x = values[:, sets]
    result = []
    for test in splits(folds):
        gaussians = fit(x[~test], labels[~test])
        truth = labels[test]
        rule = score_rule(np.bincount(truth), 1, sensitivity_weight)
        weights = np.array(rule.weights)[truth]
        right = [calls(x[test], name, gaussians) == truth[:, None] for name in candidates]
        result.append([weights @ each / rule.highest for each in right])
    return np.array(result).transpose(2, 0, 1)


def paired_tests(differences, folds):
    """Test whether the mean of paired differences over test folds is zero, two-sided.

    The repeats of a cross-validation share their training samples, so that the differences are not
    independent and the plain paired t-test finds too much. The corrected one adds the ratio of
    test to training samples to 1 / J in the variance of the mean of J differences (Nadeau and
    Bengio, Machine Learning 52, 2003).

    Parameters
    ----------
    differences : float64 array, shape (splits, ...)
    folds : int
        In each repeat.

    Returns
    -------
    paired, corrected : float64 array, shape (...)
        p-values; 1 where all differences are zero.
    """
    mean, variance = differences.mean(axis=0), differences.var(axis=0, ddof=1)
    p_values = []
    for factor in _variance_factors(len(differences), folds):
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.abs(mean) / np.sqrt(factor * variance)
        p_values.append(2 * stdtr(len(differences) - 1, -np.where(mean == 0, 0.0, t)))
    return tuple(p_values)


def _variance_factors(count, folds):
    """Return by what to multiply the variance of single values for that of their mean."""
    return 1 / count, 1 / count + 1 / (folds - 1)


def mean_interval(performances, folds):
    """Return the 95% limits of mean performances over test folds, within 0 and 1.

    From the t distribution with the corrected variance of `paired_tests`.

    Parameters
    ----------
    performances : float64 array, shape (splits, ...)
    folds : int
        In each repeat.

    Returns
    -------
    lower, upper : float64 array, shape (...)
    """
    _, corrected = _variance_factors(len(performances), folds)
    mean, variance = performances.mean(axis=0), performances.var(axis=0, ddof=1)
    half = stdtrit(len(performances) - 1, 0.975) * np.sqrt(corrected * variance)
    return np.clip(mean - half, 0, 1), np.clip(mean + half, 0, 1)


def sets_that_show(means):
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


def feature_columns(table):
    """Return the names of the columns that hold a feature set: feature_1, feature_2, ..."""
    return [name for name in table.columns if name.startswith("feature_")]


def feature_sets(table, features):
    """Return the feature sets of a table as places in a list of features.

    Parameters
    ----------
    table : pandas.DataFrame
        feature_1, feature_2, ...; a set with fewer features has empty text in the last of them.
    features : list of str

    Returns
    -------
    list of list of int
    """
    place = {name: i for i, name in enumerate(features)}
    rows = table[feature_columns(table)].itertuples(index=False)
    return [[place[name] for name in row if name] for row in rows]


def discriminate(
    values, labels, folds, features, top_sets, candidates, sensitivity_weight, dataset
):
    """Evaluate the best sets anew and tell for each candidate the set that shows it best.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
        See `fine_folds`.
    features : list of str
    top_sets : pandas.DataFrame
        See `feature_sets.top_sets`; those of the list `all` are evaluated.
    candidates : list of str
    sensitivity_weight : float
    dataset : str
        What the log calls it.

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
    best = top_sets[top_sets["list"] == "all"].reset_index(drop=True)
    sets = feature_sets(best, features)
    used = sorted({feature for each in sets for feature in each})
    moments = training_moments(np.ascontiguousarray(values[:, used]), labels, folds)
    constant = {used[i] for i in np.flatnonzero((moments.variances == 0).any(axis=(0, 1)))}
    usable = [place for place, each in enumerate(sets) if not constant & set(each)]
    if len(usable) < len(sets):
        logger.warning(
            "%s: %d of %d sets are not evaluated, as a feature is constant in a class of a fold",
            dataset,
            len(sets) - len(usable),
            len(sets),
        )
    best, sets = best.iloc[usable], [sets[place] for place in usable]
    performances = np.empty((len(sets), folds.shape[0] * (folds.max() + 1), len(candidates)))
    for size in {len(each) for each in sets}:
        places = [place for place, each in enumerate(sets) if len(each) == size]
        performances[places] = fold_performances(
            values,
            labels,
            folds,
            np.array([sets[place] for place in places]),
            candidates,
            sensitivity_weight,
        )
    return _table(performances, best, candidates, folds.max() + 1)


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
    for shown, place in zip(candidates, sets_that_show(means), strict=True):
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
    """Return the candidates that a set shows significantly ahead of all others.

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
        significantly behind by the paired test, `†` if only the corrected one says so.
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


def panel(values, labels, folds, name):
    """Compute what is drawn of a candidate on a pair of features.

    Parameters
    ----------
    values : float64 array, shape (samples, 2)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
    name : str
        Of the candidate.

    Returns
    -------
    Panel
    """
    x = values[:, None, :]
    middle = (values.min(axis=0) + values.max(axis=0)) / 2
    # The same length on both axes, since NC and SDA measure distances across both features.
    half = 0.55 * np.ptp(values, axis=0).max()
    across, up = (np.linspace(place - half, place + half, GRID) for place in middle)
    grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 1, 2)
    share = np.mean(
        [calls(grid, name, fit(x[~test], labels[~test]))[:, 0] for test in splits(folds)], axis=0
    )
    whole = fit(x, labels)
    return Panel(
        values=values,
        labels=labels,
        means=whole.means[:, 0],
        covariances=rule_covariances(name, whole)[:, 0],
        across=across,
        up=up,
        share=share.reshape(GRID, GRID),
    )
