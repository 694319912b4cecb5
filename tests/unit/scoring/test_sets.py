from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy import stats

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.scoring import sets as sets_module
from suitability.scoring.sets import (
    AllSets,
    SampledSets,
    choose_sets,
    draw_sets,
    is_every_set,
    name_sets,
    random_sets,
    sizes_and_shares,
)


def rng(index=0):
    return stream(1, "data", "sets", index)


def chosen(features, size, sample, weights=None, rng=None):
    how = {"size": size, "sample": sample, "replacement": True}
    return choose_sets(features, how, weights, rng or stream(1, "data", "sets"))


def rows(sets):
    return [tuple(row) for row in np.asarray(sets).tolist()]


@pytest.mark.parametrize(
    ("features", "size"), [(1, 1), (7, 1), (2, 2), (9, 2), (8, 3), (7, 4), (8, 8), (11, 8)]
)
def test_all_sets_stand_in_lexicographic_order(features, size):
    sets = AllSets(features, size)
    expected = list(combinations(range(features), size))
    assert rows(sets.at(np.arange(sets.total))) == expected


def test_pieces_of_all_sets_cover_each_once(monkeypatch):
    monkeypatch.setattr(sets_module, "SETS_PER_PIECE", 10)
    sets = AllSets(9, 3)
    pieces = [piece for start, stop in ((0, 33), (33, 84)) for piece in sets.pieces(start, stop)]
    assert [first for first, _, _ in pieces] == [0, 10, 20, 30, 33, 43, 53, 63, 73, 83]
    assert rows(np.concatenate([some for _, some, _ in pieces])) == list(combinations(range(9), 3))
    assert all(counts is None for _, _, counts in pieces)


def test_places_among_very_many_sets_are_right():
    sets = AllSets(16736, 4)
    assert sets.total > 3e15
    assert rows(sets.at([0, sets.total - 1, comb(16735, 3)])) == [
        (0, 1, 2, 3),
        (16732, 16733, 16734, 16735),
        (1, 2, 3, 4),
    ]


@pytest.mark.parametrize("shards", [1, 2, 7, 100])
def test_pieces_of_a_sample_cover_each_distinct_set_once(shards):
    sets = chosen(8, {"3": 1, "1": 1, "2": 2}, 60)
    found, total = [], sets.total
    for shard in range(shards):
        for first, some, counts in sets.pieces(
            total * shard // shards, total * (shard + 1) // shards
        ):
            assert first == len(found)
            found += list(zip(rows(some), counts.tolist(), strict=True))
    assert len(found) == total == len({members for members, _ in found})
    assert sum(count for _, count in found) == 60
    assert [members for members, _ in found] == sorted(
        (members for members, _ in found), key=lambda members: (len(members), members)
    )
    width = max(len(members) for members, _ in found)
    filled = [(*members, *[-1] * (width - len(members))) for members, _ in found]
    assert rows(sets.at(np.arange(total))) == filled


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_set_is_as_likely(size):
    drawn = rows(draw_sets(6, size, 20_000, True, None, rng()))
    counts = Counter(drawn)
    assert set(counts) == set(combinations(range(6), size))
    assert stats.chisquare(list(counts.values())).pvalue > 1e-3


def test_the_chance_of_a_set_is_the_product_of_its_weights():
    weights = np.array([3.0, 0.0, 1.0, 0.5, 2.0])
    drawn = Counter(rows(draw_sets(5, 2, 20_000, True, weights, rng())))
    sets = list(combinations((0, 2, 3, 4), 2))
    expected = np.array([weights[list(members)].prod() for members in sets])
    assert set(drawn) == set(sets)
    counts = [drawn[members] for members in sets]
    assert stats.chisquare(counts, 20_000 * expected / expected.sum()).pvalue > 1e-3


@pytest.mark.parametrize("weights", [None, np.arange(1.0, 8.0)])
@pytest.mark.parametrize("count", [1, 10, 34])
def test_without_replacement_all_sets_differ(weights, count):
    drawn = rows(draw_sets(7, 3, count, False, weights, rng()))
    assert len(drawn) == len(set(drawn)) == count
    assert set(drawn) <= set(combinations(range(7), 3))


def test_without_replacement_every_sample_is_as_likely():
    drawn = Counter(frozenset(rows(draw_sets(4, 2, 2, False, None, rng(i)))) for i in range(3000))
    assert len(drawn) == comb(6, 2)
    assert stats.chisquare(list(drawn.values())).pvalue > 1e-3


def test_without_replacement_weights_hold_among_those_left():
    weights = np.array([1.0, 2.0, 3.0])
    drawn = Counter(tuple(draw_sets(3, 1, 2, False, weights, rng(i)).ravel()) for i in range(3000))
    orders = [(i, j) for i in range(3) for j in range(3) if i != j]
    expected = [weights[i] / 6 * weights[j] / (6 - weights[i]) for i, j in orders]
    counts = [drawn[order] for order in orders]
    assert stats.chisquare(counts, 3000 * np.array(expected)).pvalue > 1e-3


@pytest.mark.parametrize("count", [6, 7, 1000])
def test_without_replacement_no_more_are_drawn_than_there_are(count):
    weights = np.array([1.0, 0.0, 1.0, 1.0, 1.0])
    drawn = draw_sets(5, 2, count, False, weights, rng())
    assert rows(drawn) == list(combinations((0, 2, 3, 4), 2))


def test_many_sets_are_drawn_batch_by_batch(monkeypatch):
    monkeypatch.setattr(sets_module, "TRIES_PER_BATCH", 50)
    drawn = rows(draw_sets(40, 2, 700, False, None, rng()))
    assert len(set(drawn)) == 700


def test_sizes_are_drawn_with_their_probabilities():
    sets = chosen(50, {"4": 1.0, "2": 3.0}, 10_000)
    (pairs, of_pairs), (quadruplets, of_quadruplets) = sets.groups
    assert pairs.shape[1] == 2
    assert quadruplets.shape[1] == 4
    assert stats.binomtest(int(of_pairs.sum()), 10_000, 0.75).pvalue > 1e-3
    assert of_pairs.sum() + of_quadruplets.sum() == 10_000


def test_random_sets_are_drawn_a_size_at_a_time():
    ones, threes = random_sets(50, {"3": 1, "1": 3}, 40, None, rng())
    assert (ones.shape[1], threes.shape[1]) == (1, 3)
    assert len(ones) + len(threes) == 40
    assert len(ones) == pytest.approx(30, abs=12)


def test_random_sets_are_all_where_there_are_no_more():
    assert rows(random_sets(5, 2, 10, None, rng())[0]) == list(combinations(range(5), 2))
    (drawn,) = random_sets(5, 2, 9, None, rng())
    assert len(drawn) == 9


def test_random_sets_keep_to_the_weights_where_there_are_few():
    (drawn,) = random_sets(4, 1, 8000, np.array([1.0, 0.0, 2.0, 5.0]), rng())
    counts = np.bincount(drawn.ravel(), minlength=4)
    assert counts[1] == 0
    assert stats.chisquare(counts[[0, 2, 3]], [1000, 2000, 5000]).pvalue > 1e-3


def test_sizes_and_shares_are_sorted_and_sum_to_one():
    sizes, shares = sizes_and_shares({"8": 1, "2": 3}, 9)
    assert sizes == [2, 8]
    assert shares.tolist() == [0.75, 0.25]
    assert sizes_and_shares(3, 9) == ([3], [1.0])


def test_a_sample_is_the_same_again_and_another_with_another_seed():
    first, again, other = (
        chosen(30, 2, 100, rng=stream(seed, "data", "sets")) for seed in (1, 1, 2)
    )
    assert isinstance(first, SampledSets)
    assert all(np.array_equal(a, b) for a, b in zip(*first.groups, *again.groups, strict=False))
    assert rows(first.groups[0][0]) == rows(again.groups[0][0]) != rows(other.groups[0][0])


@pytest.mark.parametrize(
    ("features", "size", "sample", "weights", "message"),
    [
        (2, 3, 10, None, "sets of 3 features are required, but 2 take part"),
        (4, 3, 10, [1, 1, 0, 0], "sets of 3 features are required, but 2 take part"),
        (5000, 3, None, None, "there are 2.08e+10 sets of 3 features, more than 1e+08"),
    ],
)
def test_sets_that_cannot_be_had_are_refused(features, size, sample, weights, message):
    weights = None if weights is None else np.array(weights, float)
    with pytest.raises(InputError, match=r"^config: score\.sets\..*") as raised:
        chosen(features, size, sample, weights)
    assert message in str(raised.value)


def test_all_sets_of_a_size_up_to_two_are_never_too_many():
    assert chosen(54_675, 2, None) == AllSets(54_675, 2)
    assert chosen(100, 4, None) == AllSets(100, 4)


def test_weights_on_too_few_features_are_refused(monkeypatch):
    monkeypatch.setattr(sets_module, "TRIES_PER_BATCH", 1000)
    weights = np.array([1.0, *[1e-9] * 5])
    with pytest.raises(InputError, match=r"tries found \d+ of 10 sets of 2 features"):
        draw_sets(6, 2, 10, True, weights, rng())


def test_sets_are_called_by_their_size():
    assert [name_sets(size) for size in (1, 2, 3, 4, 5)] == [
        *("single features", "pairs", "triplets", "quadruplets"),
        "sets of 5 features",
    ]
    assert name_sets({"2": 1, "3": 1}) == "feature sets"


@pytest.mark.parametrize(
    ("size", "weights", "count", "every"),
    [
        (2, None, 435, True),
        (2, None, 434, False),
        (2, "t", 435, False),
        ({"2": 1}, None, 435, True),
    ],
)
def test_all_sets_are_known_from_their_number(size, weights, count, every):
    assert is_every_set(count, 30, {"size": size, "weights": weights}) == every
    if every:
        (drawn,) = random_sets(30, size, 10_000, None, rng())
        assert len(drawn) == 435
