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

import psutil
import pytest

from digests import digest, digests
from workflow.conftest import STUDY, snakemake

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
    """Return the message of every finished job with a script in the output of a run."""
    messages = dict(re.findall(r"^Job (\d+): (.*)$", text, re.MULTILINE))
    jobs = re.findall(r"^Finished jobid: (\d+)", text, re.MULTILINE)
    return [messages[job] for job in jobs if job in messages]


def tables(directory):
    """Return the digest of every table."""
    return digests(directory, "results/**/*.tsv", "results/**/*.parquet")


def test_ten_kills_lose_no_finished_job_and_change_no_byte(project, tmp_path):
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
    (project / "study.yaml").write_text(STUDY)
    for directory in (project, tmp_path):
        run = snakemake(directory, "tables", "--configfile", "study.yaml", home=project)
        assert run.returncode == 0, run.stderr
    done.update(finished(run.stdout + run.stderr))
    assert max(done.values()) == 1, done
    assert tables(tmp_path) == tables(project)


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
        before = digest(features)
        room = os.statvfs(tmp_path / "results")
        (tmp_path / "results/filler").write_bytes(bytes(room.f_bsize * (room.f_bavail - 1)))
        run = snakemake(tmp_path, *TARGETS, "--configfile", "study.yaml")
        assert run.returncode == 1
        assert re.search(r"^error: .*No space left on device", run.stderr, re.MULTILINE), run.stderr
        assert digest(features) == before
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


def edit(old, new):
    def edit(path):
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return edit


# Each damaged file with a table or figure that is made from it; only those of a group are damaged
# at the same time.
DAMAGE = [
    [
        ("second/top_sets.tsv", cut, "second/discrimination.tsv"),
        ("first/null_bands.tsv", cut, "first/figures/win_percentage.svg"),
        ("second/win_exact.tsv", cut, "second/figures/win_percentage.svg"),
    ],
    [
        ("first/folds.tsv", edit("\t3\n", "\t9\n"), "first/discrimination.tsv"),
        ("second/samples.tsv", edit("\t0\t", "\t1\t"), "second/discrimination.tsv"),
    ],
    [
        ("first/scores.parquet", flip_bits, "first/win_exact.tsv"),
        ("second/summary.json", edit('"kept"', '"held"'), "second/null_bands.tsv"),
    ],
]


def copy_study(project, directory):
    for part in ("results", "simulated", ".snakemake"):
        shutil.copytree(project / part, directory / part)
    (directory / "study.yaml").write_text(STUDY)


@pytest.fixture(params=DAMAGE, ids=lambda damage: damage[0][0])
def damaged(request, project, tmp_path):
    """A study with damaged files: its directory, those files and what is made from them."""
    copy_study(project, tmp_path)
    for file, change, _ in request.param:
        change(tmp_path / "results" / file)
    files, _, targets = zip(*request.param, strict=True)
    return tmp_path, [f"results/{file}" for file in files], [f"results/{path}" for path in targets]


def test_each_damaged_file_is_named(project, damaged):
    directory, files, targets = damaged
    options = "--configfile", "study.yaml", "--keep-going"
    run = snakemake(directory, *targets, *options, home=project)
    assert run.returncode == 1, run.stderr
    assert sorted(re.findall(r"^error: .*", run.stderr, re.MULTILINE)) == sorted(
        f"error: {file}: is damaged or was edited; delete it and run again" for file in files
    )


@pytest.mark.parametrize("damaged", DAMAGE[:1], indirect=True, ids=["tables"])
def test_a_damaged_file_that_was_deleted_is_recomputed(project, damaged):
    directory, files, targets = damaged
    for file in files:
        (directory / file).unlink()
    run = snakemake(directory, *files, *targets, "--configfile", "study.yaml", home=project)
    assert run.returncode == 0, run.stderr
    for path in (*files, *targets):
        assert digest(directory / path) == digest(project / path), path


def test_a_shard_that_is_damaged_or_of_another_run_is_named(project, tmp_path):
    shard, table = "results/first/shards/1-of-1.npz", "results/first/scores.parquet"
    (tmp_path / "study.yaml").write_text(STUDY)
    run = snakemake(tmp_path, shard, "--configfile", "study.yaml", "--notemp")
    assert run.returncode == 0, run.stderr
    flip_bits(tmp_path / shard)
    run = snakemake(tmp_path, table, "--configfile", "study.yaml")
    assert f"error: {shard}: is damaged or was edited; delete it and run again" in run.stderr
    (tmp_path / shard).unlink()
    (tmp_path / "other.yaml").write_text(STUDY + "score: {tie_tolerance: 0.02}\n")
    run = snakemake(tmp_path, shard, "--configfile", "other.yaml", "--notemp")
    kept = (tmp_path / shard).read_bytes()
    (tmp_path / shard).unlink()
    run = snakemake(tmp_path, shard, "--configfile", "study.yaml", "--notemp")
    assert run.returncode == 0, run.stderr
    (tmp_path / shard).write_bytes(kept)
    shutil.rmtree(tmp_path / ".snakemake/suitability")
    run = snakemake(tmp_path, table, "--configfile", "study.yaml")
    assert f"error: {shard}: was made from other data or settings" in run.stderr
    assert not (tmp_path / table).exists()


def test_figures_do_not_depend_on_the_users_environment(project, tmp_path, monkeypatch):
    copy_study(project, tmp_path)
    (tmp_path / "matplotlibrc").write_text("text.usetex: True\nfont.size: 30\n")
    # The backend of a Jupyter that this Python does not have.
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    figure = "results/first/figures/win_percentage.svg"
    (tmp_path / figure).unlink()
    run = snakemake(tmp_path, figure, "--configfile", "study.yaml", home=project)
    assert run.returncode == 0, run.stderr
    assert "temporary cache" not in run.stderr
    for path in (figure, figure.replace(".svg", ".png")):
        assert digest(tmp_path / path) == digest(project / path), path
