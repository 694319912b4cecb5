"""Data sets: values, labels and folds, and which features take part."""

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
from suitability.data.joining import join_samples, table_keys
from suitability.data.labels import (
    check_columns,
    choose,
    group_replicates,
    make_labels,
    one_label,
)
from suitability.data.normality import kurtosis_test
from suitability.data.notes import Notes
from suitability.data.plausibility import warn_of_dates
from suitability.data.preprocessing import (
    average_replicates,
    below_share,
    genes_of_probes,
    preprocess,
)


@dataclass(frozen=True)
class Files:
    """The files of a data set.

    Attributes
    ----------
    expression : path
        The values.
    samples : path or None
        The table of samples; None if the file of values describes its samples.
    probe_to_gene : path or None
        A table of probes and genes.
    """

    expression: str
    samples: str | None = None
    probe_to_gene: str | None = None


@dataclass(frozen=True)
class Dataset:
    """The samples, features, values and folds of one endpoint.

    Attributes
    ----------
    values : float64 array, shape (samples, kept features)
    samples : pandas.DataFrame
        sample, class (0 or 1), label (the value that made the class).
    features : pandas.DataFrame
        feature, name (only if the file of values has names of features), kurtosis, z, kept,
        reason: see `examine_features`. One row per feature of the file of values.
    folds : int64 array, shape (repeats, samples)
        The test fold of each sample, from 0.
    record : dict of str to list of str
        `samples`: which samples were left out; `preprocessing`: what was done to the values;
        `warnings`: what looks wrong.
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
        """The folds in long form: sample, repeat, fold; repeat and fold start at 1."""
        return folds_frame(self.samples["sample"], self.folds)


def read_dataset(name, files, stanza, normality, cross_validation, seed):
    """Read a user's files into a data set.

    Parameters
    ----------
    name : str
        The data set's name. Random numbers depend on it.
    files : Files
    stanza : dict
        `annotation`, `endpoint`, `features_in`, `format`, `join`, `preprocess`, `replicates` and
        `where` of the data set in a complete config. `permuted: true` in the endpoint puts the
        labels in random order.
    normality : dict
        z, within_class: see `examine_features`.
    cross_validation : dict
        repeats, folds.
    seed : int
        The study's seed.

    Returns
    -------
    Dataset

    Raises
    ------
    InputError
        If the files or the endpoint cannot be used.
    """
    matrix, table, notes = _read_files(files, stanza)
    names = dict(zip(matrix.features, matrix.names, strict=False))
    source = files.samples or files.expression
    check_columns(table, matrix.features, stanza, source)
    chosen, of_where = choose(table, stanza["where"], source)
    notes += of_where
    _check_once(chosen, source)
    matrix = _one_platform(matrix, chosen, files.expression)
    labels, words, firsts, of_labels = _label(name, chosen, stanza, source, seed)
    notes += of_labels
    _check_class_sizes(labels, cross_validation["folds"], name, source)
    used = firsts if stanza["replicates"]["how"] == "mean" else firsts[~firsts.duplicated()]
    values, features, read = _values_of(matrix, used.index), matrix.features, matrix.record
    del matrix
    values, features, record = _prepare_values(values, features, firsts, stanza, files)
    low_variance = below_share(values, stanza["preprocess"]["variance"])
    values = values.T
    folds = stratified_folds(labels.to_numpy(), **cross_validation, rng=stream(seed, name, "folds"))
    examined = examine_features(values, labels.to_numpy(), folds, normality, low_variance)
    examined.insert(0, "feature", features)
    if any(feature in names for feature in features):
        examined.insert(1, "name", [names.get(feature, "") for feature in features])
    _check_features_left(examined, name, files.expression)
    return Dataset(
        values=np.ascontiguousarray(values[:, examined["kept"].to_numpy()]),
        samples=pd.DataFrame(
            {
                "sample": labels.index.astype(str),
                "class": labels.to_numpy(),
                "label": words.to_numpy().astype(str),
            }
        ),
        features=examined,
        folds=folds,
        record={
            "samples": list(notes.left_out),
            "preprocessing": [*read, *record["preprocessing"]],
            "warnings": [*notes.warnings, *record["warnings"]],
        },
    )


def _values_of(matrix, samples):
    column = {sample: i for i, sample in enumerate(matrix.samples)}
    return matrix.values[:, [column[sample] for sample in samples]]


def _prepare_values(values, features, firsts, stanza, files):
    """Return the values after preprocessing, one column per sample, their features and a record."""
    how, column = stanza["replicates"]["how"], stanza["replicates"]["column"]
    genes, dates = None, []
    if files.probe_to_gene is not None:
        genes = genes_of_probes(read_probes(files.probe_to_gene, features))
        dates = warn_of_dates(files.probe_to_gene, set(genes.values()), "genes")
    first = ~firsts.duplicated().to_numpy()
    used = firsts.index if how == "mean" else firsts.index[first]
    values, features, done, warnings = preprocess(
        values, features, list(used), stanza["preprocess"], genes, files.expression
    )
    if not first.all():
        if how == "mean":
            values = average_replicates(values, firsts.to_numpy())
        done.append(
            f"{len(first)} samples combined into {first.sum()}: {how} of those with the same "
            f"'{column}'"
        )
    return values, features, {"preprocessing": done, "warnings": dates + warnings}


def read_probes(path, features):
    """Read a table of probes and genes, in which a probe may have several rows.

    Parameters
    ----------
    path : path
    features : sequence of str
        Ids of the features in the file of values.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    InputError
        If the file cannot be read, or has a feature id where column names are expected.
    """
    table = read_text_table(path, unique=False)
    check_has_header(path, table, features)
    return table


def _read_files(files, stanza):
    """Return the matrix, a table that describes its samples, and notes."""
    expression, samples, join = files.expression, files.samples, stanza["join"]
    table = ids = None
    if samples:
        # `where` can choose one of several rows of a sample.
        table = read_samples(samples, unique=not stanza["where"] and not join["samples"])
        ids = table_keys(table, join, samples)
    matrix = read_matrix(
        expression, stanza["format"], stanza["features_in"], stanza["annotation"], ids, samples
    )
    if "feature" in matrix.samples:
        raise InputError(
            f"{expression}: a sample has the id 'feature', which is the name of the column of "
            "feature ids in the results; rename the sample in both files"
        )
    joined, notes = join_samples(matrix, table, join, expression, samples)
    return matrix, joined, Notes(warnings=matrix.warnings) + notes


def _check_once(table, path):
    repeated = table.index[table.index.duplicated()]
    if len(repeated):
        raise InputError(
            f"{path}: sample {shown(repeated[0])} is in several of the chosen rows; ids must be "
            "unique: choose one row with where"
        )


def _one_platform(matrix, chosen, path):
    """Return the matrix without features of platforms on which no chosen sample was measured."""
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
    of_chosen = matrix.values[:, matrix.annotation.index.isin(chosen.index)]
    on_platform = ~np.isnan(of_chosen).all(axis=1)
    features = np.array(matrix.features, dtype=object)[on_platform].tolist()
    return replace(matrix, values=matrix.values[on_platform], features=features)


def _label(name, chosen, stanza, source, seed):
    """Return class and label of one sample per group of replicates, and that sample for each."""
    endpoint = stanza["endpoint"]
    column, how = stanza["replicates"]["column"], stanza["replicates"]["how"]
    if "random" in endpoint:
        firsts = group_replicates(chosen, column, how, source)
        index = firsts.index[~firsts.duplicated().to_numpy()]
        labels = pd.Series(random_labels(len(index), stream(seed, name, "labels")), index=index)
        return labels, labels.map({0: "random 0", 1: "random 1"}), firsts, Notes()
    labels, words, notes = make_labels(chosen, endpoint, source)
    firsts = group_replicates(chosen.loc[labels.index], column, how, source)
    labels = one_label(labels, firsts, source)
    words = words[labels.index]
    if endpoint.get("permuted"):
        order = stream(seed, name, "labels").permutation(len(labels))
        labels = pd.Series(labels.to_numpy()[order], index=labels.index)
        words = pd.Series(words.to_numpy()[order], index=words.index)
    return labels, words, firsts, notes


def save_dataset(dataset, expression, samples, features, folds, record):
    """Write a data set's four tables and its record.

    Parameters
    ----------
    dataset : Dataset
    expression : path
        Parquet: one row per kept feature, one column per sample.
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


def examine_features(values, labels, folds, normality, low_variance=False):
    """Return which features take part and, for the others, why not.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        NaN where a value is missing.
    labels : int array, shape (samples,)
        0 or 1.
    folds : int array, shape (repeats, samples)
        The test fold of each sample, from 0.
    normality : dict
        z: the largest allowed distance of the excess kurtosis from zero, in standard errors;
        within_class: whether each class is tested separately.
    low_variance : bool array, shape (features,)
        Features to leave out because of their variance.

    Returns
    -------
    pandas.DataFrame
        kurtosis, z, kept, reason, one row per feature. A feature is not kept when a value is
        missing, when its variance is low, when it is constant within a class in some training
        fold, when its kurtosis is outside the range of floating-point numbers, or when it is not
        Gaussian.
    """
    g2, standard_errors = kurtosis_test(values, labels, normality["within_class"])
    missing = np.isnan(values).any(axis=0)
    constant = np.zeros_like(missing)
    for fold in folds:
        for test in range(fold.max() + 1):
            for c in (0, 1):
                training = values[(fold != test) & (labels == c)]
                constant |= training.min(axis=0) == training.max(axis=0)
    gaussian = np.abs(standard_errors) <= normality["z"]
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


def _check_features_left(examined, name, path):
    kept = examined["kept"]
    if kept.sum() < 2:
        dropped = examined.loc[~kept, "reason"]
        why = f"most frequent reason: {dropped.mode()[0]}; " if len(dropped) else ""
        raise InputError(
            f"{path}: {kept.sum()} of {len(kept)} features are left for data set '{name}', two are "
            f"needed; {why}check the values or raise normality.z"
        )


def _check_class_sizes(labels, folds, name, path):
    for c in (0, 1):
        size = int((labels == c).sum())
        if size < 2 * folds:
            raise InputError(
                f"{path}: class {c} of data set '{name}' has {size} samples, but {folds} folds "
                f"need at least {2 * folds}; choose other values or fewer folds"
            )
