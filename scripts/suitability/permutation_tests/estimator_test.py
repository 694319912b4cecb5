"""Both tests for any scikit-learn classifier, in the shape of scikit-learn's own function."""

from numbers import Integral
from typing import NamedTuple

import numpy as np
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.metrics import check_scoring
from sklearn.model_selection import StratifiedGroupKFold, check_cv
from sklearn.utils import check_consistent_length, indexable
from sklearn.utils.parallel import Parallel, delayed
from threadpoolctl import threadpool_limits

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.core.resampling import check_permutable
from suitability.permutation_tests.p_values import p_interval
from suitability.permutation_tests.randomisations import RANDOMISATIONS, randomised
from suitability.permutation_tests.sequential import sequential_ratio_test, stop_at_exceedances

SEQUENTIAL = {"besag-clifford": stop_at_exceedances, "wald": sequential_ratio_test}
# As in scikit-learn.
FOLDS = 5
# Few, as each gets the data, but enough for all processes to end together.
TASKS = 32
# For small matrices, several threads of BLAS would only wait for each other.
one_thread = threadpool_limits.wrap(limits=1, user_api="blas")


class PermutationTest(NamedTuple):
    """The result of a permutation test.

    Attributes
    ----------
    score : float
        On the observed data, mean over the folds.
    permutation_scores : float64 array, shape (randomisations,)
        As many as were used.
    pvalue : float
        Ties count against the classifier; never 0.
    interval : (float, float)
        95%, of the Monte-Carlo error of the p-value.
    decided : str
        Of a sequential test: `significant`, `not significant` or `undecided`; else empty.
    """

    score: float
    permutation_scores: np.ndarray
    pvalue: float
    interval: tuple[float, float]
    decided: str = ""


class Scorer:
    """The cross-validated score of a classifier on the original or on randomised data."""

    def __init__(self, estimator, X, y, groups, test, cv, scoring, seed):
        self.estimator, self.X, self.y, self.groups = estimator, X, y, groups
        self.test, self.seed = test, seed
        if groups is not None and (cv is None or isinstance(cv, Integral)):
            cv = StratifiedGroupKFold(cv or FOLDS)
        self.splitter = check_cv(cv, y, classifier=True)
        self.scorer = check_scoring(estimator, scoring=scoring)

    def observed(self):
        """Return the score on the original data."""
        return self._score(self.X, self.y)

    def randomised(self, index):
        """Return the score on one randomised version of the data."""
        rng = stream(self.seed, "", f"permutation test, {self.test}", index)
        if self.test == "labels" or not hasattr(self.X, "iloc"):
            return self._score(*randomised(self.test, self.X, self.y, rng, self.groups))
        # Columns of a data frame keep their types: places are permuted, then taken.
        places = np.repeat(np.arange(len(self.y))[:, None], self.X.shape[1], axis=1)
        places, y = randomised(self.test, places, self.y, rng, self.groups)
        columns = {j: self.X.iloc[places[:, j], j].array for j in range(self.X.shape[1])}
        X = type(self.X)(columns, index=self.X.index).set_axis(self.X.columns, axis=1)
        return self._score(X, y)

    def _score(self, X, y):
        parts = []
        for train, tested in self.splitter.split(X, y, self.groups):
            fitted = clone(self.estimator).fit(_rows(X, train), y[train])
            parts.append(self.scorer(fitted, _rows(X, tested), y[tested]))
        score = float(np.mean(parts))
        if np.isnan(score):
            raise InputError(
                "scoring: the score of a test fold is not a number, as where it has one class; use "
                "stratified folds or another score"
            )
        return score


@one_thread
def estimator_test(
    estimator,
    X,
    y,
    *,
    test="labels",
    groups=None,
    cv=None,
    n_permutations=100,
    n_jobs=None,
    scoring=None,
    sequential=None,
    random_state=0,
):
    """Test a classifier; parameters as in `suitability.library.permutation_tests`."""
    for name, given, allowed in (
        ("test", test, RANDOMISATIONS),
        ("sequential", sequential, [None, *SEQUENTIAL]),
    ):
        if given not in allowed:
            raise InputError(f"{name}: {given!r} given; allowed are {', '.join(map(str, allowed))}")
    if n_permutations < 1:
        raise InputError(f"n_permutations: {n_permutations} given; at least 1 is needed")
    check_consistent_length(X, y, groups)
    (X,), y = indexable(X), np.asarray(y)
    if issparse(X) and test != "labels":
        raise InputError(f"X: is sparse; test={test!r} needs dense values, such as X.toarray()")
    if isinstance(X, list):
        X = np.asarray(X)
    if groups is not None:
        groups = np.unique(groups, return_inverse=True)[1]
        if test == "labels":
            check_permutable(np.unique(y, return_inverse=True)[1], groups)
    scorer = Scorer(estimator, X, y, groups, test, cv, scoring, random_state)
    observed = scorer.observed()
    if sequential:
        return _sequential(scorer, observed, SEQUENTIAL[sequential], n_permutations)
    tasks = min(n_permutations, TASKS)
    found = Parallel(n_jobs=n_jobs)(
        delayed(_scores)(scorer, range(first, n_permutations, tasks)) for first in range(tasks)
    )
    scores = np.empty(n_permutations)
    for first, part in enumerate(found):
        scores[first::tasks] = part
    at_least = int((scores >= observed).sum())
    p = (at_least + 1) / (n_permutations + 1)
    return PermutationTest(observed, scores, p, p_interval(at_least, n_permutations))


def _sequential(scorer, observed, stop, most):
    """Return the result of a test that ends as soon as it can decide."""
    scores = []

    def error(index):
        scores.append(scorer.randomised(index))
        return -scores[-1]

    found = stop(error, -observed, most=most)
    scores = np.array(scores)
    interval = p_interval((scores >= observed).sum(), len(scores))
    return PermutationTest(observed, scores, found.p, interval, found.decided)


@one_thread
def _scores(scorer, indices):
    return [scorer.randomised(index) for index in indices]


def _rows(X, rows):
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]
