"""Statistical power of both tests in two special cases (paper, Sections 4.3 and 4.4)."""

import numpy as np
from scipy.stats import norm

from suitability.core.errors import InputError


def correct_by_correlation(correlation):
    """Return how likely the optimal rule is right, if classes differ in the sign of a correlation.

    Paper, Eq. 2.

    Parameters
    ----------
    correlation : float array
        Between the two features, in class 1; its negative holds in class 0.
    """
    return 0.5 + np.arcsin(correlation) / np.pi


def power_of_columns_test(rows, correlation, level):
    """Return the power of Test 2 for the classes of `correct_by_correlation` (paper, Eq. 3)."""
    angle = np.arcsin(correlation)
    return norm.cdf(
        (2 * np.sqrt(rows) * angle + np.pi * norm.ppf(level)) / np.sqrt(np.pi**2 - 4 * angle**2)
    )


def power_of_labels_test(rows, error, level):
    """Return the power of Test 1 for a classifier with an error between 0 and 1 (paper, Eq. 4)."""
    error = np.asarray(error, np.float64)
    return norm.cdf(
        ((1 - 2 * error) * np.sqrt(rows) + norm.ppf(level)) / (2 * np.sqrt(error * (1 - error)))
    )


POWERS = {"labels": power_of_labels_test, "columns": power_of_columns_test}


def rows_needed(test, effect, power, level, most=10**9):
    """Return the fewest rows at which a test has a wanted power.

    Parameters
    ----------
    test : str
        `labels` or `columns`.
    effect : float
        The error of the classifier for `labels`, the correlation for `columns`.
    power : float
        Wanted, above the level.
    level : float
    most : int
        Rows at which the search ends.

    Returns
    -------
    int

    Raises
    ------
    InputError
        If the power is not reached.
    """
    enough = POWERS[test]
    low, high = 1, 2
    while enough(high, effect, level) < power:
        low, high = high, 2 * high
        if high > most:
            raise InputError(
                f"the {test} test does not reach a power of {power} with {most} rows; the effect, "
                f"{effect}, is too small"
            )
    while low < high:
        middle = (low + high) // 2
        if enough(middle, effect, level) >= power:
            high = middle
        else:
            low = middle + 1
    return high
