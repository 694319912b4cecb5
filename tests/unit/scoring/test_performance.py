"""Right decisions as exact integer scores."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score

from reference import kernel, naive
from suitability.scoring.performance import Contest, chance_level, performance_name


def rule_for(class_sizes, repeats, weight=0.5, tolerance=0.0):
    return Contest(("NC", "LDA"), weight, tolerance).rule(class_sizes, repeats)


def random_decisions(rng, repeats):
    labels = rng.permutation(np.repeat([0, 1], rng.integers(4, 40, size=2)))
    return labels, rng.integers(0, 2, size=(repeats, len(labels))).astype(bool)


@pytest.mark.parametrize("seed", range(20))
def test_performance_is_balanced_accuracy(seed):
    labels, calls = random_decisions(np.random.default_rng(seed), repeats=3)
    rule = rule_for(np.bincount(labels), 3)
    performance = naive.scores_of_calls(calls, labels, rule.weights) / rule.highest
    expected = balanced_accuracy_score(np.tile(labels, 3), calls.ravel())
    assert performance == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("given_weight", "weight"),
    [
        (0.0, Fraction(0)),
        (0.3, Fraction(3, 10)),
        (0.5, Fraction(1, 2)),
        (2 / 3, Fraction(2, 3)),
        (0.333, Fraction(1, 3)),
        (1.0, Fraction(1)),
    ],
)
def test_performance_is_the_weighted_mean_of_sensitivity_and_specificity(given_weight, weight):
    labels, calls = random_decisions(np.random.default_rng(4), repeats=2)
    rule = rule_for(np.bincount(labels), 2, given_weight)
    score = int(naive.scores_of_calls(calls, labels, rule.weights))
    sensitivity = Fraction(int(calls[:, labels == 1].sum()), 2 * int((labels == 1).sum()))
    specificity = Fraction(int((~calls)[:, labels == 0].sum()), 2 * int((labels == 0).sum()))
    assert Fraction(score, rule.highest) == weight * sensitivity + (1 - weight) * specificity


def test_equal_weights_give_the_score_of_balanced_accuracy():
    assert rule_for((7, 11), 2).weights == (11, 7)
    assert rule_for((7, 11), 2).highest == 2 * 2 * 7 * 11


@pytest.mark.parametrize("weight", [0.3, 0.333, 0.5, 2 / 3, 0.123])
def test_all_right_decisions_reach_the_highest_score(weight):
    rule = rule_for((9, 14), 3, weight)
    assert 3 * (rule.weights[0] * 9 + rule.weights[1] * 14) == rule.highest


@pytest.mark.parametrize("tolerance", [0, 0.01, 0.05, 0.1, 0.3, 1e-5, 1.0])
def test_tolerance_is_the_largest_score_difference_within_it(tolerance):
    rule = rule_for((20, 25), 2, tolerance=tolerance)
    exact = Fraction(str(tolerance)) * rule.highest
    assert rule.tolerance <= exact < rule.tolerance + 1


def test_winners_are_all_within_the_tolerance_of_the_best():
    rule = rule_for((20, 25), 1, tolerance=0.01)
    assert rule.tolerance == 10
    scores = np.array([[500, 490], [500, 489], [0, 700]])
    assert rule.winners(scores).tolist() == [[True, True], [True, False], [False, True]]
    assert rule.winners(scores[1]).tolist() == [True, False]


def test_the_rule_of_a_problem_is_that_of_its_classes_and_repeats():
    problem = kernel.random_problem(1, 3, (7, 9), 2, 3)
    contest = Contest(("QDA", "NC"), 0.3, 0.02)
    assert contest.rule_of(problem.study) == contest.rule((7, 9), 2)
    scoring = contest.rule_of(problem.study).for_kernels()
    assert scoring.candidates.tolist() == [5, 0]
    assert scoring.weights.tolist() == list(contest.rule((7, 9), 2).weights)


def test_chance_is_the_better_constant_rule():
    assert chance_level(0.5) == 0.5
    assert chance_level(0.3) == 0.7
    assert performance_name(0.5) == "balanced accuracy"
    assert performance_name(0.3) == "performance"
