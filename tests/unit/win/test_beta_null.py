import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

from reference import naive
from suitability.scoring.score_table import ScoreTable
from suitability.win.beta_null import (
    CLOSED_FORM_FROM,
    beta_band,
    null_bands,
    sum_of_squared_weights,
)
from suitability.win.percentage import exact_win, n_grid

GRID = n_grid(1e10, 10).tolist()
LARGE = 10**10


@pytest.mark.parametrize("total", [1, 2, 3, 10, 97, 1000, 10_000, 10_001, 20_001, 100_000])
def test_sum_of_squares_is_the_direct_sum(total):
    for n in GRID:
        expected = naive.sum_of_squared_weights(total, n)
        assert sum_of_squared_weights(total, n) == pytest.approx(expected, rel=1e-8)


@given(st.integers(1, 10**5), st.floats(0, 10).map(lambda power: round(10**power)))
def test_sum_of_squares_is_the_direct_sum_for_any_number(total, n):
    expected = naive.sum_of_squared_weights(total, n)
    assert sum_of_squared_weights(total, n) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("total", [1, 5, 12])
@pytest.mark.parametrize("n", [1, 2, 3, 17])
def test_sum_of_squares_is_that_of_the_probabilities_of_the_sets(total, n):
    distinct = {(score, 1): 1 for score in range(total)}
    exact = sum(p * p for p in naive.selection_probabilities(distinct, n).values())
    assert sum_of_squared_weights(total, n) == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 1000, 10**6])
def test_sum_of_squares_is_continuous_where_the_closed_form_takes_over(n):
    total = int(CLOSED_FORM_FROM * n)
    summed = sum_of_squared_weights(total, n)
    closed = sum_of_squared_weights(total + 1, n)
    assert closed * (total + 1) / total == pytest.approx(summed, rel=1e-8)


@pytest.mark.parametrize("total", [1, 7, 10**4, 10**6, LARGE])
def test_one_draw_gives_all_sets_the_same_weight(total):
    assert sum_of_squared_weights(total, 1) == pytest.approx(1 / total, rel=1e-12)


@pytest.mark.parametrize("total", [1, 7, 10**4, 10**6])
def test_infinitely_many_draws_leave_only_the_best_set(total):
    assert sum_of_squared_weights(total, 1e3 * total + 1) == pytest.approx(1, rel=1e-12)
    assert sum_of_squared_weights(total, 1e10) <= 1


@pytest.mark.parametrize("total", [1000, 10**6, 10**8, LARGE])
def test_sum_of_squares_rises_with_n_within_its_limits(total):
    squares = [sum_of_squared_weights(total, n) for n in GRID]
    assert all(np.diff(squares) >= 0)
    assert squares[0] >= (1 - 1e-12) / total
    assert squares[-1] <= 1


def test_sum_of_squares_has_its_limit_where_n_equals_m():
    """For large N = M, w_i is exp(-i) (1 - exp(-1)), so the sum is tanh(1/2)."""
    assert sum_of_squared_weights(LARGE, LARGE) == pytest.approx(np.tanh(0.5), rel=1e-9)


squares = st.one_of(st.floats(1e-10, 1), st.floats(1e-12, 1e-3).map(lambda rest: 1 - rest))


@given(st.integers(2, 12), squares, st.floats(1e-4, 0.5))
def test_band_contains_an_equal_share(candidates, squares, level):
    lower, upper = beta_band(candidates, squares, level)
    assert 0 <= lower <= 1 / candidates <= upper <= 1


@given(st.integers(2, 12), squares, squares, st.floats(1e-4, 0.5))
def test_band_is_wider_for_more_concentrated_weights(candidates, first, second, level):
    narrow = beta_band(candidates, min(first, second), level)
    wide = beta_band(candidates, max(first, second), level)
    assert wide[0] <= narrow[0] * (1 + 1e-9)
    assert wide[1] >= narrow[1] * (1 - 1e-9)


@pytest.mark.parametrize("total", [1, 50, 10**5, LARGE])
def test_band_widens_with_n(total):
    bands = np.array([beta_band(6, sum_of_squared_weights(total, n), 0.05) for n in GRID])
    assert not np.isnan(bands).any()
    assert (np.diff(bands[:, 0]) <= 1e-12).all()
    assert (np.diff(bands[:, 1]) >= -1e-12).all()


@pytest.mark.parametrize("squares", [1.0, 1 - 1e-15, 1 - 1e-9])
def test_band_is_everything_where_one_set_decides(squares):
    assert beta_band(6, squares, 0.05) == (0, 1)


@pytest.mark.parametrize("total", [1, 2, 1000, 10**5, 10**8])
@pytest.mark.parametrize("candidates", [2, 6, 12])
def test_band_of_an_infinite_search_is_everything(total, candidates):
    bands = null_bands([10**10], {"beta_M": total}, candidates, 0.05)
    assert bands[["lower", "upper"]].to_numpy().tolist() == [[0, 1]]


@pytest.mark.parametrize("total", [1, 1000, LARGE])
def test_band_of_a_single_candidate_is_its_certain_win(total):
    bands = null_bands(GRID, {"beta_M": total}, 1, 0.05)
    assert (bands[["lower", "upper"]] == 1).to_numpy().all()


@pytest.mark.parametrize("candidates", [2, 3, 6])
@pytest.mark.parametrize("squares", [1e-8, 1e-4, 0.01, 0.3])
def test_band_cuts_the_tails_of_a_beta_of_the_right_moments(candidates, squares):
    q = 1 / candidates
    variance = q * (1 - q) * squares
    size = q * (1 - q) / variance - 1
    null = beta(q * size, (1 - q) * size)
    assert null.mean() == pytest.approx(q, rel=1e-12)
    assert null.var() == pytest.approx(variance, rel=1e-9)
    lower, upper = beta_band(candidates, squares, 0.05)
    tail = 0.05 / (candidates - 1) / 2
    assert null.cdf(lower) == pytest.approx(tail, rel=1e-6)
    assert null.sf(upper) == pytest.approx(tail, rel=1e-6)


def test_six_candidates_at_five_percent_are_cut_at_half_a_percent():
    lower, upper = beta_band(6, 0.02, 0.05)
    null = beta((1 / 0.02 - 1) / 6, (1 / 0.02 - 1) * 5 / 6)
    assert null.ppf([0.005, 0.995]) == pytest.approx([lower, upper], rel=1e-9)


@pytest.mark.parametrize(("total", "n"), [(20, 1), (20, 5), (50, 20), (50, 500)])
def test_win_percentages_of_random_winners_have_the_moments_of_the_null(total, n):
    """The standard error of a variance is taken from the spread of the squared deviations."""
    trials, candidates = 3000, 6
    rng = np.random.default_rng([total, n])
    scores = np.arange(total)[::-1]
    won = np.array(
        [
            exact_win(
                ScoreTable(
                    tuple("abcdef"),
                    scores,
                    scores / total,
                    1 << rng.integers(candidates, size=total),
                    np.ones(total, np.int64),
                ),
                [n],
            )[0, 0]
            for _ in range(trials)
        ]
    )
    q = 1 / candidates
    variance = q * (1 - q) * sum_of_squared_weights(total, n)
    assert abs(won.mean() - q) < 4 * np.sqrt(variance / trials)
    squared = (won - q) ** 2
    assert abs(squared.mean() - variance) < 4 * squared.std() / np.sqrt(trials)
