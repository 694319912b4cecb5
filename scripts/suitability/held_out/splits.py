"""How samples are split: outer folds of nested cross-validation, and halves."""

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

import numpy as np

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.core.resampling import permuted_order, stratified_folds
from suitability.workflow.resources import COMPARED_SPLITS

# The samples of a class that are needed outside a test fold, for a variance.
FEWEST_TRAINING = 2
# What the folds are called in messages.
OUTER_FOLDS = {
    "nested": "held_out.outer_folds",
    "half": "halves of the samples",
    "permuted_half": "halves of the samples with permuted labels",
}
INNER_FOLDS = {
    "fresh": "cross_validation.folds",
    **{kind: f"cross_validation.folds in {name}" for kind, name in OUTER_FOLDS.items()},
}


@dataclass(frozen=True)
class Plan:
    """How often and into how many parts samples are split; as in the config, `held_out`.

    Attributes
    ----------
    splits : int
        Splits into halves.
    outer_folds, outer_repeats : int
    sets : int
        How many feature sets are scored in each split.
    """

    splits: int
    outer_folds: int
    outer_repeats: int
    sets: int


@dataclass(frozen=True)
class Split:
    """One way to split the samples.

    Attributes
    ----------
    kind : str
        nested, half, permuted_half, folds or all: see `splits_of`; cohort: see `second_cohort`.
    repeat, part : int
        From 1.
    labels : int64 array, shape (samples,)
        Observed or permuted.
    folds : int64 array, shape (repeats, samples)
        Of the cross-validation; -1 for samples that take no part in it.
    """

    kind: str
    repeat: int
    part: int
    labels: np.ndarray
    folds: np.ndarray

    @property
    def has_held_out(self):
        """Whether candidates are tried on the samples that take no part."""
        return self.kind in ("nested", "half", "cohort")


def splits_of(problem, plan, seed):
    """Return all splits of the samples.

    Parameters
    ----------
    problem : core.problem.Problem
        Samples of one group stay together.
    plan : Plan
    seed : int

    Returns
    -------
    list of Split
        all: all samples on the study's folds. folds: all samples on fresh folds. nested: without
        one outer fold. half: one half of the samples, tried on the other. permuted_half: the same
        with permuted labels, which are the same in all of these splits. The last and folds are for
        comparison only: of each there are at most `COMPARED_SPLITS`.

    Raises
    ------
    InputError
        If a class has too few samples.
    """
    check_classes(problem, plan)
    labels, groups = problem.labels, problem.groups

    def rng(purpose, index=0):
        return stream(seed, problem.name, f"held out {purpose}", index)

    def fresh_folds(labels, training, purpose, index):
        with _of_data_set(problem, INNER_FOLDS[purpose]):
            return _inner_folds(problem, labels, training, rng(f"{purpose} folds", index))

    def parts(kind, count, folds, labels):
        with _of_data_set(problem, OUTER_FOLDS[kind]):
            outer = stratified_folds(labels, count, folds, rng(kind), groups)
        for i, (repeat, part) in enumerate(product(range(count), range(folds))):
            inner = fresh_folds(labels, outer[repeat] != part, kind, i)
            yield Split(kind, repeat + 1, part + 1, labels, inner)

    everyone = np.ones(len(labels), bool)
    permuted = np.empty_like(labels)
    permuted[permuted_order(labels, rng("permutation"), groups)] = labels
    compared = min(plan.splits, COMPARED_SPLITS)
    return [
        Split("all", 1, 1, labels, problem.folds),
        *(
            Split("folds", i + 1, 1, labels, fresh_folds(labels, everyone, "fresh", i))
            for i in range(compared)
        ),
        *parts("nested", plan.outer_repeats, plan.outer_folds, labels),
        *parts("half", plan.splits, 2, labels),
        *parts("permuted_half", compared, 2, permuted),
    ]


@contextmanager
def _of_data_set(problem, what):
    """Name the data set and the kind of folds in errors about groups."""
    try:
        yield
    except InputError as error:
        raise InputError(f"data set '{problem.name}', {what}: {error}") from None


def _inner_folds(problem, labels, training, rng):
    """Return fresh folds of the training samples, like those of the study."""
    folds = np.full(problem.folds.shape, -1, np.int64)
    groups = None if problem.groups is None else problem.groups[training]
    folds[:, training] = stratified_folds(
        labels[training], len(folds), problem.fold_count, rng, groups
    )
    return folds


def check_classes(problem, plan):
    """Check that classes are large enough for the splits.

    Parameters
    ----------
    problem : core.problem.Problem
    plan : Plan

    Raises
    ------
    InputError
        Says what is possible instead.
    """
    folds, smallest = problem.fold_count, int(min(problem.class_sizes))
    where = f"data set '{problem.name}'"
    if plan.outer_folds > smallest:
        raise InputError(
            f"{where}: held_out.outer_folds is {plan.outer_folds}, but a class "
            f"has {smallest} samples; at most {smallest} outer folds are possible"
        )
    for training, key in (
        (smallest // 2, "halves"),
        (smallest - -(-smallest // plan.outer_folds), f"{plan.outer_folds} outer folds"),
    ):
        if training < folds or training - -(-training // folds) < FEWEST_TRAINING:
            raise InputError(
                f"{where}: of a class of {smallest} samples, {key} leave {training}, too few for "
                f"{folds} folds that each leave at least {FEWEST_TRAINING}; use larger classes or "
                "fewer cross_validation.folds"
            )
