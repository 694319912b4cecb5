"""Tests and intervals from the test folds of a repeated cross-validation."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp, ttest_rel

from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.gaussian.rules import right_decisions
from suitability.scoring.paired_tests import mean_interval, paired_tests
from suitability.scoring.performance import Contest, fold_performances


def performances_of(problem, feature):
    right = right_decisions(problem, np.array([[feature]]), ["NC"])
    return fold_performances(right, problem.test_sizes, Contest(["NC"]))


def test_the_paired_test_is_the_textbooks_and_the_corrected_one_more_cautious():
    rng = np.random.default_rng(2)
    first, second = rng.normal(0.02, 0.1, (100, 3)), rng.normal(0, 0.1, (100, 3))
    paired, corrected = paired_tests(first - second, folds=5)
    assert paired == pytest.approx(ttest_rel(first, second).pvalue)
    # The same t statistic on differences of a larger spread: 1/100 + 1/4 instead of 1/100.
    off = first - second
    wider = off.mean(axis=0) + (off - off.mean(axis=0)) * 26**0.5
    assert corrected == pytest.approx(ttest_1samp(wider, 0).pvalue)
    assert (corrected > paired).all()


def test_equal_performances_are_no_difference_and_a_constant_lead_is_one():
    differences = np.column_stack([np.zeros(10), np.full(10, 0.25)])
    for p in paired_tests(differences, folds=5):
        assert p.tolist() == [1, 0]


def test_the_corrected_test_holds_its_level_where_the_plain_one_does_not():
    """Two candidates that are equally good, told apart by 10 times 5 folds of random samples."""
    flagged = []
    for trial in range(60):
        rng = np.random.default_rng(trial)
        labels = np.repeat([0, 1], 20)
        values = rng.normal(size=(40, 2)) + 0.7 * labels[:, None]
        folds = stratified_folds(labels, 10, 5, rng)
        first, second = (
            performances_of(Problem(values, labels, folds), feature) for feature in (0, 1)
        )
        paired, corrected = paired_tests((first - second)[0], folds=5)
        flagged.append([paired < 0.05, corrected < 0.05])
    plain, cautious = np.mean(flagged, axis=0)[:, 0]
    assert plain > 0.3
    assert cautious < 0.1


def test_intervals_of_the_mean_are_within_what_is_possible():
    performances = np.array([[1.0, 0.5], [1.0, 0.6], [0.9, 0.4], [1.0, 0.5]])
    lower, upper = mean_interval(performances, folds=2)
    assert upper[0] == 1
    # 4 values of variance 1/150, t of 3 degrees of freedom, factor 1/4 + 1.
    assert 0.5 - lower[1] == pytest.approx(3.182446 * (1.25 / 150) ** 0.5)
    assert 0.5 + (0.5 - lower[1]) == pytest.approx(upper[1])
