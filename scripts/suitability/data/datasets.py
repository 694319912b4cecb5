"""Data sets: values, labels and folds, and which features take part."""

from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.core.resampling import (
    check_permutable,
    folds_frame,
    permuted_order,
    random_labels,
    stratified_folds,
)
from suitability.core.tables import write_json, write_parquet, write_tsv
from suitability.core.text import shown, some
from suitability.data.formats.dispatch import read_matrix, read_samples
from suitability.data.formats.matrix import MISSING
from suitability.data.formats.text_table import check_has_header, read_text_table
from suitability.data.labels import (
    check_columns,
    choose,
    column_of,
    group_replicates,
    make_labels,
    one_label,
)
from suitability.data.normality import (
    FEATURES_PER_BLOCK,
    is_gaussian,
    kurtosis_test,
    strongest_kept,
    warn_of_labels,
    warn_of_strongest,
)
from suitability.data.plausibility import warn_of_dates
from suitability.data.preprocessing import (
    average_replicates,
    below_share,
    genes_of_probes,
    preprocess,
)
from suitability.data.reading_notes import Notes
from suitability.data.sample_matching import join_samples, table_keys
from suitability.data.similarity import similar_samples, similarity_record, warn_of_similarity

# Differences up to this share of a feature's largest absolute value are taken for rounding. The
# mean of a hundred equal numbers can be off by 1e-14, text with the 15 digits of R by 1e-15.
ROUNDING = 1e-12
# Around zero the values that rounding came from can be far larger than the feature's own, as in the
# logarithm of numbers near one. Differences up to this share of the median over all features of
# their largest absolute values are taken for rounding too.
ROUNDING_NEAR_ZERO = 2 * np.finfo(float).eps


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
    feature_names : path or None
        A table of features and their names; by default the file of values names them.
    """

    expression: str
    samples: str | None = None
    probe_to_gene: str | None = None
    feature_names: str | None = None


@dataclass(frozen=True)
class Dataset:
    """The samples, features, values and folds of one endpoint.

    Attributes
    ----------
    values : float64 array, shape (samples, kept features)
    samples : pandas.DataFrame
        sample, class (from 0), label (the value that made the class), and group if there are
        groups.
    features : pandas.DataFrame
        feature, name (only if the file of values has names of features), kurtosis, z, kept,
        reason: see `examine_features`. One row per feature of the file of values.
    folds : int64 array, shape (repeats, samples)
        The test fold of each sample, from 0.
    record : dict
        `samples`: which samples were left out; `preprocessing`: what was done to the values;
        `warnings`: what looks wrong (lists of str); `similar_samples`: see
        `similarity.similarity_record`; `normality`: see `normality.strongest_kept`.
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
        test, z: see `examine_features`.
    cross_validation : dict
        repeats, folds, group: the column whose values name groups of samples that depend on each
        other, or empty.
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
    group = cross_validation["group"]
    values, labelled = read_labelled(name, files, stanza, group, seed)
    labels, groups, notes = labelled.labels, labelled.groups, labelled.notes
    names, source = labelled.names, labelled.source
    _check_class_sizes(labels, cross_validation["folds"], name, source)
    values, features, record = prepare_values(values, labelled, stanza, files)
    low_variance = below_share(values, stanza["preprocess"]["variance"])
    values = without_rounding(values.T)
    with _of_column(group, source):
        folds = stratified_folds(
            labels.to_numpy(),
            cross_validation["repeats"],
            cross_validation["folds"],
            stream(seed, name, "folds"),
            groups,
        )
        if groups is not None:
            check_permutable(labels.to_numpy(), groups)
    examined = examine_features(values, labels.to_numpy(), folds, normality, low_variance)
    examined.insert(0, "feature", features)
    if files.feature_names is not None:
        names = read_feature_names(files.feature_names, features)
    if any(feature in names for feature in features):
        examined.insert(1, "name", [names.get(feature, "") for feature in features])
    _check_features_left(examined, name, files.expression, record["warnings"])
    record["similar_samples"] = similarity_record(
        similar_samples(values, groups), values, labels.index, labels.to_numpy()
    )
    record["warnings"] = warn_of_similarity(record["similar_samples"]) + record["warnings"]
    record["warnings"] += warn_of_labels(normality["test"])
    record["normality"] = strongest_kept(values, labels.to_numpy(), examined, normality)
    # Random labels have no strong features to lose.
    if not {"random", "permuted"} & stanza["endpoint"].keys():
        record["warnings"] += warn_of_strongest(record["normality"], normality["test"])
    return Dataset(
        values=np.ascontiguousarray(values[:, examined["kept"].to_numpy()]),
        samples=labelled.table,
        features=examined,
        folds=folds,
        record=record
        | {
            "samples": [*notes.left_out, *_grouped(groups, group)],
            "warnings": [*notes.warnings, *record["warnings"]],
        },
    )


@dataclass(frozen=True)
class Labelled:
    """The samples of both classes.

    Attributes
    ----------
    labels, words : pandas.Series
        Class (0 or 1) and label of each sample, one sample per set of replicates.
    firsts : pandas.Series
        For each sample in the file of values, the one that its replicates are combined into.
    features : list of str
        Those of the file of values.
    names : dict of str to str
        Names of features, where the file has them.
    group_names, groups : array, or None
        The name and number of each sample's group.
    source : path
        The file that describes the samples, for messages.
    read : list of str
        What was done while reading.
    notes : reading_notes.Notes
    """

    labels: pd.Series
    words: pd.Series
    firsts: pd.Series
    features: list
    names: dict
    group_names: np.ndarray | None
    groups: np.ndarray | None
    source: str
    read: list
    notes: Notes

    @property
    def table(self):
        """The samples as a table: sample, class, label, and group if there are groups."""
        table = pd.DataFrame(
            {
                "sample": self.labels.index.astype(str),
                "class": self.labels.to_numpy(),
                "label": self.words.to_numpy().astype(str),
            }
        )
        return table if self.groups is None else table.assign(group=self.group_names)


def read_labelled(name, files, stanza, group, seed):
    """Read the samples of both classes and their values.

    Parameters
    ----------
    name, files, stanza, seed
        See `read_dataset`.
    group : str
        The column of groups, or empty.

    Returns
    -------
    values : float64 array, shape (features, samples with replicates)
        As in the file.
    labelled : Labelled

    Raises
    ------
    InputError
        If the files or the endpoint cannot be used.
    """
    matrix, table, notes = _read_files(files, stanza)
    source = files.samples or files.expression
    check_columns(table, matrix.features, stanza, source)
    chosen, of_where = choose(table, stanza["where"], source)
    _check_once(chosen, source)
    matrix = _one_platform(matrix, chosen, files.expression)
    labels, words, firsts, of_labels = _label(name, chosen, stanza, group, source, seed)
    group_names, groups = _groups(chosen, labels.index, group, source)
    used = firsts if stanza["replicates"]["how"] == "mean" else firsts[~firsts.duplicated()]
    labelled = Labelled(
        labels=labels,
        words=words,
        firsts=firsts,
        features=matrix.features,
        names=dict(zip(matrix.features, matrix.names, strict=False)),
        group_names=group_names,
        groups=groups,
        source=source,
        read=list(matrix.record),
        notes=notes + of_where + of_labels,
    )
    return _values_of(matrix, used.index), labelled


def _values_of(matrix, samples):
    column = {sample: i for i, sample in enumerate(matrix.samples)}
    return matrix.values[:, [column[sample] for sample in samples]]


def prepare_values(values, labelled, stanza, files):
    """Preprocess values and combine replicates.

    Parameters
    ----------
    values : float64 array, shape (features, samples with replicates)
    labelled : Labelled
    stanza : dict
        See `read_dataset`.
    files : Files

    Returns
    -------
    values : float64 array, shape (features, samples)
    features : list of str
        Genes, if probes were combined.
    record : dict
        preprocessing, warnings: lists of str.

    Raises
    ------
    InputError
        See `preprocessing.preprocess`.
    """
    features, firsts = labelled.features, labelled.firsts
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
    record = {"preprocessing": [*labelled.read, *done], "warnings": dates + warnings}
    return values, features, record


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


def read_feature_names(path, features):
    """Read the names of features, such as gene symbols.

    Parameters
    ----------
    path : path
        A table with features in its first column and their names in the second.
    features : sequence of str

    Returns
    -------
    dict of str to str
        By feature; several names of one feature are joined. Features without a name are left out.

    Raises
    ------
    InputError
        If the file cannot be read, or names none of the features.
    """
    names = read_probes(path, features).iloc[:, 0].str.strip()
    known = names[~names.isin([*MISSING, "---"])]
    if not known.index.isin(features).any():
        raise InputError(
            f"{path}: names none of the {len(features)} features, such as {shown(features[0])}; "
            "give a table of the same platform, with features in its first column"
        )
    return known.groupby(level=0).agg(lambda several: ", ".join(dict.fromkeys(several))).to_dict()


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


def _label(name, chosen, stanza, group, source, seed):
    """Return class and label of one sample per set of replicates, and that sample for each."""
    endpoint = stanza["endpoint"]
    column, how = stanza["replicates"]["column"], stanza["replicates"]["how"]
    rng = stream(seed, name, "labels")
    if "random" in endpoint:
        firsts = group_replicates(chosen, column, how, source)
        index = firsts.index[~firsts.duplicated().to_numpy()]
        _, groups = _groups(chosen, index, group, source)
        labels = pd.Series(random_labels(len(index), rng, groups), index=index)
        return labels, labels.map({0: "random 0", 1: "random 1"}), firsts, Notes()
    labels, words, notes = make_labels(chosen, endpoint, source)
    firsts = group_replicates(chosen.loc[labels.index], column, how, source)
    labels = one_label(labels, firsts, source)
    words = words[labels.index]
    if endpoint.get("permuted"):
        _, groups = _groups(chosen, labels.index, group, source)
        order = permuted_order(labels.to_numpy(), rng, groups)
        labels = pd.Series(labels.to_numpy()[order], index=labels.index)
        words = pd.Series(words.to_numpy()[order], index=words.index)
    return labels, words, firsts, notes


def _groups(chosen, samples, column, path):
    """Return the name and the number of each sample's group, or None twice if there are none."""
    if not column:
        return None, None
    names = column_of(chosen.loc[samples], column, path).str.strip()
    unknown = names.isin(MISSING)
    if unknown.any():
        raise InputError(
            f"{path}: sample {shown(unknown.idxmax())} has nothing in column '{column}', which "
            "cross_validation.group names; fill it in"
        )
    return names.to_numpy(), pd.factorize(names)[0]


def _grouped(groups, column):
    if groups is None:
        return []
    return [f"samples with the same '{column}' are in one fold ({groups.max() + 1} groups)"]


@contextmanager
def _of_column(column, path):
    """Name the column of groups in errors about them."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{path}: groups of column '{column}': {error}") from None


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


def rounding_limits(values):
    """Return the largest difference between values of each feature that counts as rounding.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        NaN where a value is missing.

    Returns
    -------
    float64 array, shape (features,)
    """
    largest = np.fmax.reduce(np.abs(values), axis=0, initial=0)
    return ROUNDING * largest + ROUNDING_NEAR_ZERO * np.median(largest)


def without_rounding(values):
    """Return values in which those of a feature that differ by rounding only are equal.

    Candidates would take such differences for signal, since they do not depend on scale: under
    permuted labels a class can consist of them.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        NaN where a value is missing.

    Returns
    -------
    float64 array, shape (samples, features)
        A feature without such differences has its values unchanged.
    """
    result, limits = values, rounding_limits(values)
    for start in range(0, values.shape[1], FEATURES_PER_BLOCK):
        block = values[:, start : start + FEATURES_PER_BLOCK]
        with np.errstate(over="ignore"):
            steps = np.diff(np.sort(block, axis=0), axis=0)
        limit = limits[start : start + FEATURES_PER_BLOCK]
        for feature in np.flatnonzero(((steps > 0) & (steps <= limit)).any(axis=0)):
            if result is values:
                result = values.copy()
            result[:, start + feature] = _merged(block[:, feature], limit[feature])
    return result


def _merged(column, limit):
    """Return a column in which each run of values that are at most `limit` apart is equal."""
    order = np.argsort(column)
    ordered = column[order]
    # NaN comes last and starts no run.
    first = np.concatenate([[True], ~(np.diff(ordered) <= limit)])
    merged = np.empty_like(column)
    merged[order] = ordered[first][np.cumsum(first) - 1]
    return merged


def examine_features(values, labels, folds, normality, low_variance=False):
    """Return which features take part and, for the others, why not.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        NaN where a value is missing.
    labels : int array, shape (samples,)
        From 0.
    folds : int array, shape (repeats, samples)
        The test fold of each sample, from 0.
    normality : dict
        test: which samples the excess kurtosis is taken over, see `normality.kurtosis_test`; with
        `none` no feature is left out for it. z: its largest allowed distance from zero, in
        standard errors.
    low_variance : bool array, shape (features,)
        Features to leave out because of their variance.

    Returns
    -------
    pandas.DataFrame
        kurtosis, z, kept, reason, one row per feature. A feature is not kept when a value is
        missing, when its variance is low, when within a class of some training fold it is constant
        or varies by rounding only, when its kurtosis is outside the range of floating-point
        numbers, or when it is not Gaussian.
    """
    g2, standard_errors = kurtosis_test(values, labels, normality["test"])
    missing = np.isnan(values).any(axis=0)
    limits = rounding_limits(values)
    varies = _range(values) > limits
    # The kurtosis of rounding errors means nothing.
    g2[~varies] = standard_errors[~varies] = np.nan
    constant = np.zeros_like(missing)
    for fold in folds:
        for test in range(fold.max() + 1):
            for c in range(labels.max() + 1):
                constant |= _range(values[(fold != test) & (labels == c)]) <= limits
    reason = np.select(
        [
            missing,
            missing | low_variance,
            constant,
            np.isnan(standard_errors),
            ~is_gaussian(standard_errors, normality),
        ],
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


def _range(values):
    with np.errstate(over="ignore"):
        return values.max(axis=0) - values.min(axis=0)


# What to do where too few features are left, by the most frequent reason.
ADVICE = {
    "missing value": "fill missing values in",
    "low variance": "raise preprocess.variance",
    "constant in a fold": "check the values",
    "values too large or too small": "change the unit of the values",
    "not Gaussian": "raise normality.z, or set normality: {test: none}",
}


def _check_features_left(examined, name, path, warnings):
    kept = examined["kept"]
    if kept.sum() < 2:
        dropped = examined.loc[~kept, "reason"]
        advice = ["use a table with more features"]
        if len(dropped):
            most = dropped.mode()[0]
            advice = [f"most frequent reason: {most}", *warnings, ADVICE[most]]
        raise InputError(
            f"{path}: {kept.sum()} of {len(kept)} features are left for data set '{name}', two are "
            f"needed; {'; '.join(advice)}"
        )


def _check_class_sizes(labels, folds, name, path):
    for c in range(max(2, labels.max() + 1)):
        size = int((labels == c).sum())
        if size < 2 * folds:
            raise InputError(
                f"{path}: class {c} of data set '{name}' has {size} samples, but {folds} folds "
                f"need at least {2 * folds}; choose other values or fewer folds"
            )
