"""Both tests of the Gaussian rules on feature sets."""

import numpy as np
import pytest
from scipy import stats

from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.rules import right_decisions
from suitability.permutation_tests.feature_sets import (
    set_scores,
    significance_of_sets,
    won_shares,
)
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


def test_shares_of_won_sets_compare_each_data_set_with_all():
    # Of three sets, the first data set wins two; on one of them no other reaches its score.
    scores = np.array([[9, 5, 1]] + [[i % 8, 5, 1] for i in range(39)])
    wins = np.zeros_like(scores, bool)
    wins[0, :2] = wins[1, 2] = True
    shares = won_shares(scores, wins)
    assert shares[0] == 0.5 and shares[1] == 0 and np.isnan(shares[2:]).all()


@pytest.mark.parametrize("test", ["labels", "columns"])
def test_the_share_of_won_sets_is_as_large_as_by_chance_without_dependency(test):
    p = []
    for study in range(30):
        rng = np.random.default_rng(study)
        labels = np.repeat([0, 1], 12)
        problem = problem_of(rng.normal(size=(24, 6)), rng.permutation(labels), study)
        sets = [np.array([[0, 1], [2, 3], [4, 5]])]
        table = significance_of_sets(problem, CONTEST, sets, 19, study)
        p += table.loc[table["test"] == test, "share_p"].tolist()
    assert min(p) >= 0.05 and np.mean(np.array(p) <= 0.1) <= 0.2


def test_the_table_has_a_chance_share_and_decides_over_the_candidates():
    table = significance_of_sets(random_problem(), CONTEST, [np.array([[0, 1], [2, 3]])], 39, 1)
    assert list(table) == [
        *("candidate", "test", "best", "best_p", "won"),
        *("share", "chance", "share_p", "significant"),
    ]
    assert table["chance"].between(0, 0.6).all() and not table["significant"].any()


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


def test_p_is_uniform_in_test_2_if_replicates_of_a_patient_stay_together():
    labels, groups = np.repeat([0, 1], 60), np.repeat(np.arange(24), 5)
    p = []
    for study in range(30):
        rng = np.random.default_rng(study)
        values = rng.normal(size=(24, 2))[groups] + rng.normal(0, 0.01, size=(120, 2))
        values[:, 0] += labels
        folds = stratified_folds(labels, 2, 3, rng, groups)
        problem = Problem(values, labels, folds, ("a", "b"), name="test", groups=groups)
        table = significance_of_sets(problem, CONTEST, [np.array([[0, 1]])], 39, study)
        p.append(table.set_index(["test", "candidate"]).loc[("columns", "LDA"), "best_p"])
    # If samples were permuted one by one, half of all p would be above 0.9.
    assert stats.kstest(p, "uniform").pvalue > 0.1
