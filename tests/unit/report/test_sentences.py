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
    name_count,
    p_value,
    p_value_explained,
    p_value_judged,
    points,
    signal_sentences,
)

from .conftest import alone_of, summary_of

WORDS = {
    "chance": 0.5,
    "level": 0.05,
    "one_set": "pair",
    "performance": "balanced accuracy",
    "permutations": 199,
    "region": 0.01,
    "sets": "pairs",
    "total": 1_000_000,
}


@pytest.mark.parametrize(
    ("p", "text"), [(0.0049751, "p = 0.005"), (0.1234, "p = 0.12"), (1, "p > 0.5")]
)
def test_p_values_have_two_digits_and_are_never_one(p, text):
    assert p_value(p) == text


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (1 / 200, "p = 0.005, the smallest possible with 199 permutations"),
        (2 / 200, "p = 0.01"),
        (0.055, "p = 0.055, borderline"),
        (0.04, "p = 0.04, borderline"),
        (0.08, "p = 0.08"),
    ],
)
def test_a_p_value_is_called_borderline_or_the_smallest_possible(p, text):
    assert p_value_explained(p, 0.05, 199) == text
    assert p_value_judged(p, 0.05) == text.removesuffix(
        ", the smallest possible with 199 permutations"
    )


def test_numbers_have_the_digits_that_their_interval_allows():
    assert points([0.0234, -0.0004], 0.08) == ["2", "0"]
    assert points([0.0234, -0.0004], 0.01) == ["2.3", "0.0"]
    assert in_points(0.01) == "1 point"
    assert in_points(0.052) == "5 points"
    assert in_points(0.005) == "0.5 points"
    assert limits(-0.02, 1.03) == "0.00 to 1.00"


def test_names_are_joined():
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"], "or") == "a, b or c"


def test_one_set_is_not_several():
    assert name_count(1, WORDS) == "1 pair"
    assert name_count(6310, WORDS) == "6,310 pairs"


@pytest.mark.parametrize(
    ("p", "lower", "words"),
    [
        (0.01, 0.6, ("do better than with randomly permuted", ", and", "is above chance")),
        (0.01, 0.4, ("do better than with randomly permuted", ", but", "is not above chance")),
        (0.2, 0.6, ("do not do better", ", but", "is above chance")),
        (0.2, 0.4, ("do not do better", ", and", "is not above chance")),
        (float("nan"), 0.6, ("No N as small", ", but", "is above chance")),
    ],
)
def test_the_first_question_gives_both_reasons(p, lower, words):
    row = {"p": p, "lower_any": lower}
    (sentence,) = signal_sentences(row, WORDS)
    for word in words:
        assert word in sentence


def control(role, verdict, found):
    return control_sentence({"role": role, "control": verdict, "signal": found})


def test_a_control_says_by_what_it_passed_or_failed():
    assert control("endpoint", "", "yes") == ""
    negative, positive = "negative control", "positive control"
    assert control(negative, "passed", "no").endswith(
        "not yes, as it should be with random labels."
    )
    assert "may occur by chance" in control(negative, "passed", "weak")
    assert control(positive, "passed", "yes").endswith("its signal is yes, as it should be.")
    assert "failed: there should be no signal" in control(negative, "failed", "yes")
    assert "failed: there should be a signal" in control(positive, "failed", "no")


CURVE = pd.DataFrame(
    {
        "candidate": "NC",
        "N": [1, 100, 1000],
        "inside": [0.6, 0.74, 0.8],
        "outside": [0.55, 0.64, 0.645],
        "lower": [0.5, 0.6, 0.6],
        "upper": [0.6, 0.7, 0.7],
    }
)


def expected_at(place, words=(), curve=CURVE, **other):
    row = curve.rename(columns={"outside": "expected"}).iloc[place].to_dict()
    row |= {"signal": "yes", "searched": "NC"} | other
    return " ".join(expectation_sentences(row, curve, WORDS | dict(words)))


def test_what_to_expect_is_the_held_out_performance_beside_the_optimistic_one():
    text = expected_at(1)
    assert "Try 100 pairs, and expect a balanced accuracy of 0.64 (95% interval 0.60 to" in text
    assert "0.70) with NC alone." in text
    assert "reports 0.74: 10 points too many (optimism)" in text
    assert "2 points too few." in expected_at(1, inside=0.62)
    assert "0.70) with all candidates." in expected_at(1, searched="any")
    nothing = expected_at(1, signal="no")
    assert "0.64 (0.60 to 0.70) at N = 100, within 1 point of the best" in nothing
    assert "A search itself reports more, up to 0.80," in nothing


def test_what_larger_searches_gain_is_said_of_the_same_curve():
    text = expected_at(1)
    assert "Searches of up to 1,000 pairs gain less than 1 point." in text
    assert "More, up to all 1 million, is not advised: for searches of more than 1,000" in text
    gained = CURVE.assign(outside=[0.55, 0.64, 0.67])
    assert "gain 3 points at most." in expected_at(1, curve=gained)
    assert "This is the largest N examined" in expected_at(2)
    assert "More is not advised" in expected_at(1, {"total": None})
    assert "not advised" not in expected_at(1, {"total": 1000})


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
    assert "Take the simplest, NC: it is at most 5 points behind the best one" in text
    assert "LDA wins most often, 30% (24% to 36% with other patients)" in text
    assert "In 98% of random halves of the patients, LDA or QDA wins most often." in text
    text = which(["better", "best", "not shown"])
    assert "NC is shown to be worse on new patients. Take one of LDA or QDA" in text
    assert "the simplest, LDA, is at most 2 points behind the best one" in text
    assert "LDA is shown to be better on new patients than all" in which(
        ["better", "best", "better"]
    )
    assert which(["best", "better", "better"], signal="no").startswith(
        "None, as there is no signal"
    )


def features_of(found="yes", alone=None, **changed):
    alone = alone_of().assign(**changed) if alone is None else alone
    return " ".join(feature_sentences({"signal": found}, alone, {"a": "GENE", "b": "b"}, WORDS))


def test_the_first_feature_leads_and_has_partners():
    text = features_of()
    assert text.startswith("a (GENE) leads: it is in one of the ten best pairs in 90%")
    assert "b comes up mostly with it, as its partner." in text
    assert "Alone, a (GENE) reaches 0.85 (NC, cross-validation on" in text
    assert "with b 0.88: how much of these 3 points is chance is not known" in text
    assert "c" not in text.split("Alone")[0].split()
    both = features_of(splits=[0.9, 0.6, 0.5])
    assert "c comes up mostly without it." in both
    assert "it needs no partner" in features_of(together=0.855)
    assert features_of(others="").endswith("by which it was chosen).")
    two = features_of(splits=0.9, partner=[False, True, True])
    assert "b and c come up mostly with it, as its partners." in two


def test_without_a_recurring_feature_none_is_named():
    assert features_of(splits=0.4).startswith("None comes up in half")
    assert features_of(alone=alone_of()[:0]).startswith("None comes up in half")
    assert "although a (GENE) is in one of the ten best pairs in 90%" in features_of("no")
    assert "only 40%" in features_of("no", splits=0.4)
    assert features_of("no", alone_of()[:0]) == "None, as there is no signal."


def test_monte_carlo_error_is_apart_from_patients():
    summary, fit = summary_of("good"), {"m_over_n_for_1pct": 444.0}
    text = " ".join(certainty_sentences(summary, fit, 100))
    assert "More patients, not more computing" in text
    assert "30 + 25 samples" in text
    assert "All 780 pairs were scored" in text
    assert "is from 100 of them" in text
    assert "about 440 random pairs for each pair that the search draws" in text
    text = " ".join(certainty_sentences(summary | {"sampled": True}, fit, 1000))
    assert "at most about 1 point to the win percentages up to N = 2." in text
    assert "drawn at random" not in text
    few = summary | {"sampled": True, "sets": 400}
    assert "this adds an error of more than 1 point" in " ".join(certainty_sentences(few, fit, 400))
    unknown = {"m_over_n_for_1pct": float("nan")}
    assert len(certainty_sentences(summary | {"sampled": True}, unknown, 1000)) == 1
