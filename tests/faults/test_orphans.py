"""A job writes only while it belongs to a living run, and is left alone while it does."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import contextmanager

import psutil
import pytest

from suitability.core.runs import RUN
from two_rules import TABLE, environment, until, words, write_workflow

SNAKEMAKE = [sys.executable, "-m", "snakemake", "--cores", "1"]


@pytest.fixture
def directory(tmp_path):
    """A working directory whose path would mislead whatever looks for the word snakemake."""
    directory = tmp_path / "snakemake-project"
    write_workflow(directory)
    return directory


def snakemake(directory, *arguments, **changes):
    return subprocess.run(
        [*SNAKEMAKE, *arguments],
        cwd=directory,
        env=environment(**changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )


def processes_in(directory):
    found = []
    for process in psutil.process_iter():
        try:
            if process.cwd() == str(directory) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            pass
    return found


def is_head(process):
    try:
        return process.cmdline()[: len(SNAKEMAKE)] == SNAKEMAKE
    except psutil.Error:
        return False


def heads_in(directory):
    return [process for process in processes_in(directory) if is_head(process)]


@contextmanager
def started(command, directory, stage="work", word="first"):
    """Start a command and hold its job at a stage; clean up whatever is left at the end."""
    hold = directory / f"hold-{stage}-{word}"
    hold.touch()
    with (directory / "output").open("w") as output:
        process = subprocess.Popen(
            command,
            cwd=directory,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        until((directory / f"{stage}-{word}").exists)
        yield process
    finally:
        for left in processes_in(directory):
            left.kill()
        process.wait()
        hold.unlink(missing_ok=True)


# Orphans


def kill_head(directory):
    (head,) = heads_in(directory)
    head.kill()
    until(lambda: not heads_in(directory))


@pytest.mark.parametrize("stage", ["work", "import"])
def test_an_orphan_does_not_replace_the_table_of_a_later_run(directory, stage):
    # In the background of a script, so that SIGINT is ignored.
    script = f"{shlex.join(SNAKEMAKE)} & wait"
    with started(["sh", "-c", script], directory, stage):
        kill_head(directory)
        (directory / "config.yaml").write_text("word: second\n")
        assert snakemake(directory, "--unlock").returncode == 0
        run = snakemake(directory, "--rerun-incomplete")
        assert run.returncode == 0, run.stdout
        log = (directory / "logs/table.log").read_bytes()
        (directory / f"hold-{stage}-first").unlink()
        until(lambda: not processes_in(directory))
    assert words(directory) == ["word", "second"]
    assert (directory / "logs/table.log").read_bytes() == log
    assert (
        "error: the Snakemake that started this job has ended" in (directory / "output").read_text()
    )
    assert "Nothing to be done" in snakemake(directory).stdout


def test_an_orphan_without_a_later_run_writes_nothing(directory):
    with started(SNAKEMAKE, directory):
        kill_head(directory)
        (directory / "hold-work-first").unlink()
        until(lambda: not processes_in(directory))
    assert not list(directory.glob("results/*"))


# Options of the Snakemake that runs a job on a node of a cluster.
ON_A_NODE = [
    *["--mode", "remote", "--target-jobs", "table:", "--allowed-rules", "table", "--force"],
    *["--nolock", "--no-hooks", "--keep-incomplete", "--config", "word=late"],
]


def test_a_queued_job_of_an_earlier_run_leaves_the_later_one_alone(directory):
    assert snakemake(directory).returncode == 0
    run = snakemake(directory, *ON_A_NODE, **{RUN: "1000 1"})
    assert run.returncode == 1
    message = f"error: {TABLE}: a later run has written this file; this job ends"
    assert run.stdout.splitlines()[-1] == message
    assert words(directory) == ["word", "first"]
    assert "Nothing to be done" in snakemake(directory).stdout


def test_a_job_on_a_node_that_ends_after_a_later_run_replaces_nothing(directory):
    command = ["env", f"{RUN}=1000 1", *SNAKEMAKE, *ON_A_NODE]
    with started(command, directory, word="late") as orphan:
        assert snakemake(directory).returncode == 0
        (directory / "hold-work-late").unlink()
        assert orphan.wait(60) == 1
    assert f"error: {TABLE}: a later run has written" in (directory / "output").read_text()
    assert words(directory) == ["word", "first"]
    assert "Nothing to be done" in snakemake(directory).stdout


@pytest.mark.parametrize("run", [f"{10**19} 1", ""])
def test_a_job_on_a_node_writes_for_its_run(directory, run):
    # Also where the time of the run does not reach the node.
    assert snakemake(directory).returncode == 0
    done = snakemake(directory, *ON_A_NODE, **{RUN: run})
    assert done.returncode == 0, done.stdout
    assert words(directory) == ["word", "late"]


# Healthy runs


LAUNCHERS = {
    "shell": "bash -c '{snakemake} & until [ -e work-first ]; do sleep 0.1; done; true'",
    "nohup": "bash -c 'nohup {snakemake} & until [ -e work-first ]; do sleep 0.1; done; true'",
    "wrapper": "bash run_snakemake.sh",
    "folder": "bash {directory}/go.sh",
    "notebook": "{python} launch.py study/snakemake.ipynb",
    "tmux": "tmux -L {socket} new-session -d '{snakemake}'",
}
LAUNCH = f"""
import subprocess, time
from pathlib import Path
subprocess.Popen({SNAKEMAKE!r})
while not Path("work-first").exists():
    time.sleep(0.05)
"""


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_a_run_goes_on_when_what_launched_it_ends(directory, launcher):
    if launcher == "tmux" and shutil.which("tmux") is None:
        pytest.skip("there is no tmux")
    in_background = f"{shlex.join(SNAKEMAKE)} &\nuntil [ -e work-first ]; do sleep 0.1; done\n"
    for script in ("run_snakemake.sh", "go.sh"):
        (directory / script).write_text(in_background)
    (directory / "launch.py").write_text(LAUNCH)
    command = LAUNCHERS[launcher].format(
        snakemake=shlex.join(SNAKEMAKE),
        directory=directory,
        python=sys.executable,
        socket=directory.parent.name,
    )
    with started(shlex.split(command), directory) as launched:
        assert launched.wait(60) == 0
        # Long enough for whatever would notice the end of the launcher.
        time.sleep(1)
        (head,) = heads_in(directory)
        (directory / "hold-work-first").unlink()
        until(lambda: not head.is_running() or head.status() == psutil.STATUS_ZOMBIE)
    assert words(directory) == ["word", "first"]
    assert "Nothing to be done" in snakemake(directory).stdout


def test_runs_side_by_side_in_one_directory(directory):
    with started([*SNAKEMAKE, TABLE], directory) as first:
        assert "cannot be locked" in snakemake(directory, TABLE).stdout
        assert snakemake(directory, "--forceall", "--dry-run").returncode == 0
        run = snakemake(directory, "results/other.tsv", "--config", "word=other")
        assert run.returncode == 0, run.stdout
        (directory / "hold-work-first").unlink()
        assert first.wait(60) == 0
    assert words(directory) == ["word", "first"]
    assert words(directory, "results/other.tsv") == ["word", "other"]


def test_runs_in_another_directory_and_as_a_module(directory, tmp_path):
    (directory / "main.smk").write_text(
        textwrap.dedent("""
        module part:
            snakefile: "Snakefile"
            config: config
        use rule * from part as part_*
        """)
    )
    other = tmp_path / "other"
    other.mkdir()
    (other / "config.yaml").write_text("word: elsewhere\n")
    options = ["--snakefile", directory / "main.smk", "--directory", other]
    hold = other / "hold-work-elsewhere"
    hold.touch()
    with started(SNAKEMAKE, directory) as first:
        command = [*SNAKEMAKE, "part_table", "--configfile", other / "config.yaml", *options]
        second = subprocess.Popen(command, cwd=directory, env=environment())
        until((other / "work-elsewhere").exists)
        hold.unlink()
        assert second.wait(60) == 0
        (directory / "hold-work-first").unlink()
        assert first.wait(60) == 0
    assert words(directory) == ["word", "first"]
    assert words(other) == ["word", "elsewhere"]


def test_ctrl_c_ends_a_run(directory):
    # A test that was itself started in the background would pass on that Ctrl-C is ignored.
    with started(["env", "--default-signal=INT", "setsid", *SNAKEMAKE], directory):
        (head,) = heads_in(directory)
        os.killpg(os.getpgid(head.pid), signal.SIGINT)
        until(lambda: not processes_in(directory))
    assert not list(directory.glob("results/*"))
    assert snakemake(directory).returncode == 0
