"""Splits that the samples do not allow, each with its one line, and feature sets that are lost."""

import numba
import numpy as np
import pytest

from reference.held_out import simulated_splits
from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.held_out.scoring import score_splits
from suitability.held_out.split_values import lost_sets
from suitability.held_out.splits import Plan, splits_of
from suitability.scoring.drawn_sets import draw_groups
from suitability.scoring.performance import Contest

PLAN = Plan(splits=2, outer_folds=5, outer_repeats=2, sets=100)


def problem_of(sizes, folds=2, groups=None, features=4):
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1], sizes)
    of_folds = stratified_folds(labels, 2, folds, rng, groups)
    values = rng.normal(size=(len(labels), features))
    return Problem(values, labels, of_folds, name="mine", groups=groups)


@pytest.mark.parametrize(
    ("smaller", "folds", "message"),
    [
        (
            4,
            2,
            "held_out.outer_folds is 5, but a class has 4 samples; at most 4 outer folds are "
            "possible",
        ),
        (
            5,
            3,
            "of a class of 5 samples, halves leave 2, too few for 3 folds that each leave at least "
            "2; use larger classes or fewer cross_validation.folds",
        ),
    ],
)
def test_classes_that_are_too_small_stop(smaller, folds, message):
    with pytest.raises(InputError) as error:
        splits_of(problem_of((20, smaller), folds), PLAN, 1)
    assert str(error.value) == f"data set 'mine': {message}"


def test_groups_that_do_not_allow_the_outer_folds_stop():
    # Ten samples of each class, but class 1 in four groups only.
    groups = np.concatenate([np.arange(10), 10 + np.arange(10) % 4])
    problem = problem_of((10, 10), 2, groups)
    with pytest.raises(InputError) as error:
        splits_of(problem, PLAN, 1)
    assert str(error.value) == (
        "data set 'mine', held_out.outer_folds: class 0 has samples in 10 groups and class 1 in 4, "
        "so that 5 folds of whole groups cannot all have both classes; at most 4 folds are possible"
    )


def test_groups_that_do_not_allow_the_inner_folds_stop():
    groups = np.concatenate([np.arange(12), 12 + np.arange(12) % 3])
    problem = problem_of((12, 12), 3, groups)
    plan = Plan(splits=2, outer_folds=3, outer_repeats=2, sets=100)
    with pytest.raises(InputError) as error:
        splits_of(problem, plan, 1)
    message = str(error.value)
    assert message.startswith("data set 'mine', cross_validation.folds in held_out.outer_folds: ")
    assert message.endswith("; at most 2 folds are possible")


def test_no_set_is_lost_where_every_split_has_all():
    splits = simulated_splits(1, ("NC", "LDA")).assign(sets=780)
    assert lost_sets(splits) == {
        "drawn": 780,
        "splits": 1 + 5 + 12 + 12 + 12,
        "splits_with_loss": 0,
        "most_lost": 0,
    }


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="slow without compiled code")
def test_sets_with_a_feature_that_is_constant_in_a_training_fold_are_counted():
    problem = problem_of((12, 12))
    # Feature 0 varies in class 1 by two samples only, one in each fold.
    column = np.zeros(24)
    column[:12] = np.arange(12)
    column[[12, 13]] = 1, 2
    problem.values[:, 0] = column
    problem.folds[:, 12:] = np.arange(12) % 2
    draws = []

    def draw(values, labels):
        pairs = draw_groups(4, 6, np.random.default_rng(1))
        draws.append(any(np.ptp(values[labels == c, 0]) == 0 for c in (0, 1)))
        return pairs

    plan = Plan(splits=5, outer_folds=3, outer_repeats=2, sets=100)
    splits = score_splits(problem, Contest(("NC", "QDA")), draw, plan, np.array([1]), seed=1).splits
    found = lost_sets(splits)
    assert found["drawn"] == 6
    # Each pair with feature 0.
    assert found["most_lost"] == 3
    assert found["splits"] == 1 + 5 + 6 + 10 + 10
    assert draws.count(True) <= found["splits_with_loss"] < found["splits"]
