"""The tables of which Weka has called the classes, see tests/data/weka/make.py."""

import numpy as np

from suitability.permutation_tests.randomisations import randomised
from suitability.permutation_tests.tables import Table, bundled_table

# Weka's tree takes values within 1e-5 for equal; in these units, no two values are.
BUNDLED_UNITS = {"iris": 1, "wine": 1, "breast_cancer": 1024}
VERSIONS = 3


def large_table():
    """Return a table whose classes have more than 250 rows."""
    rng = np.random.default_rng(8)
    y = rng.integers(2, size=1200)
    X = np.column_stack([rng.normal(y), rng.normal(y), rng.normal(size=1200)]).round(2)
    return Table(X, y, np.zeros(3, np.int64))


def mixed_table():
    """Return a table of numeric and nominal columns, with missing values."""
    rng = np.random.default_rng(7)
    y = rng.integers(4, size=240)
    categories = np.array([0, 0, 3, 6, 100])
    X = np.column_stack(
        [
            rng.normal(y).round(1),
            rng.normal(size=240).round(2),
            (y + rng.integers(2, size=240)) % 3,
            (y + rng.integers(3, size=240)) % 6,
            rng.integers(100, size=240),
        ]
    )
    X[rng.random(X.shape) < 0.1] = np.nan
    return Table(X, y, categories)


MADE = {"mixed": mixed_table, "large": large_table}
TABLES = (*BUNDLED_UNITS, *MADE)


def named_table(name):
    """Return one of `TABLES`."""
    if name in MADE:
        return MADE[name]()
    table = bundled_table(name)
    return Table(table.X * BUNDLED_UNITS[name], table.y, table.categories)


def versions(table, most=3000):
    """Return original and randomised versions of a table, and how many rows train; two thirds.

    Parameters
    ----------
    table : Table
    most : int
        Rows at most.

    Returns
    -------
    dict of (test, index) to (Table, int)
    """
    found = {}
    for test in ("original", "labels", "columns"):
        for index in range(VERSIONS):
            rng = np.random.default_rng(index)
            order = rng.permutation(len(table.y))[:most]
            X, y = table.X[order], table.y[order]
            if test != "original":
                X, y = randomised(test, X, y, rng)
            found[test, index] = Table(X, y, table.categories), len(y) * 2 // 3
    return found
