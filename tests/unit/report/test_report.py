import numpy as np
import pandas as pd
import pytest

from suitability.report.report import (
    EndpointResults,
    calibration_rows,
    data_url,
    endpoint_section,
    render,
    search_plan,
    search_rows,
)
from suitability.win.percentage import win_frame

CANDIDATES = ["NC", "LDA"]
EXPECTED = {"features": {"expected": 50, "found": 50}, "positive": {"expected": 7, "found": 8}}
DISCRIMINATION = pd.DataFrame(
    {
        "shown": ["NC", "NC", "LDA", "LDA"],
        "order": [4, 4, 1, 1],
        "feature_1": ["g", "g", "h", "h"],
        "feature_2": ["h", "h", "i", "i"],
        "candidate": CANDIDATES * 2,
        "performance": [0.9, 0.8, 0.7, 0.9],
        "star_paired": [True, False, False, True],
        "star_corrected": [True, True, False, True],
        "on_top": [3, 7, 3, 7],
        "evaluated": 10,
    }
)


@pytest.fixture
def results():
    n = np.array([1, 2, 100])
    top = {"order": [1, 2, 1], "feature_1": ["g", "g", "h"], "feature_2": ["h", "", "i"]}
    return EndpointResults(
        summary={"features": 50, "kept": 40, "expected": EXPECTED},
        win=win_frame(n, CANDIDATES, win=[[0.98, 0.02], [0.6, 0.4], [0.5, 0.5]]),
        bands=pd.DataFrame(
            [
                ("permutation", 1, "NC", 7.0),
                ("permutation", 1, "any", 9.0),
                ("permutation", 2, "any", 8.0),
                ("beta_M", 1, "any", 99.0),
            ],
            columns=["method", "N", "candidate", "effective_M"],
        ),
        p_values=win_frame(
            n[:2],
            CANDIDATES,
            p_familywise=[[0.01, 1.0], [1.0, 1.0]],
            win=[[0.7, 0.3], [0.6, 0.4]],
            chance=np.full((2, 2), 0.5),
        ),
        beats_chance=pd.DataFrame(
            {"measure": ["share_above", "best", "best"], "N": [None, 1, 2], "p": [0.1, 0.2, 0.3]}
        ),
        fit=pd.DataFrame([{"a": 0.2, "b": 0.5, "m_over_n_for_1pct": 400.0}]),
        top_sets=pd.DataFrame(
            {"list": ["all", "all", "NC"], "performance": [0.9, 0.8, 0.7], **top}
        ),
        discrimination=DISCRIMINATION,
        figures={"win_percentage": b"<svg/>"},
    )


def section_of(results, role="endpoint"):
    return endpoint_section("data", {"title": "t", "role": role}, results, 0.05)


@pytest.mark.parametrize("role", ["endpoint", "negative control"])
def test_a_section_has_the_verdict_of_each_search(results, role):
    at_one, at_hundred = section_of(results, role)["searches"]
    assert (at_one["n"], at_hundred["n"]) == (1, 100)
    assert at_one["cells"] == [
        {
            "share": 0.98,
            "verdict": "above chance",
            "tested": 0.7,
            "chance": 0.5,
            "p": 0.01,
            "kept": True,
        },
        {
            "share": 0.02,
            "verdict": "within chance",
            "tested": 0.3,
            "chance": 0.5,
            "p": 1.0,
            "kept": False,
        },
    ]
    assert at_hundred["cells"][0]["verdict"] == "not tested"
    assert at_hundred["cells"][0]["p"] is None
    keep = "Keep NC, which wins 98%; drop LDA."
    assert at_one["sentences"] == [
        "Nothing to find." if role == "negative control" else keep,
        "Above chance: NC.",
    ]
    assert (at_one["needed"], at_hundred["needed"]) == (400, 40_000)


def test_a_section_has_the_numbers_of_the_searches_and_sets_that_it_shows(results):
    section = section_of(results)
    assert section["best"] == 0.9
    assert [row["effective_M"] for row in section["effective"]] == [9.0]
    assert section["share_above"]["p"] == 0.1
    assert [row["p"] for row in section["best_of"]] == [0.2]
    assert section["expectation"] == (
        "As expected: 50 features. Not as expected: 8 samples of class 1 (expected: 7)."
    )
    assert [row["members"] for row in section["top"]] == ["g, h", "g"]
    assert [row["members"] for row in section["clearest"]] == ["h, i"]
    assert section["figures"] == {"win_percentage": "data:image/svg+xml;base64,PHN2Zy8+"}


def test_a_section_names_the_candidates_that_lead_on_their_most_favourable_set(results):
    best = section_of(results)["discrimination"]
    assert (best["alone_paired"], best["alone_corrected"]) == (["NC", "LDA"], ["LDA"])
    assert best["evaluated"] == 10
    assert best["rows"][0]["cells"] == [(0.9, "*"), (0.8, "†")]


def test_a_section_without_evaluated_sets_has_no_rows(results):
    empty = EndpointResults(**{**vars(results), "discrimination": DISCRIMINATION[:0]})
    best = section_of(empty)["discrimination"]
    assert best == {"rows": [], "evaluated": 0, "alone_paired": [], "alone_corrected": []}


def test_the_calibration_shown_is_that_over_all_n():
    table = pd.DataFrame({"N": [None, 1.0, None], "studies": [1.0, 0.5, 0.05]})
    assert [row["studies"] for row in calibration_rows(table)] == [1.0, 0.05]


def test_a_search_is_shown_with_its_expected_winners():
    table = pd.DataFrame(
        {
            "N": 10,
            "feature_1": "g",
            "feature_2": "",
            "candidate": ["NC", "LDA", "QDA"],
            "performance": [0.8, 0.9, 0.7],
            "winner": [False, True, False],
            "win": [0.3, 0.66, 0.04],
        }
    )
    assert search_rows({"x": {"title": "X"}}, [table]) == [
        {
            "title": "X",
            "n": 10,
            "members": "g",
            "performance": 0.9,
            "winner": "LDA",
            "expected": [("LDA", 0.66), ("NC", 0.3)],
        }
    ]


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


def test_a_figure_is_part_of_the_page():
    assert data_url(b"<svg/>") == "data:image/svg+xml;base64,PHN2Zy8+"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (999, "999"),
        (12345, "12,345"),
        (35175078, "35.2 million"),
        (1.5e9, "1.5 billion"),
        (2e12, "2 trillion"),
        (float("nan"), "an unknown number of"),
    ],
)
def test_large_numbers_are_written_for_reading(value, text):
    assert render("{{ value | number }}", value=value) == text
