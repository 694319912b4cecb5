"""A study whose samples table names a second cohort, in a real run."""

import numpy as np
import pandas as pd
import pytest

from suitability.core.tables import read_json, read_tsv

from .conftest import snakemake

CONFIG = """
datasets:
  mine:
    expression: values.tsv
    samples: samples.tsv
    where: {part: [study]}
    endpoint: {column: class, negative: [a], positive: [b]}
    validation: {where: {part: [cohort]}}
candidates: [NC, QDA]
held_out: {sets: 400}
"""
TABLE = "results/mine/second_cohort.tsv"


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    directory = tmp_path_factory.mktemp("cohort")
    rng = np.random.default_rng(3)
    samples = pd.DataFrame(
        {"id": [f"s{i}" for i in range(60)], "class": ["a", "b"] * 30}
        | {"part": ["study"] * 40 + ["cohort"] * 16 + ["neither"] * 4}
    )
    values = rng.normal(8, 1, (20, 60))
    # Two features separate the classes, in both parts.
    values[:2] += 3 * samples["class"].eq("b").to_numpy()
    table = pd.DataFrame(values, columns=samples["id"])
    table.insert(0, "feature", [f"g{i}" for i in range(20)])
    table.to_csv(directory / "values.tsv", sep="\t", index=False)
    samples.to_csv(directory / "samples.tsv", sep="\t", index=False)
    (directory / "mine.yaml").write_text(CONFIG)
    run = snakemake(directory, TABLE, "results/mine/held_out.tsv", "--configfile", "mine.yaml")
    assert run.returncode == 0, run.stderr
    return directory


def test_searches_of_the_study_are_tried_on_the_second_cohort(directory):
    found, own = (
        read_tsv(directory / f"results/mine/{name}.tsv", text=["comparison"])
        for name in ("second_cohort", "held_out")
    )
    assert found.columns.tolist() == own.columns.tolist()
    # The same sets of the same samples.
    pd.testing.assert_series_equal(found["inside"], own["inside"])
    best = found[(found["N"] == found["N"].max()) & (found["candidate"] == "any")]
    assert best["outside"].item() > 0.9
    assert (found["lower"] <= found["outside"]).all()
    samples = read_tsv(directory / "results/mine/cohort_samples.tsv", text=["sample", "label"])
    assert samples["sample"].tolist() == [f"s{i}" for i in range(40, 56)]
    assert read_json(directory / "results/mine/cohort.json")["class_sizes"] == [8, 8]


def test_the_table_is_a_part_of_the_study(directory):
    (directory / TABLE).unlink()
    run = snakemake(directory, "-n", "--configfile", "mine.yaml")
    assert run.returncode == 0, run.stderr
    assert "second_cohort" in run.stdout
