"""A data set: values, labels, folds, and the features that take part."""

from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.core.resampling import folds_frame, random_labels, stratified_folds
from suitability.core.tables import write_json, write_parquet, write_tsv
from suitability.core.text import shown, some
from suitability.data.formats.dispatch import read_matrix, read_samples
from suitability.data.formats.text_table import check_has_header, read_text_table
from suitability.data.labels import (
    choose,
    group_replicates,
    join_samples,
    make_labels,
    one_label,
    table_keys,
)
from suitability.data.normality import normality
from suitability.data.preprocessing import (
    average_replicates,
    below_share,
    genes_of_probes,
    preprocess,
)

# What the config says where it says nothing.
JOIN = {"values": "", "samples": "", "pattern": "", "unmatched": "error"}
REPLICATES = {"column": "", "how": "error"}
PREPROCESS = {
    "floor": 0,
    "log2": False,
    "missing": "drop",
    "quantile": False,
    "probe_to_gene": "",
    "variance": 1,
}


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
    record : dict of str to list of str
        `samples`, `preprocessing` and `warnings`: what was left out, what was done, what looks
        wrong.
    """

    values: np.ndarray
    samples: pd.DataFrame
    features: pd.DataFrame
    folds: np.ndarray
    record: dict = field(default_factory=dict)

    @property
    def kept(self):
        """Ids of the kept features, in the order of `values`."""
        return self.features.loc[self.features["kept"], "feature"].tolist()

    @property
    def folds_table(self):
        """The folds in long form: sample, repeat, fold, the last two from 1."""
        return folds_frame(self.samples["sample"], self.folds)


def read_dataset(
    name,
    expression,
    samples,
    where,
    endpoint,
    z,
    within_class,
    repeats,
    folds,
    seed,
    *,
    stated_format="auto",
    features_in="auto",
    annotation=(),
    join=JOIN,
    replicates=REPLICATES,
    options=PREPROCESS,
    probe_to_gene=None,
):
    """Read a user's files and make a data set of them.

    Parameters
    ----------
    name : str
        The data set's name, which the random numbers depend on.
    expression, samples : path
        The file of values and the table of samples; None in place of the latter if the former
        describes its samples.
    where : dict of str to list of str
        For each column, the values that take part.
    endpoint : dict
        As in the config; `permuted: true` beside it puts the labels in random order.
    z : float
        Largest number of standard errors by which a kept feature's kurtosis may differ from zero.
    within_class : bool
        Ask it of each class.
    repeats, folds : int
        Of the cross-validation.
    seed : int
    stated_format, features_in, annotation, join, replicates, options
        `format`, `features_in`, `annotation`, `join`, `replicates` and `preprocess` of the config.
    probe_to_gene : path
        A table of probes and genes, or None.

    Returns
    -------
    Dataset

    Raises
    ------
    InputError
        If the files or the endpoint cannot be used.
    """
    matrix, table, left_out = _read_files(
        expression, samples, stated_format, features_in, annotation, join, repeated=bool(where)
    )
    source = samples or expression
    chosen = choose(table, where, source)
    _check_once(chosen, source)
    matrix = _one_platform(matrix, chosen, expression)
    labels, words, firsts, outside = _label(name, chosen, endpoint, replicates, source, seed)
    taken = ~firsts.duplicated()
    _check_class_sizes(labels, folds, name, source)

    place = {sample: i for i, sample in enumerate(matrix.samples)}
    used = firsts.index if replicates["how"] == "mean" else firsts.index[taken.to_numpy()]
    values = matrix.values[:, [place[sample] for sample in used]]
    features = matrix.features
    del matrix
    genes = None
    if probe_to_gene is not None:
        genes = genes_of_probes(read_probes(probe_to_gene, features))
    values, features, done, warnings = preprocess(
        values, features, list(used), options, genes, expression
    )
    if not taken.all():
        if replicates["how"] == "mean":
            values = average_replicates(values, firsts.to_numpy())
        done.append(
            f"{len(taken)} samples made {taken.sum()}: {replicates['how']} of those with the same "
            f"'{replicates['column']}'"
        )
    low_variance = below_share(values, options["variance"])
    values = values.T

    split = stratified_folds(labels.to_numpy(), repeats, folds, stream(seed, name, "folds"))
    table_of_features = examine_features(
        values, labels.to_numpy(), split, z, within_class, low_variance
    )
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
            {
                "sample": labels.index.astype(str),
                "class": labels.to_numpy(),
                "label": words.to_numpy().astype(str),
            }
        ),
        features=table_of_features,
        folds=split,
        record={"samples": left_out + outside, "preprocessing": done, "warnings": warnings},
    )


def read_probes(path, features):
    """Read a table of probes and genes; a probe may stand in several rows.

    Parameters
    ----------
    path : path
    features : sequence of str
        Of the file of values.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    InputError
        If the file cannot be read, or a feature stands where the names of the columns do.
    """
    table = read_text_table(path, unique=False)
    check_has_header(path, table, features)
    return table


def _read_files(expression, samples, stated_format, features_in, annotation, join, repeated):
    """Return the matrix, what is known of its samples, and which were left out."""
    table = ids = None
    if samples:
        # Of several rows of a sample, `where` may choose one.
        table = read_samples(samples, unique=not repeated and not join["samples"])
        ids = table_keys(table, join, samples)
    matrix = read_matrix(expression, stated_format, features_in, annotation, ids, samples)
    if "feature" in matrix.samples:
        raise InputError(
            f"{expression}: a sample is called 'feature', as the column of ids is in the results; "
            "rename it in both files"
        )
    joined, record = join_samples(matrix, table, join, expression, samples)
    return matrix, joined, record


def _check_once(table, path):
    repeated = table.index[table.index.duplicated()]
    if len(repeated):
        raise InputError(
            f"{path}: sample {shown(repeated[0])} stands in several of the chosen rows; ids must "
            "be unique: choose one row with where"
        )


def _one_platform(matrix, chosen, path):
    """Leave out the features of platforms on which no chosen sample was measured."""
    if "platform_id" not in matrix.annotation:
        return matrix
    platforms = matrix.annotation["platform_id"]
    measured = sorted(platforms[chosen.index].unique())
    if len(measured) > 1:
        raise InputError(
            f"{path}: the chosen samples were measured on {len(measured)} platforms, "
            f"{some(measured)}; choose one with where: {{platform_id: [...]}}"
        )
    if set(platforms) == set(measured):
        return matrix
    there = ~np.isnan(matrix.values[:, matrix.annotation.index.isin(chosen.index)]).all(axis=1)
    features = np.array(matrix.features, dtype=object)[there].tolist()
    return replace(matrix, values=matrix.values[there], features=features)


def _label(name, chosen, endpoint, replicates, source, seed):
    """Return labels and words of the samples that stand for their replicates, and all of those."""
    column, how = replicates["column"], replicates["how"]
    if "random" in endpoint:
        firsts = group_replicates(chosen, column, how, source)
        index = firsts.index[~firsts.duplicated().to_numpy()]
        labels = pd.Series(random_labels(len(index), stream(seed, name, "labels")), index=index)
        return labels, labels.map({0: "random 0", 1: "random 1"}), firsts, []
    labels, words, outside = make_labels(chosen, endpoint, source)
    firsts = group_replicates(chosen.loc[labels.index], column, how, source)
    labels = one_label(labels, firsts, source)
    words = words[labels.index]
    if endpoint.get("permuted"):
        order = stream(seed, name, "labels").permutation(len(labels))
        labels = pd.Series(labels.to_numpy()[order], index=labels.index)
        words = pd.Series(words.to_numpy()[order], index=words.index)
    return labels, words, firsts, outside


def save_dataset(dataset, expression, samples, features, folds, record):
    """Write a data set's four tables and its record.

    Parameters
    ----------
    dataset : Dataset
    expression : path
        Parquet: the kept features in rows, one column a sample.
    samples, features, folds : path
        Tab-separated text.
    record : path
        JSON.
    """
    values = pd.DataFrame(dataset.values.T, columns=dataset.samples["sample"])
    values.insert(0, "feature", dataset.kept, allow_duplicates=True)
    write_parquet(values, expression)
    write_tsv(dataset.samples, samples)
    write_tsv(dataset.features, features)
    write_tsv(dataset.folds_table, folds)
    write_json(dataset.record, record)


def examine_features(values, labels, folds, z, within_class, low_variance=False):
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
    low_variance : bool array, shape (features,)
        Features to leave out for their variance.

    Returns
    -------
    pandas.DataFrame
        kurtosis, z, kept, reason, one row a feature. A feature is not kept when a value is
        missing, when its variance is low, when it is constant within a class in some training
        fold, when its kurtosis is beyond what computers reckon with, or when it is not Gaussian.
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
        [missing, missing | low_variance, constant, np.isnan(standard_errors), ~gaussian],
        [
            "missing value",
            "low variance",
            "constant in a fold",
            "values too large or too small",
            "not Gaussian",
        ],
        "",
    )
    return pd.DataFrame(
        {"kurtosis": g2, "z": standard_errors, "kept": reason == "", "reason": reason}
    )


def _check_class_sizes(labels, folds, name, path):
    for c in (0, 1):
        size = int((labels == c).sum())
        if size < 2 * folds:
            raise InputError(
                f"{path}: class {c} of data set '{name}' has {size} samples where {folds} folds "
                f"need at least {2 * folds}; choose other values or fewer folds"
            )
