import pandas as pd

from suitability.report.verdict import judge, worth_keeping

CANDIDATES = ["NC", "LDA", "QDA", "UDA"]
SEARCHES = (1, 100)


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


def test_the_expected_winners_win_nearly_all_searches():
    win = pd.Series([0.03, 0.47, 0.48, 0.02], CANDIDATES)
    assert worth_keeping(win) == ["QDA", "LDA"]
    assert worth_keeping(pd.Series([0.0, 1.0], ["NC", "LDA"])) == ["LDA"]
    assert worth_keeping(pd.Series([0.3, 0.1, 0.4, 0.2], CANDIDATES)) == ["QDA", "NC", "UDA", "LDA"]
