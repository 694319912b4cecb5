"""Simulated data of any size, for trials and for timing."""

import numpy as np
import pandas as pd

# Hidden factors that make features correlated, as pathways do with genes.
FACTORS = 10
# The share of the features in which the classes differ, and the standard deviation of the
# difference of the class means, in units of a feature's noise.
INFORMATIVE = 0.1
EFFECT = 0.5


def simulated_tables(features, samples, rng):
    """Return correlated Gaussian features, and samples of which every second is in class 1.

    Parameters
    ----------
    features, samples : int
        How many.
    rng : numpy.random.Generator

    Returns
    -------
    values : pandas.DataFrame
        Columns: feature, and one per sample.
    of_samples : pandas.DataFrame
        Columns: sample, class (0 or 1).
    """
    names = [f"s{i + 1}" for i in range(samples)]
    classes = np.arange(samples) % 2
    loadings = rng.normal(size=(features, FACTORS)) / np.sqrt(FACTORS)
    values = loadings @ rng.normal(size=(FACTORS, samples)) + rng.normal(size=(features, samples))
    effects = EFFECT * rng.normal(size=features) * (rng.random(features) < INFORMATIVE)
    table = pd.DataFrame(values + effects[:, None] * classes, columns=names)
    table.insert(0, "feature", [f"f{i + 1}" for i in range(features)])
    return table, pd.DataFrame({"sample": names, "class": classes})
