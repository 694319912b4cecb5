"""What every job shares: its log and its errors."""

import logging
import resource
import sys
from contextlib import contextmanager
from pathlib import Path

from suitability.core.errors import InputError
from suitability.core.runs import RunEnded, check_run, show_progress

logger = logging.getLogger("suitability")

CLEAR_LINE = "\r\x1b[K"


@contextmanager
def job(log_path):
    """Log to `log_path`, and end with one line on standard error if the job fails.

    A job whose Snakemake has ended does nothing.

    Parameters
    ----------
    log_path : path
        The job's log file; its folder is created if missing.

    Raises
    ------
    SystemExit
        With status 1 after an `InputError` or a `RunEnded`, whose message is shown, or after any
        other exception, where the line names the log, which holds the traceback.
    """
    try:
        check_run()
    except RunEnded as error:
        # The log may be that of a later run.
        _stop(str(error))
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
    try:
        yield
        logger.info("peak memory: %.0f MB", _peak_memory() / 1e6)
    except (InputError, RunEnded) as error:
        logger.error("%s", error)
        _stop(str(error))
    except KeyboardInterrupt:
        logger.error("The job was interrupted.")
        raise SystemExit(130) from None
    except Exception as error:
        logger.exception("The job failed.")
        _stop(f"{type(error).__name__}: {error} (details in {log_path})")
    finally:
        show_progress("")


def _peak_memory():
    """Return the peak memory of the process, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def inform(message):
    """Log what the user should know, and show it in one line on standard error."""
    logger.info("%s", message)
    print(" ".join(message.split()), file=sys.stderr, flush=True)


def warn(message):
    """Write a warning to the log and as one line to standard error."""
    logger.warning("%s", message)
    _print(f"warning: {message}")


def _stop(message):
    _print(f"error: {message}")
    raise SystemExit(1) from None


def _print(message):
    # A terminal may show the progress of jobs in its last line.
    start = CLEAR_LINE if sys.stderr.isatty() else ""
    print(start + " ".join(message.split()), file=sys.stderr, flush=True)
