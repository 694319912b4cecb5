"""The progress of a job: a bar on a terminal, lines in the log."""

import time

from tqdm import tqdm

from suitability.core.jobs import logger
from suitability.core.runs import check_run

SECONDS_BETWEEN_LOG_LINES = 10.0
SECONDS_BETWEEN_CHECKS = 1.0


class Progress:
    """Number of feature sets done, rate and time left: a bar on a terminal, lines in the log.

    Parameters
    ----------
    total : int
        Number of feature sets.
    label : str
        What is processed, such as the name of the data set.
    """

    def __init__(self, total, label):
        self.total = total
        self.label = label
        self.done = 0
        self.started = self.last_line = self.last_check = time.monotonic()
        self.bar = tqdm(
            total=total, desc=label, unit=" sets", unit_scale=True, disable=None, mininterval=0.5
        )

    def __call__(self, sets):
        """Count `sets` more sets as done.

        Raises
        ------
        RunEnded
            If this is a job and the Snakemake that started it has ended.
        """
        self.done += sets
        self.bar.update(sets)
        now = time.monotonic()
        if now - self.last_check >= SECONDS_BETWEEN_CHECKS:
            self.last_check = now
            check_run()
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
