"""The synthetic model, its Bayes and true errors, and estimates beside naive versions."""

import numpy as np
import pytest
from scipy.stats import norm

from reference import reproducibility as reference
from suitability.core.errors import InputError
from suitability.reproducibility import kernel
from suitability.reproducibility.classifiers import support_vector_machine
from suitability.reproducibility.simulation import (
    ESTIMATORS,
    SAMPLES_PER_BLOCK,
    Estimation,
    draw_block,
    simulate,
    svm_errors,
    zero_bootstrap,
)
from suitability.reproducibility.synthetic import (
    SIGMA,
    Model,
    bayes_error,
    linear_errors,
    reachable_errors,
    theta_for,
)

UNEQUAL = (0.4, 0.8)


@pytest.mark.parametrize(("d", "largest"), [(2, 0.368), (5, 0.225), (10, 0.138), (15, 0.089)])
def test_unequal_correlations_limit_the_bayes_error(d, largest):
    assert bayes_error(Model(d, UNEQUAL, 0.0)) == pytest.approx(largest, abs=5e-4)
    with pytest.raises(InputError, match=f"Bayes error: 0.4 given; with {d} features .* at most"):
        theta_for(0.4, d, UNEQUAL)
    assert reachable_errors([0.025, 0.4], d, UNEQUAL) == [0.025]


@pytest.mark.parametrize(
    ("d", "correlations", "theta", "error"),
    [(5, (0, 0), 1.0, 0.2023), (5, UNEQUAL, 0.82, 0.1056), (2, UNEQUAL, 1.167, 0.1041)],
)
def test_bayes_errors_of_published_differences(d, correlations, theta, error):
    assert bayes_error(Model(d, correlations, theta)) == pytest.approx(error, abs=5e-5)


@pytest.mark.parametrize("correlations", [(0.0, 0.0), (0.8, 0.8), UNEQUAL, (0.8, 0.4)])
@pytest.mark.parametrize("d", [1, 2, 5, 10])
def test_theta_gives_the_bayes_error(d, correlations):
    for error in (0.025, 0.1):
        theta = theta_for(error, d, correlations)
        assert bayes_error(Model(d, correlations, theta)) == pytest.approx(error, abs=1e-9)


def test_equal_correlations_have_a_closed_form():
    precision = np.linalg.inv(Model(5, (0.8, 0.8), 0.0).covariances[0] / SIGMA**2)[-1, -1]
    expected = 2 * SIGMA * norm.isf(0.2) / np.sqrt(precision)
    assert theta_for(0.2, 5, (0.8, 0.8)) == pytest.approx(expected, rel=1e-12)
    # The quadrature of unequal correlations comes close to it.
    nearly = bayes_error(Model(5, (0.8, 0.801), expected))
    assert nearly == pytest.approx(0.2, abs=1e-3)


@pytest.mark.parametrize(("d", "theta"), [(2, 0.7), (5, 0.474), (10, 0.3)])
def test_the_bayes_error_is_that_of_fresh_points(d, theta):
    model = Model(d, UNEQUAL, theta)
    labels = np.repeat([0, 1], 200_000)
    x = model.sample(labels, 1, np.random.default_rng(1))[0]
    logs = []
    for mean, covariance in zip(model.means, model.covariances, strict=True):
        off = x - mean
        squares = np.einsum("ni,ij,nj->n", off, np.linalg.inv(covariance), off)
        logs.append(-0.5 * (squares + np.linalg.slogdet(covariance)[1]))
    assert ((logs[1] > logs[0]) != labels).mean() == pytest.approx(bayes_error(model), abs=0.003)


def test_linear_errors_are_those_of_fresh_points():
    # In pieces of 10^6, so that little memory is needed; the standard error is 0.00013.
    model = Model(2, UNEQUAL, 0.8)
    slope, intercept = np.array([[-0.4, 1.1]]), np.array([-0.3])
    rng, wrong = np.random.default_rng(1), 0
    labels = np.repeat([0, 1], 500_000)
    for _ in range(10):
        x = model.sample(labels, 1, rng)[0]
        wrong += ((x @ slope[0] + intercept[0] > 0) != labels).sum()
    assert linear_errors(model, slope, intercept)[0] == pytest.approx(wrong / 1e7, abs=5e-4)


@pytest.mark.parametrize("rule", kernel.RULES)
@pytest.mark.parametrize("d", [1, 4])
def test_estimates_are_those_of_loops(rule, d):
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1], 14)
    x = rng.standard_normal((3, 28, d)) + 5
    x[:, labels == 1] *= 1.3
    orders = rng.permuted(np.tile(np.arange(28, dtype=np.int16), (3, 2, 1)), axis=2)
    resamples = rng.integers(0, 28, (3, 10, 28)).astype(np.int16)
    centre = x.mean(axis=1)
    found = kernel.count_errors(kernel.prepared(x), labels, rule, orders, 4, resamples)
    assert not found.failed.any()
    points = rng.standard_normal((50, d)) + 5
    for s in range(3):
        assert found.wrong[s].tolist() == reference.count_errors(x[s], labels, rule, orders[s], 4)
        expected = reference.zero_bootstrap(x[s], labels, rule, resamples[s])
        assert found.zero[s] == pytest.approx(expected)
        called = kernel.call_1(points - centre[s], rule, found.coefficients[s])
        assert called.tolist() == reference.calls(x[s], labels, points, rule).tolist()


def test_the_true_error_of_a_linear_rule_is_that_of_fresh_points():
    model = Model(5, UNEQUAL, 0.9)
    found = simulate(model, 30, "LDA", range(3), Estimation(resamples=5), 1)
    draws = draw_block(model, 30, 3, Estimation(resamples=5), 1, 0)
    labels = np.repeat([0, 1], 50_000)
    points = model.sample(labels, 1, np.random.default_rng(2))[0]
    for s in range(3):
        called = reference.calls(draws.x[s], draws.labels, points, "LDA")
        assert (called != labels).mean() == pytest.approx(found["true"][s], abs=0.006)


def test_samples_do_not_depend_on_the_others():
    model, count = Model(2, UNEQUAL, 1.0), SAMPLES_PER_BLOCK + 20
    estimation = Estimation(resamples=3, repeats=1)
    together = simulate(model, 20, "LDA", range(count), estimation, 1)
    parts = [
        simulate(model, 20, "LDA", part, estimation, 1)
        for part in (range(SAMPLES_PER_BLOCK), range(SAMPLES_PER_BLOCK, count))
    ]
    columns = list(ESTIMATORS)
    assert together["sample"].tolist() == list(range(count))
    for column in [*columns, "true"]:
        assert together[column].tolist() == [value for part in parts for value in part[column]]


def test_resamples_without_a_design_are_drawn_again():
    # Six points of two features: a resample often has one class only.
    errors = simulate(Model(1, (0, 0), 1.0), 6, "LDA", range(50), Estimation(folds=6), 1)
    assert errors["redrawn"].sum() > 0
    assert errors["bootstrap"].between(0, 1).all()


def test_hopeless_resamples_stop():
    def fail(which, drawn):
        return np.full(drawn.shape[:2], kernel.FAILED)

    with pytest.raises(InputError, match="hardly any resample allows a design"):
        zero_bootstrap(np.full((1, 2), kernel.FAILED), fail, 6, np.random.default_rng(1))


@pytest.mark.parametrize("rule", ["L-SVM", "RBF-SVM"])
def test_support_vector_machines_are_those_of_scikit_learn(rule):
    model, estimation = Model(2, (0.0, 0.0), 1.2), Estimation(folds=4, repeats=2, resamples=3)
    draws = draw_block(model, 16, 2, estimation, 1, 0)
    found = svm_errors(model, rule, draws, estimation)
    machine = support_vector_machine(rule, 2)
    assert machine.C == 1
    assert rule == "L-SVM" or machine.gamma == 0.5
    for s, x in enumerate(draws.x):
        fitted = machine.fit(x, draws.labels)
        assert found["resubstitution"][s] == (fitted.predict(x) != draws.labels).sum()
        labels = np.repeat([0, 1], 50_000)
        points = model.sample(labels, 1, np.random.default_rng(2))[0]
        error = (fitted.predict(points) != labels).mean()
        assert found["true"][s] == pytest.approx(error, abs=0.02)
        wrong = 0
        for order in draws.orders[s]:
            for test in np.array_split(order, 4):
                rest = np.setdiff1d(order, test)
                fitted = machine.fit(x[rest], draws.labels[rest])
                wrong += (fitted.predict(x[test]) != draws.labels[test]).sum()
        assert found["cross_validation"][s] == wrong
    assert support_vector_machine("RBF-SVM-C10-gamma0.5", 2).C == 10


@pytest.mark.parametrize(
    ("n", "d", "rule", "estimation", "message"),
    [
        (7, 2, "LDA", Estimation(), "n: 7 given; allowed is an even number of at least 4"),
        (6, 1, "LDA", Estimation(folds=7), "folds: 7 given; with n = 6, allowed is from 2 to 6"),
        (10, 10, "LDA", Estimation(), "n: 10 given; 5 folds leave 8 points"),
        (20, 10, "QDA", Estimation(), "too few for QDA with 10 features"),
        (20, 2, "CART", Estimation(), "rule: 'CART' given; allowed are NC, DLDA, LDA"),
    ],
)
def test_impossible_designs_are_refused(n, d, rule, estimation, message):
    with pytest.raises(InputError, match=message):
        simulate(Model(d, (0, 0), 1.0), n, rule, range(2), estimation, 1)


def test_impossible_models_are_refused():
    with pytest.raises(InputError, match="dimension: 7 given; allowed are 1 to 5 and multiples"):
        theta_for(0.1, 7, (0, 0))
    with pytest.raises(InputError, match="correlation: 1 given"):
        theta_for(0.1, 5, (0, 1))
