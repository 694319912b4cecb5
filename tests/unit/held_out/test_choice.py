import pandas as pd
import pytest

from suitability.held_out.choice import not_worse, searched, simplest


def table(lower, comparisons):
    names = ["NC", "LDA", "QDA", "any"]
    return pd.DataFrame(
        {"N": 10, "candidate": names, "lower": lower, "comparison": [*comparisons, ""]}
    )


def test_the_simplest_candidate_has_one_spherical_covariance():
    assert simplest(["QDA", "SDA", "LDA"]) == "LDA"
    assert simplest(["UDA", "SDA"]) == "SDA"


@pytest.mark.parametrize(
    ("comparisons", "names"),
    [
        (["not shown", "best", "equivalent"], ["NC", "LDA", "QDA"]),
        (["better", "best", "not shown"], ["LDA", "QDA"]),
        (["better", "best", "better"], ["LDA"]),
    ],
)
def test_candidates_that_are_shown_to_be_worse_are_excluded(comparisons, names):
    rows = table(0.6, comparisons)[:3]
    assert not_worse(rows) == names
    assert searched(table(0.6, comparisons), 10, 0.5) == names[0]


def test_without_signal_all_candidates_are_reported_together():
    assert searched(table(0.5, ["not shown", "best", "not shown"]), 10, 0.5) == "any"
