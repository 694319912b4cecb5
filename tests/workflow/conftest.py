import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

GOLUB = """
datasets:
  golub:
    title: Leukaemia, <script>AML</script> against ALL
    expression: data/golub/expression.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {column: leukaemia, negative: [ALL], positive: [AML]}
  golub-random:
    expression: data/golub/expression.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {random: true}
    role: negative control
sampled: {M: [1000, 10000, 100000], trials: 5}
"null": {permutations: 39, sets: 10000}
held_out: {splits: 5, outer_repeats: 2, sets: 10000}
"""

STUDY = """
simulated:
  values: {features: 30, samples: 40}
datasets:
  first:
    expression: simulated/values.parquet
    samples: simulated/values-samples.tsv
    endpoint: {column: class, negative: ["0"], positive: ["1"]}
  second:
    expression: simulated/values.parquet
    samples: simulated/values-samples.tsv
    endpoint: {random: true}
    role: negative control
sampled: {M: [1000], trials: 5}
"null": {permutations: 39, sets: 400}
held_out: {splits: 5, outer_repeats: 2, sets: 400}
"""
TARGETS = [
    "tables",
    *(f"results/{name}/figures/win_percentage.svg" for name in ("first", "second")),
]


def snakemake(directory, *arguments, home=ROOT):
    """Run Snakemake on the project's workflow, or that of a copy, in a directory of its own."""
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "snakemake",
            "--snakefile",
            home / "Snakefile",
            "--directory",
            directory,
            "--cores",
            "2",
            *arguments,
        ],
        cwd=directory,
        env={**os.environ, "PYTHONWARNINGS": "default"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.fixture(scope="session")
def golub(tmp_path_factory):
    """The directory of a finished golub study."""
    directory = tmp_path_factory.mktemp("golub")
    (directory / "golub.yaml").write_text(GOLUB)
    run = snakemake(directory, "--configfile", "golub.yaml")
    assert run.returncode == 0, run.stderr
    return directory


@pytest.fixture(scope="session")
def project(tmp_path_factory):
    """A copy of the project, to be edited, and in it a finished small study."""
    project = tmp_path_factory.mktemp("project")
    shutil.copy(ROOT / "Snakefile", project)
    for part in ("config", "envs", "profiles", "rules", "scripts"):
        shutil.copytree(ROOT / part, project / part)
    (project / "study.yaml").write_text(STUDY)
    run = snakemake(project, *TARGETS, "--configfile", "study.yaml", home=project)
    assert run.returncode == 0, run.stderr
    return project
