"""What the paper's tables imply."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from suitability.report.challenge import published
from suitability.report.published import published_table

FOLDER = Path(__file__).parents[3] / "data/published"
ENTRIES, METHODS, DATA = (
    pd.read_csv(FOLDER / f"{name}.tsv", sep="\t")
    for name in ("challenge", "challenge-methods", "challenge-data")
)


@pytest.mark.parametrize(("place", "entries"), published.ENTRIES.items())
def test_published_scores_are_multiples_of_what_one_comparison_adds(place, entries):
    scores = ENTRIES.loc[ENTRIES["place"] == place, "score"]
    steps = scores * 5 * (entries - 1) / 100
    # Printed with one decimal.
    assert np.abs(steps - steps.round()).max() <= 0.05 * 5 * (entries - 1) / 100 + 1e-9
    assert published.fewest_entries(scores.to_numpy()) == entries


def test_what_follows_by_arithmetic_is_met():
    table = published_table(published.arithmetic_rows(ENTRIES, METHODS, DATA))
    table = table.set_index("quantity")
    assert len(ENTRIES) == 28
    assert (table.loc[table.index.str.startswith("score of"), "meets"] == "yes").all()
    met = table["meets"].to_dict()
    assert met.pop("largest share of probes at 96.8% of features, Gisette with 30%") == "no"
    assert met.pop("kernel methods among 19") == "not comparable"
    assert set(met.values()) == {"yes"}


def test_the_largest_share_of_probes_by_hand():
    # All features of the first, and 60% of the second, whose 40 real ones in 100 are left out.
    assert published.largest_probe_share([0.5, 0.6], 0.8) == pytest.approx((0.5 + 1) / 2)
    assert published.largest_probe_share([0.5, 0.6], 1) == pytest.approx(0.55)


def test_sizes_are_compared_where_the_data_are_at_hand():
    ours = pd.DataFrame(
        {"dataset": ["madelon"], "features": 500, "probes": 96.0, "train": 2000, "valid": 600}
    ).assign(test=np.nan)
    met = {row["quantity"]: row["meets"] for row in published.data_rows(DATA, ours)}
    assert met["madelon: features"] == met["madelon: probes"] == met["madelon: train"] == "yes"
    assert met["madelon: test"] == met["arcene: features"] == "not run"
    wrong = {
        row["quantity"]: row["meets"] for row in published.data_rows(DATA, ours.assign(train=1))
    }
    assert wrong["madelon: train"] == "no"
    assert {row["meets"] for row in published.madelon_rows(None)} == {"not run"}
