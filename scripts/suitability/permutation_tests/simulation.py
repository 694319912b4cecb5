"""The simulated data of the paper's Section 4.2."""

import numpy as np
import pandas as pd

from suitability.core.randomness import stream
from suitability.permutation_tests.errors import measured_errors
from suitability.permutation_tests.p_values import mean_p_value
from suitability.permutation_tests.results import TESTS
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


# Of Figure 3, without noise, for every classifier.
CORRELATIONS = (-0.8, -0.4, 0.0, 0.4, 0.8)
# Of Figure 4, for the decision tree.
NOISY_CORRELATIONS = (0.0, 0.5, 0.8, 1.0)
NOISES = (0.0, 0.2, 0.4)


def simulated_errors(classifier, randomisations, repeats, seed):
    """Return the errors of a classifier on simulated data, for Figures 3 and 4.

    Parameters
    ----------
    classifier : str
        A key of `classifiers.CLASSIFIERS`; the decision tree is also measured with noise.
    randomisations, repeats : int
    seed : int

    Returns
    -------
    pandas.DataFrame
        figure, classifier, correlation, noise, test, mean, lower and upper (1% and 99% of the
        randomisations), p (empty for the original data).
    """
    settings = [(3, correlation, 0.0) for correlation in CORRELATIONS]
    if classifier == "decision_tree":
        settings += [(4, c, noise) for c in NOISY_CORRELATIONS for noise in NOISES]
    rows = []
    for figure, correlation, noise in settings:
        name = f"simulated, {correlation}, {noise}"
        table = simulated_table(correlation, noise, stream(seed, name, "permutation tests"))
        observed = None
        for test, count in (("original", repeats), *((test, randomisations) for test in TESTS)):
            errors = measured_errors(table, classifier, test, range(count), 10, seed, name)
            observed = errors if observed is None else observed
            rows.append(
                {
                    **{"figure": figure, "classifier": classifier, "correlation": correlation},
                    **{"noise": noise, "test": test, "mean": errors.mean()},
                    "lower": np.quantile(errors, 0.01),
                    "upper": np.quantile(errors, 0.99),
                    "p": np.nan if test == "original" else mean_p_value(observed, errors),
                }
            )
    return pd.DataFrame(rows)
