import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitability.win.sampling_error import (
    FITTED_FROM,
    FITTED_SHARE,
    PAPER,
    error_tables,
    fit_power_law,
    fit_with_intervals,
    fitted_points,
    pooled_fit,
    samples_for,
    squared_errors,
)

RATIO = np.logspace(-6, -1, 21)
SIZES = np.repeat([1e3, 1e4, 1e5, 1e6], 8)
DRAWS = np.tile(np.logspace(0, 7, 8), 4)

curves = {"a": st.floats(1e-3, 10), "b": st.floats(0.1, 2)}


def simulated_errors(rng, trials, a, b, candidates=6):
    """Simulate normal errors of each candidate with the standard deviation of the curve."""
    size = a * (DRAWS / SIZES) ** b
    off = rng.normal(size=(trials, len(size), candidates)) * size[:, None]
    return squared_errors(off, np.zeros((len(size), candidates)))


@given(**curves)
def test_fit_recovers_a_curve_without_noise(a, b):
    assert fit_power_law(RATIO, a * RATIO**b) == pytest.approx((a, b), rel=1e-9)


def test_fits_of_several_curves_are_those_of_each():
    rng = np.random.default_rng(1)
    curves = rng.lognormal(size=(3, 5, len(RATIO)))
    a, b = fit_power_law(RATIO, curves)
    assert a.shape == b.shape == (3, 5)
    for place in np.ndindex(3, 5):
        assert fit_power_law(RATIO, curves[place]) == pytest.approx((a[place], b[place]))


def test_fit_is_least_squares_in_logarithms():
    noisy = 0.3 * RATIO**0.5 * np.random.default_rng(2).lognormal(sigma=0.5, size=len(RATIO))
    slope, intercept = np.polyfit(np.log(RATIO), np.log(noisy), 1)
    assert fit_power_law(RATIO, noisy) == pytest.approx((np.exp(intercept), slope), rel=1e-9)


@given(st.sets(st.integers(0, len(RATIO) - 1), max_size=len(RATIO) - 2))
def test_errors_of_zero_are_left_out(missing):
    noisy = 0.3 * RATIO**0.5 * np.random.default_rng(3).lognormal(sigma=0.5, size=len(RATIO))
    with_zeros = noisy.copy()
    with_zeros[list(missing)] = 0
    kept = with_zeros > 0
    expected = fit_power_law(RATIO[kept], noisy[kept])
    assert fit_power_law(RATIO, with_zeros) == pytest.approx(expected, rel=1e-9)


def test_squared_errors_are_means_over_candidates():
    sampled = np.array([[[0.5, 0.5], [0.1, 0.9]], [[0.6, 0.4], [0.0, 1.0]]])
    exact = np.array([[0.5, 0.5], [0.2, 0.8]])
    np.testing.assert_allclose(squared_errors(sampled, exact), [[0, 0.01], [0.01, 0.04]])


def test_noiseless_trials_give_the_curve_and_no_spread():
    a, b = PAPER
    errors = np.tile((a * (DRAWS / SIZES) ** b) ** 2, (5, 1))
    fit = fit_with_intervals(SIZES, DRAWS, 10**12, errors, np.random.default_rng(4))
    for name, value in (("a", a), ("b", b)):
        for found in (fit[name], fit[f"{name}_lower"], fit[f"{name}_upper"]):
            assert found == pytest.approx(value, rel=1e-9)
    assert fit["m_over_n_for_1pct"] == pytest.approx((a / 0.01) ** (1 / b), rel=1e-9)


def test_points_of_too_few_samples_are_not_fitted():
    a, b = PAPER
    errors = np.tile((a * (DRAWS / SIZES) ** b) ** 2, (5, 1))
    errors[:, SIZES < FITTED_FROM * DRAWS] = 0.25
    fit = fit_with_intervals(SIZES, DRAWS, 10**12, errors, np.random.default_rng(5))
    assert (fit["a"], fit["b"]) == pytest.approx((a, b), rel=1e-9)


def test_the_fit_uses_searches_of_at_most_a_hundredth_of_all_sets():
    sizes, n = np.array([99, 100, 1e6, 1e6]), np.array([10, 10, 1000, 1001])
    assert fitted_points(sizes, n, 1000 / FITTED_SHARE).tolist() == [False, True, True, False]


def test_tables_hold_the_error_of_each_size_and_search():
    rng = np.random.default_rng(13)
    n = np.array([1, 2, 3])
    scale = 0.05 * (n / [[100], [1000]])[:, None, :]
    errors = scale * rng.uniform(0.5, 1.5, size=(2, 5, 3))
    tables = error_tables(errors, [100, 1000], n, 10**6, np.random.default_rng(14))
    rmse = tables["rmse"].set_index(["M", "N"])["rmse"]
    assert rmse[1000, 2] == pytest.approx(np.sqrt(errors[1, :, 1].mean()))
    points = rmse.index.to_frame().to_numpy(float).T
    fit = fit_with_intervals(*points, 10**6, np.hstack(errors), np.random.default_rng(14))
    assert tables["rmse_fit"].to_dict("records") == [pytest.approx(fit)]


def test_intervals_contain_the_truth_about_as_often_as_they_claim():
    """About 93 of 100 studies should succeed; fewer than 85 has a probability below 0.01."""
    a, b = PAPER
    covered = np.zeros(2, int)
    for seed in range(100):
        errors = simulated_errors(np.random.default_rng([6, seed]), 20, a, b)
        fit = fit_with_intervals(SIZES, DRAWS, 10**12, errors, np.random.default_rng([7, seed]))
        covered += (
            fit["a_lower"] <= a <= fit["a_upper"],
            fit["b_lower"] <= b <= fit["b_upper"],
        )
    assert (covered >= 85).all()


def test_intervals_contain_the_estimate_and_shrink_with_the_trials():
    widths = []
    for trials in (10, 40, 160):
        errors = simulated_errors(np.random.default_rng(8), trials, *PAPER)
        fit = fit_with_intervals(SIZES, DRAWS, 10**12, errors, np.random.default_rng(9))
        assert fit["a_lower"] <= fit["a"] <= fit["a_upper"]
        assert fit["b_lower"] <= fit["b"] <= fit["b_upper"]
        widths.append(fit["b_upper"] - fit["b_lower"])
    assert widths[0] > widths[1] > widths[2]


def test_there_is_no_fit_without_two_different_ratios():
    sizes, n = np.array([1e3, 1e4, 10.0]), np.array([1.0, 10.0, 10.0])
    fit = fit_with_intervals(sizes, n, 10**12, np.ones((4, 3)), np.random.default_rng(10))
    assert np.isnan(list(fit.values())).all()


@given(rmse=st.floats(1e-3, 0.1), **curves)
def test_samples_for_inverts_the_curve(rmse, a, b):
    m_over_n = samples_for(rmse, a, b)
    assert a * (1 / m_over_n) ** b == pytest.approx(rmse, rel=1e-9)


def test_a_flat_curve_needs_infinitely_many_sets():
    assert samples_for(0.01, 0.7, 0.001) == np.inf


def test_the_paper_s_curve_needs_about_750_sets_per_draw():
    assert 700 < samples_for(0.01, *PAPER) < 800


def test_the_correlation_is_that_of_the_curves_of_the_bootstrap():
    """The points are far from N = M, so a steeper curve has a larger a."""
    errors = simulated_errors(np.random.default_rng(11), 20, *PAPER)
    fit = fit_with_intervals(SIZES, DRAWS, 10**12, errors, np.random.default_rng(12))
    fitted = SIZES >= FITTED_FROM * DRAWS
    drawn = np.random.default_rng(12).integers(20, size=(1000, 20))
    a, b = fit_power_law((DRAWS / SIZES)[fitted], np.sqrt(errors[:, fitted][drawn].mean(axis=1)))
    assert fit["a_b_correlation"] == pytest.approx(np.corrcoef(np.log(a), b)[0, 1])
    assert fit["a_b_correlation"] > 0.5


def test_the_pooled_fit_is_that_of_the_fitted_points_of_all_data_sets():
    rng = np.random.default_rng(13)
    totals = np.repeat([10**12, 10**5], len(SIZES))
    points = pd.DataFrame({"sets": totals, "M": np.tile(SIZES, 2), "N": np.tile(DRAWS, 2)})
    points["rmse"] = 0.3 * (points["N"] / points["M"]) ** 0.45 * rng.lognormal(0, 0.1, len(points))
    points.loc[0, "rmse"] = 0.0
    fitted = points[
        (points["M"] >= 10 * points["N"])
        & (points["N"] <= points["sets"] / 100)
        & (points.index > 0)
    ]
    assert 2 < len(fitted) < len(points) - 1
    slope, intercept = np.polyfit(np.log(fitted["N"] / fitted["M"]), np.log(fitted["rmse"]), 1)
    (row,) = pooled_fit(points).to_dict("records")
    assert list(row) == ["a", "b", "m_over_n_for_1pct"]
    assert (row["a"], row["b"]) == pytest.approx((np.exp(intercept), slope))
    assert row["a"] * row["m_over_n_for_1pct"] ** -row["b"] == pytest.approx(0.01)


def test_there_is_no_pooled_fit_where_the_error_does_not_fall():
    rising = (SIZES / DRAWS) ** 0.5
    points = pd.DataFrame({"sets": 10**12, "M": SIZES, "N": DRAWS, "rmse": rising})
    assert pooled_fit(points).isna().all(axis=None)


def test_there_is_no_pooled_fit_without_points():
    points = pd.DataFrame({"sets": [9], "M": [10], "N": [5], "rmse": [0.1]})
    assert pooled_fit(points).isna().all(axis=None)
