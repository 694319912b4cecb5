import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kurtosis, ttest_ind

from suitability.data.normality import (
    TESTS,
    excess_kurtosis,
    is_gaussian,
    kurtosis_error,
    kurtosis_test,
    strongest_kept,
    warn_of_labels,
    warn_of_strongest,
    welch_t,
)


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
    g2, z = kurtosis_test(values, np.repeat([0, 1], 15), test="pooled")
    np.testing.assert_allclose(g2, kurtosis(values, bias=False))
    np.testing.assert_allclose(z, g2 / kurtosis_error(30))


def test_within_class_reports_the_class_that_is_further_from_gaussian(values):
    labels = np.repeat([1, 0, 1], 10)
    g2, z = kurtosis_test(values, labels, test="within_class")
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
    assert abs(kurtosis_test(x, labels, test="pooled")[1]) > 3
    assert abs(kurtosis_test(x, labels, test="within_class")[1]) < 3


@pytest.mark.parametrize("constant", [0, 1])
def test_within_class_is_nan_when_either_class_is_constant(values, constant):
    labels = np.repeat([0, 1], 15)
    values[labels == constant, 0] = 3.0
    g2, z = kurtosis_test(values, labels, test="within_class")
    assert np.isnan([g2[0], z[0]]).all()
    assert np.isfinite([g2[1:], z[1:]]).all()


@pytest.mark.parametrize(
    ("test", "kept"), [("pooled", [True, True, False]), ("none", [True, True, True])]
)
def test_a_kurtosis_at_the_limit_or_not_known_passes(test, kept):
    z = np.array([-2.0, np.nan, 2.1])
    assert is_gaussian(z, {"test": test, "z": 2}).tolist() == kept


def test_t_agrees_with_scipy():
    rng = np.random.default_rng(3)
    labels = np.repeat([0, 1, 0], [5, 7, 3])
    values = rng.normal(size=(15, 2500)) + labels[:, None] * rng.normal(size=2500)
    groups = values[labels == 1], values[labels == 0]
    expected = np.abs(ttest_ind(*groups, equal_var=False).statistic)
    np.testing.assert_allclose(welch_t(values, labels), expected, rtol=1e-10)


def test_t_does_without_missing_values():
    rng = np.random.default_rng(4)
    labels = np.repeat([0, 1], 8)
    values = rng.normal(size=(16, 3))
    values[[0, 3, 9], 1] = np.nan
    values[:7, 2] = np.nan
    groups = values[labels == 1], values[labels == 0]
    expected = ttest_ind(*groups, equal_var=False, nan_policy="omit").statistic
    t = welch_t(values, labels)
    np.testing.assert_allclose(t[:2], np.abs(expected)[:2], rtol=1e-10)
    # One value is left of class 0.
    assert t[2] == 0


def test_t_of_constant_classes_is_infinite_or_zero():
    labels = np.repeat([0, 1], 4)
    values = np.column_stack([np.where(labels, 0.3, 0.1), np.full(8, 0.1), np.full(8, np.nan)])
    assert welch_t(values, labels).tolist() == [np.inf, 0, 0]


LABELS = np.repeat([0, 1], 40)


def examined(values, normality, reason=()):
    """Return what `examine_features` does, of features that vary in every fold."""
    _, z = kurtosis_test(values, LABELS, normality["test"])
    table = pd.DataFrame({"feature": [f"g{i}" for i in range(len(z))]})
    table["reason"] = np.where(is_gaussian(z, normality), "", "not Gaussian")
    for place, text in dict(reason).items():
        table.loc[place, "reason"] = text
    return table.assign(kept=table["reason"] == "")


@pytest.fixture
def markers():
    """Return 150 features: 100 differ between classes, 30 of them so much that they are bimodal."""
    rng = np.random.default_rng(5)
    effect = np.repeat([6.0, 1.5, 0], [30, 70, 50])
    return rng.normal(size=(80, 150)) + np.outer(LABELS, effect)


def test_each_choice_of_test_is_counted_on_the_strongest_features(markers):
    normality = {"test": "pooled", "z": 2}
    record = strongest_kept(markers, LABELS, examined(markers, normality), normality)
    assert record["strongest"] == 100
    assert record["kept"]["none"] == 100
    assert record["kept"]["pooled"] <= 70 < 85 < record["kept"]["within_class"]
    t = welch_t(markers, LABELS)
    assert record["best_left_out"] == {
        "feature": f"g{t.argmax()}",
        "t": pytest.approx(t.max(), rel=1e-5),
        "reason": "not Gaussian",
    }
    for test in TESTS:
        again = strongest_kept(
            markers, LABELS, examined(markers, {"test": test, "z": 2}), {"test": test, "z": 2}
        )
        assert again["kept"] == record["kept"]


def test_features_left_out_for_another_reason_are_kept_by_no_test(markers):
    normality = {"test": "none", "z": 2}
    table = examined(markers, normality, {0: "missing value", 1: "constant in a fold"})
    markers[0, 0] = np.nan
    markers[:, 1] = LABELS
    record = strongest_kept(markers, LABELS, table, normality)
    assert record["kept"]["none"] == 98
    assert record["best_left_out"] == {"feature": "g1", "t": None, "reason": "constant in a fold"}


def test_a_warning_below_four_fifths():
    best = {"feature": "g1", "t": None, "reason": "constant in a fold"}
    record = {"strongest": 10, "kept": {"pooled": 7, "within_class": 8, "none": 9}}
    record["best_left_out"] = best
    assert warn_of_strongest(record, "pooled") == [
        "only 7 of the 10 features with the largest |t| take part (normality.test pooled; "
        "within_class keeps 8, none keeps 9); the best one that was left out is 'g1' (|t| "
        "infinite, constant in a fold)"
    ]
    assert warn_of_strongest(record, "within_class") == []


def null_population(rng, samples, features):
    """Return features without any difference between classes, of several distributions.

    Some are Gaussian, some have heavy tails, two modes, or a rare second mode, and all depend on
    a common factor.
    """
    shape = (samples, features // 4)
    parts = [
        rng.normal(size=shape),
        rng.standard_t(3, size=shape),
        rng.normal(size=shape) + 3 * rng.choice([-1, 1], size=shape),
        rng.normal(size=shape) + 4 * (rng.random(shape) < 0.15),
    ]
    return np.hstack(parts) + rng.normal(size=(samples, 1))


def nearest_mean_accuracy(values, labels):
    """Return each feature's leave-one-out accuracy of the nearest class mean."""
    n = np.bincount(labels)
    total = np.stack([values[labels == c].sum(axis=0) for c in (0, 1)])
    means = np.stack(
        [
            (total[c] - (labels == c)[:, None] * values) / (n[c] - (labels == c)[:, None])
            for c in (0, 1)
        ]
    )
    nearer = np.abs(values - means[1]) < np.abs(values - means[0])
    return (nearer == labels[:, None]).mean(axis=0)


def heavy_tailed_population(rng, samples, features):
    """Return features without any difference between classes that have extreme outliers."""
    return rng.standard_t(2, size=(samples, 3 * features))


def excess_of_small_p_values(keep, population, populations=300, permutations=19, again=False):
    """Return by how many standard errors p-values are too often at or below a level, at most.

    The features of each population are chosen by `keep(values, labels)` with the observed labels
    and stay the same under permuted labels, or are chosen again with each permutation.
    """
    p_values = []
    for k in range(populations):
        rng = np.random.default_rng([k, 1])
        values = population(rng, 40, 80)
        observed = rng.permutation(np.repeat([0, 1], 20))
        kept = keep(values, observed)
        assert 5 < kept.sum() < values.shape[1]
        statistics = []
        for place in range(permutations + 1):
            labels = observed if place == 0 else rng.permutation(observed)
            if again:
                kept = keep(values, labels)
            t = welch_t(values[:, kept], labels)
            accuracy = nearest_mean_accuracy(values[:, kept], labels)
            statistics.append([t.max(), t.mean(), accuracy.mean()])
        statistics = np.array(statistics)
        p_values.append((statistics >= statistics[0] - 1e-12).mean(axis=0))
    p_values = np.array(p_values)
    levels = np.array([0.05, 0.1, 0.25, 0.5])[:, None]
    found = (p_values[None] <= levels[..., None] + 1e-9).mean(axis=1)
    return ((found - levels) / np.sqrt(levels * (1 - levels) / populations)).max()


def filter_of(test):
    def keep(values, labels):
        return is_gaussian(kurtosis_test(values, labels, test)[1], {"test": test, "z": 2})

    return keep


@pytest.mark.parametrize(
    ("test", "population"),
    [
        ("within_class", null_population),
        ("pooled", null_population),
        ("pooled", heavy_tailed_population),
    ],
)
def test_p_values_of_permuted_labels_are_valid_after_the_filter(test, population):
    assert excess_of_small_p_values(filter_of(test), population) < 3


def test_a_filter_that_uses_labels_needs_permutations_that_repeat_it_on_heavy_tails():
    """With the observed labels, classes of the features that are kept have the fewest outliers."""
    keep = filter_of("within_class")
    assert excess_of_small_p_values(keep, heavy_tailed_population) > 5
    assert excess_of_small_p_values(keep, heavy_tailed_population, again=True) < 3


def test_a_filter_by_differences_between_classes_makes_p_values_too_small():
    def keep(values, labels):
        return welch_t(values, labels) > 0.7

    assert excess_of_small_p_values(keep, null_population, populations=50) > 20


def test_a_filter_that_uses_labels_brings_a_warning():
    assert [len(warn_of_labels(test)) for test in TESTS] == [0, 1, 0]
    assert "p-values are too small where values have extreme tails" in warn_of_labels(TESTS[1])[0]
