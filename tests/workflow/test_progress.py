"""A run shows on a terminal what its jobs do, in one line, and nowhere else."""

import re
import subprocess
import sys

import pytest

from terminal import screen
from two_rules import environment, write_workflow

SCRIPT = """
import time

from suitability.core.jobs import job
from suitability.core.progress import Progress
from suitability.core.tables import write_json

with job(snakemake.log[0]):
    progress = Progress(100_000_000, f"scoring of {snakemake.rule}")
    for _ in range(100):
        time.sleep(0.05)
        progress(1_000_000)
    write_json({}, snakemake.output[0])
"""
RUN = [
    *[sys.executable, "-m", "snakemake", "--cores", "2"],
    *["results/table.tsv", "results/other.tsv"],
]
SHOWN = re.compile(r"scoring of (table|other) \d+%, \d+ s left")


@pytest.fixture
def directory(tmp_path):
    directory = tmp_path / "study"
    write_workflow(directory)
    (directory / "table.py").write_text(SCRIPT)
    return directory


def output(command, directory):
    done = subprocess.run(
        command,
        cwd=directory,
        env=environment(TERM="xterm"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=True,
    )
    return done.stdout.decode()


def test_a_terminal_shows_all_jobs_in_one_line_that_makes_way(directory):
    shell = f"stty columns 80; {' '.join(RUN)}"
    code = f"import pty; pty.spawn(['bash', '-c', {shell!r}])"
    written = output([sys.executable, "-c", code], directory).replace("\r\n", "\n")
    shown = [line.strip() for line in re.split(r"\r\x1b\[K|\n", written) if "scoring" in line]
    assert len(shown) > 3
    assert any(len(SHOWN.findall(line)) == 2 for line in shown)
    lines = screen(written)
    assert not [line for line in lines if "scoring" in line]
    log = next((directory / ".snakemake/log").iterdir()).read_text()
    assert "scoring" not in log
    finished = re.findall(r"^Finished jobid: .*", log, re.MULTILINE)
    assert len(finished) == 2
    assert set(finished) < set(lines)
    assert not list((directory / ".snakemake/suitability/progress").iterdir())


def test_without_a_terminal_nothing_is_shown(directory):
    written = output(RUN, directory)
    assert "Finished jobid" in written
    assert "scoring" not in written
    assert "\x1b" not in written
    log = (directory / "logs/table.log").read_text()
    assert re.search(r"scoring of table: 100.00 of 100.00 million sets, 100%", log)
