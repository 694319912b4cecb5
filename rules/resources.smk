"""How much memory and time the rules ask for, from the size of each data set."""

from math import comb
from types import SimpleNamespace

from suitability.win.epsilon import draws
from suitability.workflow.resources import (
    GROUPED_RATE,
    SETS_PER_PIECE,
    Shape,
    data_shape,
    fitting_minutes,
    number_of_splits,
    permutations_memory,
    reading_memory,
    scoring_memory,
    scoring_minutes,
    splits_memory,
)

SCORING_RULES = ("score", "search", "permutations", "held_out_splits")
# Of each process that fits classifiers.
FITTING_MB = 250


def shape_of(dataset, samples, features):
    """Return what the memory of a data set's jobs depends on, from its tables."""
    class_sizes, kept = data_shape(samples, features)
    return Shape(
        class_sizes,
        kept,
        **REPEATS_AND_FOLDS,
        # Only the kernels have an array with a place for each winner set.
        candidates=0 if WHY_GENERAL[dataset] else len(config["candidates"]),
        weighted=config["score"]["sensitivity_weight"] != 0.5,
    )


def largest_set(dataset, kept):
    """Return how many features the largest sets of a data set have."""
    size = SETS[dataset]["size"]
    return (
        kept
        if size == "all"
        else max(map(int, [size] if isinstance(size, int) else size))
    )


def in_groups(dataset):
    """Return whether random pairs of a data set are drawn in groups."""
    sets = SETS[dataset]
    return sets["size"] == 2 and sets["weights"] is None and not WHY_GENERAL[dataset]


def all_pairs(dataset):
    """Return whether all pairs of a data set are scored."""
    return SETS[dataset]["size"] == 2 and SETS[dataset]["sample"] is None


def sets_scored_by(rule, dataset, kept):
    """Return how many feature sets a rule scores, and whether the set kernel scores them."""
    sample, null = SETS[dataset]["sample"], config["null"]
    every_set = comb(kept, largest_set(dataset, kept))
    tested = config["permutation_tests"]
    return {
        "score": (every_set if sample is None else sample, not all_pairs(dataset)),
        "search": (draws(config["search"]), True),
        "permutations": (
            null["permutations"] * min(null["sets"], every_set),
            not in_groups(dataset),
        ),
        "held_out_splits": (
            number_of_splits(**PLAN) * min(config["held_out"]["sets"], every_set),
            not in_groups(dataset),
        ),
        "set_tests": (2 * tested["set_randomisations"] * tested["sets"], True),
    }[rule]


def fits_of(rule, dataset, kept):
    """Return how many fits of each candidate a rule makes."""
    sets, _ = sets_scored_by(rule, dataset, kept)
    # A search fits no set twice.
    sets = (
        min(sets, comb(kept, largest_set(dataset, kept))) if rule == "search" else sets
    )
    splits = REPEATS_AND_FOLDS["repeats"] * REPEATS_AND_FOLDS["folds"]
    return sets * (splits + (rule == "held_out_splits"))


def planned_fits(wildcards, input):
    """Return how many fits of each candidate all rules make; 0 where kernels score the sets."""
    if not WHY_GENERAL[wildcards.dataset]:
        return 0
    _, kept = data_shape(input.samples, input.features)
    return sum(fits_of(rule, wildcards.dataset, kept) for rule in SCORING_RULES)


def expected_minutes(rule, dataset, shape, threads):
    """Return the minutes that a rule is expected to take for a data set."""
    if WHY_GENERAL[dataset]:
        fits = fits_of(rule, dataset, shape.kept) * len(config["candidates"])
        if SETS[dataset]["size"] == "all":
            # Of a single set, splits are what processes share.
            threads = min(
                threads, REPEATS_AND_FOLDS["repeats"] * REPEATS_AND_FOLDS["folds"]
            )
        return fitting_minutes(fits, threads)
    sets, listed = sets_scored_by(rule, dataset, shape.kept)
    minutes = scoring_minutes(
        sets,
        SETS[dataset]["size"],
        listed,
        sum(shape.class_sizes),
        **REPEATS_AND_FOLDS,
        threads=threads,
    )
    grouped = rule in ("permutations", "held_out_splits") and not listed
    return minutes / GROUPED_RATE if grouped else minutes


def minutes_of(rule):
    """Return a function of the minutes that a job may take, ten and four times what is expected."""

    def minutes(wildcards, input, threads):
        shape = shape_of(wildcards.dataset, input.samples, input.features)
        shards = int(getattr(wildcards, "shards", 1))
        expected = expected_minutes(rule, wildcards.dataset, shape, threads)
        return int(10 + 4 * expected / shards)

    return minutes


def memory_of(estimate):
    """Return a function of the MB that a rule takes, given one of a data set's shape and size."""

    def memory(wildcards, input, threads):
        dataset = wildcards.dataset
        shape = shape_of(dataset, input.samples, input.features)
        size = largest_set(dataset, shape.kept)
        fitting = FITTING_MB * threads if WHY_GENERAL[dataset] else 0
        return estimate(dataset, shape, size, threads) + fitting

    return memory


def score_memory(dataset, shape, size, threads):
    """Return the MB that scoring a shard takes."""
    drawn = size * (SETS[dataset]["sample"] or 0)
    return scoring_memory(shape, not all_pairs(dataset), drawn, threads)


def search_memory(dataset, shape, size, threads):
    """Return the MB that a search takes, which has the set kernel score sets piece by piece."""
    drawn = size * min(draws(config["search"]), SETS_PER_PIECE)
    return scoring_memory(shape, True, drawn, threads)


def held_out_memory(dataset, shape, size, threads):
    """Return the MB that scoring in every split of the samples takes."""
    every_set = comb(shape.kept, size)
    drawn = size * min(config["held_out"]["sets"], every_set)
    return splits_memory(shape, not in_groups(dataset), drawn, threads)


def second_cohort_memory(wildcards, input, threads):
    """Return the MB that trying searches on a second cohort takes."""
    tested = sum(data_shape(input.cohort_samples, input.features)[0])

    def estimate(dataset, shape, size, threads):
        drawn = size * min(config["held_out"]["sets"], comb(shape.kept, size))
        return splits_memory(shape, not in_groups(dataset), drawn, threads, tested)

    return memory_of(estimate)(wildcards, input, threads)


def null_memory(dataset, shape, size, threads):
    """Return the MB that scoring under permuted labels takes."""
    null = config["null"]
    return permutations_memory(
        shape, null["permutations"], null["sets"], not in_groups(dataset), threads
    )


def set_tests_memory(dataset, shape, size, threads):
    """Return the MB that the permutation tests of feature sets take."""
    tested = config["permutation_tests"]
    scored = (
        tested["sets"] * (tested["set_randomisations"] + 1) * len(config["candidates"])
    )
    # Beside the kernel, the scores, wins and ranks under all randomisations.
    arrays = int(8 * 5 * scored / 1e6)
    return scoring_memory(shape, True, size * tested["sets"], threads) + arrays


def cost_of(dataset, threads):
    """Return the largest memory that a rule requests, and minutes and fits by rule."""
    output = rules.dataset.output
    paths = {
        name: output[name].format(dataset=dataset) for name in ("samples", "features")
    }
    shape, wildcards = shape_of(dataset, **paths), SimpleNamespace(dataset=dataset)
    memory = [score_memory, search_memory, null_memory, held_out_memory]
    tested = [] if WHY_GENERAL[dataset] else ["set_tests"]
    if tested:
        memory.append(set_tests_memory)
    return {
        "memory": max(
            memory_of(each)(wildcards, SimpleNamespace(**paths), threads)
            for each in memory
        ),
        "minutes": {
            name: expected_minutes(name, dataset, shape, threads)
            for name in [*SCORING_RULES, *tested]
        },
        "fits": {name: fits_of(name, dataset, shape.kept) for name in SCORING_RULES},
    }
