"""A change makes only that anew which depends on it, seen on the jobs of a dry run."""

import os
import re
import time

import pytest

from .conftest import STUDY, TARGETS, snakemake

# What is made of a data set once it is read.
OF_A_DATA_SET = {
    *{"score", "score_table", "permutations", "null_bands", "search", "discrimination"},
    *{"win_exact", "win_sampled", "plot_win_percentage", "held_out_splits", "held_out"},
    "features_alone",
}
OF_ALL_DATA_SETS = {"table_5", "answers"}


def jobs(project, config=STUDY):
    """Return how many jobs of each rule would run."""
    (project / "study.yaml").write_text(config)
    run = snakemake(project, *TARGETS, "--configfile", "study.yaml", "-n", home=project)
    assert run.returncode == 0, run.stderr
    listed = re.findall(r"^(\w+) +(\d+)$", run.stdout + run.stderr, re.MULTILINE)
    return {rule: int(count) for rule, count in listed if rule not in ("tables", "total")}


@pytest.mark.parametrize(
    ("old", "new", "rules", "count"),
    [
        # Sampled trials: the sampling alone.
        ("trials: 5", "trials: 6", {"win_sampled"}, 2),
        # The grid of N.
        (
            "sampled:",
            "win: {points_per_decade: 7}\nsampled:",
            {
                *{"win_exact", "win_sampled", "null_bands", "plot_win_percentage"},
                *{"held_out_splits", "held_out", "features_alone"},
            },
            2,
        ),
        # The label column of one endpoint.
        (
            "{random: true}",
            '{column: class, negative: ["1"], positive: ["0"]}',
            {"dataset", *OF_A_DATA_SET},
            1,
        ),
        (
            "permutations: 39",
            "permutations: 59",
            {"permutations", "null_bands", "plot_win_percentage"},
            2,
        ),
    ],
)
def test_an_edit_of_the_config_reaches_what_depends_on_it(project, old, new, rules, count):
    assert old in STUDY
    found = jobs(project, STUDY.replace(old, new))
    of_each = {name: number for name, number in found.items() if name not in OF_ALL_DATA_SETS}
    assert of_each == dict.fromkeys(rules, count)


@pytest.fixture
def edit(project):
    """Edit a file of the copy and put it back afterwards."""
    before = {}

    def edit(name, old, new):
        path = project / name
        text = before.setdefault(path, path.read_text())
        assert old in text
        path.write_text(text.replace(old, new, 1))

    yield edit
    for path, text in before.items():
        path.write_text(text)


@pytest.mark.parametrize(
    ("name", "old", "new", "rules"),
    [
        ("suitability/win/percentage.py", "\nimport", "\n# Why.\nimport", set()),
        ("win/win_exact.py", '"""', '"""In other words. ', set()),
        (
            "suitability/figures/win/percentage.py",
            "figsize=",
            "dpi=99, figsize=",
            {"plot_win_percentage"},
        ),
        (
            "suitability/core/resampling.py",
            "def ",
            "UNUSED = 1\n\n\ndef ",
            {"dataset", *OF_A_DATA_SET},
        ),
    ],
)
def test_an_edit_of_the_code_reaches_what_uses_it(project, edit, name, old, new, rules):
    edit(f"scripts/{name}", old, new)
    found = set(jobs(project))
    assert found - OF_ALL_DATA_SETS == rules


def test_that_files_were_touched_or_copied_says_nothing(project, tmp_path):
    later = time.time() + 3600
    for path in [*project.rglob("results/**/*"), *project.glob("s*/**/*")]:
        if path.suffix in (".tsv", ".parquet", ".json", ".py"):
            os.utime(path, (later, later))
    assert jobs(project) == {}
