"""`snakemake check` says what would be scored, and scores nothing."""

import re

from suitability.core.tables import read_tsv

from .conftest import GOLUB, snakemake


def test_check_tells_the_cost_each_time_and_scores_nothing(tmp_path):
    # Without the second data set.
    config = re.sub(r"  golub-random:.*?(?=^\w)", "", GOLUB, flags=re.DOTALL | re.MULTILINE)
    (tmp_path / "golub.yaml").write_text(config)
    for attempt in range(2):
        run = snakemake(tmp_path, "check", "--configfile", "golub.yaml")
        assert run.returncode == 0, run.stderr
        assert re.search(r"^ +golub +27 ALL +11 AML +3,051 ", run.stdout, re.MULTILINE), attempt
        assert "Nothing is scored yet." in run.stdout
    table = read_tsv(tmp_path / "results/check.tsv", text=["expectation"]).set_index("dataset")
    assert table.index.tolist() == ["golub"]
    row = table.loc["golub"]
    features = read_tsv(tmp_path / "results/golub/features.tsv")
    kept = int(features["kept"].sum())
    assert (row["samples_0"], row["samples_1"]) == (27, 11)
    assert (row["features"], row["kept"], row["sets"]) == (3051, kept, kept * (kept - 1) // 2)
    assert not list(tmp_path.glob("results/*/shards"))
    assert not list(tmp_path.glob("results/*/summary.json"))
    assert (
        row[[f"minutes_{stage}" for stage in ("scoring", "permutations", "held_out")]] >= 0
    ).all()
    assert row["memory_mb"] > 400
