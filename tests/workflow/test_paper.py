"""The paper's own examples and the plan, run by Snakemake."""

import re

import pytest

from suitability.core.tables import read_tsv

from .conftest import snakemake

TABLES = {
    "illustrative/joint_density.tsv": ["performance", "candidate", "density"],
    "illustrative/win_theoretical.tsv": ["N", "candidate", "win"],
    "illustrative/win_intervals.tsv": ["M", "N", "candidate", "mean", "lower", "upper", "trials"],
    "planning/table_2.tsv": ["N", "epsilon", "p", "p_approximate"],
    "planning/sets_needed.tsv": ["dataset", "N", "rmse", "M", "lower", "upper", "sets"],
}
FIGURES = ["illustrative/figures/joint_density", "illustrative/figures/win_theoretical"]


@pytest.fixture(scope="module")
def paper(golub):
    wanted = [f"results/{name}" for name in (*TABLES, *(f"{figure}.svg" for figure in FIGURES))]
    run = snakemake(golub, *wanted, "--configfile", "golub.yaml")
    assert run.returncode == 0, run.stderr
    return golub / "results"


@pytest.mark.parametrize(("table", "columns"), TABLES.items())
def test_every_table_is_there_with_its_columns(paper, table, columns):
    frame = read_tsv(paper / table)
    assert frame.columns.tolist() == columns
    assert len(frame) > 0


def test_the_illustrative_example_is_led_as_published(paper):
    win = read_tsv(paper / "illustrative/win_theoretical.tsv")
    assert win["N"].unique().tolist() == list(range(1, 41))
    assert win.query("N == 1")["win"].tolist() == pytest.approx([1 / 3] * 3, abs=1e-8)
    leader = win.loc[win.query("N > 1").groupby("N")["win"].idxmax(), "candidate"]
    assert leader.tolist() == ["c3"] * 10 + ["c2"] * 15 + ["c1"] * 14


def test_the_sets_needed_are_those_of_the_fit(paper):
    needed = read_tsv(paper / "planning/sets_needed.tsv").query("N == 1 and rmse == 0.01")
    assert needed["dataset"].tolist() == ["golub", "golub-random"]
    for name, found in zip(needed["dataset"], needed["M"], strict=True):
        fit = read_tsv(paper / name / "rmse_fit.tsv")
        assert found == pytest.approx(fit["m_over_n_for_1pct"].item())


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_every_figure_is_there(paper, figure, suffix):
    assert (paper / f"{figure}.{suffix}").stat().st_size > 5000


def test_the_report_has_a_plan(golub):
    html = (golub / "results/report.html").read_text()
    plan = html[html.index('id="planning"') :]
    assert "0.0691%" in plan
    assert "not known" not in plan


def test_one_target_makes_all(golub):
    run = snakemake(golub, "paper", "--configfile", "golub.yaml", "-n", "--forceall")
    assert run.returncode == 0, run.stderr
    jobs = set(re.findall(r"^(\w+) +\d+$", run.stdout + run.stderr, re.MULTILINE))
    assert jobs >= {"plot_joint_density", "plot_theoretical_win", "synthetic", "table_2"}
    assert jobs >= {
        "plot_selection_pressure",
        "plot_rmse_by_ratio",
        "plot_win_percentage",
        "sets_needed",
    }
