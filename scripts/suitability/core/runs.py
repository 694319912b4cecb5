"""The run of Snakemake that a job belongs to: its files, and the progress of its jobs.

A job can outlive its run: Snakemake is killed, or its job waits in the queue of a cluster. Such a
job must not write over the files of a later run. So every job gets the start time of its run and
the process that started it from the environment, and every file that a job writes has a record,
`.snakemake/suitability/DIGEST_OF_ITS_PATH`: the start time of the run that wrote it and the SHA-256
of its content.

The progress of a job is in `.snakemake/suitability/progress/`, where the Snakemake that a user
started reads it.
"""

import fcntl
import hashlib
import os
import platform
import time
from contextlib import suppress
from pathlib import Path

import psutil

RUN = "SUITABILITY_RUN"
RECORDS = Path(".snakemake/suitability")
PROGRESS = RECORDS / "progress"
# A job that has written no progress for this time was killed.
SECONDS_TO_FORGET = 120.0


class RunEnded(Exception):
    """The job no longer belongs to a living run. The message is one line."""


def enter_run(is_head):
    """Set the environment variable that identifies the run for the jobs of this process.

    Parameters
    ----------
    is_head : bool
        Whether this is the Snakemake that a user started, as opposed to one that runs a job of it
        on a cluster.
    """
    started = time.time_ns() if is_head else _own_run()[0]
    os.environ[RUN] = f"{started} {os.getpid()}"


def _own_run():
    """Return the start time of the run, 0 if unknown, and the process that started this job."""
    started, _, process = os.environ.get(RUN, "").partition(" ")
    return int(started or 0), int(process or 0)


def check_run():
    """Raise a `RunEnded` if this is a job and the process that started it has ended.

    A process whose parent ends gets another parent, so the one that started the job is among its
    ancestors as long as it lives.
    """
    _, starter = _own_run()
    if not starter or os.getpid() == starter:
        return
    with suppress(psutil.Error):
        process = psutil.Process()
        while process := process.parent():
            if process.pid == starter:
                return
    raise RunEnded("the Snakemake that started this job has ended; the job writes nothing more")


def check_not_replaced(path):
    """Raise a `RunEnded` if a later run than that of this job has written a file."""
    _compare(path, _read(_record(path))[0])


def publish(temporary, path):
    """Rename a complete temporary file to `path`, if the job still belongs to a living run.

    Parameters
    ----------
    temporary, path : pathlib.Path

    Raises
    ------
    RunEnded
        If the Snakemake that started this job has ended, or a later run has written the file.
    """
    if RUN not in os.environ:
        temporary.replace(path)
        return
    with open(temporary, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    record = _record(path)
    record.parent.mkdir(parents=True, exist_ok=True)
    with open(record, "a+", encoding="utf-8") as file:
        # Some network file systems cannot lock. Then only the moment of replacement is unguarded.
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        check_run()
        _compare(path, _read(record)[0])
        temporary.replace(path)
        # Written in place, as other nodes may hold the old name of a renamed file in their cache.
        file.truncate(0)
        file.write(f"{_own_run()[0]} {digest}\n")


def is_as_written(path, content):
    """Return whether a file's content is what the job wrote, as far as there is a record."""
    digest = _read(_record(path))[1]
    return digest in ("", hashlib.sha256(content).hexdigest())


def _compare(path, writer):
    # A time in the future was written under a wrong clock.
    if 0 < _own_run()[0] < writer <= time.time_ns():
        raise RunEnded(f"{path}: a later run has written this file; this job ends")


def _record(path):
    return RECORDS / hashlib.sha256(os.path.normpath(path).encode()).hexdigest()


def _read(record):
    """Return the start time of the run and the SHA-256 in a record; 0 and nothing without one."""
    try:
        started, digest = record.read_text(encoding="utf-8").split()
        return int(started), digest
    except (OSError, ValueError):
        return 0, ""


def show_progress(text):
    """Let the run show what this job does, nothing if the text is empty.

    Returns
    -------
    bool
        Whether this is a job of a run.
    """
    if RUN not in os.environ:
        return False
    path = PROGRESS / f"{_own_run()[0]}-{platform.node()}-{os.getpid()}"
    # Progress is worth no error.
    with suppress(OSError):
        if text:
            PROGRESS.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
    return True


def progress_of_jobs():
    """Return what the jobs of this run do, sorted."""
    texts = []
    for path in PROGRESS.glob("*"):
        with suppress(OSError):
            status = path.stat()
            if time.time() - status.st_mtime > SECONDS_TO_FORGET:
                path.unlink()
            elif path.name.startswith(f"{_own_run()[0]}-"):
                texts.append(path.read_text(encoding="utf-8"))
    return sorted(filter(None, texts))
