"""The simulated data of the paper's Section 4.2."""

import numpy as np
import pandas as pd

from suitability.core.randomness import stream
from suitability.permutation_tests.measured_errors import measured_errors
from suitability.permutation_tests.p_values import mean_p_value
from suitability.permutation_tests.result_tables import TESTS
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


# Of each figure: the classifiers are all four in Figure 3, the decision tree in Figure 4.
SETTINGS = {
    "3": [(correlation, 0.0) for correlation in (-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9)],
    "4": [(c, noise) for c in (0.0, 0.5, 0.8, 1.0) for noise in (0.0, 0.1, 0.2, 0.3, 0.4)],
}


def simulated_errors(figure, classifier, randomisations, repeats, seed):
    """Return the errors of a classifier on the simulated data of a figure.

    Parameters
    ----------
    figure : str
        A key of `SETTINGS`.
    classifier : str
        A key of `classifiers.of_paper.CLASSIFIERS`.
    randomisations, repeats : int
    seed : int
        The random numbers are the same in all settings, so that the curves are smooth.

    Returns
    -------
    pandas.DataFrame
        classifier, correlation, noise, test, mean, lower and upper (1% and 99% of the
        randomisations), p (empty for the original data).
    """
    rows = []
    for correlation, noise in SETTINGS[figure]:
        table = simulated_table(correlation, noise, stream(seed, "simulated", "permutation tests"))
        observed = None
        for test, count in (("original", repeats), *((test, randomisations) for test in TESTS)):
            errors = measured_errors(table, classifier, test, range(count), 10, seed, "simulated")
            observed = errors if observed is None else observed
            rows.append(
                {
                    "classifier": classifier,
                    "correlation": correlation,
                    "noise": noise,
                    "test": test,
                    "mean": errors.mean(),
                    "lower": np.quantile(errors, 0.01),
                    "upper": np.quantile(errors, 0.99),
                    "p": np.nan if test == "original" else mean_p_value(observed, errors),
                }
            )
    return pd.DataFrame(rows)
