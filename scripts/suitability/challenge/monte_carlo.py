"""A Monte Carlo search of feature pairs, with the candidate of the highest win percentage.

Gaussian rules need features that vary within the classes. A feature that is constant within a class
of a training fold, as most binary ones are in rare classes, takes no part; the other binary
features are used as the numbers 0 and 1.
"""

import numpy as np
from scipy import sparse

from suitability.challenge.steps import Decider
from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.data.datasets import examine_features
from suitability.gaussian import set_kernel
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.rules import covariances, fit, log_ratio
from suitability.gaussian.set_scores import set_scores
from suitability.scoring.performance import Contest
from suitability.scoring.score_table import ScoreTable
from suitability.scoring.sets import random_sets
from suitability.win.percentage import exact_win

REPEATS, FOLDS = 2, 3
# Win percentages are those of searches of a tenth of the drawn pairs.
SETS_PER_N = 10
# Columns that are examined at a time, which bounds the memory of sparse values.
BLOCK = 2000


class MonteCarlo(Decider):
    """The best random pair of the candidate that wins most searches.

    Parameters
    ----------
    sets : int
        Pairs that are drawn.
    seed : int
    """

    def __init__(self, sets=10_000, seed=0):
        self.sets = sets
        self.seed = seed

    def fit(self, X, y):
        """Search for the pair and fit the candidate on all samples."""
        rng = np.random.default_rng(self.seed)
        self.classes_ = np.unique(y)
        labels = (y == 1).astype(np.int64)
        folds = stratified_folds(labels, REPEATS, FOLDS, rng)
        usable = usable_features(X, labels, folds)
        if len(usable) < 2:
            # Nothing to search in: constant predictions, for which no feature is needed.
            self.chosen_, self.candidate_ = np.array([], np.int64), ""
            return self
        values = np.ascontiguousarray(_dense(X[:, usable]))
        problem = Problem(values, labels, folds)
        contest = Contest(tuple(CANDIDATES))
        rule = contest.rule_of(problem)
        (sets,) = random_sets(len(usable), 2, self.sets, None, rng)
        data = set_kernel.prepare(values, labels, folds)
        (scores,) = set_scores(data, sets, rule.for_kernels())
        table = ScoreTable.from_scores(scores, rule)
        (win,) = exact_win(table, [max(1, len(sets) // SETS_PER_N)])
        place = int(win.argmax())
        self.candidate_, self.win_ = contest.candidates[place], float(win[place])
        # Of pairs with the same score the first one drawn.
        pair = sets[scores[:, place].argmax()]
        self.chosen_ = usable[pair]
        gaussians = fit(values[:, pair][:, None], labels)
        self.means_ = gaussians.means
        self.covariances_ = covariances(self.candidate_, gaussians)
        return self

    def decision_function(self, X):
        """Return the log-likelihood ratio of class 1."""
        if not len(self.chosen_):
            return np.zeros(X.shape[0])
        points = _dense(X[:, self.chosen_])[:, None]
        return log_ratio(points, self.means_, self.covariances_)[:, 0]


def _dense(X):
    return X.toarray() if sparse.issparse(X) else X


def usable_features(X, labels, folds):
    """Return the features that vary within the classes of all training folds.

    Parameters
    ----------
    X : array or sparse array, shape (samples, features)
    labels : int array, shape (samples,)
        0 or 1.
    folds : int array, shape (repeats, samples)

    Returns
    -------
    int64 array
    """
    columns = sparse.csc_array(X) if sparse.issparse(X) else X
    kept = [
        examine_features(
            _dense(columns[:, start : start + BLOCK]), labels, folds, {"test": "none", "z": 0}
        )["kept"].to_numpy()
        for start in range(0, X.shape[1], BLOCK)
    ]
    return np.flatnonzero(np.concatenate(kept))
