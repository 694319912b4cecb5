"""Scoring the feature sets of a data set in shards, and putting the shards together."""

import time

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.jobs import logger
from suitability.core.progress import Progress
from suitability.core.tables import read_arrays, read_tsv
from suitability.gaussian import pair_kernel, set_kernel
from suitability.gaussian.candidates import CANDIDATES
from suitability.scoring.score_table import (
    ScoreTable,
    from_histogram,
    merge,
    score_rule,
    winner_names,
)
from suitability.scoring.sets import AllSets

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
    sets,
    candidates,
    sensitivity_weight,
    tie_tolerance,
    shard,
    shards,
    *,
    threads=1,
    label="",
):
    """Score a share of the feature sets with every candidate.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
    sets : set_sampling.AllSets or set_sampling.SampledSets
        All pairs are the pair kernel's; any others are the set kernel's.
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
        scores, winners, counts: the shard's score table. keys, pairs, listed: its best sets, see
        `pair_kernel.Tally`. members: their features, shape (lists, places, largest size), filled up
        with -1. singular: sets with a singular covariance. seconds: time taken, without compiling.
    """
    rule, scoring = rule_and_scoring(labels, folds, candidates, sensitivity_weight, tie_tolerance)
    if isinstance(sets, AllSets) and sets.size == 2:
        tally, seconds = _score_pairs(values, labels, folds, scoring, shard, shards, threads, label)
        members = np.stack(np.divmod(tally.pairs, values.shape[1]), axis=-1)
    else:
        tally, seconds = _score_sets(
            values, labels, folds, scoring, sets, shard, shards, threads, label
        )
        places = np.where(tally.keys >= 0, tally.pairs, 0)
        members = sets.at(places.ravel()).reshape(*places.shape, -1)
    table = from_histogram(tally.counts, rule, candidates)
    return {
        "scores": table.scores,
        "winners": table.winners,
        "counts": table.counts,
        "keys": tally.keys,
        "pairs": tally.pairs,
        "listed": tally.scores,
        "members": members,
        "singular": tally.singular,
        "seconds": np.array(seconds),
    }


def _score_pairs(values, labels, folds, scoring, shard, shards, threads, label):
    blocks = pair_kernel.shard_rows(values.shape[1], shard, shards)
    total = sum(pair_kernel.pairs_in(block, values.shape[1]) for block in blocks)
    logger.info("%s: compiling", label)
    data = pair_kernel.prepare(values, labels, folds, threads=threads)
    pair_kernel.score_pairs(data, NO_ROWS, scoring)
    started = time.monotonic()
    tally = pair_kernel.score_pairs(
        data, blocks, scoring, threads=threads, progress=Progress(total, label)
    )
    return tally, time.monotonic() - started


def _score_sets(values, labels, folds, scoring, sets, shard, shards, threads, label):
    start, stop = (sets.total * place // shards for place in (shard, shard + 1))
    data = set_kernel.prepare(values, labels, folds)
    progress = Progress(stop - start, label)
    tally, seconds = set_kernel.no_sets(data, scoring), 0.0
    for first, some, counts in sets.pieces(start, stop):
        # The first set of a size compiles the kernel.
        set_kernel.score_sets(data, some[:1], scoring)
        started = time.monotonic()
        (found,) = set_kernel.score_sets(
            data, some, scoring, counts=counts, first=first, threads=threads, progress=progress
        )
        tally = pair_kernel.merge([tally, found])
        seconds += time.monotonic() - started
    return tally, seconds


def rule_and_scoring(labels, folds, candidates, sensitivity_weight, tie_tolerance):
    """Return how right decisions become scores, in general and for the kernels.

    Parameters
    ----------
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
    candidates : list of str
    sensitivity_weight, tie_tolerance : float
        See `score_table.score_rule`.

    Returns
    -------
    score_table.ScoreRule, pair_kernel.Scoring
    """
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
    sets : list of int array, shape (sets, size)
        The features of each set, all distinct; sizes from 1 to `set_kernel.LARGEST_SET`.
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
    rule, scoring = rule_and_scoring(labels, folds, candidates, sensitivity_weight, tie_tolerance)
    orders = np.asarray(orders)
    group = _labelings_a_group(values.shape, folds, rule, len(candidates), threads)
    progress = Progress(sum(map(len, sets)) * len(orders), label)
    tables = []
    for start in range(0, len(orders), group):
        some = orders[start : start + group]
        data = set_kernel.prepare(values, labels, folds, some, threads=threads)
        tallies = [
            set_kernel.score_sets(data, of_size, scoring, threads=threads, progress=progress)
            for of_size in sets
        ]
        tables += [
            from_histogram(sum(tally.counts for tally in of_labeling), rule, candidates)
            for of_labeling in zip(*tallies, strict=True)
        ]
    return tables


def _labelings_a_group(shape, folds, rule, candidates, threads):
    """Return how many labelings are scored at once, so that memory stays within bounds."""
    splits = len(folds) * (folds.max() + 1)
    statistics = shape[1] * splits * set_kernel.STATISTICS * 8
    histogram = (rule.highest // rule.unit + 1) * 2**candidates * 8
    return int(max(1, BYTES_A_GROUP // (statistics + (threads + 1) * histogram)))


def read_shard(path, made_of):
    """Read a shard that was written with the fingerprint of what it was made of.

    Parameters
    ----------
    path : path
    made_of : str
        What it should be.

    Returns
    -------
    dict of str to array
        As `score_shard` returns it.

    Raises
    ------
    InputError
        If the file is damaged or was made of something else.
    """
    shard = read_arrays(path)
    if shard.pop("made_of") != made_of:
        raise InputError(
            f"{path}: was made of other data or settings, perhaps by a job that was left over from "
            "another run; delete it and run again"
        )
    return shard


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
    lists : (keys, members, scores)
        As `score_shard` returns them.
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
    keys, _, scores = _merge_lists(shards, "listed")
    _, _, members = _merge_lists(shards, "members")
    return table, (keys, members, scores)


def _merge_lists(shards, what):
    return pair_kernel.merge_lists(
        [(shard["keys"], shard["pairs"], shard[what]) for shard in shards]
    )


def read_sets(path):
    """Read a table that names feature sets; the names are text, whatever they look like.

    Parameters
    ----------
    path : path
        Written by `tables.write_tsv`, with columns feature_1 and so on.

    Returns
    -------
    pandas.DataFrame
    """
    columns = pd.read_csv(path, sep="\t", nrows=0).columns
    return read_tsv(path, text=[name for name in columns if name.startswith("feature_")])


def top_sets(lists, features, rule, candidates):
    """Name the best sets.

    Parameters
    ----------
    lists : (keys, members, scores)
        From `merge_shards`.
    features : list of str
    rule : score_table.ScoreRule
    candidates : list of str

    Returns
    -------
    pandas.DataFrame
        list (`all`, or the candidate that wins these sets most clearly), order, feature_1 and so
        on (empty where a set is smaller than others), performance, winners, and each candidate's
        performance.
    """
    parts = []
    names = np.array([*features, ""], object)
    for name, keys, members, scores in zip(["all", *candidates], *lists, strict=True):
        count = int((keys >= 0).sum())
        count = count if name == "all" else min(count, CLEAREST_WINS)
        best = scores[:count].max(axis=1)
        wins = scores[:count] >= best[:, None] - rule.tolerance
        parts.append(
            pd.DataFrame(
                {
                    "list": name,
                    "order": np.arange(1, count + 1),
                    **{
                        f"feature_{i}": names[column]
                        for i, column in enumerate(members[:count].T, start=1)
                    },
                    "performance": best / rule.highest,
                    "winners": winner_names(wins @ (1 << np.arange(len(candidates))), candidates),
                    **dict(zip(candidates, scores[:count].T / rule.highest, strict=True)),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)
