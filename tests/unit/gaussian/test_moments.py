"""Each rule against a second witness that shares no code with it, on the same folds.

Scikit-learn has NC, LDA, QDA and UDA (`NearestCentroid`, `LinearDiscriminantAnalysis`,
`QuadraticDiscriminantAnalysis`, `GaussianNB`), all of which give class 0 on a tie. It has no DLDA
and no SDA, whose densities SciPy gives.
"""

from itertools import combinations

import numba
import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm
from sklearn import config_context
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid

from reference import kernel, naive
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.moments import single_feature_rules, training_moments

FEATURES = 3 if numba.config.DISABLE_JIT else 12
EQUAL = [0.5, 0.5]


@pytest.fixture(scope="module")
def problem():
    return kernel.random_problem(11, FEATURES, (10, 17), 2, 3)


@pytest.fixture(scope="module")
def scores(problem):
    return kernel.scores_of_pairs(problem)


def test_order_of_candidates_is_that_of_the_naive_code():
    assert tuple(CANDIDATES) == naive.CANDIDATES
    assert [c.linear for c in CANDIDATES.values()] == [True] * 3 + [False] * 3


def training_parts(problem):
    """Yield repeat, test samples and training samples of every split."""
    for repeat, fold in enumerate(problem.folds):
        for test in range(problem.folds.max() + 1):
            yield repeat, fold == test, fold != test


def check(fit, problem, scores, name):
    """Compare a candidate's scores with those of `fit(x, y)(test x)`, calls of class 1."""
    place = naive.CANDIDATES.index(name)
    assert len(scores) == FEATURES * (FEATURES - 1) / 2
    for pair in combinations(range(FEATURES), 2):
        x = problem.values[:, pair]
        calls = np.empty(problem.folds.shape, bool)
        for repeat, test, training in training_parts(problem):
            calls[repeat, test] = fit(x[training], problem.labels[training])(x[test])
        expected = naive.scores_of_calls(calls, problem.labels, problem.weights)
        assert scores[pair][place] == expected


def log_likelihood_ratio(x, y, covariance_0, covariance_1):
    density_0 = multivariate_normal(x[y == 0].mean(axis=0), covariance_0)
    density_1 = multivariate_normal(x[y == 1].mean(axis=0), covariance_1)
    return lambda z: density_1.logpdf(z) - density_0.logpdf(z) > 0


def pooled_variances(x, y):
    residuals = np.concatenate([x[y == c] - x[y == c].mean(axis=0) for c in (0, 1)])
    return (residuals**2).sum(axis=0) / (len(x) - 2)


def test_nc_is_the_nearest_centroid(problem, scores):
    """The definitions agree: with uniform priors the nearest class mean, unscaled."""

    def fit(x, y):
        return NearestCentroid(priors="uniform").fit(x, y).predict

    # For so few samples the set-up of the compiled distances takes longer than all the rest.
    with config_context(enable_cython_pairwise_dist=False):
        check(lambda x, y: lambda z: fit(x, y)(z) == 1, problem, scores, "NC")


def test_lda_is_linear_discriminant_analysis(problem, scores):
    """The decisions agree.

    The solver `svd` pools the classes by their sizes, as LDA does. It divides the sum of squares by
    n (by n - 2 before scikit-learn 1.9); with equal priors a factor of the covariance stretches the
    ratio but not its sign. The solvers `lsqr` and `eigen` would not do: they weight the classes'
    covariances by the priors, so both classes count the same however many samples they have.
    """

    def fit(x, y):
        return LinearDiscriminantAnalysis(solver="svd", priors=EQUAL).fit(x, y).predict

    check(lambda x, y: lambda z: fit(x, y)(z) == 1, problem, scores, "LDA")


def test_qda_is_quadratic_discriminant_analysis(problem, scores):
    """The decisions agree once the covariances are unbiased.

    Scikit-learn divides by n_c since 1.9 and by n_c - 1 before. The factor does not cancel, as it
    stretches the distances and not the difference of the determinants. The fitted variances along
    the principal axes are therefore scaled to the unbiased total variance.
    """

    def fit(x, y):
        qda = QuadraticDiscriminantAnalysis(solver="svd", priors=EQUAL).fit(x, y)
        qda.scalings_ = [
            along_axes * x[y == c].var(axis=0, ddof=1).sum() / along_axes.sum()
            for c, along_axes in enumerate(qda.scalings_)
        ]
        return qda.predict

    check(lambda x, y: lambda z: fit(x, y)(z) == 1, problem, scores, "QDA")


def test_uda_is_naive_bayes(problem, scores):
    """The decisions agree once the variances are unbiased.

    `GaussianNB` divides by n_c, and the factor n_c / (n_c - 1) does not cancel (see QDA); it also
    adds a share of the largest variance unless `var_smoothing` is 0.
    """

    def fit(x, y):
        bayes = GaussianNB(priors=EQUAL, var_smoothing=0).fit(x, y)
        bayes.var_ *= (bayes.class_count_ / (bayes.class_count_ - 1))[:, None]
        return bayes.predict

    check(lambda x, y: lambda z: fit(x, y)(z) == 1, problem, scores, "UDA")


def test_dlda_compares_densities_of_a_pooled_diagonal(problem, scores):
    def fit(x, y):
        covariance = np.diag(pooled_variances(x, y))
        return log_likelihood_ratio(x, y, covariance, covariance)

    check(fit, problem, scores, "DLDA")


def test_sda_compares_densities_of_two_spheres(problem, scores):
    def fit(x, y):
        spheres = [x[y == c].var(axis=0, ddof=1).mean() * np.eye(2) for c in (0, 1)]
        return log_likelihood_ratio(x, y, *spheres)

    check(fit, problem, scores, "SDA")


def test_moments_are_those_of_the_training_samples(problem):
    moments = training_moments(*problem)
    for split, (_, _, training) in enumerate(training_parts(problem)):
        for c in (0, 1):
            x = problem.values[training & (problem.labels == c)]
            assert moments.sizes[split, c] == len(x)
            np.testing.assert_allclose(moments.means[split, c], np.mean(x, axis=0), rtol=1e-12)
            np.testing.assert_allclose(
                moments.variances[split, c], np.var(x, axis=0, ddof=1), rtol=1e-12
            )
        np.testing.assert_allclose(
            moments.pooled_variances[split],
            pooled_variances(problem.values[training], problem.labels[training]),
            rtol=1e-12,
        )


def test_variance_of_equal_values_is_zero_exactly():
    labels = np.repeat([0, 1], 7)
    values = np.column_stack([np.full(14, 0.1), np.where(labels == 1, 0.3, np.arange(14) / 10)])
    variances = training_moments(values, labels, np.array([[0, 1] * 7])).variances
    assert (values[:7].sum(axis=0) / 7 != values[0])[0]
    assert (variances[:, :, 0] == 0).all()
    assert (variances[:, 0, 1] > 0).all()
    assert (variances[:, 1, 1] == 0).all()


@pytest.mark.parametrize(("name", "multiple_of_ratio"), [("DLDA", 1), ("UDA", 2)])
def test_votes_of_single_features_are_log_likelihood_ratios(problem, name, multiple_of_ratio):
    moments = training_moments(*problem)
    coefficients = single_feature_rules(moments)[name]
    x = np.linspace(-3, 3, 9)
    variances = moments.variances
    if name == "DLDA":
        variances = np.repeat(moments.pooled_variances[:, None], 2, axis=1)
    for split in range(len(coefficients)):
        for feature in range(FEATURES):
            density_0, density_1 = (
                norm(moments.means[split, c, feature], np.sqrt(variances[split, c, feature]))
                for c in (0, 1)
            )
            ratio = density_1.logpdf(x) - density_0.logpdf(x)
            vote = np.polynomial.Polynomial(coefficients[split, feature])(x)
            np.testing.assert_allclose(vote, multiple_of_ratio * ratio, rtol=1e-9, atol=1e-9)


def test_votes_of_nc_are_half_the_difference_of_squared_distances(problem):
    moments = training_moments(*problem)
    coefficients = single_feature_rules(moments)["NC"]
    for x in (-2.0, 0.5, 3.0):
        vote = coefficients[..., 0] + coefficients[..., 1] * x
        difference = (x - moments.means[:, 0]) ** 2 - (x - moments.means[:, 1]) ** 2
        np.testing.assert_allclose(vote, difference / 2, rtol=1e-9, atol=1e-9)
