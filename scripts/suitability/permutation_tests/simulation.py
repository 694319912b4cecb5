"""The simulated data of the paper's Section 4.2."""

import numpy as np

from suitability.permutation_tests.tables import numeric_table

ROWS_PER_CLASS = 100


def simulated_table(correlation, noise, rng):
    """Return two Gaussian classes with means (1, 0) and (-1, 0) and unit variances.

    Parameters
    ----------
    correlation : float
        Between the two features within each class, from -1 to 1.
    noise : float
        The probability with which a label is changed to the other class.
    rng : numpy.random.Generator

    Returns
    -------
    tables.Table
    """
    first, second = rng.standard_normal((2, 2 * ROWS_PER_CLASS))
    second = correlation * first + np.sqrt(1 - correlation**2) * second
    y = np.repeat([1, 0], ROWS_PER_CLASS)
    X = np.column_stack([first + 2 * y - 1, second])
    return numeric_table(X, np.where(rng.random(len(y)) < noise, 1 - y, y))
