"""Randomised versions of a data set under the null hypotheses of the tests (paper, Section 3.1).

Every one keeps class sizes and the values of each column, missing ones among them.
"""

import numpy as np

from suitability.core.resampling import permuted_order


def permute_labels(X, y, rng, groups=None):
    """Return the data with permuted labels: values and labels are independent (Test 1).

    For groups, see `core.resampling.permuted_order`.
    """
    return X, y[permuted_order(y, rng, groups)]


def permute_columns_within_classes(X, y, rng, groups=None):
    """Return the data with each column permuted within each class (Test 2).

    Columns are then independent within classes. The values of a column in a class stay the same.

    Parameters
    ----------
    X : array, shape (rows, columns)
    y : int array, shape (rows,)
    rng : numpy.random.Generator
    groups : int array, shape (rows,), optional
        The values of a group, such as the samples of a patient, stay together in each column:
        groups with as many rows of each class change places.

    Returns
    -------
    (array, int array)
        Of the same shapes.
    """
    X = X.copy()
    if groups is None:
        for c in np.unique(y):
            rows = np.flatnonzero(y == c)
            X[rows] = rng.permuted(X[rows], axis=0)
        return X, y
    for rows in _alike(y, groups):
        places = np.tile(np.arange(len(rows))[:, None], X.shape[1])
        order = rng.permuted(places, axis=0)
        for of_groups in rows.T:
            X[of_groups] = np.take_along_axis(X[of_groups], order, axis=0)
    return X, y


def _alike(y, groups):
    """Return the rows of groups with the same classes, shape (groups, rows of a group)."""
    alike = {}
    for group in np.unique(groups):
        rows = np.flatnonzero(groups == group)
        rows = rows[np.argsort(y[rows], kind="stable")]
        alike.setdefault(tuple(y[rows]), []).append(rows)
    return [np.array(rows) for rows in alike.values()]


def permute_columns(X, y, rng, groups=None):
    """Return the data with each column permuted over all rows (the full permutation)."""
    return permute_columns_within_classes(X, np.zeros(len(y), np.int64), rng, groups)[0], y


RANDOMISATIONS = {
    "labels": permute_labels,
    "columns": permute_columns_within_classes,
    "full": permute_columns,
}


def randomised(test, X, y, rng, groups=None):
    """Return one randomised version of the data.

    Parameters
    ----------
    test : str
        A key of `RANDOMISATIONS`.
    X : array, shape (rows, columns)
    y : int array, shape (rows,)
    rng : numpy.random.Generator
    groups : int array, shape (rows,), optional
        Rows of a group depend on each other, and stay together.

    Returns
    -------
    (array, int array)
        Of the same shapes.
    """
    return RANDOMISATIONS[test](X, y, rng, groups)
