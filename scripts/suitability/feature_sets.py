"""Scoring the feature sets of a data set in shards, and putting the shards together."""

import time

import numpy as np
import pandas as pd

from suitability import pair_kernel, set_kernel
from suitability.candidates import CANDIDATES
from suitability.jobs import Progress, logger
from suitability.score_table import (
    ScoreTable,
    from_histogram,
    merge,
    score_rule,
    winner_names,
)

# How many of the sets that a candidate wins most clearly are told.
CLEAREST_WINS = 10
# Scoring these compiles the kernel and does nothing else, so that the rate is that of scoring.
NO_ROWS = [(0, 0, 0)]
# What the statistics and the counts of a group of labelings may take.
BYTES_A_GROUP = 400e6


def score_shard(
    values,
    labels,
    folds,
    candidates,
    sensitivity_weight,
    tie_tolerance,
    shard,
    shards,
    *,
    threads=1,
    label="",
):
    """Score a share of the feature pairs with every candidate.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
    candidates : list of str
    sensitivity_weight, tie_tolerance : float
        See `score_table.score_rule`.
    shard, shards : int
        Which share, from 0, of how many.
    threads : int
    label : str
        What the progress is called.

    Returns
    -------
    dict of str to array
        scores, winners, counts: the shard's score table. keys, pairs, listed: its best pairs, see
        `pair_kernel.Tally`. singular: pairs with a singular covariance. seconds: time taken,
        without compiling.
    """
    rule, scoring = _rule_and_scoring(labels, folds, candidates, sensitivity_weight, tie_tolerance)
    blocks = pair_kernel.shard_rows(values.shape[1], shard, shards)
    total = sum(pair_kernel.pairs_in(block, values.shape[1]) for block in blocks)
    logger.info("%s: compiling", label)
    data = pair_kernel.prepare(values, labels, folds, threads=threads)
    pair_kernel.score_pairs(data, NO_ROWS, scoring)
    started = time.monotonic()
    tally = pair_kernel.score_pairs(
        data, blocks, scoring, threads=threads, progress=Progress(total, label)
    )
    table = from_histogram(tally.counts, rule, candidates)
    return {
        "scores": table.scores,
        "winners": table.winners,
        "counts": table.counts,
        "keys": tally.keys,
        "pairs": tally.pairs,
        "listed": tally.scores,
        "singular": tally.singular,
        "seconds": np.array(time.monotonic() - started),
    }


def _rule_and_scoring(labels, folds, candidates, sensitivity_weight, tie_tolerance):
    rule = score_rule(np.bincount(labels), len(folds), sensitivity_weight, tie_tolerance)
    scoring = pair_kernel.Scoring(
        np.array([list(CANDIDATES).index(name) for name in candidates]),
        np.array(rule.weights),
        rule.tolerance,
        rule.unit,
    )
    return rule, scoring


def score_labelings(
    values,
    labels,
    folds,
    sets,
    orders,
    candidates,
    sensitivity_weight,
    tie_tolerance,
    *,
    threads=1,
    label="",
):
    """Score the same feature sets under many labelings of the samples.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
    sets : int array, shape (sets, size)
        The features of each set, all distinct; size from 1 to `set_kernel.LARGEST_SET`.
    orders : int array, shape (labelings, samples)
        Each row a permutation of the samples: in labeling i the sample orders[i, s] takes the label
        and the folds of sample s, so that classes and folds keep their sizes.
    candidates : list of str
    sensitivity_weight, tie_tolerance : float
        See `score_table.score_rule`.
    threads : int
    label : str
        What the progress is called.

    Returns
    -------
    list of ScoreTable, one a labeling
        As feature sets are left out of a study, a set with a feature that is constant within a
        class of some training fold is left out of the table of that labeling.
    """
    rule, scoring = _rule_and_scoring(labels, folds, candidates, sensitivity_weight, tie_tolerance)
    orders = np.asarray(orders)
    group = _labelings_a_group(values.shape, folds, rule, len(candidates), threads)
    progress = Progress(len(sets) * len(orders), label)
    tables = []
    for start in range(0, len(orders), group):
        some = orders[start : start + group]
        data = set_kernel.prepare(values, labels, folds, some, threads=threads)
        tallies = set_kernel.score_sets(data, sets, scoring, threads=threads, progress=progress)
        tables += [from_histogram(tally.counts, rule, candidates) for tally in tallies]
    return tables


def _labelings_a_group(shape, folds, rule, candidates, threads):
    """Return how many labelings are scored at once, so that memory stays within bounds."""
    splits = len(folds) * (folds.max() + 1)
    statistics = shape[1] * splits * set_kernel.STATISTICS * 8
    histogram = (rule.highest // rule.unit + 1) * 2**candidates * 8
    return int(max(1, BYTES_A_GROUP // (statistics + (threads + 1) * histogram)))


def merge_shards(shards, rule, candidates):
    """Put the shards of a data set together; their order and number do not matter.

    Parameters
    ----------
    shards : list of dict
        From `score_shard`.
    rule : score_table.ScoreRule
    candidates : list of str

    Returns
    -------
    table : ScoreTable
    lists : (keys, pairs, scores)
        As in `pair_kernel.Tally`.
    """
    table = merge(
        ScoreTable(
            tuple(candidates),
            shard["scores"],
            shard["scores"] / rule.highest,
            shard["winners"],
            shard["counts"],
        )
        for shard in shards
    )
    lists = pair_kernel.merge_lists(
        [(shard["keys"], shard["pairs"], shard["listed"]) for shard in shards]
    )
    return table, lists


def top_sets(lists, features, rule, candidates):
    """Name the best pairs.

    Parameters
    ----------
    lists : (keys, pairs, scores)
        From `merge_shards`.
    features : list of str
    rule : score_table.ScoreRule
    candidates : list of str

    Returns
    -------
    pandas.DataFrame
        list (`all`, or the candidate that wins these pairs most clearly), order, feature_1,
        feature_2, performance, winners, and each candidate's performance.
    """
    parts = []
    for name, keys, pairs, scores in zip(["all", *candidates], *lists, strict=True):
        count = int((keys >= 0).sum())
        count = count if name == "all" else min(count, CLEAREST_WINS)
        first, second = np.divmod(pairs[:count], len(features))
        best = scores[:count].max(axis=1)
        wins = scores[:count] >= best[:, None] - rule.tolerance
        parts.append(
            pd.DataFrame(
                {
                    "list": name,
                    "order": np.arange(1, count + 1),
                    "feature_1": [features[i] for i in first],
                    "feature_2": [features[i] for i in second],
                    "performance": best / rule.highest,
                    "winners": winner_names(wins @ (1 << np.arange(len(candidates))), candidates),
                    **dict(zip(candidates, scores[:count].T / rule.highest, strict=True)),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)
