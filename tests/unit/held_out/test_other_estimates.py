import numpy as np
import pytest

from reference.kernel import random_problem
from reference.naive import calls_of_set
from suitability.core.problem import Problem
from suitability.gaussian.candidates import CANDIDATES
from suitability.held_out import other_estimates as other

LABELS = np.array([0, 0, 0, 0, 1, 1])
FOLDS = np.array([[0, 0, 1, 1, 0, 1]])
# Configurations by samples.
RIGHT = np.array([[[1, 1, 1, 1, 0, 1], [1, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1]]], bool)


def test_decisions_are_those_of_the_textbook_formulas():
    values, labels, folds = random_problem(3, 4, (9, 8), 2, 3)
    sets = np.array([[0, 1], [2, 3]])
    right = other.right_by_sample(Problem(values, labels, folds), sets, tuple(CANDIDATES))
    expected = [calls_of_set(values[:, pair], labels, folds) == labels for pair in sets]
    assert (right == np.concatenate(expected).transpose(1, 0, 2)).all()


def test_balanced_accuracy_weighs_classes_equally():
    assert other.balanced_accuracy(RIGHT[0], LABELS) == pytest.approx([0.75, 0.875, 0.5])
    weights = np.array([0, 2, 1, 1, 1, 1])
    assert other.balanced_accuracy(RIGHT[0], LABELS, weights) == pytest.approx([0.75, 0.75, 0.5])


def test_the_plain_estimate_is_that_of_the_best_configuration():
    assert other.cross_validated(RIGHT, LABELS) == pytest.approx(0.875)


def test_the_bias_is_what_each_fold_could_gain_by_another_configuration():
    # The second configuration is best over all: in the first fold 0.75, like the first one, and
    # in the second 1: no bias. A perfect one in the first fold makes the bias 1/8.
    assert other.tibshirani(RIGHT, LABELS, FOLDS) == pytest.approx(0.875)
    perfect_at_first = np.array([[[1, 1, 0, 0, 1, 0]]], bool)
    right = np.concatenate([RIGHT, perfect_at_first], axis=1)
    assert other.tibshirani(right, LABELS, FOLDS) == pytest.approx(0.875 - 0.125)


def test_a_single_configuration_is_not_corrected():
    rng = np.random.default_rng(1)
    labels, right = np.repeat([0, 1], 100), rng.random((2, 1, 200)) < 0.8
    plain = other.cross_validated(right, labels)
    assert other.bootstrap_bias_corrected(right, labels, 300, rng) == pytest.approx(plain, abs=0.01)


def test_the_bootstrap_removes_most_of_the_bias_of_choosing_among_random_guesses():
    rng = np.random.default_rng(2)
    labels, right = np.repeat([0, 1], 25), rng.random((1, 300, 50)) < 0.5
    assert other.cross_validated(right, labels) > 0.65
    assert other.bootstrap_bias_corrected(right, labels, 100, rng) < 0.58
