import random
from collections import Counter
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from reference import naive
from suitability.scoring.performance import ScoreRule
from suitability.scoring.score_table import ScoreTable, by_score
from suitability.win.percentage import exact_win, n_grid, selection_probability

NAMES = ("NC", "DLDA", "LDA", "QDA")
HIGHEST = 12
GRID = n_grid(1e10, 10)

# Few sets with the best scores, ties within and between scores, and a candidate that never wins
# alone.
WITH_TIES = {
    (12, 0b0100): 1,
    (11, 0b0110): 2,
    (11, 0b0001): 1,
    (9, 0b1111): 6,
    (9, 0b1000): 3,
    (4, 0b0001): 17,
    (3, 0b0011): 10,
}


def table_of(counts, candidates=NAMES):
    histogram = np.zeros((HIGHEST + 1, 2 ** len(candidates)), np.int64)
    for cell, count in counts.items():
        histogram[cell] = count
    return ScoreTable.from_histogram(histogram, ScoreRule(tuple(candidates), (1, 1), 1, HIGHEST, 0))


def tables(largest_count):
    cells = st.tuples(st.integers(0, HIGHEST), st.integers(1, 2 ** len(NAMES) - 1))
    return st.dictionaries(cells, st.integers(1, largest_count), min_size=1, max_size=12)


def assert_close(shares, expected):
    assert_allclose(shares, expected, rtol=1e-12, atol=1e-15)


@given(tables(10**9))
def test_shares_add_up_to_one_for_every_n(counts):
    win = exact_win(table_of(counts), GRID)
    assert win.shape == (len(GRID), len(NAMES))
    assert (win >= 0).all()
    assert_close(win.sum(axis=1), 1)


@given(tables(20), st.sampled_from([1, 2, 3, 10, 37, 500]))
def test_shares_are_those_of_the_formula_in_fractions(counts, n):
    expected = np.array(naive.win(counts, len(NAMES), n), float)
    assert_close(exact_win(table_of(counts), [n])[0], expected)


@pytest.mark.parametrize("n", [1, 2, 5, 20])
def test_shares_are_those_of_random_searches(n):
    """The tolerance is four standard errors, exceeded by chance in one share of 16,000."""
    searches = 20_000
    rng = random.Random(n)
    sets = [cell for cell, count in WITH_TIES.items() for _ in range(count)]
    won = Counter(naive.monte_carlo_wrapper(sets, n, rng) for _ in range(searches))
    for candidate, share in enumerate(exact_win(table_of(WITH_TIES), [n])[0]):
        standard_error = np.sqrt(share * (1 - share) / searches)
        assert abs(won[candidate] / searches - share) < 4 * standard_error


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_shares_and_best_scores_are_those_of_all_searches(n):
    """Compared with an enumeration of every possible search, with ties."""
    counts = {(9, 0b0110): 1, (9, 0b1000): 1, (5, 0b0001): 3, (5, 0b1111): 2, (0, 0b0100): 2}
    sets = [cell for cell, count in counts.items() for _ in range(count)]
    won, best = naive.all_searches(sets, n)
    assert_close(exact_win(table_of(counts), [n])[0], [float(won[c]) for c in range(4)])
    better, count, _ = by_score(table_of(counts))
    found = selection_probability(better, count, len(sets), n)
    assert_close(found, [float(best[score]) for score in (9, 5, 0)])


@given(tables(10**9))
def test_one_draw_wins_like_a_random_set(counts):
    expected = np.zeros(len(NAMES))
    for (_, mask), count in counts.items():
        for candidate in range(len(NAMES)):
            if mask >> candidate & 1:
                expected[candidate] += count / mask.bit_count() / sum(counts.values())
    assert_close(exact_win(table_of(counts), [1])[0], expected)


@given(tables(1000))
def test_infinitely_many_draws_win_like_the_best_score(counts):
    table = table_of(counts)
    _, _, shares = by_score(table)
    assert_close(exact_win(table, [1e10])[0], shares[0])


@given(tables(10**9))
def test_the_best_score_gains_with_every_draw(counts):
    better, count, _ = by_score(table_of(counts))
    total = sum(counts.values())
    best = [selection_probability(better, count, total, n)[0] for n in GRID]
    worst = [selection_probability(better, count, total, n)[-1] for n in GRID]
    assert best == sorted(best)
    if len(better) > 1:
        assert worst == sorted(worst, reverse=True)


@st.composite
def ranks(draw):
    """M, how many sets are better, how many are equal: near either end or anywhere."""
    total = draw(st.integers(1, 10**10))
    near = draw(st.integers(0, min(total - 1, 10**4)))
    better = draw(st.sampled_from([near, total - 1 - near, draw(st.integers(0, total - 1))]))
    return total, better, draw(st.integers(1, total - better))


@settings(max_examples=200)
@given(ranks(), st.sampled_from([1, 2, 10, 10**5, 10**10]))
def test_selection_probability_loses_no_digits(rank, n):
    """Other than those lost by storing the logarithm of the probability as a float."""
    total, better, count = rank
    with localcontext(prec=60):
        none_better = (Decimal(total - better) / total) ** n
        expected = float(none_better - (Decimal(total - better - count) / total) ** n)
    found = selection_probability(np.array([better]), np.array([count]), total, n)[0]
    if expected > 1e-300:
        assert found == pytest.approx(expected, rel=1e-14 * (1 - np.log(expected)), abs=0)
    else:
        assert found < 1e-290


def test_one_kind_of_set_wins_its_share_for_every_n():
    win = exact_win(table_of({(7, 0b0101): 5}), GRID)
    assert_array_equal(win, np.tile([0.5, 0, 0.5, 0], (len(GRID), 1)))


def test_a_single_set_wins_its_share_for_every_n():
    win = exact_win(table_of({(7, 0b1000): 1}), GRID)
    assert_array_equal(win, np.tile([0, 0, 0, 1], (len(GRID), 1)))


def test_candidates_that_always_tie_share_evenly():
    everyone = {(score, 0b1111): 10 ** (12 - score) for score in range(3, 12)}
    assert_close(exact_win(table_of(everyone), GRID), 0.25)


def test_a_single_candidate_always_wins():
    alone = {(score, 1): 10 ** (12 - score) for score in range(3, 12)}
    assert_close(exact_win(table_of(alone, ("QDA",)), GRID), 1)


def test_shares_depend_on_ranks_and_not_on_scores():
    squeezed = {
        (score - 3 if score > 9 else score, mask): n
        for (score, mask), n in WITH_TIES.items()
        if score != 9
    }
    without_9 = {cell: n for cell, n in WITH_TIES.items() if cell[0] != 9}
    assert_array_equal(exact_win(table_of(squeezed), GRID), exact_win(table_of(without_9), GRID))


def test_shares_depend_on_proportions_once_sets_are_many():
    thousandfold = {cell: 1000 * count for cell, count in WITH_TIES.items()}
    assert_close(exact_win(table_of(thousandfold), GRID), exact_win(table_of(WITH_TIES), GRID))


@pytest.mark.parametrize("points", [1, 2, 3, 7, 10, 20, 97])
def test_grid_rises_from_one_and_has_all_powers_of_ten(points):
    grid = n_grid(1e10, points)
    assert grid.dtype == np.int64
    assert grid[0] == 1
    assert grid[-1] == 10**10
    assert (np.diff(grid) > 0).all()
    assert {10**power for power in range(11)} <= set(grid.tolist())


def test_grid_is_even_in_logarithms():
    grid = n_grid(1e10, 10)
    steps = np.diff(np.log10(grid[grid >= 1000]))
    assert_allclose(steps, 0.1, atol=5e-4)


@pytest.mark.parametrize(("n_max", "last"), [(1, 1), (9, 5), (10, 10), (99, 46), (5000, 4642)])
def test_grid_ends_at_its_last_point_below_the_limit(n_max, last):
    assert n_grid(n_max, 3)[-1] == last
