"""How much memory and time the rules ask for, from the size of each data set."""

from math import comb
from types import SimpleNamespace

from suitability.win.epsilon import draws
from suitability.workflow.resources import (
    SETS_PER_PIECE,
    Shape,
    data_shape,
    number_of_splits,
    permutations_memory,
    reading_memory,
    scoring_memory,
    scoring_minutes,
    splits_memory,
)


def shape_of(samples, features):
    """Return what the memory of a data set's jobs depends on, from its tables."""
    class_sizes, kept = data_shape(samples, features)
    return Shape(
        class_sizes,
        kept,
        **REPEATS_AND_FOLDS,
        # Only the kernels have an array with a place for each winner set.
        candidates=0 if ESTIMATORS else len(config["candidates"]),
        weighted=config["score"]["sensitivity_weight"] != 0.5,
    )


def minutes_of(sets, listed, shape, threads):
    """Return the minutes that scoring may take: ten, and four times what is expected."""
    expected = scoring_minutes(
        sets,
        SET_SIZE,
        listed,
        sum(shape.class_sizes),
        **REPEATS_AND_FOLDS,
        threads=threads,
    )
    return int(10 + 4 * expected)


def score_memory(wildcards, input, threads):
    """Return the MB that scoring a shard takes."""
    drawn = LARGEST_SET * (config["score"]["sets"]["sample"] or 0)
    shape = shape_of(input.samples, input.features)
    return scoring_memory(shape, not ALL_PAIRS, drawn, threads)


def score_minutes(wildcards, input, threads):
    """Return the minutes that scoring a shard may take."""
    shape = shape_of(input.samples, input.features)
    sample = config["score"]["sets"]["sample"]
    sets = comb(shape.kept, LARGEST_SET) if sample is None else sample
    return minutes_of(sets / int(wildcards.shards), not ALL_PAIRS, shape, threads)


def search_memory(wildcards, input, threads):
    """Return the MB that a search takes, which has the set kernel score sets piece by piece."""
    drawn = LARGEST_SET * min(draws(config["search"]), SETS_PER_PIECE)
    return scoring_memory(shape_of(input.samples, input.features), True, drawn, threads)


def search_minutes(wildcards, input, threads):
    """Return the minutes that a search may take."""
    shape = shape_of(input.samples, input.features)
    return minutes_of(draws(config["search"]), True, shape, threads)


def held_out_memory(wildcards, input, threads):
    """Return the MB that scoring in every split of the samples takes."""
    shape = shape_of(input.samples, input.features)
    drawn = LARGEST_SET * config["held_out"]["sets"]
    return splits_memory(shape, not PAIRS_IN_GROUPS, drawn, threads)


def held_out_minutes(wildcards, input, threads):
    """Return the minutes that scoring in every split of the samples may take."""
    shape = shape_of(input.samples, input.features)
    sets = config["held_out"]["sets"] * number_of_splits(**PLAN)
    return minutes_of(sets, not PAIRS_IN_GROUPS, shape, threads)


def null_memory(wildcards, input, threads):
    """Return the MB that scoring under permuted labels takes."""
    shape = shape_of(input.samples, input.features)
    return permutations_memory(shape, config["null"]["permutations"], threads)


def null_minutes(wildcards, input, threads):
    """Return the minutes that scoring under permuted labels may take."""
    sets = config["null"]["permutations"] * config["null"]["sets"]
    return minutes_of(sets, True, shape_of(input.samples, input.features), threads)


def memory_of_scoring(dataset, threads):
    """Return the MB that the scoring of a data set requests, as its rule does."""
    paths = {
        name: rules.dataset.output[name].format(dataset=dataset)
        for name in ("samples", "features")
    }
    return score_memory(None, SimpleNamespace(**paths), threads)
