import numpy as np
import pytest

from suitability.held_out.population import Population, fitted_populations, spread_features

RNG = np.random.default_rng(1)
LABELS = np.repeat([0, 1], (30, 20))
VALUES = RNG.normal(size=(50, 40)) @ RNG.normal(size=(40, 40)) + 3.0
VALUES[LABELS == 1, 0] += 60


def test_samples_have_the_means_and_covariances_of_their_classes():
    roots = np.array([[[2.0, 0], [1, 1]], [[1.0, 0], [0, 3]]])
    population = Population("x", np.array([[0.0, 1], [5, -5]]), roots)
    values, labels = population.sample((40000, 20000), np.random.default_rng(2))
    assert np.bincount(labels).tolist() == [40000, 20000]
    for c in (0, 1):
        assert values[labels == c].mean(axis=0) == pytest.approx(population.means[c], abs=0.06)
        covariance = np.cov(values[labels == c], rowvar=False)
        assert covariance == pytest.approx(roots[c] @ roots[c].T, abs=0.25)


def test_features_represent_all_from_the_best_to_the_worst():
    order = spread_features(VALUES, LABELS, 40)
    assert sorted(order) == list(range(40))
    assert order[0] == 0
    assert spread_features(VALUES, LABELS, 4).tolist() == order[[5, 15, 25, 35]].tolist()


def test_populations_are_fitted_without_and_with_differences():
    fitted, strong, null = fitted_populations(VALUES, LABELS)
    assert [p.name for p in (fitted, strong, null)] == ["fitted", "strong", "null"]
    observed = VALUES[LABELS == 1].mean(axis=0) - VALUES[LABELS == 0].mean(axis=0)
    difference = np.diff(fitted.means, axis=0)[0]
    assert difference[0] == pytest.approx(observed[0], rel=0.05)
    assert (np.abs(difference) < np.abs(observed)).all()
    assert (difference == 0).any()
    assert np.diff(strong.means, axis=0)[0] == pytest.approx(2 * difference)
    assert (null.means[0] == null.means[1]).all()
    assert (null.roots[0] == null.roots[1]).all()
    assert not np.allclose(fitted.roots[0], fitted.roots[1])
