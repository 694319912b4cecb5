import dataclasses
import itertools
import re

import pandas as pd
import pytest

from suitability.report.report import (
    behind_rows,
    calibration_rows,
    data_url,
    decades,
    endpoint_section,
    halves,
    lost_sets_sentence,
    render,
    search_plan,
    search_rows,
    unlike_chance,
)

from .conftest import ABOUT, SETTINGS


def text_of(html):
    """The words that a reader of the page sees."""
    body = re.sub(r"<style>.*?</style>", "", html, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def test_the_page_stands_alone(page):
    assert "<script" not in page
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", page)
    assert "Outcome &lt;b&gt;&amp;" in page
    assert "Outcome <b>" not in page


def test_there_is_a_row_an_endpoint_with_the_answers(page):
    tables = re.findall(r"<table class=\"stack\">.*?</table>", page, re.S)
    endpoints, controls = (re.findall(r"<tr><th scope=.row.*?</tr>", t, re.S) for t in tables)
    rows = [text_of(row).split() for row in (*endpoints, *controls)]
    assert [len(endpoints), len(controls)] == [2, 2]
    assert " ".join(rows[0]).endswith(
        "yes (p = 0.005) 0.85 (0.80 to 0.90) 100 none shown better; NC as the simplest (costs at "
        "most 4 points) a (GENE); partners of the first: b check the data"
    )
    assert " ".join(rows[1]).endswith(
        "no (p = 0.4) 0.50 (0.45 to 0.55), not shown to be above chance \N{EN DASH} none: no "
        "signal none none"
    )
    assert "positive control passed yes (p = 0.005) 0.90 (0.85 to 0.95) 10 one of LDA, QDA" in (
        " ".join(rows[2])
    )
    assert "negative control passed no (p &gt; 0.5) 0.50" in " ".join(rows[3])


def test_each_endpoint_has_the_five_questions_in_order(page):
    questions = re.findall(r"<h3>(\d)\. ", page)
    assert questions == list("12345") * len(ABOUT)


def test_no_text_uses_what_readers_misunderstood(page):
    text = text_of(page)
    assert "p = 1" not in text.replace("p = 1e", "")
    assert "labeling" not in text
    assert "nan" not in re.findall(r"[a-z]+", text)


def test_candidates_and_performance_are_explained_before_they_are_used(page):
    text = text_of(page)
    table = text.index("features to look at")
    for word in ("nearest centroid", "balanced accuracy", "held-out", "search"):
        assert text.index(word) < table


def test_a_figure_says_in_text_what_it_shows(page):
    texts = re.findall(r"<img [^>]*alt=\"([^\"]*)\"", page)
    assert len(texts) == page.count("<img ")
    assert all(len(text) > 20 for text in texts)
    assert any("at N = 100 0.85 on held-out patients, 0.95 reported" in text for text in texts)


def test_headings_have_no_gaps(page):
    levels = [int(level) for level in re.findall(r"<h(\d)", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later - sooner <= 1 for sooner, later in itertools.pairwise(levels))


def test_links_of_the_page_lead_somewhere(page):
    for target in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{target}"' in page


def test_without_signal_no_candidate_is_compared_nor_feature_listed(results):
    section = endpoint_section(results["random"], SETTINGS)
    assert section["behind"] == section["features_shown"] == section["sets_shown"] == []
    assert section["which"][0].startswith("None, as there is no signal")
    assert section["look_at"][0].startswith("None, as there is no signal")


def test_performance_after_selection_stands_beside_the_held_out_one(results):
    good = results["good"]
    section = endpoint_section(good, SETTINGS)
    assert [(row["inside"], row["outside"]) for row in section["sets_shown"]] == [
        (0.9, 0.8),
        (0.9, 0.7),
    ]
    assert [row["members"] for row in section["sets_shown"]] == ["a, b", "c"]
    other = dataclasses.replace(good, features_alone=good.features_alone[1:])
    rows = endpoint_section(other, SETTINGS)["sets_shown"]
    assert rows[0]["members"] == "a (GENE), b"
    shown = decades(good.answers, good.beats_chance)
    assert [row["n"] for row in shown] == [1, 10, 100]
    assert [row["expected"] for row in shown] == [0.6, 0.7, 0.85]
    assert {row["p"] for row in shown} == {"p = 0.005"}
    untested = decades(good.answers, good.beats_chance[:1])
    assert [row["p"] for row in untested] == ["p = 0.005", "", ""]


def test_points_behind_have_the_digits_that_the_widest_interval_allows():
    behind = pd.DataFrame(
        {
            "candidate": ["NC", "LDA", "QDA"],
            "behind": [0.0123, 0.0, 0.004],
            "behind_lower": [-0.021, 0.0, 0.001],
            "behind_upper": [0.051, 0.031, 0.0071],
            "comparison": ["not shown", "best", "equivalent"],
        }
    )
    rows = behind_rows(behind)
    assert [row["points"] for row in rows] == ["1", "0", "0"]
    assert [row["interval"] for row in rows] == ["-2 to 5", "at most 3", "0 to 1"]
    narrow = behind_rows(behind.tail(1))
    assert [(row["points"], row["interval"]) for row in narrow] == [("0.4", "0.1 to 0.7")]
    assert [row["comparison"] for row in rows] == ["not shown", "best here", "equivalent"]


def test_what_differs_from_permuted_labels_is_listed(results):
    assert unlike_chance(results["good"].p_values, 0.05) == [
        {"candidate": "LDA", "side": "above chance", "first": 10, "last": 100}
    ]


def test_the_stability_stands_beside_that_of_permuted_labels(results):
    wins = results["good"].stability.query("N == 1").reset_index(drop=True)
    found = halves(wins)
    assert (found["leader"], found["leads"], found["agree"]) == ("LDA", 0.6, 0.7)
    assert (found["leader_permuted"], found["agree_permuted"]) == ("NC", 0.4)


def test_a_search_is_shown_with_its_held_out_twin_and_expected_winners(results):
    table = pd.DataFrame(
        {
            "N": 99,
            "feature_1": "g",
            "feature_2": "",
            "candidate": ["NC", "LDA", "QDA"],
            "performance": [0.8, 0.9, 0.7],
            "winner": [False, True, False],
            "win": [0.3, 0.66, 0.04],
        }
    )
    assert search_rows({"x": {"title": "X"}}, [table], [results["good"].answers]) == [
        {
            "dataset": "x",
            "n": 99,
            "members": "g",
            "performance": 0.9,
            "expects": "0.70 (0.65 to 0.75)",
            "winner": "LDA",
            "expected": [("LDA", 0.66), ("NC", 0.3)],
        }
    ]


def test_the_calibration_shown_is_that_over_all_n():
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
    assert [row["dataset"] for row in plan["curves"]] == ["x", "y"]
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


def test_sets_that_cannot_be_fitted_in_some_split_are_counted():
    lost = {"drawn": 5000, "splits": 271, "splits_with_loss": 2, "most_lost": 1200}
    assert lost_sets_sentence(lost, "pairs") == (
        "In 2 of 271 splits of the samples, up to 1,200 of 5,000 pairs cannot be fitted, as a "
        "feature is constant in a class; they are left out there."
    )
    assert lost_sets_sentence({**lost, "splits_with_loss": 0, "most_lost": 0}, "pairs") == ""
    assert lost_sets_sentence({}, "pairs") == ""
