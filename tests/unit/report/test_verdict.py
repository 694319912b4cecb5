import pandas as pd

from suitability.report.verdict import (
    SEARCHES,
    chance_sentence,
    judge,
    keep_sentence,
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
    """Familywise p-values at the same N, where chance is an equal share."""
    frame = win_table(*rows).rename(columns={"win": "p_familywise"})
    return frame.assign(win=[0.3, 0.2, 0.3, 0.2] * len(rows), chance=0.25)


def test_the_familywise_p_value_decides_and_the_mean_of_the_permutations_the_side():
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


def test_what_differs_from_chance_is_named():
    verdict = pd.Series(
        ["above chance", "below chance", "above chance", "within chance"], CANDIDATES
    )
    assert chance_sentence(verdict) == "Above chance: NC and QDA; below chance: LDA."
    within = pd.Series("within chance", CANDIDATES)
    assert chance_sentence(within) == "None differs from chance."
