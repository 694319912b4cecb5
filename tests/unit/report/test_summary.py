import numpy as np
import pandas as pd
import pytest

from suitability.core.text import letter
from suitability.report.summary import compare, count_data, data_sets, expectation, summarise
from suitability.scoring.score_table import ScoreTable

NOTHING = {"features": 0, "kept": 0, "samples": 0, "positive": 0}
FOUND = {"features": 22283, "kept": 10398, "samples": 130, "class_sizes": [97, 33]}


@pytest.fixture
def tables():
    samples = pd.DataFrame(
        {"class": [0, 1, 0, 1, 1], "label": ["no", "late", "no", "early", "late"]}
    )
    features = pd.DataFrame(
        {"kept": [True, False, True, False], "reason": ["", "missing", "", "not Gaussian"]}
    )
    return samples, features


def test_the_size_of_a_data_set_is_that_of_its_tables(tables):
    assert count_data(*tables) == {
        "samples": 5,
        "class_sizes": [2, 3],
        "class_labels": [["no"], ["early", "late"]],
        "features": 4,
        "kept": 2,
    }


@pytest.mark.parametrize("sample", [None, 7])
def test_a_summary_says_what_was_scored_and_how(tables, sample):
    one = np.ones(1, np.int64)
    table = ScoreTable(("NC", "LDA"), one, one / 2, one, 7 * one)
    shards = [
        {"singular": np.array(1), "seconds": np.array(0.504)},
        {"singular": np.array(2), "seconds": np.array(1.0)},
    ]
    settings = {
        "cross_validation": {"repeats": 2, "folds": 3},
        "expected": {**NOTHING, "positive": 4},
        "seed": 9,
        "sets": {"size": 2, "sample": sample},
    }
    summary = summarise(*tables, table, shards, settings)
    assert summary.items() >= count_data(*tables).items()
    assert summary["dropped"] == {"missing": 1, "not Gaussian": 1}
    assert (summary["sets"], summary["set_size"], summary["sampled"]) == (7, 2, sample == 7)
    assert (summary["degenerate_sets"], summary["scoring_seconds"]) == (3, 1.5)
    assert summary["candidates"] == ["NC", "LDA"]
    assert (summary["cross_validation"], summary["seed"]) == ({"repeats": 2, "folds": 3}, 9)
    assert set(summary["versions"]) >= {"suitability", "python", "numpy"}
    assert summary["expected"] == {"positive": {"expected": 4, "found": 3}}


def test_expected_counts_are_compared_with_those_found():
    assert compare(NOTHING, FOUND) == {}
    expected = {"features": 22283, "kept": 10404, "samples": 0, "positive": 33}
    compared = compare(expected, FOUND)
    assert compared == {
        "features": {"expected": 22283, "found": 22283},
        "kept": {"expected": 10404, "found": 10398},
        "positive": {"expected": 33, "found": 33},
    }
    assert expectation(compared) == (
        "As expected: 22,283 features, 33 samples of class 1. "
        "Not as expected: 10,398 features kept (expected: 10,404)."
    )
    assert expectation({}) == ""


def test_data_sets_have_the_letters_of_their_panels():
    summary = {"features": 9, "kept": 5, "sets": 10, "class_sizes": [3, 4]}
    table = data_sets(["a", "b"], ["A title", "B title"], [summary, summary])
    assert table.iloc[1].tolist() == ["B", "b", "B title", 9, 5, 10, 3, 4]
    assert [letter(place) for place in (0, 25, 26, 51, 52, 701, 702)] == [
        *["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
    ]
