"""How often searches of feature sets choose one with a probe."""

from dataclasses import replace
from math import comb

import numpy as np
import pandas as pd

from suitability.scoring.score_table import by_score, merge
from suitability.scoring.sets import AllSets, SampledSets
from suitability.scoring.shards import merge_shards, score_shard
from suitability.win.percentage import exact_win, selection_probability

ANY = "any"


def table_without_probes(problem, contest, sets, probes, threads=1):
    """Return the score table of the feature sets that contain no probe.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : performance.Contest
    sets : sets.AllSets or sets.SampledSets
        Those that the study scores.
    probes : bool array, shape (features,)
    threads : int

    Returns
    -------
    score_table.ScoreTable or None
        None if there are none.
    """
    rule = contest.rule_of(problem)
    if isinstance(sets, AllSets):
        own = np.flatnonzero(~probes)
        if comb(len(own), sets.size) == 0:
            return None
        problem = replace(problem, values=np.ascontiguousarray(problem.values[:, own]))
        chosen = AllSets(len(own), sets.size)
    else:
        groups = []
        for members, counts in sets.groups:
            without = ~probes[members].any(axis=1)
            if without.any():
                groups.append((members[without], counts[without]))
        if not groups:
            return None
        chosen = SampledSets(tuple(groups))
    table, _ = merge_shards([score_shard(problem, contest, chosen, (0, 1), threads=threads)], rule)
    return table


def probe_shares(table, without, n):
    """Return how often a search of N sets chooses a set with a probe, by the candidate that wins.

    Parameters
    ----------
    table, without : score_table.ScoreTable
        Of all scored sets, and of those without a probe (None if there are none).
    n : int array, shape (points,)

    Returns
    -------
    pandas.DataFrame
        N, candidate (or `any`), win (percentage), with_probe (share of the searches that the
        candidate wins whose set has a probe; NaN where it wins none), chance (share of sets with a
        probe among all).
    """
    with_probe = table.counts if without is None else _difference(table, without)
    better, counts, _ = by_score(table)
    member = table.winners[:, None] >> np.arange(len(table.candidates)) & 1
    shares = member / member.sum(axis=1, keepdims=True)
    _, start = np.unique(-table.scores, return_index=True)
    chosen = np.add.reduceat(with_probe[:, None] * shares, start) / counts[:, None]
    win = exact_win(table, n)
    probability = np.stack([selection_probability(better, counts, table.total, each) for each in n])
    hits = probability @ chosen
    win = np.column_stack([win, win.sum(axis=1)])
    hits = np.column_stack([hits, hits.sum(axis=1)])
    names = [*table.candidates, ANY]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(win > 0, hits / win, np.nan)
    return pd.DataFrame(
        {
            "N": np.repeat(n, len(names)),
            "candidate": names * len(n),
            "win": win.ravel(),
            "with_probe": share.ravel(),
            "chance": with_probe.sum() / table.total,
        }
    )


def _difference(table, without):
    """Return for each cell of a table how many of its sets have a probe."""
    return merge([table, replace(without, counts=-without.counts)]).counts


def probe_sentence(shares, n, sets):
    """Return a sentence on how often searches of N sets choose one with a probe.

    Parameters
    ----------
    shares : pandas.DataFrame
        From `probe_shares`.
    n : int
        N; the largest one in the table that is not larger is used.
    sets : str
        What sets are called.

    Returns
    -------
    str
    """
    at = shares.loc[shares["N"] <= n, "N"].max()
    (row,) = shares[(shares["N"] == at) & (shares["candidate"] == ANY)].to_dict("records")
    return (
        f"Of the {sets} that searches of N = {at:,} choose, {row['with_probe']:.1%} contain a "
        f"probe, a feature in random order; of all {sets} {row['chance']:.1%} do."
    )
