import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitability.scoring.score_table import ScoreTable
from suitability.win.sampling_error import (
    FITTED_FROM,
    PAPER,
    fit_power_law,
    fit_with_intervals,
    pooled_fit,
    samples_for,
    sampling_study,
    squared_errors,
)

RATIO = np.logspace(-6, -1, 21)
SIZES = np.repeat([1e3, 1e4, 1e5, 1e6], 8)
DRAWS = np.tile(np.logspace(0, 7, 8), 4)

curves = {"a": st.floats(1e-3, 10), "b": st.floats(0.1, 2)}


def simulated_errors(rng, trials, a, b, candidates=6):
    """Squared errors of the candidates are normal ones, whose mean has the curve's size."""
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


def test_intervals_contain_the_truth_about_as_often_as_they_claim():
    """Of 100 studies some 93 should succeed; fewer than 85 has a chance of under 1 in 100."""
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


def test_intervals_hold_the_estimate_and_shrink_with_the_trials():
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


def test_the_paper_s_curve_asks_for_several_hundred_samples_a_draw():
    assert 700 < samples_for(0.01, *PAPER) < 800


@pytest.mark.parametrize("replacement", [True, False])
@pytest.mark.parametrize(
    ("candidates", "scores", "winners", "counts"),
    [
        (("NC", "QDA"), [7], [0b01], [1]),
        (("NC", "QDA"), [7], [0b11], [5000]),
        (("QDA",), [7, 3], [0b1, 0b1], [10, 4990]),
    ],
    ids=["one set", "all tied", "one candidate"],
)
def test_there_is_no_error_where_nothing_can_differ(
    candidates, scores, winners, counts, replacement
):
    scores, winners, counts = (np.array(column) for column in (scores, winners, counts))
    table = ScoreTable(candidates, scores, scores / 10, winners, counts)
    study = sampling_study(
        table, np.array([1, 10]), [10, 1000], 3, replacement, seed=1, dataset="d"
    )
    assert study["rmse"]["rmse"].max() < 1e-12
    win = study["win"]
    assert (win["upper"] - win["lower"]).max() < 1e-12
    assert study["rmse_fit"].isna().all(axis=None)


def test_the_correlation_is_that_of_the_curves_of_the_bootstrap():
    """A curve far from N = M is known there, so a steeper one starts higher."""
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
