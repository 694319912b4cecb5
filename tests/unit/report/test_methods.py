import re

from suitability.report.methods import REFERENCES, methods_paragraph

from .conftest import HELD_OUT, NORMALITY, NULL, summary_of

SETTINGS = {
    "held_out": HELD_OUT,
    "normality": NORMALITY,
    "null": NULL,
    "sensitivity_weight": 0.5,
}


def paragraph(**settings):
    return methods_paragraph([summary_of("good")], ["Outcome"], SETTINGS | settings)


def test_the_numbers_of_the_study_are_filled_in():
    text = paragraph()
    for part in (
        "suitability 9.9",
        "Outcome: 30 + 25 samples, 40 of 50 features, 780 pairs",
        "2 repeats of stratified 3-fold",
        "10 repeats of 5 outer folds",
        "50 splits of the samples into halves",
        "199 label permutations of 1,000 random pairs",
        "NC (nearest centroid)",
        "performance was balanced accuracy",
        "seed 1",
    ):
        assert part in text, part


def test_other_settings_are_described():
    text = paragraph(normality={"test": "none", "z": 2}, sensitivity_weight=0.25)
    assert "whether Gaussian or not" in text
    assert "0.25 times sensitivity plus 0.75 times specificity" in text


def test_each_reference_is_cited_once():
    cited = [int(number) for number in re.findall(r"\[(\d)\]", paragraph())]
    assert sorted(cited) == list(range(1, len(REFERENCES) + 1))
