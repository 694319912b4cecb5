"""Feature sets under permuted labels."""

import numba
import numpy as np
import pytest

from reference import kernel
from suitability.core.problem import Problem
from suitability.core.randomness import stream
from suitability.data.feature_weights import t_weights
from suitability.gaussian.layout import TILE
from suitability.scoring import permuted_labels
from suitability.scoring.drawn_sets import draw_groups
from suitability.scoring.performance import Contest
from suitability.scoring.score_table import ScoreTable
from suitability.scoring.sets import random_sets

NAMES = ("NC", "LDA", "QDA")


def score_table(cells, names=NAMES):
    scores, winners, counts = (np.array(part, np.int64) for part in zip(*cells, strict=True))
    return ScoreTable(tuple(names), scores, scores / 100, winners, counts)


def orders(permutations, seed=1, groups=None):
    problem = Problem(np.zeros((20, 1)), np.arange(20) % 2, None, name="data", groups=groups)
    return permuted_labels.permuted_orders(problem, permutations, seed)


def test_samples_of_a_group_change_places_within_it_where_it_has_both_classes():
    pairs = np.arange(20) // 2
    permuted = orders(40, groups=pairs)[1:]
    assert (pairs[permuted] == pairs).all()
    assert len({tuple(order) for order in permuted.tolist()}) == 40


def test_orders_are_permutations_and_more_of_them_begin_with_the_same():
    few = orders(3)
    more = orders(5)
    assert more[:4].tolist() == few.tolist()
    assert few[0].tolist() == list(range(20))
    assert (np.sort(more, axis=1) == np.arange(20)).all()
    assert len({tuple(order) for order in more.tolist()}) == 6
    assert orders(3, seed=2)[1:].tolist() != few[1:].tolist()


TABLES = [
    score_table([(90, 1, 2), (80, 2, 3), (80, 5, 1), (50, 7, 14)]),
    score_table([(70, 4, 5), (60, 1, 15)]),
]


def test_tables_come_back_from_their_data_frame():
    frame = permuted_labels.tables_frame(TABLES)
    assert frame.columns.tolist() == ["labeling", "score", "performance", "winners", "count"]
    for back, table in zip(permuted_labels.frame_tables(frame, NAMES), TABLES, strict=True):
        assert back.candidates == table.candidates
        for part in ("scores", "performance", "winners", "counts"):
            assert getattr(back, part).tolist() == getattr(table, part).tolist()


def counts(table):
    cells = zip(table.scores.tolist(), table.winners.tolist(), strict=True)
    return dict(zip(cells, table.counts.tolist(), strict=True))


def score(problem, orders, weights):
    def draw(weights):
        return random_sets(20, {"1": 1, "2": 1}, 60, weights, stream(1, "data", "null sets"))

    sets = (lambda *study: draw(weights(*study))) if callable(weights) else draw(weights)
    return permuted_labels.score_permutations(problem.study, Contest(NAMES), sets, orders)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too many sets for uncompiled code")
@pytest.mark.parametrize("by", [None, np.arange(20.0), t_weights], ids=["none", "table", "t"])
def test_a_permutation_is_scored_as_if_it_were_the_study(by):
    problem = kernel.random_problem(1, 20, (9, 8), 1, 3)
    orders = permuted_labels.permuted_orders(problem.study, 3, 1)
    found = score(problem, orders, by)
    for order, table in zip(orders, found, strict=True):
        labels, folds = np.empty_like(problem.labels), np.empty_like(problem.folds)
        labels[order], folds[:, order] = problem.labels, problem.folds
        study = problem._replace(labels=labels, folds=folds)
        weights = by(problem.values, labels) if callable(by) else by
        (expected,) = score(study, np.arange(17)[None], weights)
        assert table.total == 60
        assert counts(table) == counts(expected)
    assert len({tuple(counts(table).items()) for table in found}) == 4


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too many sets for uncompiled code")
@pytest.mark.parametrize("threads", [1, 2])
def test_few_sets_have_the_same_scores_as_many(threads):
    problem = kernel.random_problem(1, 20, (9, 8), 1, 3).study
    problem.values[:, 0] = 0  # no set with this feature can be scored
    few = random_sets(20, {"1": 1, "2": 1}, 60, None, stream(1, "data", "null sets"))
    assert sum(map(len, few)) < 9 * 8
    many = [np.concatenate([sets, sets]) for sets in few]
    orders = permuted_labels.permuted_orders(problem, 3, 1)
    of_few, of_many = (
        permuted_labels.score_permutations(problem, Contest(NAMES), sets, orders, threads=threads)
        for sets in (few, many)
    )
    assert 0 < of_few[0].total < 60
    for one, other in zip(of_few, of_many, strict=True):
        assert {cell: 2 * count for cell, count in counts(one).items()} == counts(other)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too many pairs for uncompiled code")
@pytest.mark.parametrize("pairs", [3000, 10**4], ids=["in groups", "all"])
def test_pairs_in_groups_have_the_scores_of_their_list(pairs):
    problem = kernel.random_problem(1, 130, (9, 8), 1, 3).study
    drawn = draw_groups(130, pairs, stream(1, "data", "null sets"))
    listed = [
        np.sort(np.stack(np.meshgrid(features[start:stop], features[lanes]), -1).reshape(-1, 2))
        for features, blocks in drawn.batches()
        for tile, start, stop in blocks
        for lanes in [slice(tile * TILE, (tile + 1) * TILE)]
    ]
    listed = np.unique(np.concatenate(listed), axis=0)
    listed = [listed[listed[:, 0] < listed[:, 1]]]
    assert len(listed[0]) == drawn.total
    orders = permuted_labels.permuted_orders(problem, 3, 1)
    contest = Contest(NAMES)
    expected = permuted_labels.score_permutations(problem, contest, listed, orders)
    for threads in (1, 2):
        found = permuted_labels.score_permutations(problem, contest, drawn, orders, threads=threads)
        assert [counts(table) for table in found] == [counts(table) for table in expected]
