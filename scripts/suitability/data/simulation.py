"""Data of any size that nobody measured, for trying things out and for timing them."""

import numpy as np
import pandas as pd

# Features vary with this many hidden factors, as genes do with the pathways they are in.
FACTORS = 10
# How far the class means of those features lie apart, in standard deviations, that tell the
# classes apart, and how many of them there are.
EFFECT = 0.5
INFORMATIVE = 0.1


def simulated_tables(features, samples, rng):
    """Make up Gaussian features, and samples of which every second is of class 1.

    Parameters
    ----------
    features, samples : int
    rng : numpy.random.Generator

    Returns
    -------
    values : pandas.DataFrame
        Columns feature and one a sample.
    of_samples : pandas.DataFrame
        Columns sample and class.
    """
    names = [f"s{i + 1}" for i in range(samples)]
    classes = np.arange(samples) % 2
    loadings = rng.normal(size=(features, FACTORS)) / np.sqrt(FACTORS)
    values = loadings @ rng.normal(size=(FACTORS, samples)) + rng.normal(size=(features, samples))
    effects = EFFECT * rng.normal(size=features) * (rng.random(features) < INFORMATIVE)
    table = pd.DataFrame(values + effects[:, None] * classes, columns=names)
    table.insert(0, "feature", [f"f{i + 1}" for i in range(features)])
    return table, pd.DataFrame({"sample": names, "class": classes})
