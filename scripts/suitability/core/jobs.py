"""What every job shares: its log and its errors."""

import logging
import os
import resource
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from suitability.core.errors import InputError

logger = logging.getLogger("suitability")

SECONDS_BETWEEN_CHECKS = 0.5


@contextmanager
def job(log_path):
    """Log to `log_path`, and end with one line on standard error if the job fails.

    The job is interrupted if Snakemake is killed, as it could overwrite the results of a later
    run.

    Parameters
    ----------
    log_path : path
        The job's log file; its folder is created if missing.

    Raises
    ------
    SystemExit
        With status 1 after an `InputError`, whose message is shown, or after any other exception,
        where the line names the log, which holds the traceback.
    """
    Path(log_path).parent.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(
        filename=log_path,
        filemode="w",
        encoding="utf-8",
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
        force=True,
    )
    logging.captureWarnings(True)
    _end_with_snakemake()
    try:
        yield
        logger.info("peak memory: %.0f MB", _peak_memory() / 1e6)
    except InputError as error:
        logger.error("%s", error)
        _stop(str(error))
    except KeyboardInterrupt:
        logger.error("The job was interrupted.")
        raise SystemExit(130) from None
    except Exception as error:
        logger.exception("The job failed.")
        _stop(f"{type(error).__name__}: {error} (details in {log_path})")


def _peak_memory():
    """Return the peak memory of the process, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _end_with_snakemake():
    """Interrupt the job when a process of Snakemake above this one ends."""
    above = []
    for process in psutil.Process().parents():
        with suppress(psutil.Error):
            if any("snakemake" in word for word in process.cmdline()):
                above.append(process)

    pause = threading.Event()

    def watch():
        while True:
            for index, process in enumerate(above):
                if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
                    # The processes in between would treat the end of the job as a failure and
                    # remove its outputs.
                    for orphan in above[:index]:
                        with suppress(psutil.Error):
                            orphan.kill()
                    os.kill(os.getpid(), signal.SIGINT)
                    return
            pause.wait(SECONDS_BETWEEN_CHECKS)

    threading.Thread(target=watch, daemon=True).start()


def warn(message):
    """Write a warning to the log and as one line to standard error."""
    logger.warning("%s", message)
    print("warning: " + " ".join(message.split()), file=sys.stderr, flush=True)


def _stop(message):
    print("error: " + " ".join(message.split()), file=sys.stderr, flush=True)
    raise SystemExit(1) from None
