import numpy as np
import pandas as pd
import pytest

from suitability.report.answers import (
    AnswerTables,
    answers,
    choice,
    control,
    leading_group,
    p_of_best,
    recurring,
    signal,
    warnings_of,
)

NAMES = ["NC", "LDA", "QDA"]
SETTINGS = {
    "level": 0.05,
    "region": 0.01,
    "sensitivity_weight": 0.5,
    "normality_test": "pooled",
}
RECORD = {
    "samples": [],
    "preprocessing": [],
    "warnings": [],
    "similar_samples": [],
    "normality": {
        "strongest": 100,
        "kept": {"pooled": 95, "within_class": 99, "none": 100},
        "best_left_out": {"feature": "g7", "t": 9.0, "reason": "not Gaussian"},
    },
}
SUMMARY = {
    "class_sizes": [30, 25],
    "degenerate_sets": 0,
    "sets": 1000,
    "set_size": 2,
    "record": RECORD,
}
ALONE = pd.DataFrame(
    {
        "feature": ["a", "b", "c", "d"],
        "splits": [0.9, 0.8, 0.5, 0.4],
        "alone": [0.85, 0.5, 0.8, 0.7],
        "partner": [False, True, False, True],
    }
)
TOP_SETS = pd.DataFrame(
    {"list": "all", "feature_1": ["a", "c", "e"], "feature_2": ["b", "d", "f"], "order": [1, 2, 3]}
)


def held_out(by_n):
    """A held-out table from, by N: performance of `any`, its limits, and the comparisons."""
    rows = []
    for n, (outside, lower, comparisons) in by_n.items():
        rows.append((n, "any", 0.9, outside, lower, outside + 0.05, *[np.nan] * 3, ""))
        for place, (name, word) in enumerate(zip(NAMES, comparisons, strict=True)):
            behind = (0, 0, 0.02) if word == "best" else (0.01, -0.02, 0.04 + place / 100)
            rows.append((n, name, 0.9, outside, lower, outside + 0.05, *behind, word))
    columns = "N candidate inside outside lower upper behind behind_lower behind_upper comparison"
    return pd.DataFrame(rows, columns=columns.split())


def tables(summary=SUMMARY, **by_name):
    usual = {
        "held_out": held_out(
            {
                1: (0.52, 0.51, ["best", "not shown", "not shown"]),
                100: (0.795, 0.70, ["better", "best", "equivalent"]),
                1000: (0.80, 0.70, ["better", "best", "better"]),
            }
        ),
        "stability": pd.DataFrame(
            [(n, c, w, w - 0.1, w + 0.1, s) for n in (1, 100, 1000) for c, w, s in WINS],
            columns=["N", "candidate", "win", "lower", "upper", "leads"],
        ),
        "features_alone": ALONE,
        "beats_chance": pd.DataFrame(
            {
                "measure": ["share_above", "best", "best"],
                "N": [np.nan, 1, 100],
                "p": [0.001, 0.2, 0.01],
            }
        ),
        "top_sets": TOP_SETS,
    }
    return AnswerTables(summary=summary, **usual | by_name)


WINS = (("NC", 0.2, 0.05), ("LDA", 0.5, 0.6), ("QDA", 0.3, 0.35))


def answers_of(role="endpoint", **by_name):
    return answers("x", {"title": "X", "role": role}, tables(**by_name), SETTINGS)


def test_there_is_a_row_an_n_and_one_is_recommended():
    table = answers_of()
    assert table["N"].tolist() == [1, 100, 1000]
    # Within a point of the best.
    assert table["recommended"].tolist() == [False, True, False]
    row = table.loc[1]
    assert (row["inside"], row["expected"], row["lower"]) == (0.9, 0.795, 0.70)
    assert (row["signal"], row["p"]) == ("yes", 0.01)
    assert row["classifier"] == "one of LDA, QDA; LDA as the simplest"
    assert row["behind_upper"] == 0.02
    assert (row["leader"], row["leader_win"], row["leading_group"]) == ("LDA", 0.5, "LDA, QDA")
    assert (row["features"], row["partners"], row["alone"]) == ("a, b, c", "b", 0.85)
    assert row["control"] == row["warnings"] == ""


def test_each_n_has_its_own_signal_and_classifier():
    table = answers_of()
    assert table["signal"].tolist() == ["weak", "yes", "yes"]
    assert table["classifier"].tolist() == [
        "none shown better; NC as the simplest",
        "one of LDA, QDA; LDA as the simplest",
        "LDA",
    ]


def test_what_is_expected_is_of_searches_with_the_candidate_to_take():
    table = held_out({1: (0.8, 0.7, ["better", "best", "equivalent"])})
    own = table["candidate"] == "LDA"
    table.loc[own, ["inside", "outside", "lower", "upper"]] = 0.85, 0.78, 0.68, 0.88
    (row,) = answers_of(held_out=table).to_dict("records")
    assert row["searched"] == "LDA"
    assert [row[key] for key in ("inside", "expected", "lower", "upper")] == [
        0.85,
        0.78,
        0.68,
        0.88,
    ]
    of_all = [row[f"{key}_any"] for key in ("inside", "expected", "lower", "upper")]
    assert of_all == pytest.approx([0.9, 0.8, 0.7, 0.85])


def test_without_signal_neither_classifier_nor_features_are_named():
    nothing = held_out({1: (0.50, 0.45, ["best", "not shown", "better"])})
    table = answers_of("negative control", held_out=nothing)
    assert table["signal"].tolist() == ["no"]
    assert table["classifier"].tolist() == ["none: no signal"]
    assert table[["features", "partners"]].to_numpy().tolist() == [["", ""]]
    assert table["alone"].isna().all()
    assert table["behind_upper"].isna().all()
    assert table["searched"].tolist() == ["any"]
    assert table["control"].tolist() == ["passed"]


@pytest.mark.parametrize(
    ("p", "lower", "found"),
    [
        (0.05, 0.51, "yes"),
        (0.05, 0.5, "weak"),
        (0.051, 0.51, "weak"),
        (0.051, 0.5, "no"),
        (np.nan, 0.51, "weak"),
        (np.nan, 0.4, "no"),
    ],
)
def test_signal_needs_both_the_permutations_and_the_held_out_samples(p, lower, found):
    assert signal(p, lower, 0.5, 0.05) == found


@pytest.mark.parametrize(
    ("role", "found", "verdict"),
    [
        ("endpoint", "no", ""),
        ("positive control", "yes", "passed"),
        ("positive control", "weak", "failed"),
        ("positive control", "no", "failed"),
        ("negative control", "no", "passed"),
        ("negative control", "weak", "passed"),
        ("negative control", "yes", "failed"),
    ],
)
def test_a_control_passes_or_fails(role, found, verdict):
    assert control(role, found) == verdict


def test_the_p_value_is_that_of_the_largest_n_tested():
    table = tables().beats_chance
    assert p_of_best(table, 1) == 0.2
    assert p_of_best(table, 99) == 0.2
    assert p_of_best(table, 10_000) == 0.01
    assert np.isnan(p_of_best(table[:1], 10))


def test_of_many_candidates_the_few_that_are_worse_are_named():
    names = [f"c{i}" for i in range(9)]
    rows = pd.DataFrame({"candidate": names, "comparison": "not shown", "behind_upper": 0.1})
    rows.loc[3, "comparison"] = "better"
    assert choice(rows)[0] == "any but c3; c0 as the simplest"
    rows.loc[4:, "comparison"] = "better"
    assert choice(rows)[0] == "one of c0, c1, c2; c0 as the simplest"


@pytest.mark.parametrize(
    ("comparisons", "text", "names", "cost"),
    [
        (["best", "better", "better"], "NC", ["NC"], 0.02),
        (["not shown", "best", "not shown"], "none shown better; NC as the simplest", NAMES, 0.04),
        (
            ["equivalent", "best", "equivalent"],
            "none shown better; NC as the simplest",
            NAMES,
            0.04,
        ),
        (
            ["better", "not shown", "best"],
            "one of LDA, QDA; LDA as the simplest",
            ["LDA", "QDA"],
            0.05,
        ),
    ],
)
def test_the_choice_excludes_what_is_shown_to_be_worse(comparisons, text, names, cost):
    rows = held_out({1: (0.8, 0.7, comparisons)}).query("candidate != 'any'")
    assert choice(rows) == (text, names, pytest.approx(cost))


def test_the_leading_group_is_the_smallest_stable_one():
    rows = pd.DataFrame({"candidate": NAMES, "leads": [0.35, 0.05, 0.6]})
    assert leading_group(rows) == ["NC", "QDA"]
    assert leading_group(rows.assign(leads=[0.02, 0.9, 0.08])) == ["LDA"]
    assert leading_group(rows.assign(leads=[0.3, 0.3, 0.4])) == NAMES


def test_features_to_look_at_are_in_half_of_the_splits():
    assert recurring(ALONE)["feature"].tolist() == ["a", "b", "c"]
    table = answers_of(features_alone=ALONE.assign(splits=0.49))
    assert (table["features"] == "").all()
    assert table["alone"].isna().all()
    assert (answers_of(features_alone=ALONE[:0])["features"] == "").all()


def labels(summary, top_sets=TOP_SETS):
    return [warning.label for warning in warnings_of(summary, top_sets, "pooled")]


def test_nothing_is_warned_of_in_a_good_study():
    assert labels(SUMMARY) == []


def test_what_changes_the_answers_is_warned_of():
    few = SUMMARY | {"class_sizes": [30, 19], "degenerate_sets": 10}
    assert labels(few) == ["few samples", "failed fits"]
    one = TOP_SETS.assign(feature_2=["b", "b", "f"])
    assert labels(SUMMARY, one) == ["one feature in most of the best sets"]
    (warning,) = warnings_of(SUMMARY, one, "pooled")
    assert warning.text.startswith("b is in 2 of the 3 best pairs")
    assert labels(SUMMARY, TOP_SETS[["list", "order", "feature_1"]]) == []


def test_warnings_of_the_data_have_labels():
    kept = {"pooled": 60, "within_class": 99, "none": 100}
    normality = RECORD["normality"] | {"kept": kept}
    only = (
        "only 60 of the 100 features with the largest |t| take part (normality.test pooled; "
        "within_class keeps 99, none keeps 100); the best one that was left out is 'g7' (|t| 9, "
        "not Gaussian)"
    )
    record = RECORD | {"normality": normality, "warnings": ["values look odd", only]}
    found = warnings_of(SUMMARY | {"record": record}, TOP_SETS, "pooled")
    assert [warning.label for warning in found] == ["check the data", "filter drops markers"]
    assert found[0].text == "Values look odd."
    assert found[1].text.startswith("40 of the 100 features that differ most")
    assert "the one that differs most is g7" in found[1].text
    # Not where the data room does not warn of it, as with random labels.
    record = RECORD | {"normality": normality}
    assert labels(SUMMARY | {"record": record}) == []


def test_warnings_are_in_the_table():
    table = answers_of(summary=SUMMARY | {"class_sizes": [10, 19]})
    assert set(table["warnings"]) == {"few samples"}
