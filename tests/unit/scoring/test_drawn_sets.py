from math import comb

import numpy as np
import pytest

from suitability.gaussian.layout import TILE
from suitability.gaussian.pair_kernel import pairs_in
from suitability.scoring.drawn_sets import ListedSets, draw, draw_groups, shown_n


@pytest.mark.parametrize(
    ("features", "pairs"), [(5000, 10**5), (300, 10**4), (64 * 5 + 1, 10**4), (64, 1000)]
)
def test_enough_pairs_are_drawn_and_few_more(features, pairs):
    drawn = draw_groups(features, pairs, np.random.default_rng(1))
    most = pairs + drawn.group if drawn.group else comb(features, 2)
    assert pairs <= drawn.total <= most
    assert len(set(drawn.order.tolist())) == len(drawn.order)
    scored = sum(
        pairs_in(block, len(batch)) for batch, blocks in drawn.batches() for block in blocks
    )
    assert scored == drawn.total


@pytest.mark.parametrize("pairs", [10**5, 10**6])
def test_many_features_take_part(pairs):
    """At most 400 pairs have a feature in common, so that pairs depend little on each other."""
    drawn = draw_groups(8000, pairs, np.random.default_rng(1))
    assert drawn.group <= 400
    assert len(drawn.order) >= min(7500, pairs / 100)


def test_all_pairs_are_drawn_where_there_are_no_more():
    drawn = draw_groups(130, 10**6, np.random.default_rng(1))
    assert drawn.total == comb(130, 2)
    assert sorted(drawn.order) == list(range(130))


def test_every_pair_is_as_likely():
    together = np.zeros((130, 130))
    for seed in range(600):
        drawn = draw_groups(130, 3000, np.random.default_rng(seed))
        for features, blocks in drawn.batches():
            for tile, start, stop in blocks:
                rows, lanes = features[start:stop], features[tile * TILE : (tile + 1) * TILE]
                together[np.ix_(rows, lanes)] += 1
                together[np.ix_(lanes, rows)] += 1
    counts = together[np.triu_indices(130, 1)]
    # The variance of a binomial count.
    expected = counts.mean() * (1 - counts.mean() / 600)
    assert counts.var() == pytest.approx(expected, rel=0.15)


def test_weighted_pairs_and_other_sizes_are_listed():
    weights = np.where(np.arange(50) < 10, 1.0, 0.0)
    drawn = draw(50, {"size": 2}, 500, weights, np.random.default_rng(1))
    assert isinstance(drawn, ListedSets)
    assert drawn.total == 500
    assert drawn.of_size[0].max() < 10
    assert draw(50, {"size": 3}, 500, None, np.random.default_rng(1)).of_size[0].shape == (500, 3)


def test_searches_are_shown_where_enough_sets_are_drawn():
    n, pairs = np.array([1, 10, 100, 1000, 10_000]), {"size": 2, "weights": None}
    assert shown_n(n, 10_000, 1000, pairs).tolist() == [1, 10, 100]
    assert shown_n(n, 50, 1000, pairs).tolist() == [1]
    # All of them: exact for any N.
    assert shown_n(n, comb(TILE, 2), TILE, pairs).tolist() == [1, 10, 100, 1000]
