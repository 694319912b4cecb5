import pandas as pd
import pytest

from suitability.report.sentences import (
    certainty_sentences,
    classifier_sentences,
    control_sentence,
    expectation_sentences,
    feature_sentences,
    in_points,
    joined,
    limits,
    p_value,
    points,
    signal_sentences,
)

from .conftest import summary_of

WORDS = {"performance": "balanced accuracy", "region": 0.01, "sets": "pairs"}


@pytest.mark.parametrize(
    ("p", "text"), [(0.0049751, "p = 0.005"), (0.1234, "p = 0.12"), (1, "p > 0.5")]
)
def test_p_values_have_two_digits_and_are_never_one(p, text):
    assert p_value(p) == text


def test_numbers_have_the_digits_that_their_interval_allows():
    assert points(0.0234, 0.08) == "2"
    assert points(0.0234, 0.01) == "2.3"
    assert points(-0.0004, 0.08) == "0"
    assert in_points(0.01) == "1 point"
    assert in_points(0.052) == "5 points"
    assert in_points(0.005) == "0.5 points"
    assert limits(-0.02, 1.03) == "0.00 to 1.00"


def test_names_are_joined():
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"], "or") == "a, b or c"


@pytest.mark.parametrize(
    ("found", "p", "lower", "words"),
    [
        ("yes", 0.01, 0.6, ("do better than with permuted", "and the 95%", "is above chance")),
        ("weak", 0.01, 0.4, ("do better than with permuted", "but the 95%", "includes chance")),
        ("weak", 0.2, 0.6, ("do not clearly do better", "but the 95%", "is above chance")),
        ("no", 0.2, 0.4, ("do not clearly do better", "and the 95%", "includes chance")),
        ("weak", float("nan"), 0.6, ("No N as small", "but the 95%", "is above chance")),
    ],
)
def test_the_first_question_gives_both_reasons(found, p, lower, words):
    row = {"signal": found, "p": p, "lower": lower, "upper": 0.9}
    (sentence,) = signal_sentences(row, 0.5)
    for word in words:
        assert word in sentence


def control(role, verdict, found):
    return control_sentence({"role": role, "control": verdict, "signal": found})


def test_a_control_says_whether_it_is_as_it_should_be():
    assert control("endpoint", "", "yes") == ""
    assert control("negative control", "passed", "no").endswith("is as it should be.")
    assert "may occur by chance" in control("negative control", "passed", "weak")
    assert "not as it should be: the labels are random" in control(
        "negative control", "failed", "yes"
    )
    assert "not as it should be: there should be" in control("positive control", "failed", "no")


ANSWERS = pd.DataFrame(
    {
        "N": [1, 100, 1000],
        "signal": "yes",
        "inside": [0.6, 0.74, 0.8],
        "expected": [0.55, 0.64, 0.645],
        "lower": [0.5, 0.6, 0.6],
        "upper": [0.6, 0.7, 0.7],
    }
)


def expected_at(place, **other):
    row = ANSWERS.iloc[place].to_dict() | other
    return " ".join(expectation_sentences(row, ANSWERS, WORDS))


def test_what_to_expect_is_the_held_out_performance_beside_the_optimistic_one():
    text = expected_at(1)
    assert "Expect a balanced accuracy of 0.64 (95% interval 0.60 to 0.70)" in text
    assert "reports 0.74: 10 points too many (optimism)" in text
    assert "Larger searches, up to 1,000, gain less than 1 point." in text
    assert "This is the largest N examined" in expected_at(2)
    assert "2 points too few." in expected_at(1, inside=0.62)
    nothing = expected_at(1, signal="no")
    assert "0.64 (0.60 to 0.70) at N = 100, and 0.65" in nothing
    assert "reports 0.80 there" in nothing


def which(comparisons, **other):
    behind = pd.DataFrame(
        {
            "candidate": ["NC", "LDA", "QDA"],
            "comparison": comparisons,
            "behind_upper": [0.05, 0.02, 0.03],
        }
    )
    wins = pd.DataFrame({"candidate": ["NC", "LDA", "QDA"], "leads": [0.02, 0.55, 0.43]})
    row = {"N": 100, "signal": "yes", "leader": "LDA"} | other
    row |= {"leader_win": 0.3, "leader_lower": 0.24, "leader_upper": 0.36}
    return " ".join(classifier_sentences(row, behind, wins, WORDS))


def test_the_classifier_is_named_only_where_others_are_shown_to_be_worse():
    text = which(["not shown", "best", "equivalent"])
    assert "No candidate is shown to be better" in text
    assert "Take the simplest, NC: the choice costs at most 5 points" in text
    assert "LDA wins most often: in 30% of them (with other patients and folds 24% to 36%)" in text
    assert "In half-samples of the patients, LDA or QDA is the leader in 98%." in text
    text = which(["better", "best", "not shown"])
    assert "NC is shown to be worse on new patients. Take one of LDA or QDA" in text
    assert "the simplest, LDA, costs at most 2 points" in text
    assert "LDA is shown to be better on new patients than all" in which(
        ["better", "best", "better"]
    )
    assert which(["best", "better", "better"], signal="no").startswith("None is recommended")


def test_features_are_named_if_they_come_up_in_half_of_the_splits():
    features = pd.DataFrame({"feature": ["a", "b"], "splits": [0.9, 0.2]})
    (found,) = feature_sentences({"signal": "yes", "features": "a"}, features, WORDS)
    assert found.endswith("one of the ten best pairs contains a.")
    (found,) = feature_sentences({"signal": "yes", "features": ""}, features[1:], WORDS)
    assert found.startswith("None comes up in half")
    (found,) = feature_sentences({"signal": "no", "features": ""}, features, WORDS)
    assert "although a is in one of the ten best pairs in 90%" in found
    (found,) = feature_sentences({"signal": "no", "features": ""}, features[1:], WORDS)
    assert "only 20%" in found
    (found,) = feature_sentences({"signal": "no", "features": ""}, features[:0], WORDS)
    assert found == "None, as there is no signal."


def test_monte_carlo_error_is_apart_from_patients():
    summary, fit = summary_of("good"), {"m_over_n_for_1pct": 444.0}
    text = " ".join(certainty_sentences(summary, fit, 100))
    assert "30 + 25 samples decide them" in text
    assert "All 780 pairs were scored" in text
    assert "uses 100 of them" in text
    assert "about 440 pairs scored at random for each pair that a search draws" in text
    text = " ".join(certainty_sentences(summary | {"sampled": True}, fit, 1000))
    assert "at most about 1 point up to N = 2." in text
    assert "drawn at random" not in text
    unknown = {"m_over_n_for_1pct": float("nan")}
    assert len(certainty_sentences(summary | {"sampled": True}, unknown, 1000)) == 1
