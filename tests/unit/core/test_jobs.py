import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[3] / "scripts"


@pytest.fixture
def run(tmp_path):
    """Run code as a job in a new process; return exit status, standard error and log."""
    log = tmp_path / "logs/one/job.log"

    def run(body, **environment):
        code = (
            "import warnings\n"
            "from suitability.core.errors import InputError\n"
            "from suitability.core.jobs import job, logger\n"
            f"with job({str(log)!r}):\n    {body}\n"
        )
        done = subprocess.run(
            [sys.executable, "-W", "error::ResourceWarning", "-c", code],
            env={**os.environ, "PYTHONPATH": str(SCRIPTS), **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert done.stdout == ""
        return done.returncode, done.stderr, log.read_text(encoding="utf-8")

    run.log = log
    return run


def test_a_successful_job_is_silent_and_its_log_holds_its_messages(run):
    status, stderr, log = run("logger.info('%d samples', 79); logger.debug('no')")
    assert (status, stderr) == (0, "")
    message, peak = log.splitlines()
    assert message.endswith(" INFO 79 samples")
    assert 50 < int(re.search(r" INFO peak memory: (\d+) MB$", peak)[1]) < 1000


def test_an_input_error_is_one_line_on_standard_error_and_in_the_log(run):
    status, stderr, log = run("raise InputError('s.tsv: is a folder; name the file in it')")
    assert status == 1
    assert stderr == "error: s.tsv: is a folder; name the file in it\n"
    assert log.endswith(" ERROR s.tsv: is a folder; name the file in it\n")
    assert len(log.splitlines()) == 1


def test_an_input_error_hides_its_causes(run):
    status, stderr, log = run(
        "try: {}['a']\n    except KeyError: raise InputError('no column a; add it')"
    )
    assert (status, stderr) == (1, "error: no column a; add it\n")
    assert "Traceback" not in log
    assert "KeyError" not in log


def test_any_other_error_is_one_line_that_names_the_log_with_the_traceback(run):
    status, stderr, log = run("raise RuntimeError('two\\nlines')")
    assert status == 1
    assert stderr == f"error: RuntimeError: two lines (details in {run.log})\n"
    assert " ERROR The job failed.\nTraceback (most recent call last):\n" in log
    assert log.endswith("RuntimeError: two\nlines\n")


def test_an_exit_on_purpose_is_not_a_failure(run):
    status, stderr, log = run("raise SystemExit(3)")
    assert (status, stderr, log) == (3, "", "")


def test_warnings_go_to_the_log(run):
    status, stderr, log = run("warnings.warn('close to singular')")
    assert (status, stderr) == (0, "")
    assert "UserWarning: close to singular" in log


def test_the_log_is_overwritten(run):
    run("logger.info('first')")
    _, _, log = run("logger.info('second')")
    assert "first" not in log


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX"])
def test_the_log_is_utf8_in_every_locale(run, locale):
    status, _, log = run(
        "raise InputError('\\xe9.tsv: gone')",
        LC_ALL=locale,
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
    )
    assert status == 1
    assert log.endswith(" ERROR é.tsv: gone\n")
