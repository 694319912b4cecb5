"""The classifiers beside those of Weka 3.6.14, whose errors tests/data/weka/make.py has written."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from suitability.permutation_tests.classifiers.of_paper import CLASSIFIERS
from suitability.permutation_tests.measured_errors import measured_errors
from suitability.permutation_tests.tables import BUNDLED, bundled_table

ROOT = Path(__file__).parents[3]
COLUMNS = {"original": "error", "labels": "test1_error", "columns": "test2_error"}


def weka_errors():
    table = pd.read_csv(ROOT / "tests/data/weka/errors.tsv", sep="\t")
    return table.groupby(["dataset", "classifier", "test"])["error"].agg(["mean", "std", "size"])


def test_weka_meets_the_published_errors():
    printed = pd.read_csv(ROOT / "data/published/permutation-tests.tsv", sep="\t")
    printed = printed.set_index(["dataset", "classifier"])
    compared = set()
    for (dataset, classifier, test), row in weka_errors().iterrows():
        if dataset.startswith("bundled-"):
            continue
        compared.add((dataset, classifier))
        published = printed.loc[(dataset, classifier), COLUMNS[test]]
        # The means of ten or twenty errors have a standard error of their own.
        margin = 0.01 + 2 * row["std"] / np.sqrt(row["size"])
        assert row["mean"] == pytest.approx(published, abs=margin), (dataset, classifier, test)
    assert len(compared) == 13


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("classifier", CLASSIFIERS)
def test_the_classifiers_meet_weka(name, classifier):
    table, weka = bundled_table(name), weka_errors()
    for test in COLUMNS:
        found = measured_errors(table, classifier, test, range(3), 10, 1, name)
        row = weka.loc[(f"bundled-{name}", classifier, test)]
        margin = 0.01 + 2 * row["std"] * np.sqrt(1 / row["size"] + 1 / 3)
        assert found.mean() == pytest.approx(row["mean"], abs=margin), test
