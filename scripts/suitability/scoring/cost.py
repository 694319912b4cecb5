"""What scoring costs with candidates that are fitted set by set, from the time of a few fits."""

from time import perf_counter, process_time

import numpy as np
from threadpoolctl import threadpool_limits

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.estimators.building import check_all
from suitability.estimators.fitting import Labelling, count_right
from suitability.scoring.any_candidates import fit_in_batches, how_to_fit
from suitability.scoring.sets import random_sets

# Sets on which each candidate is timed, unless it takes longer than this.
TIMED_SETS, LONGEST_SECONDS = 5, 5.0
# Sets on which built-in candidates are timed, which score many at once.
TIMED_BATCH = 200


def seconds_per_fit(problem, contest, size):
    """Return the seconds that each candidate takes per feature set and training fold.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : performance.Contest
        A general one.
    size : int, str or dict of str to float
        Features in a set, see `sets.choose_sets`.

    Returns
    -------
    dict of str to float
        In config order.

    Raises
    ------
    InputError
        If a candidate cannot be imported or built.
    """
    rng = stream(contest.seed, problem.name, "cost")
    sets = random_sets(problem.values.shape[1], size, TIMED_SETS, None, rng)
    labelling = Labelling(problem.labels, problem.folds[:1])
    splits, times = len(labelling.splits()), {}
    with threadpool_limits(1):
        for of_size in sets:
            in_batches, fitted = how_to_fit(contest, len(problem.class_sizes), of_size.shape[1])
            check_all(fitted)
            for description in fitted:
                seconds = times.setdefault(description["name"], [])
                for members in of_size:
                    if sum(seconds) < LONGEST_SECONDS:
                        arguments = [labelling], members[None], [description], contest.seed
                        taken = _seconds(count_right, problem.values, *arguments)
                        seconds.append(taken / splits)
            many = np.resize(of_size, (TIMED_BATCH, of_size.shape[1]))
            for name in in_batches:
                taken = _seconds(fit_in_batches, problem.values, labelling, many, [name])
                of_set = taken / splits / len(many)
                times.setdefault(name, []).extend([of_set] * len(of_size))
    # The first fit of a class takes longer, as it may import what it needs.
    return {name: float(np.median(times[name])) for name in contest.candidates}


def _seconds(task, *arguments):
    """Return how long a task takes, or of how much processor time, if it has several threads."""
    passed, used = perf_counter(), process_time()
    task(*arguments)
    return max(perf_counter() - passed, process_time() - used)


def check_cost(problem, contest, size, fits, most_core_hours):
    """Refuse to score a data set if that is expected to take too long.

    Parameters
    ----------
    problem, contest, size
        See `seconds_per_fit`; nothing is checked if kernels score the sets.
    fits : int
        Of each candidate, for all tables of the data set.
    most_core_hours : float

    Raises
    ------
    InputError
    """
    if not contest.general:
        return
    seconds = seconds_per_fit(problem, contest, size)
    hours = fits * sum(seconds.values()) / 3600
    if hours > most_core_hours:
        slowest = max(seconds, key=seconds.get)
        share = seconds[slowest] / sum(seconds.values())
        raise InputError(
            f"data set '{problem.name}': {len(seconds)} candidates are expected to take "
            f"{hours:,.3g} core-hours, more than score.most_core_hours, {most_core_hours:g}; "
            f"{slowest} has {share:.0%} of it: leave it out, score fewer sets (score.sets.sample, "
            "held_out.sets, null.sets), or raise the limit"
        )
