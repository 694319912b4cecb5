import numpy as np
import pandas as pd
import pytest

from suitability.core.problem import Problem
from suitability.report.features_alone import features_alone
from suitability.scoring.performance import Contest

NAMES = ("a", "b", "c", "d")


@pytest.fixture
def problem():
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1], 15)
    values = rng.normal(size=(30, 4))
    values[:, 0] += 3 * labels
    return Problem(values, labels, np.tile(np.arange(30) % 3, (2, 1)), NAMES)


def found(problem, sets, splits, features=("a", "b", "c"), candidates=("QDA", "NC")):
    columns = {f"feature_{i}": column for i, column in enumerate(zip(*sets, strict=True), 1)}
    return features_alone(
        problem,
        pd.DataFrame({"feature": features, "splits": 0.5}),
        pd.DataFrame({**columns, "splits": splits}),
        Contest(candidates),
    ).set_index("feature")


def test_a_partner_is_one_that_comes_up_mostly_with_the_first_feature(problem):
    sets = [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d")]
    table = found(problem, sets, [0.6, 0.3, 0.3, 0.2])
    assert table["partner"].to_dict() == {"a": False, "b": True, "c": False}
    assert table["others"].to_dict() == {"a": "b", "b": "a", "c": "d"}


def test_performances_are_those_of_the_simplest_candidate_in_cross_validation(problem):
    table = found(problem, [("a", "b")], [1.0], ["a"])
    x, labels = problem.values[:, 0], problem.labels
    right = np.zeros(2)
    for folds in problem.folds:
        for fold in range(3):
            train, test = folds != fold, folds == fold
            means = [x[train & (labels == c)].mean() for c in (0, 1)]
            called = abs(x - means[1]) < abs(x - means[0])
            right += [(test & (labels == c) & (called == c)).sum() for c in (0, 1)]
    assert table.loc["a", "alone"] == pytest.approx((right / 30).mean())
    assert table.loc["a", "candidate"] == "NC"
    assert 0.8 < table.loc["a", "together"] <= 1


def test_a_set_of_one_feature_has_no_partner(problem):
    table = found(problem, [("a", ""), ("b", "c")], [0.5, 0.5])
    assert table["others"].to_dict() == {"a": "", "b": "c", "c": "b"}
    assert not table["partner"].any()
    assert table.loc["a", "alone"] == table.loc["a", "together"]


def test_without_recurring_sets_the_table_is_empty(problem):
    table = found(problem, [("a", "b")], [0.5], features=["d"])
    assert table.empty
