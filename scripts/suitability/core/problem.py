"""What jobs read of a data set that has been prepared."""

import numpy as np

from suitability.core.tables import read_parquet, read_tsv


def load_for_scoring(expression, samples, folds):
    """Read back what `datasets.save_dataset` wrote, as far as the scoring needs it.

    Parameters
    ----------
    expression, samples, folds : path

    Returns
    -------
    values : float64 array, shape (samples, features)
    labels : int64 array, shape (samples,)
    folds : int64 array, shape (repeats, samples)
        From 0.
    """
    table = read_parquet(expression)
    labels = read_tsv(samples, text=["sample", "label"])["class"].to_numpy(np.int64)
    test_folds = read_tsv(folds, text=["sample"])["fold"].to_numpy(np.int64) - 1
    return (
        np.ascontiguousarray(table.iloc[:, 1:].to_numpy(np.float64).T),
        labels,
        test_folds.reshape(-1, len(labels)),
    )
