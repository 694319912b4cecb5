import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from suitability.core import runs, tables
from suitability.core.runs import RUN, RunEnded

SCRIPTS = Path(__file__).parents[3] / "scripts"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def of_run(monkeypatch):
    """Return a function that makes this process a job of the run that started at a time."""

    def of_run(started, starter=None):
        monkeypatch.setenv(RUN, f"{started} {starter or os.getppid()}")

    return of_run


def write(text, path="results/t.txt"):
    with tables.whole_file(path) as temporary:
        temporary.write_text(text)


def read():
    return Path("results/t.txt").read_text()


def test_without_a_run_nothing_is_recorded(monkeypatch):
    monkeypatch.delenv(RUN, raising=False)
    write("by hand")
    assert read() == "by hand"
    assert not Path(".snakemake").exists()


def test_a_later_run_replaces_the_file_of_an_earlier_one_and_not_the_other_way(of_run):
    for started in (10, 10, 20, 20):
        of_run(started)
        write(f"of {started}")
    of_run(19)
    with pytest.raises(RunEnded, match=r"^results/t\.txt: a later run has written this file"):
        write("of 19")
    with pytest.raises(RunEnded):
        runs.check_not_replaced("results/../results/t.txt")
    assert read() == "of 20"
    assert [path.name for path in Path("results").iterdir()] == ["t.txt"]
    write("another", "results/other.txt")


def test_a_file_stays_that_of_the_later_run_when_it_is_deleted(of_run):
    of_run(20)
    write("temporary")
    Path("results/t.txt").unlink()
    of_run(10)
    with pytest.raises(RunEnded):
        write("of an orphan")


def test_a_job_that_does_not_know_its_run_writes(of_run):
    of_run(10)
    write("first")
    of_run(0)
    write("second")
    assert read() == "second"


def test_a_record_of_a_time_in_the_future_does_not_count(of_run):
    of_run(time.time_ns() + 10**18)
    write("under a wrong clock")
    of_run(time.time_ns())
    write("now")
    assert read() == "now"


def test_a_broken_record_does_not_count(of_run):
    of_run(20)
    write("first")
    (record,) = list(Path(".snakemake/suitability").iterdir())
    record.write_bytes(b"\xff 1")
    of_run(10)
    write("second")
    assert read() == "second"


def test_a_job_whose_starter_is_no_ancestor_writes_nothing(of_run):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        of_run(10, starter=other.pid)
        with pytest.raises(RunEnded, match="has ended"):
            runs.check_run()
        with pytest.raises(RunEnded):
            write("of an orphan")
        other.communicate(b"\n")
    assert not list(Path("results").iterdir())


def test_an_ancestor_at_any_distance_is_the_starter(monkeypatch):
    runs.enter_run(is_head=True)
    code = "from suitability.core.runs import check_run; check_run()"
    shell = f'true; sh -c \'true; "{sys.executable}" -c "{code}"; exit $?\'; exit $?'
    environment = {**os.environ, "PYTHONPATH": str(SCRIPTS)}
    monkeypatch.delenv(RUN)
    done = subprocess.run(["sh", "-c", shell], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_head_starts_a_run_and_a_node_goes_on_with_it(monkeypatch):
    monkeypatch.setenv(RUN, "10 1")
    runs.enter_run(is_head=False)
    assert os.environ[RUN] == f"10 {os.getpid()}"
    before = time.time_ns()
    runs.enter_run(is_head=True)
    started, process = map(int, os.environ[RUN].split())
    assert before <= started <= time.time_ns()
    assert process == os.getpid()
    monkeypatch.delenv(RUN)
    runs.enter_run(is_head=False)
    assert os.environ[RUN] == f"0 {os.getpid()}"
