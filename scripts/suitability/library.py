"""The library for a notebook: a few functions on arrays, in scikit-learn's conventions.

`X` has samples in rows and features in columns, `y` has one class label a sample; the class that
sorts last is class 1. These functions call what the workflow's scripts call.
"""

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_X_y
from threadpoolctl import threadpool_limits

from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.core.randomness import stream
from suitability.core.resampling import stratified_folds
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.moments import training_moments
from suitability.permutation_tests.estimator_test import estimator_test
from suitability.permutation_tests.power import rows_needed as power_rows_needed
from suitability.scoring import permuted_labels
from suitability.scoring.performance import Contest
from suitability.scoring.sets import choose_sets, random_sets
from suitability.scoring.shards import merge_shards, score_shard
from suitability.win import permutation_null as null
from suitability.win.percentage import exact_win, win_frame
from suitability.win.planning import PAPER_CURVE
from suitability.win.planning import sets_needed as planned_sets
from suitability.win.sampled import interval_frame, sampled_win


def score_sets(
    X, y, *, candidates=tuple(CANDIDATES), size=2, sample=None, cv=(2, 3), random_state=0
):
    """Score feature sets with every candidate by cross-validation.

    Parameters
    ----------
    X : array, shape (samples, features)
        Finite values. No feature may be constant within a class of a training fold.
    y : array, shape (samples,)
        Two classes.
    candidates : sequence of str
        Among NC, DLDA, LDA, SDA, UDA and QDA.
    size : int
        Features in a set, 1 to 8.
    sample : int, optional
        How many random sets are scored; all sets if left out.
    cv : (int, int)
        Repeats and folds of the stratified cross-validation.
    random_state : int
        Decides folds and sets.

    Returns
    -------
    ScoreTable
        Counts of feature sets by score and winners.

    Raises
    ------
    ValueError
        If the arrays or numbers do not fit; the message says what is wrong.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> table = score_sets(X, y, candidates=["LDA", "QDA"])
    >>> table.total
    435
    >>> round(float(table.performance.max()), 3)
    0.946
    """
    problem = _problem(X, y, cv, random_state)
    contest = Contest(_known(candidates))
    sets = {"size": size, "sample": sample, "replacement": True}
    chosen = choose_sets(len(problem.features), sets, None, stream(random_state, "", "sets"))
    shard = score_shard(problem, contest, chosen, (0, 1))
    table, _ = merge_shards([shard], contest.rule_of(problem))
    return table


def win_percentage(table, n):
    """Return how likely each candidate is to win a random search of N feature sets.

    Parameters
    ----------
    table : ScoreTable
        From `score_sets`.
    n : sequence of int
        Feature sets that a search draws, N, each from 1 to 1e10.

    Returns
    -------
    pandas.DataFrame
        N, candidate, win (paper, Eq. 11).

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> table = score_sets(*load_breast_cancer(return_X_y=True), candidates=["LDA", "QDA"])
    >>> win_percentage(table, [1, 100]).round(2)
         N candidate   win
    0    1       LDA  0.40
    1    1       QDA  0.60
    2  100       LDA  0.01
    3  100       QDA  0.99
    """
    n = np.asarray(n, np.int64)
    return win_frame(n, table.candidates, win=exact_win(table, n))


def sampled_win_percentage(table, n, size, *, trials=100, random_state=0):
    """Return the win percentages that random samples of the feature sets give, with intervals.

    Parameters
    ----------
    table : ScoreTable
        From `score_sets`.
    n : sequence of int
        Feature sets that a search draws, N.
    size : int
        Feature sets in a sample, M.
    trials : int
        How many samples.
    random_state : int

    Returns
    -------
    pandas.DataFrame
        M, N, candidate, mean, lower, upper (95% over the trials), trials.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> table = score_sets(*load_breast_cancer(return_X_y=True), candidates=["LDA", "QDA"])
    >>> sampled = sampled_win_percentage(table, [1], 1000)
    >>> bool(sampled["lower"][0] < 0.40 < sampled["upper"][0])
    True
    """
    n = np.asarray(n, np.int64)
    rngs = [stream(random_state, "", "trial", place) for place in range(trials)]
    return interval_frame(sampled_win(table, size, n, rngs, True), size, n, table.candidates)


def permutation_null(
    X, y, n, *, candidates=tuple(CANDIDATES), sets=1000, permutations=199, random_state=0
):
    """Compare win percentages of random pairs with those under permuted labels.

    Parameters
    ----------
    X, y
        As in `score_sets`.
    n : sequence of int
        Feature sets that a search draws, N, rising; at most a tenth of `sets`.
    candidates : sequence of str
    sets : int
        Random pairs that are scored under every permutation.
    permutations : int
    random_state : int

    Returns
    -------
    pandas.DataFrame
        N, candidate, p, p_familywise, win (of the observed labels), chance (mean under permuted
        labels).

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> found = permutation_null(X, y, [1], candidates=["LDA", "QDA"], sets=200, permutations=19)
    >>> found["candidate"].tolist()
    ['LDA', 'QDA']
    >>> bool((found["p"] >= 1 / 20).all())
    True
    """
    problem = _problem(X, y, (2, 3), random_state)
    contest, n = Contest(_known(candidates)), np.asarray(n, np.int64)
    rng = stream(random_state, "", "null sets")
    drawn = random_sets(len(problem.features), 2, sets, None, rng)
    orders = permuted_labels.permuted_orders(problem, permutations, random_state)
    tables = permuted_labels.score_permutations(problem, contest, drawn, orders)
    win = np.stack([exact_win(table, n) for table in tables])
    return null.p_value_frame(n, contest.candidates, win, tables[0].total)


def permutation_tests(
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
    """Test whether a classifier finds classes, or uses the dependency between features.

    A replacement for `sklearn.model_selection.permutation_test_score` with a second null
    hypothesis.

    Parameters
    ----------
    estimator : scikit-learn classifier
        Not fitted; it is cloned.
    X : array or data frame, shape (rows, columns)
    y : array, shape (rows,)
        Any number of classes.
    test : str
        `labels` permutes labels (Test 1), `columns` each column within each class (Test 2), `full`
        each column over all rows, which is close to Test 1.
    groups : array, shape (rows,), optional
        Rows of a group, such as the samples of a patient, depend on each other. They stay together
        in folds and in what is permuted.
    cv : int or cross-validation splitter, optional
        As in scikit-learn; five stratified folds by default. A splitter must keep groups together
        by itself.
    n_permutations : int
        Randomised data sets; of a sequential test, the most.
    n_jobs : int, optional
        Processes, as in scikit-learn. The result does not depend on it.
    scoring : str or callable, optional
        As in scikit-learn; higher is better. The estimator's own score by default.
    sequential : str, optional
        Ends the test as soon as it can decide at a level of 5%: `besag-clifford` after ten
        randomised scores of at least the observed one, `wald` by a probability ratio test.
        It runs in one process.
    random_state : int

    Returns
    -------
    PermutationTest
        score, permutation_scores (as many as were used), pvalue, interval (95%, of the Monte-Carlo
        error of pvalue) and decided (of a sequential test).

    Raises
    ------
    ValueError
        If the arrays do not fit, or the test is unknown.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = permutation_tests(
    ...     GaussianNB(), *load_iris(return_X_y=True), test="columns", n_permutations=19
    ... )
    >>> found.pvalue
    1.0
    """
    # Threads cost more than they gain in fits as small as these.
    with threadpool_limits(limits=1):
        return estimator_test(
            estimator,
            X,
            y,
            test=test,
            groups=groups,
            cv=cv,
            n_permutations=n_permutations,
            n_jobs=n_jobs,
            scoring=scoring,
            sequential=sequential,
            random_state=random_state,
        )


def rows_needed(test, effect, power=0.9, level=0.05):
    """Return how many rows a permutation test needs for a wanted power.

    Parameters
    ----------
    test : str
        `labels` (Test 1) or `columns` (Test 2).
    effect : float
        For `labels` the error of the classifier, below 0.5; for `columns` the correlation of two
        features, whose sign is the only difference between the classes.
    power : float
        Above the level.
    level : float

    Returns
    -------
    int
        By Eqs 3 and 4 of Ojala and Garriga (2010), for classes of equal size.

    Raises
    ------
    ValueError
        If the effect is too small.

    Examples
    --------
    >>> rows_needed("labels", 0.4)
    211
    """
    return power_rows_needed(test, effect, power, level)


def sets_needed(n, rmse):
    """Return how many feature sets to score for a wanted error of the win percentages.

    Parameters
    ----------
    n : float
        Feature sets that a search draws, N.
    rmse : float
        Wanted root mean square error, between 0 and 1.

    Returns
    -------
    float
        M, by the paper's fitted error curve.

    Examples
    --------
    >>> round(sets_needed(100, 0.01), -3)
    75000.0
    """
    return planned_sets(n, rmse, PAPER_CURVE)[0]


def _problem(X, y, cv, random_state):
    X, y = check_X_y(X, y, dtype=np.float64, ensure_min_features=2)
    classes, labels = np.unique(y, return_inverse=True)
    if len(classes) != 2:
        raise InputError(f"y: {len(classes)} classes given; allowed are two")
    repeats, count = cv
    if np.bincount(labels).min() < 2 * count:
        raise InputError(f"y: a class has fewer than {2 * count} samples; {count} folds need that")
    folds = stratified_folds(labels, repeats, count, stream(random_state, "", "folds"))
    values = np.ascontiguousarray(X)
    constant = (training_moments(values, labels, folds).variances == 0).any(axis=(0, 1))
    if constant.any():
        raise InputError(
            f"X: feature {int(constant.argmax())} is constant within a class of a training fold; "
            "leave it out"
        )
    return Problem(values, labels, folds, tuple(pd.RangeIndex(X.shape[1]).astype(str)))


def _known(candidates):
    unknown = [name for name in candidates if name not in CANDIDATES]
    if unknown:
        raise InputError(f"candidates: {unknown[0]!r} given; allowed are {', '.join(CANDIDATES)}")
    return tuple(candidates)
