"""A data set that is ready to be scored."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from suitability.core.tables import read_parquet, read_tsv


@dataclass(frozen=True)
class Problem:
    """Values, classes and folds of a data set.

    Attributes
    ----------
    values : float64 array, shape (samples, features)
        In C order.
    labels : int64 array, shape (samples,)
        0 or 1.
    folds : int64 array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0.
    features, samples : sequence of str
        Their names.
    name : str
        The data set's name, for random numbers, progress and messages.
    groups : int64 array, shape (samples,), or None
        The number of each sample's group, from 0, where samples depend on each other: see
        `resampling`.
    """

    values: np.ndarray
    labels: np.ndarray
    folds: np.ndarray
    features: tuple = ()
    samples: tuple = ()
    name: str = ""
    groups: np.ndarray | None = None

    @property
    def class_sizes(self):
        """Samples of class 0 and class 1, an int array of shape (2,)."""
        return np.bincount(self.labels, minlength=2)

    @property
    def fold_count(self):
        """How many folds each repeat has."""
        return int(self.folds.max()) + 1

    @property
    def test_samples(self):
        """Which samples are tested in each split: bool array of shape (repeats * folds, samples).

        A split is a pair (repeat, fold), in that order.
        """
        return np.concatenate([fold == np.arange(self.fold_count)[:, None] for fold in self.folds])

    @property
    def test_sizes(self):
        """Test samples of each class in each split: int array of shape (repeats * folds, 2)."""
        is_of_class = self.labels == np.array([[0], [1]])
        return self.test_samples.astype(int) @ is_of_class.T


def read_problem(expression, samples, folds, name=""):
    """Read a data set that `datasets.save_dataset` wrote.

    Parameters
    ----------
    expression, samples : path
    folds : path or None
        None for samples that are only tested: they are in no fold, -1.
    name : str
        The data set's name.

    Returns
    -------
    Problem
    """
    values = read_parquet(expression)
    about = read_tsv(samples, text=["sample", "label"])
    groups = None
    if "group" in about:
        groups = pd.factorize(read_tsv(samples, text=["group"])["group"])[0]
    labels = about["class"].to_numpy(np.int64)
    test_folds = np.full(len(labels), -1)
    if folds is not None:
        test_folds = read_tsv(folds, text=["sample"])["fold"].to_numpy(np.int64) - 1
    return Problem(
        values=np.ascontiguousarray(values.iloc[:, 1:].to_numpy(np.float64).T),
        labels=labels,
        folds=test_folds.reshape(-1, len(labels)),
        features=tuple(values.iloc[:, 0]),
        samples=tuple(about["sample"]),
        name=name,
        groups=groups,
    )
