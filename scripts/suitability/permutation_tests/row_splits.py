"""Which rows train and which are tested: drawn anew for each measurement of an error."""

import numpy as np

from suitability.core.errors import InputError

LEAVE_ONE_OUT = "leave-one-out"


def draw_validation(y, cv, rng):
    """Draw the order of the rows and the fold of each.

    Rows of a fold stand together, and by class within it, as in Weka: where rows are equally near,
    a nearest neighbour classifier takes the first in this order. Rows are dealt to the folds class
    by class; a class may have fewer rows than there are folds.

    Parameters
    ----------
    y : int array, shape (rows,)
    cv : int, str or dict
        The number of folds of stratified cross-validation, `leave-one-out`, or
        `{"training_rows": n}`: n random rows for training, the others for testing.
    rng : numpy.random.Generator

    Returns
    -------
    (int64 array, int64 array), both of shape (rows,)
        The order of the rows and, in this order, their test folds from 0, rising; -1 for rows that
        are never tested.

    Raises
    ------
    InputError
        If there are too few rows.
    """
    rows = len(y)
    order = rng.permutation(rows)
    if isinstance(cv, dict):
        training = cv["training_rows"]
        if not 0 < training < rows:
            raise InputError(
                f"cv: {training} training rows given; allowed are 1 to {rows - 1}, as there are "
                f"{rows} rows"
            )
        return order, np.where(np.arange(rows) < training, -1, 0)
    if rows < 2:
        raise InputError(f"cv: there are {rows} rows; at least 2 are needed")
    if cv == LEAVE_ONE_OUT:
        return order, np.arange(rows)
    if not 2 <= cv <= rows:
        raise InputError(f"cv: {cv} folds given; allowed are 2 to {rows}, the number of rows")
    _, first, classes = np.unique(y[order], return_index=True, return_inverse=True)
    by_appearance = np.argsort(np.argsort(first))
    order = order[np.argsort(by_appearance[classes], kind="stable")]
    folds = np.arange(rows) % cv
    by_fold = np.argsort(folds, kind="stable")
    return order[by_fold], folds[by_fold]


def error(classifier, X, y, folds):
    """Return the share of test rows that a classifier assigns to a wrong class.

    Parameters
    ----------
    classifier : scikit-learn estimator
        Fitted again for every fold.
    X, y : array
        In the order of `draw_validation`.
    folds : int array, shape (rows,)

    Returns
    -------
    float
        Over the test rows of all folds together.

    Raises
    ------
    InputError
        If the classifier fails.
    """
    wrong = tested = 0
    for fold in range(folds.max() + 1):
        test = folds == fold
        train = ~test
        if np.all(y[train] == y[train][0]):
            predicted = y[train][0]
        else:
            try:
                predicted = classifier.fit(X[train], y[train]).predict(X[test])
            except ValueError as problem:
                raise InputError(f"the classifier {classifier} fails: {problem}") from problem
        wrong += np.count_nonzero(predicted != y[test])
        tested += np.count_nonzero(test)
    return wrong / tested
