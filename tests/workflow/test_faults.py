"""Kills, full disks, damaged files and concurrent runs: nothing is lost or half written."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from .conftest import STUDY, snakemake

TABLES = ["scores.parquet", "top_sets.tsv", "win_exact.tsv", "p_values.tsv", "search.tsv"]
TARGETS = [f"results/first/{table}" for table in TABLES]
as_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="mounting takes root on Linux"
)


def start(home, directory, log, *arguments):
    return subprocess.Popen(
        [
            *[sys.executable, "-m", "snakemake", *TARGETS, "--snakefile", home / "Snakefile"],
            *["--cores", "2", "--configfile", "study.yaml", *arguments],
        ],
        cwd=directory,
        env={**os.environ, "PYTHONWARNINGS": "default"},
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def scripts_of(directory):
    """Return the processes of jobs that run in a directory."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.cwd() == str(directory) and ".snakemake/scripts/" in process.cmdline()[-1]:
                found.append(process)
        except (psutil.Error, IndexError):
            pass
    return found


def kill(run, kind, directory):
    if kind == "group":
        os.killpg(run.pid, signal.SIGKILL)
    elif kind == "snakemake":
        run.kill()
    else:
        for process in scripts_of(directory)[:1]:
            process.kill()
    if kind != "job":
        run.wait()


def finished(text):
    """Return the message of every finished job in the output of a run."""
    messages = dict(re.findall(r"^Job (\d+): (.*)$", text, re.MULTILINE))
    return [messages[n] for n in re.findall(r"^Finished jobid: (\d+)", text, re.MULTILINE)]


def test_ten_kills_lose_no_finished_job(project, tmp_path):
    (tmp_path / "study.yaml").write_text(STUDY)
    rng = random.Random(1)
    done = Counter()
    for turn in range(10):
        with open(tmp_path / "log", "w+") as log:
            run = start(project, tmp_path, log, "--nolock")
            time.sleep(rng.uniform(1.5, 3.5))
            kill(run, ("job", "snakemake", "group")[turn % 3], tmp_path)
            run.wait(60)
            done.update(finished((tmp_path / "log").read_text()))
        # Orphaned jobs end by themselves.
        deadline = time.monotonic() + 20
        while scripts_of(tmp_path):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    run = snakemake(tmp_path, *TARGETS, "--configfile", "study.yaml", home=project)
    assert run.returncode == 0, run.stderr
    done.update(finished(run.stdout + run.stderr))
    assert max(done.values()) == 1, done
    assert not [p for p in tmp_path.rglob("results/**/*") if ".part" in p.name]
    for path in TARGETS:
        assert (tmp_path / path).read_bytes() == (project / path).read_bytes(), path


def test_a_second_run_in_a_directory_is_refused(project, tmp_path):
    (tmp_path / "study.yaml").write_text(STUDY)
    with open(tmp_path / "log", "w") as log:
        run = start(project, tmp_path, log)
        try:
            while not (tmp_path / ".snakemake/locks").exists() or not any(
                (tmp_path / ".snakemake/locks").iterdir()
            ):
                time.sleep(0.05)
            second = snakemake(tmp_path, *TARGETS, "--configfile", "study.yaml")
        finally:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
    assert second.returncode == 1
    assert "Directory cannot be locked" in second.stderr


@contextmanager
def mounted(directory, options):
    directory.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", directory], check=True)


@as_root
def test_a_full_disk_is_reported_and_old_files_stay(project, tmp_path):
    (tmp_path / "study.yaml").write_text(STUDY)
    with mounted(tmp_path / "results", "size=1m"):
        run = snakemake(tmp_path, "results/first/features.tsv", "--configfile", "study.yaml")
        assert run.returncode == 0, run.stderr
        features = tmp_path / "results/first/features.tsv"
        before = features.read_bytes()
        room = os.statvfs(tmp_path / "results")
        (tmp_path / "results/filler").write_bytes(bytes(room.f_bsize * (room.f_bavail - 1)))
        run = snakemake(tmp_path, *TARGETS, "--configfile", "study.yaml")
        assert run.returncode == 1
        assert re.search(r"^error: .*No space left on device", run.stderr, re.MULTILINE), run.stderr
        assert features.read_bytes() == before
        assert not list((tmp_path / "results").rglob("*.part"))


@as_root
def test_a_read_only_folder_is_reported(tmp_path):
    (tmp_path / "study.yaml").write_text(STUDY)
    with mounted(tmp_path / "results", "ro"):
        run = snakemake(tmp_path, *TARGETS, "--configfile", "study.yaml")
        assert run.returncode == 1
        assert "Read-only file system" in run.stderr
        assert "Traceback" not in run.stderr


def flip_bits(path):
    """Flip one bit at 16 places."""
    content = bytearray(path.read_bytes())
    for place in range(16):
        content[len(content) * place // 16 + 8] ^= 1
    path.write_bytes(content)


def cut(path):
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


@pytest.mark.parametrize(
    ("file", "target", "damage"),
    [
        ("scores.parquet", "win_exact.tsv", flip_bits),
        ("expression.parquet", "search.tsv", cut),
    ],
)
def test_a_damaged_file_is_named_and_can_be_recomputed(project, tmp_path, file, target, damage):
    for part in ("results", "simulated", ".snakemake"):
        shutil.copytree(project / part, tmp_path / part)
    (tmp_path / "study.yaml").write_text(STUDY)
    file, target = Path("results/first", file), f"results/first/{target}"
    damage(tmp_path / file)
    arguments = "--configfile", "study.yaml"
    run = snakemake(tmp_path, target, *arguments, home=project)
    assert run.returncode == 1, run.stderr
    assert f"error: {file}: is damaged; delete it and run again" in run.stderr
    (tmp_path / file).unlink()
    run = snakemake(tmp_path, file, target, *arguments, home=project)
    assert run.returncode == 0, run.stderr
    for path in (file, target):
        assert (tmp_path / path).read_bytes() == (project / path).read_bytes(), path


def test_a_shard_that_is_damaged_or_of_another_run_is_named(project, tmp_path):
    shard, table = "results/first/shards/1-of-1.npz", "results/first/scores.parquet"
    (tmp_path / "study.yaml").write_text(STUDY)
    run = snakemake(tmp_path, shard, "--configfile", "study.yaml", "--notemp")
    assert run.returncode == 0, run.stderr
    flip_bits(tmp_path / shard)
    run = snakemake(tmp_path, table, "--configfile", "study.yaml")
    assert f"error: {shard}: is damaged; delete it and run again" in run.stderr
    (tmp_path / shard).unlink()
    (tmp_path / "other.yaml").write_text(STUDY + "score: {tie_tolerance: 0.02}\n")
    run = snakemake(tmp_path, shard, "--configfile", "other.yaml", "--notemp")
    kept = (tmp_path / shard).read_bytes()
    (tmp_path / shard).unlink()
    run = snakemake(tmp_path, shard, "--configfile", "study.yaml", "--notemp")
    assert run.returncode == 0, run.stderr
    (tmp_path / shard).write_bytes(kept)
    run = snakemake(tmp_path, table, "--configfile", "study.yaml")
    assert f"error: {shard}: was made of other data or settings" in run.stderr
    assert not (tmp_path / table).exists()
