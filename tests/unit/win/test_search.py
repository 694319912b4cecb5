from collections import Counter

import numba
import numpy as np
import pytest
from scipy import stats

from reference import kernel, naive
from suitability.core.randomness import stream
from suitability.gaussian.candidates import CANDIDATES
from suitability.scoring.performance import Contest
from suitability.scoring.score_table import winner_names
from suitability.scoring.sets import AllSets, choose_sets
from suitability.scoring.shards import merge_shards, score_shard
from suitability.scoring.top_sets import top_sets
from suitability.win import search
from suitability.win.percentage import exact_win

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too many sets for uncompiled code"
)
NAMES = list(CANDIDATES)
CONTEST = Contest(NAMES)


@pytest.fixture(scope="module")
def problem():
    return kernel.random_problem(5, 12, (11, 9), 2, 3)


def found_by(problem, n, index=0, size=2, weights=None):
    return search.search(
        problem.study, CONTEST, n, size, weights, stream(1, "data", "search", index)
    )


def tables(problem, sets, shards):
    rule = CONTEST.rule_of(problem.study)
    parts = [score_shard(problem.study, CONTEST, sets, (i, shards)) for i in range(shards)]
    table, lists = merge_shards(parts[::-1], rule)
    return table, top_sets(lists, problem.study.features, rule)


def test_a_long_search_finds_the_best_of_all_sets(problem):
    scores = naive.scores_of_pairs(*problem, problem.weights)
    members, performance, winner = found_by(problem, 3000)
    best = max(max(s) for s in scores.values())
    highest = 2 * 2 * 11 * 9
    assert performance.tolist() == [s / highest for s in scores[tuple(members.tolist())]]
    assert performance.max() == best / highest
    assert performance[NAMES.index(winner)] == performance.max()


@pytest.mark.parametrize("piece", [3, 1000])
def test_winners_are_as_the_win_percentage_says(problem, piece, monkeypatch):
    monkeypatch.setattr(search, "SETS_PER_PIECE", piece)
    table, _ = tables(problem, AllSets(12, 2), 1)
    (expected,) = exact_win(table, np.array([10]))
    won = Counter(found_by(problem, 10, index)[2] for index in range(250))
    some = expected > 0
    assert set(won) <= {name for name, share in zip(NAMES, some, strict=True) if share}
    counts = np.array([won[name] for name in NAMES])[some]
    assert stats.chisquare(counts, 250 * expected[some] / expected[some].sum()).pvalue > 1e-3


@pytest.mark.parametrize("piece", [1, 4, 1000])
def test_of_equal_sets_the_first_drawn_stays(problem, piece, monkeypatch):
    drawn, draw_sets = [], search.draw_sets

    def recorded(*arguments):
        drawn.append(draw_sets(*arguments))
        return drawn[-1]

    monkeypatch.setattr(search, "draw_sets", recorded)
    monkeypatch.setattr(search, "SETS_PER_PIECE", piece)
    copies = np.repeat(problem.values[:, :1], problem.features, axis=1)
    equal = problem._replace(values=np.ascontiguousarray(copies))
    members, _, _ = found_by(equal, 20, size=1)
    drawn = np.concatenate(drawn)
    assert len(drawn) == 20
    assert drawn[-1].tolist() != drawn[0].tolist()
    assert members.tolist() == drawn[0].tolist()


def test_a_search_may_mix_sizes_and_weigh_features(problem):
    weights = np.array([1.0] * 6 + [0.0] * 6)
    sizes = set()
    for index in range(20):
        members, _, _ = found_by(problem, 5, index, {"1": 1, "3": 1}, weights)
        assert max(members) < 6
        sizes.add(len(members))
    assert sizes == {1, 3}


def test_what_was_found_is_told_beside_what_was_expected():
    found = np.array([2, 0]), np.array([0.5, 0.75]), "LDA"
    frame = search.search_frame(7, found, ["a", "b", "c"], {"NC": 0.4, "LDA": 0.6})
    assert frame.to_dict("list") == {
        "N": [7, 7],
        "feature_1": ["c", "c"],
        "feature_2": ["a", "a"],
        "candidate": ["NC", "LDA"],
        "performance": [0.5, 0.75],
        "winner": [False, True],
        "win": [0.4, 0.6],
    }


@pytest.mark.parametrize("size", [1, 3])
def test_all_sets_of_a_size_give_the_naive_table(problem, size):
    scores = {
        members: naive.scores_of_set(
            problem.values[:, members], problem.labels, problem.folds, problem.weights
        )
        for members in naive.combinations(range(problem.features), size)
    }
    table, top = tables(problem, AllSets(problem.features, size), 2)
    cells = zip(table.scores.tolist(), table.winners.tolist(), strict=True)
    assert dict(zip(cells, table.counts.tolist(), strict=True)) == naive.score_table(scores)
    best = naive.best_pairs(scores, 100)
    listed = top[top["list"] == "all"].filter(like="feature_").to_numpy()
    assert [tuple(row) for row in listed] == [tuple(f"g{i}" for i in members) for members in best]


@pytest.mark.parametrize("shards", [1, 3])
def test_a_sample_counts_each_set_as_often_as_it_was_drawn(problem, shards):
    rng = stream(1, "data", "sets")
    how = {"size": {"1": 1, "2": 2}, "sample": 200, "replacement": True}
    sets = choose_sets(12, how, None, rng)
    table, top = tables(problem, sets, shards)
    expected, named = Counter(), {}
    for _, some, counts in sets.pieces(0, sets.total):
        for members, count in zip(some.tolist(), counts.tolist(), strict=True):
            scores = naive.scores_of_set(
                problem.values[:, members], problem.labels, problem.folds, problem.weights
            )
            expected[max(scores), naive.winners(scores)] += count
            named[tuple([*(f"g{i}" for i in members), ""][:2])] = scores
    cells = zip(table.scores.tolist(), table.winners.tolist(), strict=True)
    assert dict(zip(cells, table.counts.tolist(), strict=True)) == expected
    assert table.total == 200
    best = top[top["list"] == "all"]
    assert len(best) == min(sets.total, 100)
    for row in best.to_dict("records"):
        scores = named[row["feature_1"], row["feature_2"]]
        assert row["performance"] == max(scores) / (2 * 2 * 11 * 9)
        assert row["winners"] == winner_names([naive.winners(scores)], NAMES)[0]
    assert "" in set(best["feature_2"])
