import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kurtosis

from suitability.data.normality import excess_kurtosis, kurtosis_error, kurtosis_test


def g2_by_hand(x):
    n, mean = len(x), sum(x) / len(x)
    second = sum((v - mean) ** 2 for v in x)
    fourth = sum((v - mean) ** 4 for v in x)
    return n * (n + 1) * (n - 1) * fourth / ((n - 2) * (n - 3) * second**2) - 3 * (n - 1) ** 2 / (
        (n - 2) * (n - 3)
    )


@pytest.fixture
def values():
    rng = np.random.default_rng(1)
    return np.column_stack(
        [
            rng.normal(size=30),
            rng.uniform(size=30),
            rng.standard_cauchy(30),
            rng.exponential(size=30),
        ]
    )


@pytest.mark.parametrize(
    ("n", "published"),
    [(10, 1.334), (20, 0.992), (30, 0.833), (50, 0.662), (100, 0.478), (200, 0.342)],
)
def test_the_standard_error_has_the_published_values(n, published):
    assert kurtosis_error(n) == pytest.approx(published, abs=5e-4)


def test_the_standard_error_approaches_the_root_of_24_over_n():
    assert kurtosis_error(10**7) == pytest.approx(np.sqrt(24 / 10**7), rel=1e-5)


def test_kurtosis_equals_the_formula_scipy_and_pandas(values):
    g2 = excess_kurtosis(values)
    np.testing.assert_allclose(g2, [g2_by_hand(x) for x in values.T.tolist()], rtol=1e-12)
    np.testing.assert_allclose(g2, kurtosis(values, bias=False), rtol=1e-12)
    np.testing.assert_allclose(g2, pd.DataFrame(values).kurt(), rtol=1e-12)


def test_kurtosis_of_four_values_computed_by_hand():
    # Deviations -1, 0, 0, 1: 4·5·3·2 / (2·1·2²) - 3·3² / (2·1) = 15 - 13.5
    assert excess_kurtosis(np.array([[4.0], [5.0], [5.0], [6.0]])) == pytest.approx([1.5])


@given(st.integers(-1000, 1000), st.sampled_from([-3.0, 0.25, 1e-100, 1e60]))
def test_kurtosis_does_not_depend_on_location_and_scale(shift, scale):
    x = np.array([[1.0], [2], [4], [8], [-3], [0]])
    np.testing.assert_allclose(excess_kurtosis((x + shift) * scale), excess_kurtosis(x), rtol=1e-6)


def test_kurtosis_does_not_change_the_values(values):
    before = values.copy()
    excess_kurtosis(values)
    assert (values == before).all()


@pytest.mark.parametrize("x", [[0.1] * 7, [0.0] * 7, [1e300] * 7, [1.0, 2, 4, np.nan, 3, 3, 5]])
def test_kurtosis_of_equal_or_missing_values_is_nan_without_a_warning(x):
    both = np.column_stack([x, np.arange(7.0)])
    g2 = excess_kurtosis(both)
    assert np.isnan(g2[0])
    assert g2[1] == pytest.approx(-1.2)


def test_z_is_kurtosis_in_standard_errors_of_all_samples(values):
    g2, z = kurtosis_test(values, np.repeat([0, 1], 15), within_class=False)
    np.testing.assert_allclose(g2, kurtosis(values, bias=False))
    np.testing.assert_allclose(z, g2 / kurtosis_error(30))


def test_within_class_reports_the_class_that_is_further_from_gaussian(values):
    labels = np.repeat([1, 0, 1], 10)
    g2, z = kurtosis_test(values, labels, within_class=True)
    for place, x in enumerate(values.T):
        of_class = {c: g2_by_hand(x[labels == c].tolist()) for c in (0, 1)}
        errors = {0: kurtosis_error(10), 1: kurtosis_error(20)}
        worst = max((0, 1), key=lambda c: abs(of_class[c] / errors[c]))
        assert g2[place] == pytest.approx(of_class[worst])
        assert z[place] == pytest.approx(of_class[worst] / errors[worst])


def test_within_class_ignores_the_difference_between_classes():
    rng = np.random.default_rng(2)
    labels = np.repeat([0, 1], 100)
    x = rng.normal(size=(200, 1)) + 20 * labels[:, None]
    assert abs(kurtosis_test(x, labels, within_class=False)[1]) > 3
    assert abs(kurtosis_test(x, labels, within_class=True)[1]) < 3


@pytest.mark.parametrize("constant", [0, 1])
def test_within_class_is_nan_when_either_class_is_constant(values, constant):
    labels = np.repeat([0, 1], 15)
    values[labels == constant, 0] = 3.0
    g2, z = kurtosis_test(values, labels, within_class=True)
    assert np.isnan([g2[0], z[0]]).all()
    assert np.isfinite([g2[1:], z[1:]]).all()
