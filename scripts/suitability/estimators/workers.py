"""Fitting on several cores: one process a core, which stays and has one thread for BLAS."""

from math import lcm

import numpy as np
from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky.process_executor import TerminatedWorkerError
from threadpoolctl import threadpool_limits

from suitability.core.errors import InputError
from suitability.core.jobs import warn
from suitability.estimators.building import check_all
from suitability.estimators.fitting import Counted, count_right

# A task has about this many fits, so that its overhead does not matter; fewer where there would
# be fewer tasks than processes.
FITS_PER_TASK = 400
# A larger share of failed fits is a warning.
MANY_FAILED = 0.01


def count_in_parallel(
    values, labellings, sets, descriptions, seed, *, threads=1, progress=lambda sets: None
):
    """Return what `fitting.count_right` does, computed by several processes.

    Parameters
    ----------
    values, labellings, sets, descriptions, seed
        See `fitting.count_right`.
    threads : int
        Processes; the result does not depend on it.
    progress : callable
        Called with the number of sets, times labellings, that have been scored.

    Returns
    -------
    fitting.Counted

    Raises
    ------
    InputError
        If a candidate cannot be imported or built, or a process is killed.
    """
    check_all(descriptions)
    splits = sum(len(each.splits()) for each in labellings)
    step = max(1, FITS_PER_TASK // (splits * len(descriptions)))
    # The same number of tasks for each process, so that all end together.
    count = -(-len(sets) // (step * threads)) * threads
    blocks = np.array_split(sets, min(count, len(sets)))
    # Large sets are few, and fits on them take long.
    parts = min(splits, lcm(threads, len(blocks)) // len(blocks)) if len(blocks) < threads else 1
    tasks = (
        delayed(count_right)(values, labellings, each, descriptions, seed, part, parts)
        for each in blocks
        for part in range(parts)
    )
    found = []
    # A shared memory map from 100 kB on; the processes stay for later calls.
    with (
        threadpool_limits(1),
        parallel_config(backend="loky", inner_max_num_threads=1),
    ):
        run = Parallel(
            n_jobs=min(threads, len(blocks) * parts),
            return_as="generator",
            max_nbytes="100K",
            batch_size=1,
        )
        try:
            counted = run(tasks)
            for block in blocks:
                of_block = [next(counted) for _ in range(parts)]
                found.append(_merge(of_block, sum(each.right for each in of_block)))
                progress(len(block) * len(labellings))
            # Processes of a generator that is not read to its end may be stopped.
            next(counted, None)
        except TerminatedWorkerError:
            names = ", ".join(each["name"] for each in descriptions)
            raise InputError(
                "a process that fits classifiers was killed, perhaps because memory ran out; use "
                f"fewer threads, or leave out a candidate that needs much memory ({names})"
            ) from None
    return _merge(found, np.concatenate([each.right for each in found], axis=2))


def _merge(found, right):
    """Return counts of several tasks as one, in order, given the right decisions of all."""
    texts = [next(filter(None, each), "") for each in zip(*(f.texts for f in found), strict=True)]
    failed, fits = sum(each.failed for each in found), sum(each.fits for each in found)
    return Counted(right, failed, fits, tuple(texts))


class Failures:
    """Failed fits of each candidate, over several calls of `count_in_parallel`.

    Attributes
    ----------
    found : dict of str to dict
        By candidate: failed and fits, their numbers; first, the text of the first failure.
    """

    def __init__(self):
        self.found = {}

    def add(self, descriptions, counted):
        """Add the fits of candidates with these descriptions."""
        for description, failed, text in zip(
            descriptions, counted.failed.tolist(), counted.texts, strict=True
        ):
            known = self.found.setdefault(
                description["name"], {"failed": 0, "fits": 0, "first": ""}
            )
            known["failed"] += failed
            known["fits"] += counted.fits
            known["first"] = known["first"] or text

    def check(self):
        """Warn of candidates that failed often.

        Raises
        ------
        InputError
            If one failed in every fit.
        """
        for name, known in self.found.items():
            if known["failed"] == known["fits"]:
                raise InputError(f"candidate {name}: every fit failed: {known['first']}")
            if known["failed"] > MANY_FAILED * known["fits"]:
                warn(
                    f"candidate {name}: {known['failed']} of {known['fits']} fits failed and "
                    f"count as chance; the first: {known['first']}"
                )
