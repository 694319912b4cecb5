import io
import logging
import os
import pty
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from suitability.core import progress, runs
from suitability.core.progress import Line, Progress, duration
from suitability.core.runs import RUN, RunEnded
from terminal import screen


@pytest.fixture
def clock(monkeypatch):
    """Return a clock that a test sets."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.INFO, "suitability")
    return lambda: caplog.messages


@pytest.fixture
def job(tmp_path, monkeypatch):
    """Make this process a job of a run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(RUN, f"10 {os.getppid()}")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (59.5, "1 min"),
        (89, "1 min"),
        (91, "2 min"),
        (3569, "59 min"),
        (3571, "1 h 0 min"),
        (12_000, "3 h 20 min"),
        (86_371, "1 d 0 h"),
        (200_000, "2 d 7 h"),
    ],
)
def test_durations(seconds, text):
    assert duration(seconds) == text


# In the log


def test_the_log_has_amount_rate_and_time_left(clock, lines):
    done = Progress(40_000_000, "scoring of all-sex")
    clock.now += 2000
    done(10_000_000)
    assert lines() == [
        "scoring of all-sex: 10.00 of 40.00 million sets, 25%, 0.01 million sets/s, 1 h 40 min left"
    ]


def test_the_log_has_a_line_every_ten_seconds_and_at_the_end(clock, lines):
    done = Progress(100, "all")
    for _ in range(100):
        clock.now += 1
        done(1)
    assert [re.search(r"(\d+)%", line)[1] for line in lines()] == [
        str(percent) for percent in range(10, 101, 10)
    ]
    done = Progress(5, "quick")
    done(3)
    done(2)
    assert len(lines()) == 11
    assert lines()[-1].endswith(", 0 s left")


def test_nothing_to_do(clock, lines):
    Progress(0, "none")(0)
    assert lines() == ["none: 0.00 of 0.00 million sets, 100%, 0.00 million sets/s, 0 s left"]


def test_nothing_done_yet(clock, lines):
    done = Progress(1_000_000, "slow")
    clock.now += 10
    done(0)
    assert lines() == ["slow: 0.00 of 1.00 million sets, 0%, 0.00 million sets/s"]


def test_an_unknown_total(clock, lines):
    done = Progress(None, "x.gz", "MB")
    clock.now += 10
    done(20_000_000)
    assert lines() == ["x.gz: 20.00 MB, 2.00 MB/s"]
    assert done.short() == "x.gz 20.00 MB"


# On the terminal


def test_nothing_is_shown_without_a_terminal(clock, capsys):
    done = Progress(10, "all")
    clock.now += 1
    done(4)
    done(6)
    assert capsys.readouterr() == ("", "")


def test_the_progress_of_a_job_is_for_its_run(clock, job, monkeypatch):
    done = Progress(10_000_000, "first")
    assert runs.progress_of_jobs() == ["first 0%"]
    clock.now += 1
    done(5_000_000)
    assert runs.progress_of_jobs() == ["first 50%, 1 s left"]
    done(5_000_000)
    assert runs.progress_of_jobs() == []
    Progress(1, "second")
    monkeypatch.setenv(RUN, "11 1")
    assert runs.progress_of_jobs() == []


def test_the_progress_of_a_killed_job_is_forgotten(job):
    Progress(1, "killed")
    (path,) = list(runs.PROGRESS.iterdir())
    os.utime(path, (0, 0))
    assert runs.progress_of_jobs() == []
    assert not path.exists()


def test_progress_that_cannot_be_written_is_no_error(job):
    Path(".snakemake").touch()
    Progress(2, "all")(1)


def test_an_orphan_ends_at_the_next_step(clock, monkeypatch):
    def check_run():
        raise RunEnded

    monkeypatch.setattr(runs, "check_run", check_run)
    done = Progress(10, "all")
    done(1)
    clock.now += 1
    with pytest.raises(RunEnded):
        done(1)


@pytest.fixture
def terminal(monkeypatch):
    """A stream that claims to be a terminal of 40 columns."""
    stream = io.StringIO()
    monkeypatch.setattr(progress, "_is_in_foreground", lambda stream: True)
    monkeypatch.setattr(stream, "fileno", lambda: 2)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((40, 10)))
    return stream


def test_the_line_makes_way_for_other_output(terminal):
    line = Line(terminal)
    line.show("first: 10%")
    assert screen(terminal.getvalue()) == ["first: 10%"]
    line.write("Finished")
    line.show("first: 20%")
    assert screen(terminal.getvalue()) == ["Finished"]
    line.write(" job 1\n")
    line.write("")
    line.show("first: 30%; second: 5%")
    line.show("first: 40%")
    assert screen(terminal.getvalue()) == ["Finished job 1", "first: 40%"]
    line.show("")
    assert screen(terminal.getvalue()) == ["Finished job 1", ""]


def test_the_line_fits_into_the_terminal(terminal):
    Line(terminal).show("x" * 100)
    assert screen(terminal.getvalue()) == ["x" * 39]


def test_a_process_in_the_background_shows_nothing():
    # The terminal is not that of this process.
    master, slave = pty.openpty()
    with open(master, "rb", buffering=0), open(slave, "w") as stream:
        assert stream.isatty()
        line = Line(stream)
        line.show("first: 10%")
        assert line.shown == ""


def test_only_a_terminal_gets_the_line(monkeypatch, capsys):
    handler = logging.StreamHandler()
    progress.show_progress_of_jobs([handler])
    assert not isinstance(sys.stderr, Line)
    assert handler.stream is sys.stderr
