"""The excess kurtosis of features, by which they count as Gaussian or not."""

import numpy as np


def kurtosis_error(n):
    """Return the standard error of the excess kurtosis G2 of `n` independent Gaussian values.

    Parameters
    ----------
    n : int
        At least 4.

    Returns
    -------
    float
    """
    skewness_error = np.sqrt(6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3)))
    return 2 * skewness_error * np.sqrt((n * n - 1) / ((n - 3) * (n + 5)))


def excess_kurtosis(values):
    """Return the bias-corrected excess kurtosis G2 of each feature.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        At least four samples.

    Returns
    -------
    float64 array, shape (features,)
        NaN where all values of a feature are equal or one is missing.
    """
    # SciPy's fourth powers overflow where values are very large.
    n = len(values)
    with np.errstate(all="ignore"):
        squares = (values - values.mean(axis=0)) ** 2
        biased = ((squares / squares.mean(axis=0)) ** 2).mean(axis=0) - 3
    g2 = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * biased + 6)
    # The rounded mean of equal values can differ from them.
    g2[values.min(axis=0) == values.max(axis=0)] = np.nan
    return g2


def kurtosis_test(values, labels, within_class):
    """Return the excess kurtosis of each feature, as it is and in standard errors.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
        0 or 1.
    within_class : bool
        Examine each class separately and return the values of the one further from zero.

    Returns
    -------
    g2 : float64 array, shape (features,)
        Excess kurtosis.
    z : float64 array, shape (features,)
        `g2` divided by its standard error.
    """
    if not within_class:
        g2 = excess_kurtosis(values)
        return g2, g2 / kurtosis_error(len(values))
    of_class = [values[labels == c] for c in (0, 1)]
    g2 = np.stack([excess_kurtosis(x) for x in of_class])
    z = g2 / np.array([[kurtosis_error(len(x))] for x in of_class])
    further = np.argmax(np.where(np.isnan(z), np.inf, np.abs(z)), axis=0)[None]
    return np.take_along_axis(g2, further, 0)[0], np.take_along_axis(z, further, 0)[0]
