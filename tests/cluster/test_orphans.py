"""Jobs that stay in the queue of a cluster when the Snakemake that submitted them is killed."""

import subprocess
import sys
from contextlib import contextmanager

from two_rules import TABLE, environment, until, words, write_workflow

SNAKEMAKE = [sys.executable, "-m", "snakemake"]
SECONDS = 120


@contextmanager
def submitted(cluster, profile, directory):
    """Submit the job for the table; kill Snakemake at the end of the block."""
    with (directory / "head.log").open("w") as log:
        head = subprocess.Popen(
            [*SNAKEMAKE, TABLE, "--workflow-profile", profile, "--slurm-status-command", "squeue"],
            cwd=directory,
            env=environment(**cluster.environment),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield
    finally:
        head.kill()
        head.wait()


def later_run(directory):
    """Make the table with another config, on this machine."""
    (directory / "config.yaml").write_text("word: second\n")
    for option in ("--unlock", "--rerun-incomplete"):
        done = subprocess.run(
            [*SNAKEMAKE, TABLE, "--cores", "1", option],
            cwd=directory,
            env=environment(),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    return done.stderr


def ended(cluster):
    return lambda: not cluster.ask("squeue", "--noheader", "--states=PENDING,RUNNING,COMPLETING")


def check(directory):
    """Check that the table is that of the later run and that Snakemake has nothing to do."""
    assert words(directory) == ["word", "second"]
    assert "Nothing to be done" in later_run(directory)
    logs = [path.read_text() for path in directory.glob(".snakemake/slurm_logs/**/*.log")]
    assert f"error: {TABLE}: a later run has written this file; this job ends" in "".join(logs)


def test_a_running_job_of_a_killed_run(cluster, profile, tmp_path):
    directory = tmp_path / "study"
    write_workflow(directory)
    hold = directory / "hold-work-first"
    hold.touch()
    with submitted(cluster, profile, directory):
        until((directory / "work-first").exists, SECONDS)
    later_run(directory)
    hold.unlink()
    until(ended(cluster), SECONDS)
    check(directory)


def test_a_queued_job_of_a_killed_run(cluster, profile, tmp_path):
    directory = tmp_path / "study"
    write_workflow(directory)
    cluster.ask("scontrol", "update", "PartitionName=short", "State=DOWN")
    try:
        with submitted(cluster, profile, directory):
            until(lambda: cluster.ask("squeue", "--noheader"), SECONDS)
        later_run(directory)
    finally:
        cluster.ask("scontrol", "update", "PartitionName=short", "State=UP")
    until(ended(cluster), SECONDS)
    check(directory)
