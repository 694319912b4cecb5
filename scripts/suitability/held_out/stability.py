"""Stability of win percentages over patients: how they differ between halves of the samples."""

from dataclasses import dataclass

import numpy as np

from suitability.held_out.split_values import Z, candidates_of, n_of, split_values
from suitability.win.percentage import win_frame

# Differences of win percentages below this are rounding.
ROUNDING = 1e-9


def win_interval(win, halves):
    """Return limits of win percentages over patients.

    Win percentages are compared as y = arcsin sqrt(win), whose spread hardly depends on its mean.
    The standard deviation of y between halves, SD^2 = sum (y_A - y_B)^2 / 2S over S splits, is that
    of a study of half as many samples, and therefore too large rather than too small.

    Parameters
    ----------
    win : float64 array, shape (...)
        With all samples.
    halves : float64 array, shape (splits, 2, ...)
        In both halves of each split.

    Returns
    -------
    lower, upper : float64 array, shape (...)
        y +- 1.96 SD, transformed back.
    """
    y, of_halves = (np.arcsin(np.sqrt(np.clip(values, 0, 1))) for values in (win, halves))
    sd = np.sqrt(((of_halves[:, 0] - of_halves[:, 1]) ** 2).mean(axis=0) / 2)
    limits = (np.clip(y + sign * Z * sd, 0, np.pi / 2) for sign in (-1, 1))
    return tuple(np.sin(limit) ** 2 for limit in limits)


def leaders(win):
    """Return which candidates have the largest win percentage.

    Parameters
    ----------
    win : float64 array, shape (..., candidates)

    Returns
    -------
    bool array, same shape
    """
    return win >= win.max(axis=-1, keepdims=True) - ROUNDING


def leading(halves):
    """Return how often each candidate leads, and how often both halves have the same leaders.

    Parameters
    ----------
    halves : float64 array, shape (splits, 2, points, candidates)
        Win percentages.

    Returns
    -------
    leads : float64 array, shape (points, candidates)
        Share of halves in which the candidate has the largest win percentage; a tie counts in equal
        parts for all in it.
    agree : float64 array, shape (points,)
        Share of splits in which both halves have the same leader, or the same tie.
    """
    first = leaders(halves)
    shares = first / first.sum(axis=-1, keepdims=True)
    same = (first[:, 0] == first[:, 1]).all(axis=-1)
    return shares.mean(axis=(0, 1)), same.mean(axis=0)


def stability_frame(splits):
    """Return the stability of win percentages, for each N and candidate.

    Parameters
    ----------
    splits : pandas.DataFrame
        kind, repeat, part, N, candidate, inside, outside, win; the kinds all, folds, half and
        permuted_half are used.

    Returns
    -------
    pandas.DataFrame
        N, candidate, win (all samples, the study's folds) with limits lower and upper (see
        `win_interval`), folds_sd (standard deviation of win over fresh folds of all samples), leads
        and halves_agree (see `leading`; the latter is the same for all candidates of an N), and
        both with permuted labels.
    """
    names = candidates_of(splits)
    n = n_of(splits)
    win = split_values(splits, "all", "win", names)[0, 0]
    folds = split_values(splits, "folds", "win", names)[:, 0]
    halves = split_values(splits, "half", "win", names)
    lower, upper = win_interval(win, halves)
    leads, agree = leading(halves)
    leads_permuted, agree_permuted = leading(split_values(splits, "permuted_half", "win", names))
    return win_frame(
        n,
        names,
        win=win,
        lower=lower,
        upper=upper,
        folds_sd=folds.std(axis=0, ddof=1),
        leads=leads,
        halves_agree=np.repeat(agree, len(names)),
        leads_permuted=leads_permuted,
        halves_agree_permuted=np.repeat(agree_permuted, len(names)),
    )


@dataclass(frozen=True)
class LeadingGroup:
    """Candidates of which one leads in most halves of the samples.

    Attributes
    ----------
    candidates : tuple of str
        In config order.
    leads, leads_permuted : float
        Share of halves in which one of them leads, with observed and with permuted labels.
    """

    candidates: tuple[str, ...]
    leads: float
    leads_permuted: float


def leading_group(stability, n, share):
    """Return the smallest group of candidates one of which leads in enough halves.

    Parameters
    ----------
    stability : pandas.DataFrame
        From `stability_frame`.
    n : int
        N, one of the table.
    share : float
        The least share of halves, between 0 and 1.

    Returns
    -------
    LeadingGroup
        Of groups of the same size the one that leads in most halves; of equals the first in config
        order.
    """
    rows = stability[stability["N"] == n]
    order = np.argsort(-rows["leads"].to_numpy(), kind="stable")
    reached = rows["leads"].to_numpy()[order].cumsum()
    size = 1 + int((reached[:-1] < share - ROUNDING).sum())
    group = rows.iloc[np.sort(order[:size])]
    return LeadingGroup(
        tuple(group["candidate"]), float(group["leads"].sum()), float(group["leads_permuted"].sum())
    )
