"""Probes in any study, and how often searches choose one."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from suitability.challenge.probe_columns import with_probes
from suitability.challenge.probe_shares import (
    probe_sentence,
    probe_shares,
    table_without_probes,
)
from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.data.datasets import Dataset
from suitability.gaussian import set_kernel
from suitability.gaussian.set_scores import set_scores
from suitability.report.challenge.page import with_probe_lines
from suitability.report.summary import compare, count_data
from suitability.scoring.performance import Contest
from suitability.scoring.score_table import ScoreTable
from suitability.scoring.sets import choose_sets

CONTEST = Contest(("NC", "LDA", "QDA"))
NAMES = ["a", "b", "c", "d", "e", "f", "g"]


def dataset(names=NAMES):
    rng = np.random.default_rng(1)
    labels = np.arange(24) % 2
    features = pd.DataFrame(
        {"feature": [*names, "z"], "kurtosis": 0.0, "z": 0.0, "kept": [True] * len(names) + [False]}
    ).assign(reason=[""] * len(names) + ["not Gaussian"])
    return Dataset(
        rng.normal(size=(24, len(names))) + labels[:, None] * np.linspace(0, 2, len(names)),
        pd.DataFrame({"sample": [f"s{i}" for i in range(24)], "class": labels, "label": "x"}),
        features,
        stratified_folds(labels, 2, 3, rng),
        {"samples": [], "preprocessing": ["log2"], "warnings": []},
    )


@pytest.mark.parametrize(("fraction", "count"), [(0.3, 3), (0.5, 7), (0.75, 21)])
def test_probes_are_features_in_random_order(fraction, count):
    before = dataset()
    after = with_probes(before, fraction, np.random.default_rng(2))
    assert after.values.shape == (24, 7 + count)
    np.testing.assert_array_equal(after.values[:, :7], before.values)
    table = after.features
    assert table["probe"].sum() == count
    assert table["feature"].is_unique
    assert after.kept[:7] == NAMES
    for name, column in zip(after.kept[7:], after.values[:, 7:].T, strict=True):
        source = before.values[:, NAMES.index(name[0])]
        assert sorted(column) == sorted(source)
        assert not np.array_equal(column, source)
    # Each is in an order of its own.
    orders = {tuple(np.argsort(column)) for column in after.values[:, 7:].T}
    assert len(orders) == count
    assert after.record["preprocessing"][0] == "log2"
    assert after.record["preprocessing"][1].startswith(f"{count} probes added")
    found = count_data(after.samples, table)
    assert (found["features"], found["kept"], found["probes"]) == (8 + count, 7 + count, count)
    expected = {"features": 8, "kept": 7, "samples": 0, "positive": 0}
    assert compare(expected, found)["kept"] == {"expected": 7, "found": 7}
    assert compare(expected, found)["features"] == {"expected": 8, "found": 8}


def test_a_feature_with_the_name_of_a_probe_is_refused():
    with pytest.raises(InputError, match="a feature has the name of a probe, 'a \\(probe\\)'"):
        with_probes(dataset(["a", "a (probe)"]), 0.5, np.random.default_rng(1))


PROBES = np.arange(9) >= 6


@pytest.fixture(scope="module")
def problem():
    rng = np.random.default_rng(3)
    labels = np.arange(24) % 2
    values = rng.normal(size=(24, 9)) + 0.8 * labels[:, None] * ~PROBES
    return Problem(
        values, labels, stratified_folds(labels, 2, 3, rng), tuple("abcdefghi"), name="p"
    )


def scored(problem, sets):
    data = set_kernel.prepare(problem.values, problem.labels, problem.folds)
    rule = CONTEST.rule_of(problem)
    return set_scores(data, sets, rule.for_kernels())[0], rule


def naive_shares(scores, rule, has_probe, draws):
    """Return wins and wins with a probe of each candidate by listing all searches."""
    wins, hits = np.zeros(3), np.zeros(3)
    winners = rule.winners(scores)
    for drawn in product(range(len(scores)), repeat=draws):
        best = scores[list(drawn)].max()
        tied = [place for place in drawn if scores[place].max() == best]
        for place in tied:
            share = winners[place] / winners[place].sum() / len(tied) / len(scores) ** draws
            wins += share
            hits += share * has_probe[place]
    return wins, hits


@pytest.mark.parametrize("sample", [None, 30])
@pytest.mark.parametrize("size", [1, 2])
def test_shares_are_those_of_all_searches(problem, size, sample):
    chosen = choose_sets(
        9,
        {"size": size, "sample": sample, "replacement": False},
        None,
        np.random.default_rng(1),
    )
    sets = np.concatenate([members for _, members, _ in chosen.pieces(0, chosen.total)])
    scores, rule = scored(problem, sets)
    table = ScoreTable.from_scores(scores, rule)
    without = table_without_probes(problem, CONTEST, chosen, PROBES)
    has_probe = PROBES[sets].any(axis=1)
    assert without.total == (~has_probe).sum()
    found = probe_shares(table, without, np.array([1, 2])).set_index(["N", "candidate"])
    for draws in (1, 2):
        wins, hits = naive_shares(scores, rule, has_probe, draws)
        for place, name in enumerate(CONTEST.candidates):
            assert found.loc[(draws, name), "win"] == pytest.approx(wins[place])
            assert found.loc[(draws, name), "with_probe"] == pytest.approx(
                hits[place] / wins[place]
            )
        assert found.loc[(draws, "any"), "with_probe"] == pytest.approx(hits.sum())
    assert found["chance"].unique() == pytest.approx(has_probe.mean())
    # One set is drawn at random.
    assert found.loc[(1, "any"), "with_probe"] == pytest.approx(has_probe.mean())


def test_sets_that_all_have_a_probe(problem):
    chosen = choose_sets(9, {"size": 2, "sample": None, "replacement": True}, None, None)
    table = ScoreTable.from_scores(*scored(problem, chosen.at(np.arange(chosen.total))))
    assert table_without_probes(problem, CONTEST, chosen, np.arange(9) > 0) is None
    alone = probe_shares(table, None, np.array([1, 10]))
    assert alone[alone["candidate"] == "any"]["with_probe"].tolist() == pytest.approx([1, 1])


def test_the_line_on_probes_names_the_n_of_the_endpoint():
    shares = pd.DataFrame({"N": [1, 1, 10, 10], "candidate": ["NC", "any"] * 2, "win": 1.0}).assign(
        with_probe=[0.6, 0.51, 0.1, 0.02], chance=0.51
    )
    line = probe_sentence(shares, 30, "pairs")
    assert line.startswith("Of the pairs that searches of N = 10 choose, 2.0% contain a probe")
    assert line.endswith("of all pairs 51.0% do.")
    sections = [{"N": 10, "sets": "pairs"}]
    assert with_probe_lines(sections, []) == sections
    assert with_probe_lines(sections, [shares])[0]["probes"] == line
