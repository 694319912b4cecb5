"""A Slurm of two nodes on this machine, and runs of the golub study on it."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

# Small, as the start of jobs takes most of the time.
GOLUB = """
datasets:
  golub:
    expression: data/golub/expression.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {column: leukaemia, negative: [ALL], positive: [AML]}
  golub-random:
    expression: data/golub/expression.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {random: true}
    role: negative control
normality: {z: 2}
sampled: {M: [1000, 10000], trials: 2}
score: {shards: 2}
"null": {permutations: 39, sets: 1000}
held_out: {splits: 5, outer_repeats: 2, sets: 1000}
"""
# The test's Slurm has no database and short jobs; the rest is as for users.
TEST_OPTIONS = [
    *["--slurm-status-command", "squeue", "--slurm-init-seconds-before-status-checks", "1"],
    "--slurm-keep-successful-logs",
]


class Run:
    """Snakemake making the tables of the study in a directory, in the background."""

    def __init__(self, directory, project, environment, *arguments):
        self.directory = directory
        self.text = directory / "head.log"
        command = [sys.executable, "-m", "snakemake", "--snakefile", project / "Snakefile"]
        with self.text.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "tables", "--configfile", "golub.yaml", *arguments],
                cwd=directory,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def until(self, condition, seconds=400):
        """Wait until the condition is true; fail if the run ends before."""
        end = time.monotonic() + seconds
        while not condition():
            assert self.process.poll() is None, self.text.read_text()
            assert time.monotonic() < end, self.text.read_text()
            time.sleep(0.1)

    def finish(self):
        """Wait for the end and return the output."""
        status = self.process.wait(timeout=600)
        output = self.text.read_text()
        assert status == 0, output
        return output


class Cluster:
    """A Slurm of two nodes, n1 and n2, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            **os.environ,
            "SLURM_CONF": str(folder / "slurm.conf"),
            "PATH": f"{folder}/bin:{os.environ['PATH']}",
        }

    def ask(self, *command):
        """Return the output of a Slurm command."""
        return subprocess.check_output(command, env=self.environment, text=True)

    def kill_node(self, name):
        """Kill a node's daemon and all processes of its jobs, as in a power failure."""
        pid_file = self.folder / f"run/slurmd.{name}.pid"
        os.kill(int(pid_file.read_text()), signal.SIGKILL)
        pid_file.unlink()
        while processes := self.processes_of(name):
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)

    def processes_of(self, name):
        """Return the processes of a node's jobs, supervisors first, which would report it."""
        signs = {f"SLURMD_NODENAME={name}", f"SLURM_CONF={self.folder}/slurm.conf"}
        watchers, watched = set(), set()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if signs <= set((process / "environ").read_text(errors="replace").split("\0")):
                    watched.add(int(process.name))
                    parent = re.search(r"PPid:\t(\d+)", (process / "status").read_text())[1]
                    if Path("/proc", parent, "comm").read_text() == "slurmstepd\n":
                        watchers.add(int(parent))
        return [*watchers, *watched]


@pytest.fixture(scope="session")
def cluster():
    """A running Slurm."""
    with tempfile.TemporaryDirectory(prefix="slurm-") as name:
        try:
            subprocess.run([HERE / "start", name], check=True)
            yield Cluster(Path(name))
        finally:
            subprocess.run([HERE / "stop", name], check=True)


@pytest.fixture(scope="session")
def profile(tmp_path_factory):
    """The profile for Slurm, with account and partition filled in."""
    profile = tmp_path_factory.mktemp("profile") / "slurm"
    shutil.copytree(ROOT / "profiles/slurm", profile)
    path = profile / "config.yaml"
    path.write_text(path.read_text().replace("# slurm_", "slurm_"))
    return profile


@pytest.fixture(scope="session")
def run_on(cluster, profile):
    """Start a run on the cluster by the profile."""
    runs = []

    def start(directory, project):
        options = ["--workflow-profile", profile, *TEST_OPTIONS]
        runs.append(Run(directory, project, cluster.environment, *options))
        return runs[-1]

    yield start
    for run in runs:
        run.process.terminate()
        run.process.wait()


@pytest.fixture(scope="session")
def project(tmp_path_factory):
    """A copy of the project that can be edited."""
    project = tmp_path_factory.mktemp("project") / "suitability"
    shutil.copytree(
        ROOT, project, ignore=shutil.ignore_patterns(".*", "results", "tests", "__pycache__")
    )
    return project


@pytest.fixture(scope="session")
def local(tmp_path_factory):
    """The directory of a run on this machine without shards."""
    directory = tmp_path_factory.mktemp("local")
    (directory / "golub.yaml").write_text(GOLUB.replace("shards: 2", "shards: 1"))
    Run(directory, ROOT, os.environ, "--cores", "2").finish()
    return directory


@pytest.fixture(scope="session")
def edited(project, run_on, tmp_path_factory):
    """The directory of a run on the cluster, with an edit during the run that was undone later."""
    directory = tmp_path_factory.mktemp("edited")
    (directory / "golub.yaml").write_text(GOLUB)
    run = run_on(directory, project)
    scored = [
        *(f"golub{end}/shards/{shard}-of-2.npz" for end in ("", "-random") for shard in (1, 2)),
        *(f"golub{end}/permutations.parquet" for end in ("", "-random")),
    ]
    run.until(lambda: all((directory / "results" / path).exists() for path in scored))
    # The edit would change finished jobs only.
    config = GOLUB.replace("z: 2", "z: 3").replace("permutations: 39", "permutations: 59")
    (directory / "golub.yaml").write_text(config)
    scripts = ("scripts/scoring/score.py", "scripts/suitability/data/datasets.py")
    for path in scripts:
        with (project / path).open("a") as file:
            file.write("\nEDITED = True\n")
    assert "Merging" not in run.text.read_text()
    run.finish()
    (directory / "golub.yaml").write_text(GOLUB)
    for path in scripts:
        shutil.copy2(ROOT / path, project / path)
    return directory
