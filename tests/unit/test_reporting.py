import pandas as pd
import pytest

from suitability.reporting import (
    SEARCHES,
    chance_sentence,
    control_sentence,
    discount,
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


def band_table(*rows):
    """Limits of beta_F and beta_M at the same N."""
    return pd.DataFrame(
        [
            {"method": method, "N": n, "lower": lower, "upper": upper}
            for n, row in zip(SEARCHES, rows, strict=False)
            for method, (lower, upper) in zip(("beta_F", "beta_M"), row, strict=True)
        ]
    )


BANDS = band_table(((0.1, 0.4), (0.2, 0.3)), ((0.0, 1.0), (0.1, 0.4)))


def test_each_band_gives_its_verdict():
    verdict = judge(win_table((0.5, 0.35, 0.15, 0.0), (0.25, 0.55, 0.15, 0.05)), BANDS)
    assert verdict.loc[1].tolist() == [
        "above chance",
        "perhaps above",
        "perhaps below",
        "below chance",
    ]
    assert verdict.loc[100].tolist() == [
        "within chance",
        "perhaps above",
        "within chance",
        "perhaps below",
    ]


def test_a_win_percentage_on_the_limit_is_within_chance():
    verdict = judge(win_table((0.3, 0.2, 0.3, 0.2)), BANDS[BANDS["N"] == 1])
    assert set(verdict.loc[1]) == {"within chance"}


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        # Even shares take nothing back.
        (
            (0.25, 0.25, 0.25, 0.25),
            ["above chance", "perhaps above", "perhaps below", "below chance"],
        ),
        # The same side as surely, for NC alone: the others are further out than the control.
        ((0.41, 0.25, 0.25, 0.09), ["as on random labels"] * 4),
        # The same side, but only just, and nearer to even: nothing is taken back.
        (
            (0.31, 0.25, 0.25, 0.19),
            ["above chance", "perhaps above", "perhaps below", "below chance"],
        ),
        # Another candidate as far out as any here.
        ((0.2, 0.0, 0.6, 0.2), ["as on random labels"] * 4),
    ],
)
def test_what_random_labels_do_too_is_withdrawn(control, expected):
    bands = BANDS[BANDS["N"] == 1]
    win, control = win_table((0.5, 0.35, 0.15, 0.0)), win_table(control)
    verdict = discount(judge(win, bands), win, [(judge(control, bands), control)])
    assert verdict.loc[1].tolist() == expected


def test_what_is_within_chance_stays_so():
    bands = BANDS[BANDS["N"] == 1]
    win = win_table((0.25, 0.25, 0.25, 0.25))
    control = win_table((1.0, 0.0, 0.0, 0.0))
    verdict = discount(judge(win, bands), win, [(judge(control, bands), control)])
    assert set(verdict.loc[1]) == {"within chance"}


def test_the_kept_candidates_win_nearly_all_searches():
    win = pd.Series([0.03, 0.47, 0.48, 0.02], CANDIDATES)
    assert worth_keeping(win) == ["QDA", "LDA"]
    assert keep_sentence(win) == "Keep QDA and LDA, which win 95%; drop NC and UDA."
    alone = pd.Series([0.0, 1.0], ["NC", "LDA"])
    assert keep_sentence(alone) == "Keep LDA, which wins 100%; drop NC."


def test_nothing_is_dropped_where_all_win_often():
    win = pd.Series([0.3, 0.1, 0.4, 0.2], CANDIDATES)
    assert keep_sentence(win) == "Keep all: even LDA wins 10%."


def test_what_stands_out_from_chance_is_named():
    verdict = pd.Series(
        ["above chance", "perhaps below", "above chance", "as on random labels"], CANDIDATES
    )
    assert chance_sentence(verdict) == "Above chance: NC and QDA; perhaps below: LDA."
    within = pd.Series("within chance", CANDIDATES)
    assert chance_sentence(within) == "None stands out from chance."


def test_a_control_is_told_as_a_control():
    judged = pd.Series(
        ["above chance", "perhaps below", "within chance", "within chance"], CANDIDATES
    )
    assert control_sentence(judged) == (
        "Nothing to find; 1 of 4 candidates lie outside the cautious band, "
        "2 outside the narrow one."
    )


def test_only_controls_on_the_same_values_count():
    win = win_table((0.5, 0.35, 0.15, 0.0))
    extreme = win_table((1.0, 0.0, 0.0, 0.0))
    bands = BANDS[BANDS["N"] == 1]
    fit = pd.DataFrame([{"a": 0.2, "b": 0.5, "m_over_n_for_1pct": 400.0}])
    top = pd.DataFrame({"list": ["all", "NC"], "order": [1, 1], "performance": [0.9, 0.8]})

    def about(role, expression):
        expected = {"features": 50, "kept": 0, "samples": 0, "positive": 7}
        return {"title": "t", "role": role, "expression": expression, "expected": expected}

    for expression, verdict in (("a.tsv", "as on random labels"), ("b.tsv", "above chance")):
        sections = endpoints(
            {"real": about("endpoint", "a.tsv"), "control": about("negative control", expression)},
            [{"features": 50, "kept": 40, "samples": 20, "class_sizes": [12, 8]}] * 2,
            [win, extreme],
            [bands, bands],
            [fit, fit],
            [top, top],
            [{}, {}],
        )
        assert sections[0]["searches"][0]["cells"][0]["verdict"] == verdict
        assert sections[0]["has_control"] == (expression == "a.tsv")
        assert sections[0]["best_at_random"] == (0.9 if expression == "a.tsv" else None)
        assert sections[1]["searches"][0]["cells"][0]["verdict"] == "above chance"
        assert sections[0]["searches"][0]["needed"] == 400
        assert sections[0]["expectation"] == (
            "As expected: 50 features. Not as expected: 8 samples of class 1 (expected: 7)."
        )


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
