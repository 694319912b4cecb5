"""Held-out performance of a search, and how far each candidate is behind the best, with limits.

Both are estimated by nested cross-validation. Its parts share most of their samples, so that their
spread says little about other patients. That comes from halves: a search in one half of the samples
and a test on the other, in both directions. The variance of these values between halves holds for
half of the samples, and is therefore too large rather than too small; to it the variance of the
estimate itself is added.
"""

from typing import NamedTuple

import numpy as np

from suitability.held_out.split_values import ANY, Z, candidates_of, n_of, split_values
from suitability.win.percentage import win_frame

BEST, BETTER, EQUIVALENT, NOT_SHOWN = "best", "better", "equivalent", "not shown"
# Differences below this are rounding.
ROUNDING = 1e-9


def outside_error(halves):
    """Return the standard error of held-out performance.

    SE^2 = (1 + 1/J) S2_half + S2_split: J halves, S2_half the variance of their values, S2_split
    the variance between splits of the mean of both directions.

    Parameters
    ----------
    halves : float64 array, shape (splits, 2, ...)
        Performance of a search in one half on the other one, in both directions; at least two
        splits.

    Returns
    -------
    float64 array, shape (...)
    """
    return np.sqrt(_half_variance(halves) + halves.mean(axis=1).var(axis=0, ddof=1))


def behind_error(halves, nested):
    """Return the standard error of a difference between two candidates' held-out performance.

    SE^2 = (1 + 1/J) S2_half + S2_repeat: J halves, S2_half the variance of their values, S2_repeat
    the variance between the repeats of nested cross-validation.

    Parameters
    ----------
    halves : float64 array, shape (splits, 2, ...)
        The difference in searches in one half and tests on the other one, in both directions.
    nested : float64 array, shape (repeats, folds, ...)
        The difference in nested cross-validation; at least two repeats.

    Returns
    -------
    float64 array, shape (...)
    """
    return np.sqrt(_half_variance(halves) + nested.mean(axis=1).var(axis=0, ddof=1))


def _half_variance(halves):
    values = halves.reshape(-1, *halves.shape[2:])
    return (1 + 1 / len(values)) * values.var(axis=0, ddof=1)


def behind_leader(nested, halves):
    """Return how far each candidate's held-out performance is behind that of the best one.

    Parameters
    ----------
    nested : float64 array, shape (repeats, folds, points, candidates)
        Held-out performance in nested cross-validation.
    halves : float64 array, shape (splits, 2, points, candidates)
        The same of searches in one half and tests on the other one.

    Returns
    -------
    leader : int64 array, shape (points,)
        The candidate with the largest mean of `nested`; the first one of equals.
    behind : float64 array, shape (points, candidates)
        The leader's mean less that of each candidate.
    error : float64 array, same shape
        Its standard error.
    """
    leader = nested.mean(axis=(0, 1)).argmax(axis=-1)

    def less_than_leader(values):
        return np.take_along_axis(values, leader[None, None, :, None], axis=-1) - values

    of_nested = less_than_leader(nested)
    error = behind_error(less_than_leader(halves), of_nested)
    return leader, of_nested.mean(axis=(0, 1)), error


def compare(lower, upper, region):
    """Return what an interval of a difference shows.

    Parameters
    ----------
    lower, upper : float array
        Limits of how far a candidate is behind the leader.
    region : float
        Differences up to this do not matter, in units of performance.

    Returns
    -------
    object array, same shape
        better (the leader is better by more than `region`), equivalent (it is better by less), or
        not shown.
    """
    return np.where(lower > region, BETTER, np.where(upper < region, EQUIVALENT, NOT_SHOWN)).astype(
        object
    )


def held_out_frame(splits, region):
    """Return held-out performance with 95% limits, for each N and candidate.

    Parameters
    ----------
    splits : pandas.DataFrame
        kind, repeat, part, N, candidate (`any`: all of them searched together), inside, outside,
        win; the kinds all, nested and half are used.
    region : float
        Differences up to this do not matter, in units of performance.

    Returns
    -------
    pandas.DataFrame
        N, candidate, inside (what a search of all samples reports), outside (mean of nested
        cross-validation) with limits lower and upper, behind (how far outside is below that of the
        best candidate, the leader) with limits behind_lower and behind_upper, all within 0 and 1,
        and comparison: `best` for the leader, else see `compare`. behind_upper of the leader is the
        largest amount by which another candidate may be better. Of `any` what is behind is empty.
    """
    names = candidates_of(splits)
    everybody = [*names, ANY]
    nested = split_values(splits, "nested", "outside", everybody)
    halves = split_values(splits, "half", "outside", everybody)
    leader, behind, behind_se = behind_leader(nested[..., :-1], halves[..., :-1])
    estimates = Estimates(
        inside=split_values(splits, "all", "inside", everybody)[0, 0],
        outside=nested.mean(axis=(0, 1)),
        outside_error=outside_error(halves),
        leader=leader,
        behind=behind,
        behind_error=behind_se,
    )
    return comparison_frame(n_of(splits), names, estimates, region)


class Estimates(NamedTuple):
    """Performances and their standard errors; the last search is one with all candidates.

    Attributes
    ----------
    inside, outside, outside_error : float64 array, shape (points, candidates + 1)
    leader : int64 array, shape (points,)
        The candidate with the largest `outside`.
    behind, behind_error : float64 array, shape (points, candidates)
        How far each candidate is behind the leader.
    """

    inside: np.ndarray
    outside: np.ndarray
    outside_error: np.ndarray
    leader: np.ndarray
    behind: np.ndarray
    behind_error: np.ndarray


def comparison_frame(n, names, estimates, region, quantile=Z):
    """Return estimates with their limits, and what these show.

    Parameters
    ----------
    n : int array, shape (points,)
    names : list of str
        The candidates.
    estimates : Estimates
    region : float
        See `compare`.
    quantile : float
        How many standard errors limits are away from an estimate.

    Returns
    -------
    pandas.DataFrame
        See `held_out_frame`.
    """
    found = estimates
    lower, upper = (found.behind + side * quantile * found.behind_error for side in (-1, 1))
    comparison = compare(lower, upper, region)
    is_leader = np.arange(len(names)) == found.leader[:, None]
    # The difference of the leader from itself is no limit.
    lead_of_others = np.where(is_leader, 0, -lower).max(axis=1)
    lower[is_leader], upper[is_leader] = 0, lead_of_others
    comparison[is_leader] = BEST

    nothing = np.full((len(n), 1), np.nan)
    return win_frame(
        n,
        [*names, ANY],
        inside=found.inside,
        outside=found.outside,
        lower=np.clip(found.outside - quantile * found.outside_error, 0, 1),
        upper=np.clip(found.outside + quantile * found.outside_error, 0, 1),
        behind=np.hstack([found.behind, nothing]),
        behind_lower=np.hstack([np.clip(lower, 0, 1), nothing]),
        behind_upper=np.hstack([np.clip(upper, 0, 1), nothing]),
        comparison=np.hstack([comparison, np.full((len(n), 1), "", object)]),
    )


def recommended_n(outside, region):
    """Return how many feature sets a search should draw.

    Parameters
    ----------
    outside : pandas.Series
        Held-out performance by N, of all candidates searched together: there, the candidate is
        chosen by the search itself, so that its choice does not favour the estimate. The best
        single candidate of each N would be chosen by the performance that it is judged by.
    region : float
        Differences up to this do not matter, in units of performance.

    Returns
    -------
    int
        The smallest N with a held-out performance of at least the best one less `region`.
    """
    return int(outside.index[outside >= outside.max() - region - ROUNDING].min())
