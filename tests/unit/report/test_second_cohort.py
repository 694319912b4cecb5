from dataclasses import replace

import pandas as pd
import pytest

from suitability.report.report import endpoint_section
from suitability.report.second_cohort import second_cohort_part

from .conftest import ROOT, SETTINGS
from .test_report import text_of

TEMPLATE = (ROOT / "scripts/suitability/report/templates/second_cohort.html").read_text()
TABLE = pd.DataFrame(
    [
        (n, name, inside, outside, outside - 0.1, outside + 0.1)
        for n, inside, outside in ((1, 0.52, 0.5), (10, 0.6, 0.55), (32, 0.7, 0.6), (100, 0.8, 0.7))
        for name, outside in (("LDA", 0.99), ("any", outside))
    ],
    columns=["N", "candidate", "inside", "outside", "lower", "upper"],
)
RECORD = {"class_sizes": [8, 24], "features": 40, "kept": 40, "warnings": []}


def part(n=32, **record):
    return second_cohort_part(TEMPLATE, TABLE, RECORD | record, n, "pairs")


@pytest.mark.parametrize(("n", "shown"), [(32, "32 pairs"), (50, "32 pairs"), (100, "100 pairs")])
def test_the_sentence_is_on_the_largest_n_up_to_the_recommended_one(n, shown):
    text = text_of(part(n))
    assert "a second cohort of 8 + 24 other samples. A search of " + shown in text
    limits = "0.70 there (95% interval over its samples: 0.60 to 0.80)"
    assert (limits in text) == (n == 100)


def test_the_table_has_the_powers_of_ten_of_a_search_with_all_candidates():
    text = text_of(part())
    assert "1 0.52 0.50 0.40 to 0.60 10 0.60 0.55 0.45 to 0.65 100 0.80 0.70" in text
    assert "0.99" not in text


def test_missing_features_and_warnings_are_shown_and_escaped():
    text = part(features=30, warnings=["x.tsv: <b>odd</b>"])
    assert "Only 30 of 40 features are in both." in text
    assert "X.tsv: &lt;b&gt;odd&lt;/b&gt;." in text


def test_an_endpoint_has_the_part_or_nothing(results):
    assert endpoint_section(results["good"], SETTINGS)["second_cohort"] == ""
    with_cohort = replace(results["good"], second_cohort=part())
    assert "second cohort" in endpoint_section(with_cohort, SETTINGS)["second_cohort"]
