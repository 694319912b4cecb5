"""What every job shares: its log, its errors and its progress."""

import logging
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from tqdm import tqdm

from suitability.errors import InputError

logger = logging.getLogger("suitability")

SECONDS_BETWEEN_LOG_LINES = 10.0


@contextmanager
def job(log_path):
    """Log to `log_path` and end with one line on standard error if something goes wrong.

    Parameters
    ----------
    log_path : path
        The job's log file; its folder is made if need be.

    Raises
    ------
    SystemExit
        With status 1, after an `InputError` (told in one line) or any other exception (told in
        one line that names the log, which has the traceback).
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
    try:
        yield
    except InputError as error:
        logger.error("%s", error)
        _stop(str(error))
    except KeyboardInterrupt:
        logger.error("The job was interrupted.")
        raise SystemExit(130) from None
    except Exception as error:
        logger.exception("The job failed.")
        _stop(f"{type(error).__name__}: {error} (details in {log_path})")


def warn(message):
    """Say in the log and in one line on standard error what looks wrong but stops nothing."""
    logger.warning("%s", message)
    print("warning: " + " ".join(message.split()), file=sys.stderr, flush=True)


def _stop(message):
    print("error: " + " ".join(message.split()), file=sys.stderr, flush=True)
    raise SystemExit(1) from None


class Progress:
    """Feature sets done, rate and time left: a bar on a terminal, lines in the log.

    Parameters
    ----------
    total : int
        How many feature sets there are to do.
    label : str
        What is being done, such as the data set's name.
    """

    def __init__(self, total, label):
        self.total = total
        self.label = label
        self.done = 0
        self.started = self.last_line = time.monotonic()
        self.bar = tqdm(
            total=total, desc=label, unit=" sets", unit_scale=True, disable=None, mininterval=0.5
        )

    def __call__(self, sets):
        """Tell that so many more sets are done."""
        self.done += sets
        self.bar.update(sets)
        now = time.monotonic()
        if now - self.last_line >= SECONDS_BETWEEN_LOG_LINES or self.done == self.total:
            self.last_line = now
            self._log_line(now - self.started)
        if self.done == self.total:
            self.bar.close()

    def _log_line(self, seconds):
        logger.info(
            "%s: %.2f of %.2f million sets (%.0f%%), %.2f million sets/s, %.0f s left",
            self.label,
            self.done / 1e6,
            self.total / 1e6,
            100 * self.done / self.total if self.total else 100,
            self.done / max(seconds, 1e-9) / 1e6,
            (self.total - self.done) * seconds / max(self.done, 1),
        )
