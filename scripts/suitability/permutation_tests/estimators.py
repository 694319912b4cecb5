"""Both tests for any scikit-learn classifier, in the shape of scikit-learn's own function."""

from typing import NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv
from sklearn.utils import check_consistent_length, indexable

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.permutation_tests.p_values import p_interval
from suitability.permutation_tests.randomisations import permute_columns_within_classes

TESTS = ("labels", "columns")


class PermutationTest(NamedTuple):
    """The result of a permutation test.

    Attributes
    ----------
    score : float
        On the observed data, mean over the folds.
    permutation_scores : float64 array, shape (permutations,)
    pvalue : float
        Ties count against the classifier; never 0.
    interval : (float, float)
        95%, of the Monte-Carlo error of the p-value.
    """

    score: float
    permutation_scores: np.ndarray
    pvalue: float
    interval: tuple[float, float]


def estimator_test(
    estimator, X, y, *, test="labels", cv=None, n_permutations=100, scoring=None, random_state=0
):
    """Test a classifier; parameters as in `suitability.library.permutation_tests`."""
    if test not in TESTS:
        raise InputError(f"test: {test!r} given; allowed are {', '.join(TESTS)}")
    if n_permutations < 1:
        raise InputError(f"n_permutations: {n_permutations} given; at least 1 is needed")
    check_consistent_length(X, y)
    (X,), y = indexable(X), np.asarray(y)
    splitter = check_cv(cv, y, classifier=True)
    scorer = check_scoring(estimator, scoring=scoring)

    def score(X, y):
        parts = []
        for train, test_rows in splitter.split(X, y):
            fitted = clone(estimator).fit(_rows(X, train), y[train])
            parts.append(scorer(fitted, _rows(X, test_rows), y[test_rows]))
        return float(np.mean(parts))

    observed = score(X, y)
    scores = np.empty(n_permutations)
    for index in range(n_permutations):
        rng = stream(random_state, "", f"permutation test, {test}", index)
        if test == "labels":
            scores[index] = score(X, y[rng.permutation(len(y))])
        else:
            scores[index] = score(_within_classes(X, y, rng), y)
    at_least = int((scores >= observed).sum())
    p = (at_least + 1) / (n_permutations + 1)
    return PermutationTest(observed, scores, p, p_interval(at_least, n_permutations))


def _rows(X, rows):
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]


def _within_classes(X, y, rng):
    if not hasattr(X, "iloc"):
        return permute_columns_within_classes(np.asarray(X), y, rng)[0]
    # Columns of a data frame keep their types.
    places = np.repeat(np.arange(len(y))[:, None], X.shape[1], axis=1)
    places, _ = permute_columns_within_classes(places, y, rng)
    return X.apply(
        lambda column: column.iloc[places[:, X.columns.get_loc(column.name)]].set_axis(X.index)
    )
