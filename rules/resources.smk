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
        candidates=len(config["candidates"]),
        weighted=config["score"]["sensitivity_weight"] != 0.5,
    )


def sets_scored_by(rule, kept):
    """Return how many feature sets a rule scores, and whether the set kernel scores them."""
    sample = config["score"]["sets"]["sample"]
    null, every_set = config["null"], comb(kept, LARGEST_SET)
    tested = config["permutation_tests"]
    return {
        "score": (every_set if sample is None else sample, not ALL_PAIRS),
        "search": (draws(config["search"]), True),
        "permutations": (
            null["permutations"] * min(null["sets"], every_set),
            not PAIRS_IN_GROUPS,
        ),
        "held_out_splits": (
            number_of_splits(**PLAN) * min(config["held_out"]["sets"], every_set),
            not PAIRS_IN_GROUPS,
        ),
        "set_tests": (2 * tested["set_randomisations"] * tested["sets"], True),
    }[rule]


def expected_minutes(rule, shape, threads):
    """Return the minutes that a rule is expected to take for a data set."""
    sets, listed = sets_scored_by(rule, shape.kept)
    return scoring_minutes(
        sets,
        SET_SIZE,
        listed,
        sum(shape.class_sizes),
        **REPEATS_AND_FOLDS,
        threads=threads,
    )


def minutes_of(rule):
    """Return a function of the minutes that a rule may take: ten, and four times what is expected."""

    def minutes(wildcards, input, threads):
        shape = shape_of(input.samples, input.features)
        shards = int(getattr(wildcards, "shards", 1))
        return int(10 + 4 * expected_minutes(rule, shape, threads) / shards)

    return minutes


def score_memory(wildcards, input, threads):
    """Return the MB that scoring a shard takes."""
    drawn = LARGEST_SET * (config["score"]["sets"]["sample"] or 0)
    shape = shape_of(input.samples, input.features)
    return scoring_memory(shape, not ALL_PAIRS, drawn, threads)


def search_memory(wildcards, input, threads):
    """Return the MB that a search takes, which has the set kernel score sets piece by piece."""
    drawn = LARGEST_SET * min(draws(config["search"]), SETS_PER_PIECE)
    return scoring_memory(shape_of(input.samples, input.features), True, drawn, threads)


def held_out_memory(wildcards, input, threads):
    """Return the MB that scoring in every split of the samples takes."""
    shape = shape_of(input.samples, input.features)
    drawn = LARGEST_SET * config["held_out"]["sets"]
    return splits_memory(shape, not PAIRS_IN_GROUPS, drawn, threads)


def second_cohort_memory(wildcards, input, threads):
    """Return the MB that trying searches on a second cohort takes."""
    shape = shape_of(input.samples, input.features)
    tested = sum(data_shape(input.cohort_samples, input.features)[0])
    drawn = LARGEST_SET * config["held_out"]["sets"]
    return splits_memory(shape, not PAIRS_IN_GROUPS, drawn, threads, tested)


def null_memory(wildcards, input, threads):
    """Return the MB that scoring under permuted labels takes."""
    shape = shape_of(input.samples, input.features)
    return permutations_memory(shape, config["null"]["permutations"], threads)


def set_tests_memory(wildcards, input, threads):
    """Return the MB that the permutation tests of feature sets take."""
    tested = config["permutation_tests"]
    scored = (
        tested["sets"] * (tested["set_randomisations"] + 1) * len(config["candidates"])
    )
    shape = shape_of(input.samples, input.features)
    # Beside the kernel, the scores, wins and ranks under all randomisations.
    arrays = int(8 * 5 * scored / 1e6)
    return scoring_memory(shape, True, LARGEST_SET * tested["sets"], threads) + arrays


def cost_of(dataset, threads):
    """Return the largest memory that a rule requests for a data set, and expected minutes by rule."""
    output = rules.dataset.output
    paths = {
        name: output[name].format(dataset=dataset) for name in ("samples", "features")
    }
    shape = shape_of(**paths)
    memory = [
        score_memory,
        search_memory,
        null_memory,
        held_out_memory,
        set_tests_memory,
    ]
    return {
        "memory": max(each(None, SimpleNamespace(**paths), threads) for each in memory),
        "minutes": {
            name: expected_minutes(name, shape, threads)
            for name in (
                "score",
                "search",
                "permutations",
                "held_out_splits",
                "set_tests",
            )
        },
    }
