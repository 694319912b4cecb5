import logging
from types import SimpleNamespace

import pytest

from suitability.core import progress
from suitability.core.progress import Progress
from suitability.core.runs import RunEnded


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


def test_no_bar_without_a_terminal(lines, capsys):
    done = Progress(10, "all")
    done(4)
    done(6)
    assert capsys.readouterr() == ("", "")
    assert lines()[-1].startswith("all: 0.00 of 0.00 million sets (100%)")


def test_the_log_has_sets_rate_and_time_left(clock, lines):
    done = Progress(40_000_000, "all-sex")
    clock.now += 20
    done(10_000_000)
    assert lines() == ["all-sex: 10.00 of 40.00 million sets (25%), 0.50 million sets/s, 60 s left"]


def test_the_log_has_a_line_every_ten_seconds_and_at_the_end(clock, lines):
    done = Progress(100, "all")
    for _ in range(100):
        clock.now += 1
        done(1)
    assert [line.split("(")[1].split("%")[0] for line in lines()] == [
        str(percent) for percent in range(10, 101, 10)
    ]
    done = Progress(5, "quick")
    done(3)
    done(2)
    assert len(lines()) == 11
    assert lines()[-1].endswith(", 0 s left")


def test_nothing_to_do(clock, lines):
    Progress(0, "none")(0)
    assert lines() == ["none: 0.00 of 0.00 million sets (100%), 0.00 million sets/s, 0 s left"]


def test_nothing_done_yet(clock, lines):
    done = Progress(1_000_000, "slow")
    clock.now += 10
    done(0)
    assert lines() == ["slow: 0.00 of 1.00 million sets (0%), 0.00 million sets/s, 10000000 s left"]


def test_an_orphan_ends_at_the_next_step(clock, monkeypatch):
    def check_run():
        raise RunEnded

    monkeypatch.setattr(progress, "check_run", check_run)
    done = Progress(10, "all")
    done(1)
    clock.now += 1
    with pytest.raises(RunEnded):
        done(1)
