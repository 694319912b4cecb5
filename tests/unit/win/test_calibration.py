import numpy as np
import pytest
from scipy.stats import beta

from suitability.win import calibration
from suitability.win.beta_null import beta_band, sum_of_squared_weights
from suitability.win.permutation_null import band, least_spread

N = np.array([1, 30])
LEAST = least_spread(N, 10**6)
RNG = np.random.default_rng(1)
# The spread of 50 independent sets, about a different mean for each candidate.
WIN = np.stack([RNG.dirichlet(np.array([3, 2, 1]) * 8, size=41) for _ in N], axis=1)


def test_beta_bands_flag_what_lies_outside_their_limits():
    outside = calibration.outside_beta(WIN, N, 1000, 0.05)
    for i, j, k in np.ndindex(WIN.shape):
        lower, upper = beta_band(3, sum_of_squared_weights(1000, int(N[j])), 0.05)
        assert outside[i, j, k] == (not lower <= WIN[i, j, k] <= upper)


def test_each_permutation_is_compared_with_the_half_that_follows_it():
    win = WIN.copy()
    win[7] = [0, 0, 1]
    outside = calibration.outside_permutation(win, LEAST, 0.1)
    circle = np.concatenate([win, win])
    for place in range(len(win)):
        lower, upper = band(circle[place : place + 21], LEAST, 0.1)
        assert (outside[place] == ((win[place] < lower) | (win[place] > upper))).all()
    assert outside[7].any()


def test_the_table_counts_win_percentages_and_studies():
    table = calibration.calibration(WIN, N, {"beta_M": 10**6, "beta_F": 2}, 10**6, 0.05)
    assert table["method"].unique().tolist() == ["beta_M", "beta_F", "permutation"]
    assert table["N"].isna().tolist() == [True, False, False] * 3
    assert (table["labelings"] == 41).all()
    outside = calibration.outside_beta(WIN, N, 10**6, 0.05)
    whole, at_one, at_thirty = table[:3].to_dict("records")
    assert whole["outside"] == pytest.approx(outside.mean())
    assert at_one["outside"] == pytest.approx(outside[:, 0].mean())
    assert at_thirty["studies"] == pytest.approx(outside[:, 1].any(axis=1).mean())
    assert whole["studies"] == 1
    assert whole["studies_lower"] == pytest.approx(beta.ppf(0.025, 41, 1))
    assert (table["studies_lower"] <= table["studies"]).all()
    assert (table["studies_upper"] >= table["studies"]).all()


def test_the_permutation_band_is_calibrated_where_the_beta_band_is_not():
    rng = np.random.default_rng(2)
    win = np.stack([rng.dirichlet(np.array([3, 2, 1]) * 8, size=400) for _ in N], axis=1)
    table = calibration.calibration(win, N, {"beta_M": 10**5}, 10**5, 0.05)
    whole = table[table["N"].isna()].set_index("method")
    assert (
        whole.loc["permutation", "studies_lower"] < 0.05 < whole.loc["permutation", "studies_upper"]
    )
    assert whole.loc["beta_M", "studies"] > 0.9


def test_too_few_permutations_leave_the_permutation_band_unjudged():
    table = calibration.calibration(WIN[:30], N, {"beta_M": 10**6}, 10**6, 0.05)
    judged = table.set_index("method")[["outside", "studies", "studies_lower", "studies_upper"]]
    assert judged.loc["permutation"].isna().all(axis=None)
    assert judged.loc["beta_M"].notna().all(axis=None)
