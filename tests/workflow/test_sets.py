"""Studies of feature sets other than all pairs, run by Snakemake from end to end."""

import pandas as pd
import pytest

from digests import digest
from suitability.core.tables import read_json, read_parquet, read_tsv

from .conftest import snakemake

GOLUB = """
datasets:
  golub:
    expression: data/golub/expression.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {column: leukaemia, negative: [ALL], positive: [AML]}
sampled: {M: [1000], trials: 2}
"null": {permutations: 39, sets: 2000}
held_out: {splits: 5, outer_repeats: 2, sets: 2000}
"""
MIXED = """
score:
  shards: SHARDS
  sets: {size: {"1": 1, "3": 3}, sample: 4000, weights: weights.tsv, replacement: false}
search: {p: 0.01, epsilon: 0.05}
"""
TABLES = ("scores.parquet", "top_sets.tsv", "search.tsv")
TARGETS = [f"results/golub/{table}" for table in (*TABLES, "summary.json", "win_exact.tsv")]


def weigh_every_other_feature(directory, source):
    features = read_tsv(source / "features.tsv")[["feature"]]
    features.assign(weight=[place % 2 for place in range(len(features))]).to_csv(
        directory / "weights.tsv", sep="\t", index=False
    )


@pytest.fixture(scope="module")
def mixed(golub, tmp_path_factory):
    directory = tmp_path_factory.mktemp("mixed")
    weigh_every_other_feature(directory, golub / "results/golub")
    (directory / "mixed.yaml").write_text(GOLUB + MIXED.replace("SHARDS", "1"))
    run = snakemake(directory, *TARGETS, "--configfile", "mixed.yaml")
    assert run.returncode == 0, run.stderr
    return directory / "results"


def test_a_sample_of_sizes_is_scored_and_told(mixed):
    summary = read_json(mixed / "golub/summary.json")
    assert summary["sampled"]
    assert summary["set_size"] == {"1": 1, "3": 3}
    assert read_parquet(mixed / "golub/scores.parquet")["count"].sum() == summary["sets"] == 4000
    win = read_tsv(mixed / "golub/win_exact.tsv").groupby("N")["win"].sum()
    assert win.sub(1).abs().max() < 1e-8


def test_top_sets_have_blanks_where_a_set_is_smaller(mixed, golub):
    top = pd.read_csv(mixed / "golub/top_sets.tsv", sep="\t", dtype=str, keep_default_na=False)
    members = top[top["list"] == "all"].filter(like="feature_")
    assert members.shape == (100, 3)
    filled = (members != "").sum(axis=1)
    assert set(filled) == {1, 3}
    assert not members.duplicated().any()
    weighed = read_tsv(golub / "results/golub/features.tsv")["feature"][1::2]
    assert set(members.to_numpy().ravel()) - {""} <= set(weighed)


def test_the_search_draws_what_p_and_epsilon_ask_for(mixed):
    found = read_tsv(mixed / "golub/search.tsv")
    assert set(found["N"]) == {299}
    assert found["winner"].sum() == 1
    assert found.loc[found["winner"], "performance"].item() == found["performance"].max()
    assert found["win"].sum() == pytest.approx(1)


def test_a_sample_does_not_depend_on_shards_or_threads(mixed, tmp_path):
    (tmp_path / "sharded.yaml").write_text(GOLUB + MIXED.replace("SHARDS", "3"))
    (tmp_path / "weights.tsv").write_bytes((mixed.parent / "weights.tsv").read_bytes())
    targets = [f"results/golub/{table}" for table in TABLES]
    run = snakemake(
        tmp_path, *targets, "--configfile", "sharded.yaml", "--set-threads", "score=1", "search=1"
    )
    assert run.returncode == 0, run.stderr
    for table in TABLES:
        path = f"golub/{table}"
        assert digest(tmp_path / "results" / path) == digest(mixed / path), path


def test_a_table_of_weights_that_is_not_there_ends_the_run(tmp_path):
    (tmp_path / "mixed.yaml").write_text(GOLUB + MIXED.replace("SHARDS", "1"))
    run = snakemake(tmp_path, "-n", "--configfile", "mixed.yaml")
    assert run.returncode == 1
    assert "error: config: score.sets.weights: there is no file 'weights.tsv' in" in run.stderr


def test_single_features_are_all_scored(golub, tmp_path):
    (tmp_path / "single.yaml").write_text(GOLUB + "score: {sets: {size: 1}}\n")
    run = snakemake(tmp_path, "results/golub/win_exact.tsv", "--configfile", "single.yaml")
    assert run.returncode == 0, run.stderr
    summary = read_json(tmp_path / "results/golub/summary.json")
    assert (
        summary["sets"]
        == summary["kept"]
        == read_json(golub / "results/golub/summary.json")["kept"]
    )
    win = read_tsv(tmp_path / "results/golub/win_exact.tsv").pivot(
        index="N", columns="candidate", values="win"
    )
    assert win["NC"].equals(win["LDA"])
    assert win["SDA"].equals(win["QDA"])
