"""The permutations of a study small enough to score all of its pairs."""

import numpy as np
import pytest

from suitability.core.tables import read_parquet, read_tsv
from suitability.scoring.permuted_labels import frame_tables
from suitability.win.percentage import exact_win, n_grid

from .conftest import snakemake

CONFIG = """
datasets:
  mine:
    expression: values.tsv
    samples: samples.tsv
    endpoint: {column: outcome, negative: [cured], positive: [relapse]}
normality: {z: 9}
"null": {permutations: PERMUTATIONS, sets: 1000}
held_out: {splits: 5, outer_repeats: 2, sets: 1000}
"""
CANDIDATES = ["NC", "DLDA", "LDA", "SDA", "UDA", "QDA"]


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    directory = tmp_path_factory.mktemp("null")
    rng = np.random.default_rng(1)
    names = [f"s{i}" for i in range(24)]
    rows = ["\t".join(["feature", *names])]
    rows += [f"g{g}\t" + "\t".join(map(str, rng.normal(size=24))) for g in range(12)]
    (directory / "values.tsv").write_text("\n".join(rows) + "\n")
    outcomes = ["cured", "relapse", "cured"] * 8
    rows = [f"{name}\t{outcome}" for name, outcome in zip(names, outcomes, strict=True)]
    (directory / "samples.tsv").write_text("\n".join(["sample\toutcome", *rows]) + "\n")
    (directory / "mine.yaml").write_text(CONFIG.replace("PERMUTATIONS", "39"))
    run = snakemake(
        directory,
        "results/mine/null_bands.tsv",
        "results/mine/win_exact.tsv",
        "calibration",
        "--configfile",
        "mine.yaml",
    )
    assert run.returncode == 0, run.stderr
    return directory / "results"


def test_the_labels_as_they_are_are_scored_as_in_the_study(study):
    scores = read_parquet(study / "mine/scores.parquet").drop(columns="rank")
    labelings = read_parquet(study / "mine/permutations.parquet")
    assert labelings["labeling"].unique().tolist() == list(range(40))
    observed = labelings[labelings["labeling"] == 0].drop(columns="labeling")
    assert observed.reset_index(drop=True).equals(scores)


def test_win_percentages_outside_their_band_are_those_with_a_small_p_value(study):
    p_values = read_tsv(study / "mine/p_values.tsv")
    bands = read_tsv(study / "mine/null_bands.tsv").query("method == 'permutation'")
    merged = p_values.merge(bands, on=["N", "candidate"])
    assert len(merged) == len(p_values)
    # All pairs are scored under every permutation, so that no N is left out.
    assert merged["N"].unique().tolist() == n_grid(1e10, 10).tolist()
    outside = (merged["win"] < merged["lower"]) | (merged["win"] > merged["upper"])
    assert outside.equals(merged["p_familywise"] <= 0.05)
    exact = read_tsv(study / "mine/win_exact.tsv").merge(p_values, on=["N", "candidate"])
    assert exact["win_x"].tolist() == pytest.approx(exact["win_y"].tolist(), rel=1e-8)
    tables = frame_tables(read_parquet(study / "mine/permutations.parquet"), CANDIDATES)
    chance = np.mean([exact_win(table, [1])[0] for table in tables[1:]], axis=0)
    assert p_values["chance"][:6].tolist() == pytest.approx(chance.tolist(), rel=1e-8)


def test_the_calibration_covers_every_band(study):
    table = read_tsv(study / "calibration.tsv")
    whole = table[table["N"].isna()]
    assert whole["method"].tolist() == ["beta_M", "beta_F", "permutation"]
    assert (whole["labelings"] == 39).all()
    assert (study / "figures/calibration.svg").stat().st_size > 5000


def test_too_few_permutations_stop_before_any_job(study):
    (study.parent / "few.yaml").write_text(CONFIG.replace("PERMUTATIONS", "18"))
    run = snakemake(study.parent, "-n", "--configfile", "few.yaml")
    assert run.returncode == 1
    assert (
        "error: config: null.permutations: 18 given; a null.level of 0.05 needs at least 19"
        in run.stderr
    )
