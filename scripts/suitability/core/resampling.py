"""Cross-validation folds and random labels."""

import numpy as np
import pandas as pd
from sklearn.model_selection import RepeatedStratifiedKFold


def stratified_folds(labels, repeats, folds, rng):
    """Return the folds of repeated stratified cross-validation.

    Parameters
    ----------
    labels : int array, shape (samples,)
    repeats, folds : int
        How many.
    rng : numpy.random.Generator

    Returns
    -------
    int64 array, shape (repeats, samples)
        The test fold of each sample, from 0.
    """
    splitter = RepeatedStratifiedKFold(
        n_splits=folds, n_repeats=repeats, random_state=int(rng.integers(2**32))
    )
    result = np.empty((repeats, len(labels)), np.int64)
    for split, (_, test) in enumerate(splitter.split(np.zeros((len(labels), 1)), labels)):
        result[split // folds, test] = split % folds
    return result


def folds_frame(samples, folds):
    """Return folds as a table in long form.

    Parameters
    ----------
    samples : sequence of str
        Ids.
    folds : int array, shape (repeats, samples)
        The test fold of each sample, from 0.

    Returns
    -------
    pandas.DataFrame
        sample, repeat, fold; repeat and fold start at 1.
    """
    repeats, count = folds.shape
    return pd.DataFrame(
        {
            "sample": np.tile(np.asarray(samples), repeats),
            "repeat": np.repeat(np.arange(1, repeats + 1), count),
            "fold": folds.ravel() + 1,
        }
    )


def random_labels(samples, rng):
    """Return labels of which a random half is 1; an odd sample is 0.

    Parameters
    ----------
    samples : int
        How many.
    rng : numpy.random.Generator

    Returns
    -------
    int64 array, shape (samples,)
    """
    return rng.permutation((np.arange(samples) % 2).astype(np.int64))
