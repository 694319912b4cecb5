"""The rules in plain NumPy against the textbook and the compiled kernels."""

import numpy as np
import pytest

from reference import discrimination as reference
from reference import naive
from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.gaussian import rules
from suitability.gaussian.candidates import CANDIDATES
from suitability.scoring.performance import Contest, fold_performances

NAMES = list(CANDIDATES)
LABELS = np.repeat([0, 1], (17, 12))


def values_of(features, seed=0):
    """Values with a shift and another spread in class 1, and correlated features."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(len(LABELS), features)) @ rng.normal(size=(features, features))
    return values * (1 + LABELS[:, None]) + LABELS[:, None]


def folds_of(repeats=2, folds=3, labels=LABELS):
    return stratified_folds(labels, repeats, folds, np.random.default_rng(1))


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("sensitivity_weight", [0.5, 0.8])
def test_fold_performances_are_those_of_the_textbook(size, sensitivity_weight):
    values, folds = values_of(7), folds_of()
    sets = np.array([range(i, i + size) for i in range(8 - size)][:4])
    problem = Problem(values, LABELS, folds)
    right = rules.right_decisions(problem, sets, NAMES)
    fast = fold_performances(right, problem.test_sizes, Contest(NAMES, sensitivity_weight))
    assert fast.shape == (len(sets), 6, 6)
    for place, features in enumerate(sets):
        for c, name in enumerate(NAMES):
            slow = reference.fold_performances(
                values[:, features], LABELS, folds, name, sensitivity_weight
            )
            assert fast[place, :, c] == pytest.approx(slow, abs=1e-12)


def test_pairs_are_called_as_in_the_scoring_also_where_a_covariance_is_singular():
    values = values_of(4)
    values[:, 3] = 2 * values[:, 2] + 1
    folds = folds_of()
    for pair in ([0, 1], [2, 3]):
        slow = naive.calls_of_set(values[:, pair], LABELS, folds)
        for c, name in enumerate(NAMES):
            for split, test in enumerate(Problem(values, LABELS, folds).test_samples):
                x = values[:, None, pair]
                gaussians = rules.fit(x[~test], LABELS[~test])
                called = rules.calls(x[test], name, gaussians)[:, 0]
                assert called.tolist() == slow[c, split // 3, test].tolist()


@pytest.mark.parametrize(
    ("correlations", "singular"),
    [
        ([[1, 0.5], [0.5, 1]], False),
        ([[1, 1], [1, 1]], True),
        ([[1, -1], [-1, 1]], True),
        ([[1, 1 - 2e-10], [1 - 2e-10, 1]], False),
        ([[1, 1 - 5e-11], [1 - 5e-11, 1]], True),
        ([[1, 0.5, 0.5], [0.5, 1, 0.5], [0.5, 0.5, 1]], False),
        # The third is the sum of the two others.
        ([[1, 0, 0.5**0.5], [0, 1, 0.5**0.5], [0.5**0.5, 0.5**0.5, 1]], True),
        ([[1, 1, 0], [1, 1, 0], [0, 0, 1]], True),
    ],
)
def test_a_singular_covariance_is_found_whatever_the_units(correlations, singular):
    units = np.array([1e3, 1e-4, 7.0])[: len(correlations)]
    covariance = np.array(correlations) * np.outer(units, units)
    assert rules.is_singular(covariance) == singular
