from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from reference import naive
from suitability.scoring.performance import ScoreRule
from suitability.scoring.score_table import (
    ScoreTable,
    by_score,
    from_frame,
    merge,
    sample,
    to_frame,
    winner_names,
)
from suitability.win.percentage import exact_win

NAMES = ("NC", "LDA", "QDA")
HIGHEST = 6

cells = st.tuples(st.integers(0, HIGHEST), st.integers(1, 2 ** len(NAMES) - 1))
histograms = st.dictionaries(cells, st.integers(1, 10**12), min_size=1).map(
    lambda counts: dense(counts)
)


def dense(counts):
    histogram = np.zeros((HIGHEST + 1, 2 ** len(NAMES)), np.int64)
    for cell, count in counts.items():
        histogram[cell] = count
    return histogram


def table_of(histogram):
    return ScoreTable.from_histogram(histogram, ScoreRule(NAMES, (1, 1), 1, HIGHEST, 0))


def as_counter(table):
    keys = zip(table.scores.tolist(), table.winners.tolist(), strict=True)
    return Counter(dict(zip(keys, table.counts.tolist(), strict=True)))


def assert_same(table, other):
    assert table.candidates == other.candidates
    for column in ("scores", "performance", "winners", "counts"):
        assert_array_equal(getattr(table, column), getattr(other, column))
        assert getattr(table, column).dtype == getattr(other, column).dtype


@given(histograms)
def test_table_holds_the_histogram_best_first(histogram):
    table = table_of(histogram)
    assert table.total == histogram.sum()
    assert_array_equal(histogram[table.scores, table.winners], table.counts)
    assert (table.counts > 0).all()
    assert_array_equal(table.performance, table.scores / HIGHEST)
    order = list(zip((-table.scores).tolist(), table.winners.tolist(), strict=True))
    assert order == sorted(order)


@given(histograms)
def test_frame_and_back_is_the_same_table(histogram):
    table = table_of(histogram)
    assert_same(from_frame(to_frame(table), NAMES), table)


@given(histograms, histograms)
def test_merging_adds_histograms(first, second):
    assert_same(merge([table_of(first), table_of(second)]), table_of(first + second))


@given(histograms, histograms, histograms)
def test_order_and_grouping_of_merges_do_not_matter(first, second, third):
    a, b, c = table_of(first), table_of(second), table_of(third)
    together = merge([a, b, c])
    assert_same(merge([c, a, b]), together)
    assert_same(merge([merge([a, b]), c]), together)
    assert_same(merge([a, merge([c, b])]), together)


@given(histograms)
def test_merging_one_table_changes_nothing(histogram):
    table = table_of(histogram)
    assert_same(merge([table]), table)


@given(histograms)
def test_ranks_are_competition_ranks(histogram):
    counts = as_counter(table_of(histogram))
    for row in to_frame(table_of(histogram)).itertuples():
        better = sum(count for (score, _), count in counts.items() if score > row.score)
        assert row.rank == better + 1


@given(histograms)
def test_by_score_has_one_row_a_score(histogram):
    better, counts, shares = by_score(table_of(histogram))
    of_score = histogram.sum(axis=1)[::-1]
    assert_array_equal(counts, of_score[of_score > 0])
    assert_array_equal(better, np.cumsum(counts) - counts)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-12)


@given(histograms)
def test_shares_of_a_score_choose_a_set_then_one_of_its_winners(histogram):
    _, _, shares = by_score(table_of(histogram))
    scores = sorted({score for score, _ in as_counter(table_of(histogram))}, reverse=True)
    for score, row in zip(scores, shares, strict=True):
        only = {(score, mask): int(n) for mask, n in enumerate(histogram[score]) if n}
        expected = naive.win(only, len(NAMES), 1)
        np.testing.assert_allclose(row, np.array(expected, float), rtol=1e-12)


def test_winner_sets_are_named_in_config_order():
    assert winner_names(np.arange(1, 8), NAMES) == [
        "NC",
        "LDA",
        "NC+LDA",
        "QDA",
        "NC+QDA",
        "LDA+QDA",
        "NC+LDA+QDA",
    ]


small_histograms = st.dictionaries(cells, st.integers(1, 10**6), min_size=1).map(dense)


@given(small_histograms, st.integers(1, 10**9), st.integers(0, 2**32))
def test_draws_with_replacement_keep_the_size_and_the_cells(histogram, size, seed):
    table = table_of(histogram)
    drawn = sample(table, size, np.random.default_rng(seed))
    assert drawn.total == size
    assert as_counter(drawn).keys() <= as_counter(table).keys()
    assert (drawn.counts > 0).all()


@given(small_histograms, st.floats(0, 1), st.integers(0, 2**32))
def test_draws_without_replacement_take_no_more_than_there_are(histogram, share, seed):
    table = table_of(histogram)
    size = max(1, int(share * table.total))
    drawn = sample(table, size, np.random.default_rng(seed), replacement=False)
    assert drawn.total == size
    assert as_counter(drawn) <= as_counter(table)


def test_drawing_all_without_replacement_gives_the_table():
    table = table_of(dense({(5, 1): 10, (5, 6): 3, (0, 7): 8}))
    assert_same(sample(table, 21, np.random.default_rng(1), replacement=False), table)


@pytest.mark.parametrize("replacement", [True, False])
def test_draws_are_unbiased(replacement):
    table = table_of(dense({(5, 1): 500, (5, 6): 300, (2, 2): 150, (0, 7): 50}))
    rng = np.random.default_rng(2)
    drawn = sum((as_counter(sample(table, 400, rng, replacement)) for _ in range(500)), Counter())
    for cell, count in as_counter(table).items():
        p = count / table.total
        standard_error = np.sqrt(400 * p * (1 - p) / 500)
        assert abs(drawn[cell] / 500 - 400 * p) < 4 * standard_error


@pytest.mark.parametrize("total", [10**9, 10**10])
def test_draws_without_replacement_work_for_any_number_of_sets(total):
    table = table_of(dense({(5, 1): total // 2, (3, 2): total - total // 2}))
    drawn = sample(table, 1000, np.random.default_rng(3), replacement=False)
    assert drawn.total == 1000
    assert abs(as_counter(drawn)[5, 1] - 500) < 4 * np.sqrt(250)


@pytest.mark.parametrize("tolerance", [0, 3])
@pytest.mark.parametrize("candidates", [1, 6, 20])
def test_scores_of_sets_give_the_naive_table(candidates, tolerance):
    rng = np.random.default_rng(candidates)
    names = tuple(f"c{i}" for i in range(candidates))
    rule = ScoreRule(names, (3, 2), 1, 40, tolerance)
    scores, counts = rng.integers(20, 41, (200, candidates)), rng.integers(1, 5, 200)
    expected = Counter()
    for row, count in zip(scores.tolist(), counts.tolist(), strict=True):
        expected[max(row), naive.winners(row, tolerance)] += count
    table = ScoreTable.from_scores(scores, rule, counts)
    assert as_counter(table) == expected
    assert_array_equal(table.performance, table.scores / 40)
    order = list(zip((-table.scores).tolist(), table.winners.tolist(), strict=True))
    assert order == sorted(order)
    assert_same(from_frame(to_frame(table), names), table)
    once = ScoreTable.from_scores(np.repeat(scores, counts, axis=0), rule)
    assert_same(once, table)


def test_twenty_candidates_have_win_percentages():
    rng = np.random.default_rng(0)
    names = tuple(f"c{i}" for i in range(20))
    scores = rng.integers(0, 1000, (5000, 20))
    table = ScoreTable.from_scores(scores, ScoreRule(names, (1, 1), 1, 1000, 0))
    win = exact_win(table, np.array([1, 100, 10**6]))
    np.testing.assert_allclose(win.sum(axis=1), 1, rtol=1e-12)
    first = np.bincount(scores.argmax(axis=1), minlength=20) / 5000
    assert win[0] == pytest.approx(first, abs=0.01)


@given(histograms)
def test_known_winners_give_the_table_of_their_histogram(histogram):
    table = table_of(np.minimum(histogram, 50))
    best, masks = np.repeat(table.scores, table.counts), np.repeat(table.winners, table.counts)
    wins = (masks[:, None] >> np.arange(len(NAMES)) & 1).astype(bool)
    rule = ScoreRule(NAMES, (1, 1), 1, HIGHEST, 0)
    assert_same(ScoreTable.from_winners(best, wins, rule), table)
