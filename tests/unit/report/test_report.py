import pandas as pd
import pytest

from suitability.report.report import (
    SEARCHES,
    calibration_rows,
    chance_sentence,
    endpoints,
    judge,
    keep_sentence,
    render,
    search_plan,
    worth_keeping,
)

CANDIDATES = ["NC", "LDA", "QDA", "UDA"]


def win_table(*rows):
    """Win percentages at N = 1, 100, ... in long form."""
    return pd.DataFrame(
        [
            {"N": n, "candidate": name, "win": share}
            for n, row in zip(SEARCHES, rows, strict=False)
            for name, share in zip(CANDIDATES, row, strict=True)
        ]
    )


def p_value_table(*rows):
    """Familywise p-values at the same N, where even shares are chance."""
    frame = win_table(*rows).rename(columns={"win": "p_familywise"})
    return frame.assign(win=[0.3, 0.2, 0.3, 0.2] * len(rows), chance=0.25)


def test_the_familywise_p_value_decides_and_the_own_centre_says_on_which_side():
    verdict = judge(p_value_table((0.05, 0.01, 0.051, 1.0), (1.0, 1.0, 1.0, 0.04)), 0.05)
    assert verdict.loc[1].tolist() == [
        "above chance",
        "below chance",
        "within chance",
        "within chance",
    ]
    assert verdict.loc[100].tolist() == ["within chance"] * 3 + ["below chance"]


def test_searches_without_p_values_are_not_tested():
    verdict = judge(p_value_table((0.01,) * 4), 0.05)
    assert set(verdict.loc[1_000_000]) == {"not tested"}
    assert chance_sentence(verdict.loc[100]) == "Not tested against chance."


def test_the_kept_candidates_win_nearly_all_searches():
    win = pd.Series([0.03, 0.47, 0.48, 0.02], CANDIDATES)
    assert worth_keeping(win) == ["QDA", "LDA"]
    assert keep_sentence(win, True) == "Keep QDA and LDA, which win 95%; drop NC and UDA."
    assert keep_sentence(win, False) == "QDA and LDA win 95%."
    alone = pd.Series([0.0, 1.0], ["NC", "LDA"])
    assert keep_sentence(alone, True) == "Keep LDA, which wins 100%; drop NC."
    assert keep_sentence(alone, False) == "LDA wins 100%."


def test_nothing_is_dropped_where_all_win_often():
    win = pd.Series([0.3, 0.1, 0.4, 0.2], CANDIDATES)
    assert keep_sentence(win, True) == "Keep all: even LDA wins 10%."
    assert keep_sentence(win, False) == "All win some: even LDA wins 10%."


def test_what_stands_out_from_chance_is_named():
    verdict = pd.Series(
        ["above chance", "below chance", "above chance", "within chance"], CANDIDATES
    )
    assert chance_sentence(verdict) == "Above chance: NC and QDA; below chance: LDA."
    within = pd.Series("within chance", CANDIDATES)
    assert chance_sentence(within) == "None stands out from chance."


EXPECTED = {"features": 50, "kept": 0, "samples": 0, "positive": 7}


@pytest.mark.parametrize("role", ["endpoint", "negative control"])
def test_an_endpoint_is_told_with_its_tests(role):
    win = win_table((0.5, 0.35, 0.15, 0.0), (0.25, 0.25, 0.25, 0.25))
    bands = pd.DataFrame(
        [("permutation", 1, "NC", 7.0), ("permutation", 1, "any", 9.0), ("beta_M", 1, "any", 99.0)],
        columns=["method", "N", "candidate", "effective_M"],
    )
    chance = pd.DataFrame(
        {"measure": ["share_above", "best", "best"], "N": [None, 1, 2], "p": [0.1, 0.2, 0.3]}
    )
    fit = pd.DataFrame([{"a": 0.2, "b": 0.5, "m_over_n_for_1pct": 400.0}])
    top = pd.DataFrame({"list": ["all", "NC"], "order": [1, 1], "performance": [0.9, 0.8]})
    (section,) = endpoints(
        {"data": {"title": "t", "role": role, "expected": EXPECTED}},
        [{"features": 50, "kept": 40, "samples": 20, "class_sizes": [12, 8]}],
        [win],
        [bands],
        [p_value_table((0.01, 1.0, 1.0, 1.0))],
        [chance],
        [fit],
        [top],
        [{}],
        0.05,
    )
    at_one, at_hundred = section["searches"]
    assert at_one["cells"][0] == {
        "share": 0.5,
        "verdict": "above chance",
        "tested": 0.3,
        "chance": 0.25,
        "p": 0.01,
        "kept": True,
    }
    assert at_hundred["cells"][0]["verdict"] == "not tested"
    assert at_hundred["cells"][0]["p"] is None
    assert ("Nothing to find." in at_one["sentences"]) == (role == "negative control")
    assert at_one["sentences"][1] == "Above chance: NC."
    assert at_one["needed"] == 400
    assert [row["effective_M"] for row in section["effective"]] == [9.0]
    assert section["share_above"]["p"] == 0.1
    assert section["expectation"] == (
        "As expected: 50 features. Not as expected: 8 samples of class 1 (expected: 7)."
    )
    assert [row["p"] for row in section["best_of"]] == [0.2]


def test_the_whole_of_a_calibration_is_told():
    table = pd.DataFrame({"N": [None, 1.0, None], "studies": [1.0, 0.5, 0.05]})
    assert [row["studies"] for row in calibration_rows(table)] == [1.0, 0.05]


def test_the_plan_has_a_row_for_each_search_and_each_curve():
    known = {"a": 0.2, "a_lower": 0.19, "a_upper": 0.21, "b": 0.5, "b_lower": 0.49, "b_upper": 0.51}
    fits = [
        pd.DataFrame([{**known, "a_b_correlation": 0.9}]),
        pd.DataFrame([dict.fromkeys((*known, "a_b_correlation"), float("nan"))]),
    ]
    plan = search_plan({"x": {"title": "X"}, "y": {"title": "Y"}}, fits)
    by_n = {row["n"]: row["reached"] for row in plan["shares"]}
    assert plan["epsilons"] == (0.05, 0.01, 0.001)
    assert by_n[1] == pytest.approx([0.95, 0.99, 0.999])
    assert by_n[10_000] == pytest.approx([0.000300, 0.000460, 0.000691], rel=1e-2)
    assert [row["title"] for row in plan["curves"]] == ["X", "Y"]
    needed, lower, upper = plan["curves"][0]["needed"][plan["errors"].index(0.01)]
    assert needed == pytest.approx(400)
    assert lower < needed < upper
    assert pd.isna(plan["curves"][1]["needed"]).all()


def test_text_from_the_data_is_escaped():
    assert render("{{ words }}", words="<b>&") == "&lt;b&gt;&amp;"


@pytest.mark.parametrize(
    ("value", "words"),
    [(999, "999"), (12345, "12,345"), (35175078, "35.2 million"), (1.5e9, "1.5 billion")],
)
def test_large_numbers_are_written_for_people(value, words):
    assert render("{{ value | number }}", value=value) == words
