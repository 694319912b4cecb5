"""The columns of a table and the order of their values, which the fits of many folds share."""

from typing import NamedTuple

import numpy as np

from suitability.core.errors import InputError


class Sorted(NamedTuple):
    """A table column by column.

    Attributes
    ----------
    columns : float64 array, shape (columns, rows)
        A nominal value is the place of its category; a missing value is NaN.
    categories : int64 array, shape (columns,)
        0 for a numeric column.
    lists : int64 array, shape (1 + numeric columns, rows)
        All rows, in any order and in the order of the values of each numeric column; rows without
        the value are last.
    list_of : int64 array, shape (columns,)
        The place of a numeric column in `lists`.
    """

    columns: np.ndarray
    categories: np.ndarray
    lists: np.ndarray
    list_of: np.ndarray


def sorted_table(X, categories=None):
    """Return a table as `Sorted`.

    Parameters
    ----------
    X : array, shape (rows, columns)
    categories : int array, shape (columns,), optional
        All columns are numeric if left out.

    Returns
    -------
    Sorted

    Raises
    ------
    InputError
        If a nominal value is not the place of a category.
    """
    if categories is None:
        categories = np.zeros(np.shape(X)[1], np.int64)
    categories = np.asarray(categories, np.int64)
    columns = columns_of(X, categories)
    numeric = categories == 0
    lists = np.vstack([np.arange(columns.shape[1]), np.argsort(columns[numeric], axis=1)])
    return Sorted(columns, categories, lists, np.where(numeric, np.cumsum(numeric), 0))


def columns_of(X, categories):
    """Return the columns of a table, each with its values side by side."""
    columns = np.array(np.asarray(X, np.float64).T, order="C")
    for j in np.flatnonzero(categories):
        known = columns[j][~np.isnan(columns[j])]
        if not np.isin(known, np.arange(categories[j])).all():
            raise InputError(
                f"X: column {j} has a value that is none of its {categories[j]} categories, which "
                f"are 0 to {categories[j] - 1}"
            )
    return columns
