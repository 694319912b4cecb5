"""How fast a machine scores, measured for a moment on the data of a study."""

from time import process_time

import numpy as np

from suitability.gaussian import pair_kernel
from suitability.workflow.resources import scoring_minutes

# Their pairs take about a second.
FEATURES = 1536


def relative_speed(problem, contest):
    """Return how fast this machine scores pairs, relative to what `scoring_minutes` assumes.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : scoring.performance.Contest

    Returns
    -------
    float
    """
    # Where there are fewer features, they are repeated.
    values = np.resize(problem.values.T, (FEATURES, len(problem.labels))).T
    data = pair_kernel.prepare(values, problem.labels, problem.folds)
    scoring = contest.rule_of(problem).for_kernels()
    # Compiles the kernel.
    pair_kernel.score_pairs(data, [(0, 0, 0)], scoring)
    start = process_time()
    pair_kernel.score_pairs(data, pair_kernel.shard_rows(FEATURES, 0, 1), scoring)
    taken = process_time() - start
    assumed = scoring_minutes(
        FEATURES * (FEATURES - 1) // 2,
        2,
        False,
        len(problem.labels),
        len(problem.folds),
        problem.fold_count,
        threads=1,
    )
    return 60 * assumed / taken
