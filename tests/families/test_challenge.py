"""The challenge on small generated data, with an entry made elsewhere; probes in a study."""

import zipfile

import numpy as np
import pytest

from suitability.core.tables import read_tsv
from workflow.conftest import snakemake

CONFIG = """
simulated:
  values: {features: 12, samples: 40}
datasets:
  mine:
    expression: simulated/values.parquet
    samples: simulated/values-samples.tsv
    endpoint: {column: class, negative: ["0"], positive: ["1"]}
probes: {fraction: 0.4}
win: {n_max: 1000}
challenge:
  data:
    toy: {generate: {features: 24, train: 64, valid: 64, test: 64}}
    madelon: {folder: downloads, kind: dense, features: 500, if_present: true}
  methods: [fisher_svm, monte_carlo]
  grid: {features: [2], C: [0.1], sets: 100}
  entries:
    constant: {path: entry.zip, team: someone, classifier: O}
    broken: {path: BROKEN}
"""


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    directory = tmp_path_factory.mktemp("challenge")
    (directory / "broken").mkdir()
    (directory / "broken/toy.feat").write_text("3\n25\n")
    with zipfile.ZipFile(directory / "entry.zip", "w") as archive:
        for split in ("train", "valid", "test"):
            archive.writestr(f"toy_{split}.resu", "1\n" * 64)
        archive.writestr("toy.feat", "")
    return directory


def test_entries_are_scored_and_probes_counted(directory):
    config = CONFIG.replace("    broken: {path: BROKEN}\n", "")
    (directory / "mine.yaml").write_text(config)
    targets = "challenge", "results/mine/probes.tsv"
    run = snakemake(directory, *targets, "--configfile", "mine.yaml")
    assert run.returncode == 0, run.stderr
    assert "challenge: madelon is left out, as its files are not there" in run.stderr
    results = directory / "results/challenge"
    scores = read_tsv(results / "scores.tsv", text=["note"])
    overall = scores[scores["dataset"] == "all"].set_index("entry")
    assert set(overall.index) == {"fisher_svm", "monte_carlo", "constant"}
    assert overall["ranked"].all()
    assert overall["score"].sum() == pytest.approx(0)
    assert overall.loc["constant", ["ber", "auc", "feat"]].tolist() == [50, 50, 0]
    assert overall["probe"].notna().sum() == 2
    methods = read_tsv(results / "methods.tsv").set_index("entry")
    assert methods.loc["constant", "team"] == "someone"
    data = read_tsv(results / "data.tsv").set_index("dataset")
    assert data.loc["toy", "scored"] == "test"
    assert data.loc["toy", "probes"] == pytest.approx(100 * 4 / 24)
    assert "constant" in (directory / "results/challenge.html").read_text()
    features = read_tsv(directory / "results/mine/features.tsv", text=["feature", "reason"])
    kept = features[features["kept"]]
    assert kept["probe"].mean() == pytest.approx(0.4, abs=0.05)
    probes = read_tsv(directory / "results/mine/probes.tsv")
    real, both = (~kept["probe"]).sum(), len(kept)
    chance = 1 - real * (real - 1) / (both * (both - 1))
    np.testing.assert_allclose(probes["chance"], chance)
    first = probes[(probes["N"] == 1) & (probes["candidate"] == "any")]
    assert first["with_probe"].item() == pytest.approx(chance)

    # A malformed entry stops with one line.
    (directory / "mine.yaml").write_text(CONFIG.replace("BROKEN", "broken"))
    run = snakemake(
        directory, "results/challenge/scores.tsv", "--configfile", "mine.yaml", "--quiet"
    )
    assert run.returncode != 0
    assert (
        "error: broken/toy.feat: line 2: '25' is not the index of a feature, from 1 to 24; "
        "correct it" in run.stderr
    )
