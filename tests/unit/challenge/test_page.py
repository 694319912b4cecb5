"""The figures and the page of the challenge."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from suitability.challenge.data import ChallengeData
from suitability.challenge.methods import METHODS
from suitability.challenge.results import data_row, methods_table
from suitability.challenge.scores import Entry, Truth, compare_tests, pair_table, score_table
from suitability.data.formats.challenge_entry import Predictions
from suitability.figures import challenge as figures
from suitability.report.challenge.page import challenge_page

ROOT = Path(__file__).parents[3]
TEMPLATE = (ROOT / "scripts/suitability/report/templates/challenge.html").read_text()
PUBLISHED = pd.read_csv(ROOT / "data/published/challenge.tsv", sep="\t")
RNG = np.random.default_rng(1)
TRUTH = np.repeat([1, -1], (30, 20))


def entry(name, covered=("one", "two")):
    given = {}
    for dataset in ("one", "two"):
        classes = np.where(RNG.random(50) < 0.2, -TRUTH, TRUTH)
        splits = dict.fromkeys(("train", "valid"), classes)
        features = RNG.permutation(40)[: RNG.integers(0, 40)]
        given[dataset] = Predictions(splits, {}, features) if dataset in covered else Predictions()
    return Entry(name, "team <1>", given)


def tables(entries):
    truths = {
        name: Truth(TRUTH, "valid", 40, probes, ("train", "valid"))
        for name, probes in (("one", np.arange(40) > 9), ("two", None))
    }
    pairs = pair_table(entries, truths)
    found = {
        "scores": score_table(entries, truths, pairs),
        "tests": compare_tests(entries, truths),
    }
    data = [
        data_row(
            name,
            ChallengeData(
                "dense",
                dict.fromkeys(("train", "valid"), np.zeros((50, 40))),
                dict.fromkeys(("train", "valid"), TRUTH),
                truth.probes,
            ),
        )
        for name, truth in truths.items()
    ]
    for table in found.values():
        table.insert(0, "protocol", "december_1")
    other = {"path": "x", "team": "", "classifier": "N", "feature_engine": "", "feature_search": ""}
    methods = methods_table(METHODS, {"mine": other | {"ensemble": True, "transduction": False}})
    return found | {"data": pd.concat(data), "methods": methods, "published": PUBLISHED}


@pytest.mark.parametrize(
    "entries",
    [
        [entry("a"), entry("b"), entry("c", ["one"])],
        [entry("a")],
        [entry("c", ["one"])],
        [entry("c", [])],
    ],
    ids=["some", "one", "one unranked", "nothing"],
)
def test_the_figures_and_the_page_show_all_entries(tmp_path, entries):
    shown = tables(entries)
    pictures = {}
    for name, figure in {
        "scores": figures.draw_scores(shown["scores"]),
        "measures": figures.draw_measures(shown["scores"], shown["data"]),
    }.items():
        figure.savefig(tmp_path / f"{name}.svg", format="svg")
        pictures[name] = (tmp_path / f"{name}.svg").read_bytes()
    page = challenge_page(TEMPLATE, shown, pictures, {"test": "ber", "one_sided": False})
    for of_entry in shown["scores"]["entry"].unique():
        assert f">{of_entry}</th>" in page
    assert "<1>" not in page
    assert "nan" not in page.replace("ing", "").lower().split("<h2>", 1)[1]
    assert "difference of the BERs" in page
    assert page.count("not ranked") == (~shown["scores"]["ranked"].astype(bool)).sum()


def test_the_measures_of_unknown_probes_say_so():
    shown = tables([entry("a"), entry("b")])
    drawn = figures.draw_measures(shown["scores"], shown["data"])
    texts = [text.get_text() for axes in drawn.axes for text in axes.texts]
    assert texts == ["not known"]
