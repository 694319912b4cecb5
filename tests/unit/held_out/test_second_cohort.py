"""Searches in a study that are tried on a second cohort, against plain loops; bad cohorts."""

import math
from dataclasses import replace

import numba
import numpy as np
import pandas as pd
import pytest
from scipy.stats import t

from configured import arguments, read
from reference import held_out as naive
from reference.kernel import random_problem
from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.core.randomness import stream
from suitability.data.datasets import Files
from suitability.gaussian.candidates import CANDIDATES
from suitability.held_out.cohort import read_cohort
from suitability.held_out.second_cohort import (
    MOST_PARTS,
    on_features,
    parts_of,
    score_cohort,
    second_cohort_frame,
)
from suitability.scoring.drawn_sets import draw_groups
from suitability.scoring.performance import Contest
from suitability.workflow.config import second_cohort_of

N = (1, 7, 60)
SEED = 3


def draw(values, labels):
    return draw_groups(values.shape[1], 100, np.random.default_rng(1))


@pytest.fixture(scope="module")
def problems():
    """A study, and a cohort of 9 + 6 other samples with the same 10 features."""
    values, labels, folds = random_problem(5, 10, (17, 14), 2, 3)
    others, their_labels, _ = random_problem(6, 10, (9, 6), 2, 3)
    study = Problem(values, labels, folds, name="x")
    return study, Problem(others, their_labels, np.full((2, 15), -1), name="x")


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too many pairs for uncompiled code")
def test_the_table_is_that_of_a_loop_over_all_pairs_and_parts(problems):
    study, cohort = problems
    region = 0.01
    scored = score_cohort(study, cohort, Contest(CANDIDATES), draw, np.array(N), seed=SEED)
    table = second_cohort_frame(scored, region).set_index(["N", "candidate"])
    parts = parts_of(cohort, stream(SEED, "x", "second cohort"))
    assert sorted(set(parts)) == list(range(6))

    def reached_on(some):
        values = np.concatenate([study.values, cohort.values[some]])
        labels = np.concatenate([study.labels, cohort.labels[some]])
        folds = np.hstack([study.folds, np.full((2, some.sum()), -1)])
        scores, reached = naive.every_pair(values, labels, folds, CANDIDATES)
        found = {}
        for n in N:
            for place, name in enumerate([*CANDIDATES, "any"]):
                one = slice(None) if name == "any" else [place]
                found[n, name] = naive.exact_search(scores[:, one], reached[:, one], n)
        return found

    whole = reached_on(np.ones(15, bool))
    without = [reached_on(parts != part) for part in range(6)]
    width = float(t.ppf(0.975, 5))

    def half_width(values):
        mean = sum(values) / 6
        return width * math.sqrt(5 / 6 * sum((value - mean) ** 2 for value in values))

    for n in N:
        leader = max(CANDIDATES, key=lambda name, n=n: whole[n, name])
        assert table.loc[(n, leader), "comparison"] == "best"
        for name in [*CANDIDATES, "any"]:
            row = table.loc[(n, name)]
            half = half_width([each[n, name] for each in without])
            assert row["outside"] == pytest.approx(whole[n, name], abs=1e-12)
            assert row["lower"] == pytest.approx(max(0, whole[n, name] - half), abs=1e-12)
            assert row["upper"] == pytest.approx(min(1, whole[n, name] + half), abs=1e-12)
            if name in (leader, "any"):
                continue
            behind = whole[n, leader] - whole[n, name]
            half = half_width([each[n, leader] - each[n, name] for each in without])
            assert row["behind"] == pytest.approx(behind, abs=1e-12)
            assert row["behind_lower"] == pytest.approx(max(0, behind - half), abs=1e-12)
            assert row["behind_upper"] == pytest.approx(behind + half, abs=1e-12)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too many pairs for uncompiled code")
def test_neither_threads_nor_the_order_of_the_study_s_features_change_the_table(problems):
    study, cohort = problems
    contest, n = Contest(("NC", "QDA")), np.array([1, 20])
    once = score_cohort(study, cohort, contest, draw, n, seed=SEED)
    again = score_cohort(study, cohort, contest, draw, n, seed=SEED, threads=3)
    pd.testing.assert_frame_equal(once, again)
    backwards = [
        replace(each, values=np.ascontiguousarray(each.values[:, ::-1])) for each in problems
    ]
    # All pairs are drawn, so that their order does not matter.
    pd.testing.assert_frame_equal(once, score_cohort(*backwards, contest, draw, n, seed=SEED))


def test_parts_hold_whole_groups_and_both_classes():
    labels = np.array([0, 1] * 20)
    groups = np.repeat(np.arange(10), 4)
    cohort = Problem(np.zeros((40, 2)), labels, np.full((1, 40), -1), groups=groups)
    parts = parts_of(cohort, np.random.default_rng(1))
    assert len(set(parts)) == 10
    assert all(len(set(parts[groups == group])) == 1 for group in range(10))
    many = Problem(np.zeros((80, 2)), np.repeat([0, 1], 40), np.full((1, 80), -1))
    assert parts_of(many, np.random.default_rng(1)).max() + 1 == MOST_PARTS


def test_a_cohort_that_cannot_be_divided_stops():
    labels, groups = np.array([0, 0, 1, 1, 1]), np.array([0, 1, 2, 2, 3])
    cohort = Problem(np.zeros((5, 2)), labels, np.full((1, 5), -1), name="x", groups=groups)
    with pytest.raises(InputError, match="second cohort of data set 'x' cannot be divided"):
        parts_of(cohort, np.random.default_rng(1))


def test_features_are_taken_in_the_order_given():
    problem = Problem(
        np.arange(6.0).reshape(2, 3), np.array([0, 1]), None, features=("a", "b", "c")
    )
    some = on_features(problem, ["c", "a"])
    assert some.features == ("c", "a")
    assert some.values.tolist() == [[2, 0], [5, 3]]
    assert some.values.flags.c_contiguous


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Tables of 12 + 12 samples of a study and 6 + 6 of a cohort; returns values and a stanza."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(2)
    samples = pd.DataFrame(
        {"id": [f"s{i:02d}" for i in range(36)], "class": ["a", "b"] * 18}
        | {"part": ["study"] * 24 + ["cohort"] * 12, "patient": np.arange(36) // 2}
    )
    values = pd.DataFrame(rng.normal(8, 1, (30, 36)), columns=samples["id"])
    values.insert(0, "feature", [f"g{i}" for i in range(30)])
    samples.to_csv("samples.tsv", sep="\t", index=False)
    stanza = {
        "expression": "values.tsv",
        "samples": "samples.tsv",
        "where": {"part": ["study"]},
        "endpoint": {"column": "class", "negative": ["a"], "positive": ["b"]},
        "validation": {"where": {"part": ["cohort"]}},
    }
    return values, stanza


def second(values, stanza, own_values=False):
    """Read a study and its second cohort as the rules do."""
    values.to_csv("values.tsv", sep="\t", index=False)
    study = read("x", stanza, normality={"test": "none"})
    problem = Problem(
        study.values,
        study.samples["class"].to_numpy(),
        study.folds,
        features=tuple(study.kept),
        samples=tuple(study.samples["sample"]),
        name="x",
    )
    cohort = second_cohort_of(arguments("x", stanza)["stanza"])
    files = Files(cohort["expression"], cohort["samples"])
    return read_cohort(files, cohort, "", problem, own_values), problem


def test_the_cohort_has_the_study_s_features_in_its_order(files):
    values, stanza = files
    cohort, problem = second(values, stanza)
    assert cohort.features == list(problem.features)
    assert cohort.samples["sample"].tolist() == [f"s{i:02d}" for i in range(24, 36)]
    assert cohort.samples["class"].tolist() == [0, 1] * 6
    expected = values[[f"s{i:02d}" for i in range(24, 36)]].to_numpy().T
    np.testing.assert_allclose(cohort.values, expected)
    assert cohort.record["warnings"] == []
    assert cohort.record["class_sizes"] == [6, 6]
    assert (cohort.record["features"], cohort.record["kept"]) == (30, 30)


def test_preprocessing_is_that_of_the_study(files):
    values, stanza = files
    values.iloc[:, 1:] = 2 ** values.iloc[:, 1:]
    cohort, _ = second(values, stanza | {"preprocess": {"log2": True}})
    assert 5 < cohort.values.min() < cohort.values.max() < 12
    assert cohort.record["preprocessing"] == ["logarithm to base 2 taken"]


def test_missing_features_and_values_are_counted(files):
    values, stanza = files
    values.loc[3, "s30"] = np.nan
    other = values[["feature", *(f"s{i:02d}" for i in range(24, 36))]].drop(index=[0, 7])
    values = values[["feature", *(f"s{i:02d}" for i in range(24))]]
    other.to_csv("other.tsv", sep="\t", index=False)
    table = pd.read_csv("samples.tsv", sep="\t")
    table[24:].to_csv("others.tsv", sep="\t", index=False)
    table[:24].to_csv("samples.tsv", sep="\t", index=False)
    stanza = stanza | {"validation": {"expression": "other.tsv", "samples": "others.tsv"}}
    cohort, problem = second(values, stanza, own_values=True)
    assert len(problem.features) == 30
    assert cohort.features == [f for f in problem.features if f not in ("g0", "g7", "g3")]
    assert cohort.record["warnings"] == [
        "other.tsv: of 30 features that take part in the study, 2 are not in it ('g0', 'g7') and 1 "
        "have missing values ('g3'); the second cohort is compared on the other 27"
    ]


def fault(values, stanza, own_values=False):
    with pytest.raises(InputError) as error:
        second(values, stanza, own_values)
    return str(error.value)


def test_a_cohort_of_another_platform_stops(files):
    values, stanza = files
    other = values.assign(feature=[f"probe{i}" for i in range(30)])
    other.to_csv("other.tsv", sep="\t", index=False)
    stanza = stanza | {"validation": {"expression": "other.tsv", "where": {"part": ["cohort"]}}}
    message = fault(values, stanza, own_values=True)
    assert message.startswith(
        "other.tsv: of 30 features that take part in the study, 30 are not in"
    )
    assert "use a cohort of the same platform, or combine the probes of both into genes" in message


@pytest.mark.parametrize("change", [lambda x: 2**x, lambda x: np.log2(x)])
def test_a_cohort_on_another_scale_stops(files, change):
    values, stanza = files
    of_cohort = [f"s{i:02d}" for i in range(24, 36)]
    values[of_cohort] = change(values[of_cohort])
    message = fault(values, stanza)
    assert "30 of 30 features are on another scale than in the study, such as 'g0'" in message
    assert message.endswith("; prepare the values as those of the study")


def test_a_few_features_on_another_scale_bring_a_warning(files):
    values, stanza = files
    values.loc[4, [f"s{i:02d}" for i in range(24, 36)]] += 20
    (warning,) = second(values, stanza)[0].record["warnings"]
    assert "1 of 30 features are on another scale than in the study, such as 'g4'" in warning


def test_samples_of_the_study_are_no_second_cohort(files):
    values, stanza = files
    message = fault(values, stanza | {"validation": {"where": {"class": ["a", "b"]}}})
    assert message == (
        "samples.tsv: the second cohort of data set 'x' has 24 samples of the study itself, such "
        "as 's00'; choose the samples of each with where and validation.where"
    )


def test_copies_of_the_study_s_samples_bring_a_warning(files):
    values, stanza = files
    values["s24"] = values["s00"]
    (warning,) = second(values, stanza)[0].record["warnings"]
    assert warning.startswith(
        "1 samples of the second cohort have nearly equal values to samples of the study "
        "(s00 and s24)"
    )


def test_a_class_needs_two_samples_or_groups(files):
    values, stanza = files
    table = pd.read_csv("samples.tsv", sep="\t")
    table.loc[table["part"].eq("cohort") & table["class"].eq("b"), "part"] = "nowhere"
    table.loc[25, "part"] = "cohort"
    table.to_csv("samples.tsv", sep="\t", index=False)
    assert fault(values, stanza) == (
        "samples.tsv: the second cohort of data set 'x' has 1 samples of class 1, but limits need "
        "at least 2; choose more with validation.where"
    )


def test_a_control_without_observed_labels_has_no_second_cohort():
    stanza = {"expression": "x", "samples": "y", "endpoint": {"random": True}}
    with pytest.raises(
        InputError, match=r"datasets\.x\.validation: given for an endpoint with random"
    ):
        arguments("x", stanza | {"validation": {"where": {"part": ["b"]}}})
    assert second_cohort_of(arguments("x", stanza)["stanza"]) is None
