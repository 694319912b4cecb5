"""Both tests of the Gaussian rules on feature sets."""

import numpy as np
import pytest

from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.rules import right_decisions
from suitability.permutation_tests.feature_sets import set_scores, significance_of_sets
from suitability.scoring.performance import Contest

CONTEST = Contest(tuple(CANDIDATES))


def problem_of(values, labels, seed=0):
    folds = stratified_folds(labels, 2, 3, np.random.default_rng(seed))
    names = tuple(map(str, range(values.shape[1])))
    return Problem(np.ascontiguousarray(values), labels, folds, names, name="test")


def random_problem(features=8):
    rng = np.random.default_rng(5)
    labels = np.repeat([0, 1], [21, 15])
    return problem_of(rng.normal(size=(36, features)), labels)


def test_scores_are_those_of_the_plain_rules_in_any_order_of_the_labels():
    problem, rng = random_problem(20), np.random.default_rng(1)
    sets = np.array([rng.choice(20, 2, replace=False) for _ in range(130)])
    order = rng.permutation(36)
    found = set_scores(problem, CONTEST, [sets], np.stack([np.arange(36), order]))
    for scores, values in zip(found, (problem.values, problem.values[order]), strict=True):
        permuted = problem_of(values, problem.labels)
        right = right_decisions(permuted, sets, CONTEST.candidates).sum(axis=1)
        assert (scores == right @ CONTEST.rule_of(problem).weights).all()


def test_a_set_that_cannot_be_scored_has_no_score():
    problem = random_problem(3)
    problem.values[:, 0] = 1.0
    (scores,) = set_scores(problem, CONTEST, [np.array([[0, 1], [1, 2]])])
    assert (scores[0] == -1).all() and (scores[1] >= 0).all()


def test_results_do_not_depend_on_threads():
    problem, sets = random_problem(), [np.array([[0, 1], [2, 3], [6, 7]])]
    one, two = (significance_of_sets(problem, CONTEST, sets, 19, 1, threads) for threads in (1, 2))
    assert one.equals(two)
    assert one["won"].sum() >= 6 and (one["best_p"] >= 1 / 20).all()


@pytest.mark.parametrize("correlation", [0.0, 0.95])
def test_lda_is_significant_in_test_2_if_features_are_correlated(correlation):
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], 40)
    factor = np.linalg.cholesky([[1, correlation], [correlation, 1]])
    values = rng.normal(size=(80, 2)) @ factor.T
    values[:, 0] += 1.2 * labels
    table = significance_of_sets(problem_of(values, labels), CONTEST, [np.array([[0, 1]])], 99, 1)
    p = table.set_index(["test", "candidate"])["best_p"]
    assert (p["labels"] <= 0.05).all()
    assert (p["columns", "LDA"] <= 0.05) == (correlation > 0)
