"""The progress of jobs: a line on the terminal, lines in the logs.

A job writes its progress to a small file, which the Snakemake that a user started shows. So the
jobs of a run share one line, wherever they run. Without Snakemake, the job shows its own line.
"""

import atexit
import os
import sys
import threading
import time

from suitability.core import runs
from suitability.core.jobs import CLEAR_LINE, logger

SECONDS_BETWEEN_LOG_LINES = 10.0
SECONDS_BETWEEN_UPDATES = 1.0


class Progress:
    """Amount of work done, rate and time left.

    Parameters
    ----------
    total : int or None
        Amount of work, if known.
    label : str
        What is done, such as "scoring of first".
    unit : str
        Name of a million units of work, or of one unit, see `in_millions`.
    done : int
        How much was done before, by an earlier call.
    in_millions : bool
        Whether amounts are written in millions of units.
    """

    def __init__(self, total, label, unit="million sets", done=0, in_millions=True):
        self.total = total
        self.label = label
        self.unit = unit
        self.in_millions = in_millions
        self.done = self.before = done
        self.line = Line(sys.stderr)
        self.started = self.last_line = self.last_update = time.monotonic()
        self._show()

    def __call__(self, amount):
        """Count an amount of work as done.

        Raises
        ------
        RunEnded
            If this is a job and the Snakemake that started it has ended.
        """
        self.done += amount
        now = time.monotonic()
        if now - self.last_update >= SECONDS_BETWEEN_UPDATES:
            self.last_update = now
            runs.check_run()
            self._show()
        if now - self.last_line >= SECONDS_BETWEEN_LOG_LINES or self.done == self.total:
            self.last_line = now
            logger.info("%s", self.long())
        if self.done == self.total:
            self.close()

    def close(self):
        """Show nothing more."""
        runs.show_progress("")
        self.line.show("")

    def _show(self):
        if not runs.show_progress(self.short()):
            self.line.show(self.short())

    def short(self):
        """Return the progress as a few words, such as "scoring of first 20%, 3 min left"."""
        if self.total is None:
            return f"{self.label} {self._amount()}"
        return ", ".join([f"{self.label} {self._percent()}%", *self._left()])

    def long(self):
        """Return the progress with amount and rate."""
        rate = self._number((self.done - self.before) / max(self._seconds(), 1e-9))
        percent = [] if self.total is None else [f"{self._percent()}%"]
        parts = [self._amount(), *percent, f"{rate} {self.unit}/s", *self._left()]
        return f"{self.label}: {', '.join(parts)}"

    def _seconds(self):
        return time.monotonic() - self.started

    def _amount(self):
        total = "" if self.total is None else f" of {self._number(self.total)}"
        return f"{self._number(self.done)}{total} {self.unit}"

    def _number(self, amount):
        return f"{amount / 1e6:.2f}" if self.in_millions else f"{amount:,.0f}"

    def _percent(self):
        return 100 * self.done // self.total if self.total else 100

    def _left(self):
        """Return the time left in a list, which is empty if it is unknown."""
        done = self.done - self.before
        if self.total is None or (self.total != self.done and not done):
            return []
        left = (self.total - self.done) * self._seconds() / max(done, 1)
        return [f"{duration(left)} left"]


def duration(seconds):
    """Return a time as text, such as "45 s", "12 min" or "3 h 20 min"."""
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


class Line:
    """The last line of a terminal, which makes way for other output to the same terminal.

    Parameters
    ----------
    stream : text file
        All other output must be written to this object instead.
    """

    def __init__(self, stream):
        self.stream = stream
        self.shown = ""
        self.line_is_complete = True
        self.lock = threading.RLock()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def write(self, text):
        """Write other output in place of the line."""
        with self.lock:
            self._replace("")
            if text:
                self.line_is_complete = text.endswith("\n")
            return self.stream.write(text)

    def show(self, text):
        """Show a text in the line, if there is a terminal that is used by this process."""
        with self.lock:
            if self.line_is_complete and _is_in_foreground(self.stream):
                columns = os.get_terminal_size(self.stream.fileno()).columns or 80
                self._replace(text[: columns - 1])

    def _replace(self, text):
        if text != self.shown:
            self.stream.write(CLEAR_LINE + text)
            self.stream.flush()
            self.shown = text


def _is_in_foreground(stream):
    try:
        return stream.isatty() and os.tcgetpgrp(stream.fileno()) == os.getpgrp()
    except OSError:
        return False


def show_progress_of_jobs(handlers):
    """Show the progress of all jobs of this run in one line, from now on.

    Parameters
    ----------
    handlers : sequence of logging.Handler
        All that may write to the terminal.
    """
    if isinstance(sys.stderr, Line) or not sys.stderr.isatty():
        return
    sys.stderr = line = Line(sys.stderr)
    for handler in handlers:
        if getattr(handler, "stream", None) is line.stream:
            handler.setStream(line)

    def update():
        while True:
            time.sleep(SECONDS_BETWEEN_UPDATES)
            line.show("; ".join(runs.progress_of_jobs()))

    threading.Thread(target=update, daemon=True).start()
    atexit.register(line.show, "")
