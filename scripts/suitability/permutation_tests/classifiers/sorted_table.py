"""The columns of a table and the order of their values, which the fits of many folds share."""

from typing import NamedTuple

import numpy as np

from suitability.core.errors import InputError


class Sorted(NamedTuple):
    """A table column by column.

    Attributes
    ----------
    columns : float64 array, shape (columns, rows)
        A nominal value is the code of its category, from 0; a missing value is NaN.
    categories : int64 array, shape (columns,)
        0 for a numeric column.
    orders : int64 array, shape (1 + numeric columns, rows)
        orders[0] has the rows as they are; orders[order_of[j]] has them by increasing value of
        numeric column j, rows without the value last.
    order_of : int64 array, shape (columns,)
        0 for a nominal column.
    """

    columns: np.ndarray
    categories: np.ndarray
    orders: np.ndarray
    order_of: np.ndarray


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
        If a nominal value is not the code of a category, or `categories` does not fit.
    """
    if categories is None:
        categories = np.zeros(np.shape(X)[1], np.int64)
    categories = np.asarray(categories, np.int64)
    columns = columns_of(X, categories)
    numeric = categories == 0
    by_value = np.argsort(columns[numeric], axis=1, kind="stable")
    orders = np.vstack([np.arange(columns.shape[1]), by_value])
    return Sorted(columns, categories, orders, np.where(numeric, np.cumsum(numeric), 0))


def columns_of(X, categories):
    """Return the columns of a table, each with its values side by side."""
    columns = np.array(np.asarray(X, np.float64).T, order="C")
    if len(categories) != len(columns):
        raise InputError(
            f"categories: {len(categories)} given; one for each of {len(columns)} columns is needed"
        )
    for j in np.flatnonzero(categories):
        known = columns[j][~np.isnan(columns[j])]
        if not np.isin(known, np.arange(categories[j])).all():
            raise InputError(
                f"X: column {j} has a value that is none of its {categories[j]} categories, which "
                f"are 0 to {categories[j] - 1}"
            )
    return columns
