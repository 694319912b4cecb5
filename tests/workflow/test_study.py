"""The golub study, run by Snakemake from end to end."""

import re
import shutil

import pandas as pd
import pytest

from digests import digest
from suitability.core.tables import read_json, read_parquet, read_tsv

from .conftest import ROOT, snakemake

TABLES = {
    "samples.tsv": ["sample", "class", "label"],
    "features.tsv": ["feature", "kurtosis", "z", "kept", "reason"],
    "folds.tsv": ["sample", "repeat", "fold"],
    "scores.parquet": ["score", "performance", "winners", "count", "rank"],
    "top_sets.tsv": [
        *["list", "order", "feature_1", "feature_2", "performance", "winners"],
        *["NC", "DLDA", "LDA", "SDA", "UDA", "QDA"],
    ],
    "search.tsv": [
        *["N", "feature_1", "feature_2", "candidate", "performance", "winner", "win"],
    ],
    "win_exact.tsv": ["N", "candidate", "win"],
    "win_sampled.tsv": ["M", "N", "candidate", "mean", "lower", "upper", "trials"],
    "rmse.tsv": ["M", "N", "rmse"],
    "rmse_fit.tsv": [
        *["a", "a_lower", "a_upper", "b", "b_lower", "b_upper"],
        *["m_over_n_for_1pct", "a_b_correlation"],
    ],
    "null_bands.tsv": ["method", "N", "candidate", "lower", "upper", "effective_M"],
    "permutations.parquet": ["labeling", "score", "performance", "winners", "count"],
    "p_values.tsv": ["N", "candidate", "p", "p_familywise", "win", "chance"],
    "beats_chance.tsv": ["measure", "N", "observed", "chance", "upper", "p"],
    "discrimination.tsv": [
        *["shown", "order", "feature_1", "feature_2", "candidate", "performance"],
        *["lower", "upper", "behind", "p_paired", "p_corrected", "star_paired"],
        *["star_corrected", "on_top", "evaluated"],
    ],
    "discrimination_folds.tsv": ["sample", "repeat", "fold"],
    "held_out.tsv": [
        *["N", "candidate", "inside", "outside", "lower", "upper", "behind"],
        *["behind_lower", "behind_upper", "comparison"],
    ],
    "features_alone.tsv": [
        *["feature", "splits", "candidate", "alone", "others", "together", "partner"],
    ],
    "stability.tsv": [
        *["N", "candidate", "win", "lower", "upper", "folds_sd", "leads"],
        *["halves_agree", "leads_permuted", "halves_agree_permuted"],
    ],
}
FIGURES = [
    *["held_out", "behind", "stability"],
    *["win_percentage", "performance_density", "win_sampled", "discrimination"],
]


def read(path):
    return read_parquet(path) if path.suffix == ".parquet" else read_tsv(path)


@pytest.mark.parametrize("dataset", ["golub", "golub-random"])
@pytest.mark.parametrize(("table", "columns"), TABLES.items())
def test_every_table_is_there_with_its_columns(golub, dataset, table, columns):
    frame = read(golub / "results" / dataset / table)
    assert frame.columns.tolist() == columns
    assert len(frame) > 0


def test_every_pair_of_kept_features_is_scored(golub):
    summary = read_json(golub / "results/golub/summary.json")
    scores = read_parquet(golub / "results/golub/scores.parquet")
    features = read_tsv(golub / "results/golub/features.tsv")
    kept = int(features["kept"].sum())
    assert summary["class_sizes"] == [27, 11]
    assert summary["features"] == 3051
    assert summary["kept"] == kept
    assert scores["count"].sum() == summary["sets"] == kept * (kept - 1) // 2
    assert scores["performance"].is_monotonic_decreasing


def test_win_percentages_sum_to_one(golub):
    win = read_tsv(golub / "results/golub/win_exact.tsv")
    total = win.groupby("N")["win"].sum()
    assert total.index.max() == 10**10
    assert total.sub(1).abs().max() < 1e-8


def test_top_sets_are_the_best_of_the_score_table(golub):
    top = read_tsv(golub / "results/golub/top_sets.tsv").query("list == 'all'")
    scores = read_parquet(golub / "results/golub/scores.parquet")
    best = scores.loc[scores.index.repeat(scores["count"].clip(upper=100)), "performance"]
    assert top["performance"].tolist() == pytest.approx(best.head(100).tolist(), rel=1e-9)


def test_the_sets_that_show_the_candidates_are_of_the_best(golub):
    top = read_tsv(golub / "results/golub/top_sets.tsv").query("list == 'all'")
    table = read_tsv(golub / "results/golub/discrimination.tsv")
    sets = table.drop_duplicates("shown").merge(top, on=["order", "feature_1", "feature_2"])
    assert len(table) == 36
    assert len(sets) == 6
    # Coarse and fine cross-validation measure the same.
    coarse = top.set_index("order")
    for row in table.itertuples():
        assert coarse.loc[row.order, row.candidate] == pytest.approx(row.performance, abs=0.2)


def test_study_wide_tables_and_figures_are_targets(golub, tmp_path):
    shutil.copytree(golub, tmp_path / "copy")
    figures = ("performance_densities", "win_percentages", "win_sampled")
    targets = ["results/table_5.tsv", *(f"results/figures/{name}.svg" for name in figures)]
    run = snakemake(tmp_path / "copy", *targets, "--configfile", "golub.yaml")
    assert run.returncode == 0, run.stderr
    table = read_tsv(tmp_path / "copy/results/table_5.tsv")
    assert table["panel"].tolist() == ["A", "B"]
    assert table["dataset"].tolist() == ["golub", "golub-random"]
    assert table["features"].tolist() == [3051, 3051]
    assert (table["sets"] == table["kept"] * (table["kept"] - 1) // 2).all()
    assert table[["class_0", "class_1"]].to_numpy().tolist() == [[27, 11], [19, 19]]
    for name in figures:
        assert (tmp_path / f"copy/results/figures/{name}.png").stat().st_size > 5000


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_every_figure_is_there(golub, suffix):
    for dataset in ("golub", "golub-random"):
        for figure in FIGURES:
            assert (golub / f"results/{dataset}/figures/{figure}.{suffix}").stat().st_size > 5000
    for figure in ("calibration", "rmse_by_ratio", "selection_pressure"):
        assert (golub / f"results/figures/{figure}.{suffix}").stat().st_size > 5000


def test_the_report_stands_alone_and_escapes_what_the_data_say(golub):
    html = (golub / "results/report.html").read_text()
    assert "<script" not in html
    assert "&lt;script&gt;AML" in html
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", html)
    assert "negative control" in html
    assert html.count("What to expect on new patients, and") == 2


def test_the_answers_are_a_table_that_the_report_agrees_with(golub):
    answers = read_tsv(golub / "results/summary.tsv")
    assert answers["endpoint"].unique().tolist() == ["golub", "golub-random"]
    recommended = answers[answers["recommended"]]
    assert len(recommended) == 2
    html = (golub / "results/report.html").read_text()
    for row in recommended.itertuples():
        assert f"{row.expected:.2f} (" in html
        assert f"at N = {row.N:,}" in html or row.signal == "no"
    assert (
        (answers["lower"] < answers["expected"]) & (answers["expected"] < answers["upper"])
    ).all()


def test_nothing_is_left_to_do_afterwards(golub):
    run = snakemake(golub, "--configfile", "golub.yaml", "-n")
    assert "Nothing to be done" in run.stderr + run.stdout
    assert not list((golub / "results").rglob("*.npz"))
    assert not list((golub / "results").rglob("*.part"))


def test_logs_tell_the_progress(golub):
    log = (golub / "logs/golub/score-1-of-1.log").read_text()
    assert re.search(r"golub: [\d.]+ of [\d.]+ million sets, 100%, [\d.]+ million sets/s", log)


def test_tables_do_not_depend_on_shards_or_threads(golub, tmp_path):
    text = (golub / "golub.yaml").read_text() + "score: {shards: 3}\n"
    (tmp_path / "sharded.yaml").write_text(text)
    # All other tables are made from these, or on one thread.
    tables = [
        *["scores.parquet", "top_sets.tsv", "search.tsv", "permutations.parquet"],
        *["held_out.tsv", "stability.tsv"],
    ]
    paths = [f"results/golub/{table}" for table in tables]
    one_thread = [f"{rule}=1" for rule in ("score", "search", "permutations", "held_out_splits")]
    run = snakemake(tmp_path, *paths, "--configfile", "sharded.yaml", "--set-threads", *one_thread)
    assert run.returncode == 0, run.stderr
    for path in paths:
        assert digest(tmp_path / path) == digest(golub / path), path


def test_one_figure_needs_only_its_own_jobs_and_is_the_same_again(golub, tmp_path):
    shutil.copytree(golub, tmp_path / "copy")
    figure = "results/golub/figures/win_percentage.svg"
    (tmp_path / "copy" / figure).unlink()
    run = snakemake(tmp_path / "copy", figure, "--configfile", "golub.yaml")
    assert run.returncode == 0, run.stderr
    assert "1 of 1 steps (100%) done" in run.stderr
    assert digest(tmp_path / "copy" / figure) == digest(golub / figure)


def test_the_report_and_what_it_recommends_are_the_same_again(golub, tmp_path):
    shutil.copytree(golub, tmp_path / "copy")
    paths = ["results/report.html", "results/summary.tsv", "results/golub/model.json"]
    for path in paths:
        (tmp_path / "copy" / path).unlink()
    run = snakemake(tmp_path / "copy", *paths, "--configfile", "golub.yaml")
    assert run.returncode == 0, run.stderr
    for path in paths:
        assert digest(tmp_path / "copy" / path) == digest(golub / path), path


def test_numbers_may_come_from_the_command_line(golub):
    run = snakemake(golub, "--configfile", "golub.yaml", "--config", "seed=2", "-n")
    assert run.returncode == 0, run.stderr
    assert re.search(r"^dataset +2$", run.stdout + run.stderr, re.MULTILINE)


def test_the_default_study_is_four_endpoints(tmp_path):
    run = snakemake(tmp_path, "-n", "--quiet", "all")
    assert run.returncode == 0, run.stderr
    listed = snakemake(tmp_path, "--summary").stdout
    names = {row.split("/")[1] for row in listed.splitlines() if row.startswith("results/all-")}
    assert names == {"all-bcr-abl", "all-relapse", "all-sex", "all-random"}


def test_the_workflow_can_be_used_as_a_module(tmp_path):
    (tmp_path / "golub.yaml").write_text((ROOT / "tests/workflow/module.yaml").read_text())
    (tmp_path / "Snakefile").write_text(
        f"""
configfile: "golub.yaml"

module suitability:
    snakefile: "{ROOT}/Snakefile"
    config: config

use rule * from suitability
"""
    )
    run = snakemake(tmp_path, "results/golub/features.tsv", "--snakefile", tmp_path / "Snakefile")
    assert run.returncode == 0, run.stderr
    assert pd.read_csv(tmp_path / "results/golub/features.tsv", sep="\t").shape == (3051, 5)
