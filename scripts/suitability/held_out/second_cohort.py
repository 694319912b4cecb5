"""Held-out performance on a second cohort: searched in the study, tried on other samples.

The study's samples are searched once, and the cohort's samples are the test set. Limits come from
the jackknife: the cohort is divided at random into stratified groups, and each is left out once.
"""

from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.stats import t

from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.core.progress import Progress
from suitability.core.randomness import stream
from suitability.core.resampling import most_group_folds, stratified_folds
from suitability.core.threads import mapped
from suitability.held_out.intervals import Estimates, comparison_frame
from suitability.held_out.scoring import score_split
from suitability.held_out.split_values import ANY, candidates_of, n_of, split_values
from suitability.held_out.splits import Split

KIND = "cohort"
MOST_PARTS = 20


def score_cohort(study, cohort, contest, draw, n, *, seed, threads=1):
    """Search the study's samples, and try each candidate on the cohort and on parts of it.

    Parameters
    ----------
    study : core.problem.Problem
    cohort : core.problem.Problem
        The same features in the same order; its folds are not used. Samples of one group stay
        together.
    contest : scoring.performance.Contest
    draw : callable
        See `scoring.score_splits`.
    n : int array, shape (points,)
    seed : int
    threads : int
        The result does not depend on it.

    Returns
    -------
    pandas.DataFrame
        As `scoring.Scored.splits`, with kind `cohort`: repeat 1 is tried on all samples of the
        cohort, each further one on all but one part.
    """
    parts = parts_of(cohort, stream(seed, study.name, "second cohort"))
    total = draw(study.values, study.labels).total
    progress = Progress(total * (parts.max() + 2), f"second cohort of {study.name}")

    def score(left_out):
        some = parts != left_out
        joined = _joined(study, cohort, some)
        split = Split(KIND, left_out + 2, 1, joined.labels, joined.folds)
        frame, _ = score_split(joined, contest, draw, split, n)
        progress(total)
        return frame

    # No part is -1. The first split compiles the kernels, which others would only wait for.
    frames = [score(-1), *mapped(score, range(parts.max() + 1), threads)]
    return pd.concat(frames, ignore_index=True)


def parts_of(cohort, rng):
    """Divide a cohort into stratified parts: at most 20, each with samples of both classes.

    Parameters
    ----------
    cohort : core.problem.Problem
        Samples of one group are in one part.
    rng : numpy.random.Generator

    Returns
    -------
    int64 array, shape (samples,)
        The part of each sample, from 0.

    Raises
    ------
    InputError
        If the groups cannot be divided.
    """
    if cohort.groups is not None:
        found = most_group_folds(cohort.labels, MOST_PARTS, rng, cohort.groups)
        if found is None:
            raise InputError(
                f"the second cohort of data set '{cohort.name}' cannot be divided into parts of "
                "whole groups that all have both classes; use a cohort with more groups"
            )
        return found
    count = min(MOST_PARTS, *cohort.class_sizes)
    return stratified_folds(cohort.labels, 1, count, rng)[0]


def _joined(study, cohort, some):
    """Return the study's samples, and some of the cohort's, which take no part in its folds."""
    outside = np.full((len(study.folds), some.sum()), -1, np.int64)
    return Problem(
        values=np.concatenate([study.values, cohort.values[some]]),
        labels=np.concatenate([study.labels, cohort.labels[some]]),
        folds=np.hstack([study.folds, outside]),
        features=study.features,
        name=study.name,
    )


def on_features(problem, features):
    """Return a data set with some of its features, in the order given.

    Parameters
    ----------
    problem : core.problem.Problem
    features : sequence of str

    Returns
    -------
    core.problem.Problem
    """
    place = {feature: i for i, feature in enumerate(problem.features)}
    columns = [place[feature] for feature in features]
    return replace(
        problem,
        values=np.ascontiguousarray(problem.values[:, columns]),
        features=tuple(features),
    )


def jackknife_error(values):
    """Return the standard error of an estimate from its values without one part each.

    Parameters
    ----------
    values : float64 array, shape (parts, ...)

    Returns
    -------
    float64 array, shape (...)
        SE^2 = (G - 1) / G * sum of squared deviations from the mean, over G parts (Efron, The
        Jackknife, the Bootstrap and Other Resampling Plans, 1982).
    """
    return np.sqrt((len(values) - 1) * values.var(axis=0))


def second_cohort_frame(splits, region):
    """Return held-out performance on the second cohort with 95% limits.

    Parameters
    ----------
    splits : pandas.DataFrame
        From `score_cohort`.
    region : float
        Differences up to this do not matter, in units of performance.

    Returns
    -------
    pandas.DataFrame
        The columns of `intervals.held_out_frame`. Limits are those over samples of the cohort, for
        searches in this study: t with one degree of freedom less than there are parts.
    """
    names = candidates_of(splits)
    outside = split_values(splits, KIND, "outside", [*names, ANY])[:, 0]
    whole, parts = outside[0], outside[1:]
    leader = whole[:, :-1].argmax(axis=-1)

    def less_than_leader(values):
        of_leader = np.take_along_axis(
            values, np.broadcast_to(leader[:, None], (*values.shape[:-1], 1)), axis=-1
        )
        return of_leader - values

    estimates = Estimates(
        inside=split_values(splits, KIND, "inside", [*names, ANY])[0, 0],
        outside=whole,
        outside_error=jackknife_error(parts),
        leader=leader,
        behind=less_than_leader(whole[:, :-1]),
        behind_error=jackknife_error(less_than_leader(parts[..., :-1])),
    )
    quantile = float(t.ppf(0.975, len(parts) - 1))
    return comparison_frame(n_of(splits), names, estimates, region, quantile)
