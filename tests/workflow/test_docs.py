"""Every command in the README, the docs and the comments of configs and profiles works as it is.

Snakemake and make run for real where that takes seconds, else as a dry run (`-n`). `mine.yaml` is
the example of the README, with data of its shape.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from .conftest import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SETTINGS = [
    ROOT / "config.yaml",
    *sorted((ROOT / "config").glob("*.yaml")),
    *sorted((ROOT / "profiles").rglob("*.yaml")),
]
COMMAND = r"(?:\w+=\S+ )*(?:\.venv/bin/)?(?:snakemake|make|python|pip|scancel|git) [^`\n]+"
# Seconds are enough for these.
REAL = (
    "snakemake --cores 4 check --configfile mine.yaml",
    "snakemake --unlock",
    "snakemake --unlock --configfile mine.yaml",
    "make help",
)
SKIPPED = {
    r"\.venv/bin/pip install .*": "installs a package over the network",
    r"scancel .*": "needs a cluster",
    r"python -m suitability.predict .*": "needs the model of a finished study",
    r"snakemake .*profiles/cluster-generic.*": "needs a plugin that the docs install first",
}


def commands():
    """Return all commands, each once."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"```(?:sh|bash)\n(.*?)```", text, re.DOTALL):
            found += block.splitlines()
        found += re.findall(f"`({COMMAND})`", re.sub("```.*?```", "", text, flags=re.DOTALL))
    for path in SETTINGS:
        found += re.findall(f"^# +({COMMAND})$", path.read_text(encoding="utf-8"), re.MULTILINE)
    stripped = (re.sub(r"\s+#.*", "", line).strip() for line in found)
    return list(dict.fromkeys(filter(None, stripped)))


COMMANDS = commands()


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the project with the README's own study."""
    copy = tmp_path_factory.mktemp("copy")
    for name in ("Snakefile", "Makefile", "config.yaml", "pyproject.toml"):
        shutil.copy(ROOT / name, copy)
    for part in ("config", "data", "docs", "envs", "profiles", "rules", "scripts"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(datasets:\n  mine:.*?)```", readme, re.DOTALL)
    (copy / "mine.yaml").write_text(example)
    samples = [f"s{i:02}" for i in range(1, 21)]
    values = np.random.default_rng(1).normal(7, 1, size=(12, len(samples)))
    rows = [
        f"gene{i}\t" + "\t".join(f"{value:.2f}" for value in row) for i, row in enumerate(values)
    ]
    (copy / "values.tsv").write_text("\n".join(["feature\t" + "\t".join(samples), *rows]) + "\n")
    outcomes = [f"{name}\t{'cured' if i % 2 else 'relapse'}" for i, name in enumerate(samples)]
    (copy / "samples.tsv").write_text("\n".join(["sample\toutcome", *outcomes]) + "\n")
    return copy


def test_the_commands_are_found():
    assert len(COMMANDS) >= 20
    assert set(REAL) <= set(COMMANDS)
    for pattern in SKIPPED:
        assert any(re.fullmatch(pattern, command) for command in COMMANDS), pattern


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works_as_it_is(copy, command):
    for pattern, reason in SKIPPED.items():
        if re.fullmatch(pattern, command):
            pytest.skip(reason)
    program = command.split()[0]
    if program == "snakemake" and command not in REAL:
        # A dry run needs no number of cores, but the command does.
        assert re.search(r"--cores \d|--workflow-profile profiles/slurm", command)
    dry = program in ("snakemake", "make") and command not in REAL
    run = subprocess.run(
        ["bash", "-c", command.replace(program, f"{program} -n", 1) if dry else command],
        cwd=copy,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            # In place of the installation by `make setup`.
            "PYTHONPATH": str(copy / "scripts"),
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
