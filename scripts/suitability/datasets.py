"""A data set: values, labels, folds, and the features that take part."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from suitability.errors import InputError
from suitability.normality import normality
from suitability.randomness import stream
from suitability.resampling import random_labels, stratified_folds
from suitability.tables import (
    read_parquet,
    read_text_table,
    read_tsv,
    read_value_table,
    write_parquet,
    write_tsv,
)


@dataclass(frozen=True)
class Dataset:
    """What the scoring of one endpoint needs.

    Attributes
    ----------
    values : float64 array, shape (samples, kept features)
    samples : pandas.DataFrame
        sample, class (0 or 1), label (the value that made the class).
    features : pandas.DataFrame
        feature, kurtosis, z, kept, reason: every feature of the table of values.
    folds : int64 array, shape (repeats, samples)
        The test fold of each sample, from 0.
    """

    values: np.ndarray
    samples: pd.DataFrame
    features: pd.DataFrame
    folds: np.ndarray

    @property
    def kept(self):
        """Ids of the kept features, in the order of `values`."""
        return self.features.loc[self.features["kept"], "feature"].tolist()

    @property
    def folds_table(self):
        """The folds in long form: sample, repeat, fold, the last two from 1."""
        repeats, samples = self.folds.shape
        return pd.DataFrame(
            {
                "sample": np.tile(self.samples["sample"].to_numpy(), repeats),
                "repeat": np.repeat(np.arange(1, repeats + 1), samples),
                "fold": self.folds.ravel() + 1,
            }
        )


def read_dataset(name, expression, samples, where, endpoint, z, within_class, repeats, folds, seed):
    """Read a user's two tables and make a data set of them.

    Parameters
    ----------
    name : str
        The data set's name, which the random numbers depend on.
    expression, samples : path
        The table of values and the table of samples.
    where : dict of str to list of str
        For each column, the values that take part.
    endpoint : dict
        `column`, `negative` and `positive`, or `random`.
    z : float
        Largest number of standard errors by which a kept feature's kurtosis may differ from zero.
    within_class : bool
        Ask it of each class.
    repeats, folds : int
        Of the cross-validation.
    seed : int

    Returns
    -------
    Dataset

    Raises
    ------
    InputError
        If the tables or the endpoint cannot be used; see also `tables`.
    """
    table = read_text_table(samples)
    values, features, columns = read_value_table(expression)
    _check_same_samples(expression, columns, samples, table.index)
    if "feature" in columns:
        raise InputError(
            f"{expression}: a sample is called 'feature', as the column of ids is in the results; "
            "rename it in both files"
        )
    chosen = _choose(table, where, samples)
    if "random" in endpoint:
        made = random_labels(len(chosen), stream(seed, name, "labels"))
        labels = pd.Series(made, index=chosen.index)
        words = labels.map({0: "random 0", 1: "random 1"})
    else:
        words = _column(chosen, endpoint["column"], samples)
        labels = _classes(words, endpoint, samples)
        words = words[labels.index]
    _check_class_sizes(labels, folds, name, samples)

    place = {sample: i for i, sample in enumerate(columns)}
    values = values[:, [place[sample] for sample in labels.index]].T
    split = stratified_folds(labels.to_numpy(), repeats, folds, stream(seed, name, "folds"))
    table_of_features = examine_features(values, labels.to_numpy(), split, z, within_class)
    table_of_features.insert(0, "feature", features)
    kept = table_of_features["kept"].to_numpy()
    if kept.sum() < 2:
        dropped = table_of_features.loc[~kept, "reason"]
        why = f"most often: {dropped.mode()[0]}; " if len(dropped) else ""
        raise InputError(
            f"{expression}: {kept.sum()} of {len(features)} features are left for data set "
            f"'{name}', two are needed; {why}check the values or raise normality.z"
        )
    return Dataset(
        values=np.ascontiguousarray(values[:, kept]),
        samples=pd.DataFrame(
            {"sample": labels.index, "class": labels.to_numpy(), "label": words.to_numpy()}
        ),
        features=table_of_features,
        folds=split,
    )


def save_dataset(dataset, expression, samples, features, folds):
    """Write a data set's four tables.

    Parameters
    ----------
    dataset : Dataset
    expression : path
        Parquet: the kept features in rows, one column a sample.
    samples, features, folds : path
        Tab-separated text.
    """
    values = pd.DataFrame(dataset.values.T, columns=dataset.samples["sample"])
    values.insert(0, "feature", dataset.kept, allow_duplicates=True)
    write_parquet(values, expression)
    write_tsv(dataset.samples, samples)
    write_tsv(dataset.features, features)
    write_tsv(dataset.folds_table, folds)


def load_for_scoring(expression, samples, folds):
    """Read back what `save_dataset` wrote, as far as the scoring needs it.

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


def examine_features(values, labels, folds, z, within_class):
    """Say of each feature whether it takes part.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        NaN where a value is missing.
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
    z : float
        Largest allowed number of standard errors of the excess kurtosis.
    within_class : bool

    Returns
    -------
    pandas.DataFrame
        kurtosis, z, kept, reason, one row a feature. A feature is not kept when a value is
        missing, when it is constant within a class in some training fold, or when it is not
        Gaussian.
    """
    g2, standard_errors = normality(values, labels, within_class)
    missing = np.isnan(values).any(axis=0)
    constant = np.zeros_like(missing)
    for fold in folds:
        for test in range(fold.max() + 1):
            for c in (0, 1):
                training = values[(fold != test) & (labels == c)]
                constant |= training.min(axis=0) == training.max(axis=0)
    gaussian = np.abs(standard_errors) <= z
    reason = np.select(
        [missing, constant, ~gaussian], ["missing value", "constant in a fold", "not Gaussian"], ""
    )
    return pd.DataFrame(
        {"kurtosis": g2, "z": standard_errors, "kept": reason == "", "reason": reason}
    )


def _check_same_samples(expression, columns, samples, index):
    for have, source, lack, other in (
        (columns, expression, index, samples),
        (index, samples, columns, expression),
    ):
        only = sorted(set(have) - set(lack))
        if only:
            raise InputError(
                f"{source}: {len(only)} of {len(have)} samples are not in {other}: {_some(only)}; "
                "both files must name the same samples"
            )


def _some(words):
    return ", ".join(map(repr, words[:12])) + (", ..." if words[12:] else "")


def _column(table, column, path):
    if column not in table.columns:
        raise InputError(
            f"{path}: there is no column '{column}'; "
            f"its columns are {_some(table.columns.tolist())}"
        )
    return table[column]


def _check_values(present, wanted, column, path):
    for value in wanted:
        if value not in present:
            raise InputError(
                f"{path}: column '{column}' has no value '{value}' among the chosen samples; "
                f"it has {_some(sorted(present))}"
            )


def _choose(table, where, path):
    for column, wanted in where.items():
        values = _column(table, column, path)
        _check_values(set(values), wanted, column, path)
        table = table[values.isin(wanted)]
    return table


def _classes(words, endpoint, path):
    both = set(endpoint["negative"]) & set(endpoint["positive"])
    if both:
        raise InputError(
            f"config: endpoint '{endpoint['column']}' has {sorted(both)[0]!r} both as negative and "
            "as positive; give it to one class"
        )
    wanted = endpoint["negative"] + endpoint["positive"]
    _check_values(set(words), wanted, endpoint["column"], path)
    words = words[words.isin(wanted)]
    return words.isin(endpoint["positive"]).astype(np.int64)


def _check_class_sizes(labels, folds, name, path):
    for c in (0, 1):
        size = int((labels == c).sum())
        if size < 2 * folds:
            raise InputError(
                f"{path}: class {c} of data set '{name}' has {size} samples where {folds} folds "
                f"need at least {2 * folds}; choose other values or fewer folds"
            )
