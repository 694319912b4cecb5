"""Preprocessing of values, with a record of each step."""

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import shown
from suitability.data.counts import PRIOR_COUNT, normalise_counts
from suitability.data.formats.matrix import MISSING

# This many values are enough to see whether they are counts, intensities or logarithms.
VALUES_EXAMINED = 1_000_000


def preprocess(values, features, samples, options, genes, path):
    """Apply the steps that the config asks for, in the order of its keys up to the genes.

    Parameters
    ----------
    values : float64 array, shape (features, samples)
        Only samples that take part; NaN where a value is missing.
    features, samples : list of str
        Ids.
    options : dict
        `floor`, `log2`, `missing`, `counts` and `quantile`, as in the config.
    genes : dict of str to str, or None
        The gene of each probe that has one.
    path : path
        For messages.

    Returns
    -------
    values : float64 array, shape (features or genes, samples)
    features : list of str
    record, warnings : list of str
        What was done, and what looks wrong.

    Raises
    ------
    InputError
        If the logarithm cannot be taken, a value is missing where none may be, a sample has no
        values at all, values cannot be counts, or no probe has a gene.
    """
    record = []
    if options["floor"]:
        values, raised = raise_to_floor(values, options["floor"])
        record.append(f"{raised} values below {options['floor']:g} raised to it")
    warnings = warn_of_scale(values, options["log2"], options["counts"])
    if options["log2"]:
        values = take_logarithm(values, features, samples, path)
        record.append("logarithm to base 2 taken")
    empty = np.isnan(values).all(axis=0)
    if empty.any() and len(values):
        raise InputError(
            f"{path}: sample {shown(samples[int(empty.argmax())])} has no values at all, so that "
            "no feature could be kept; leave it out with where, or download the file again"
        )
    incomplete = np.isnan(values).any(axis=1)
    if incomplete.any() and options["missing"] == "error":
        feature = int(incomplete.argmax())
        sample = int(np.isnan(values[feature]).argmax())
        raise InputError(
            f"{path}: feature {shown(features[feature])}, sample {shown(samples[sample])}: the "
            f"value is missing, as for {incomplete.sum()} of {len(features)} features; fill it in, "
            "or set preprocess: {missing: drop}"
        )
    if options["counts"] != "none":
        values = normalise_counts(values, features, samples, options["counts"], path)
        factors = ", TMM factors" if options["counts"] == "tmm" else ""
        record.append(f"log2 of counts per million taken (prior count {PRIOR_COUNT}{factors})")
    if options["quantile"]:
        values = normalise_quantiles(values)
        record.append(f"quantile normalisation over {len(samples)} samples")
    if genes is not None:
        before = len(features)
        values, features, left_out = collapse_probes(values, features, genes, path)
        record.append(
            f"{before} probes combined into {len(features)} genes (means); {left_out} probes of no "
            "or of several genes left out"
        )
    return values, features, record, warnings


def raise_to_floor(values, floor):
    """Return the values with those below the floor raised to it, and the number of those."""
    below = int((values < floor).sum())
    return np.maximum(values, floor), below


def warn_of_scale(values, log2, counts):
    """Return a warning if counts, intensities or logarithms are not treated as such.

    Values look like intensities if their 99th percentile is above 100, or if their range is above
    50 and three quarters of them are above zero, as in GEO2R (NCBI). They look like counts if all
    are whole numbers, none is below zero and the largest is above 50.

    Parameters
    ----------
    values : float64 array
    log2 : bool
        Whether the logarithm is to be taken.
    counts : str
        `logcpm` or `tmm` if values are to be normalised as counts, `none` otherwise.

    Returns
    -------
    list of str
        Empty if there is nothing to warn of.
    """
    flat = values.reshape(-1)
    flat = flat[:: max(1, len(flat) // VALUES_EXAMINED)]
    flat = flat[~np.isnan(flat)]
    if not len(flat):
        return []
    least, quarter, high, most = np.quantile(flat, [0, 0.25, 0.99, 1])
    intensities = high > 100 or (most - least > 50 and quarter > 0)
    whole = least >= 0 and bool((flat == np.floor(flat)).all())
    if log2 or counts != "none":
        if intensities or (counts != "none" and whole):
            return []
        step = f"counts: {counts}" if counts != "none" else "log2: true"
        return [
            f"values look like logarithms already (99th percentile {high:.4g}), but preprocess: "
            f"{{{step}}} takes their logarithm"
        ]
    if whole and most > 50:
        return [
            f"values look like counts (whole numbers up to {most:g}); if they are RNA-seq counts, "
            "set preprocess: {counts: tmm}, if they are intensities, {log2: true}"
        ]
    if intensities:
        return [
            f"values do not look like logarithms (99th percentile {high:.4g}); if they are "
            "intensities, set preprocess: {log2: true}"
        ]
    return []


def take_logarithm(values, features, samples, path):
    """Return the logarithm to base 2.

    Parameters
    ----------
    values : float64 array, shape (features, samples)
        NaN where a value is missing.
    features, samples : list of str
        Ids, for messages.
    path : path
        For messages.

    Raises
    ------
    InputError
        If a value is not above zero. The message names its feature and sample.
    """
    below = values <= 0
    if below.any():
        feature, sample = np.argwhere(below)[0]
        raise InputError(
            f"{path}: feature {shown(features[feature])}, sample {shown(samples[sample])}: "
            f"{values[feature, sample]:g} has no logarithm, as {below.sum()} of {values.size} "
            "values; set preprocess.floor above zero, or leave log2 out"
        )
    return np.log2(values)


def normalise_quantiles(values):
    """Return values after quantile normalisation (Bolstad et al. 2003).

    All samples get the same distribution, the mean of theirs.

    Parameters
    ----------
    values : float64 array, shape (features, samples)

    Returns
    -------
    float64 array, shape (features, samples)
        Equal values of a sample stay equal: they get the mean over their ranks. A feature with a
        missing value is not used and becomes NaN.
    """
    complete = ~np.isnan(values).any(axis=1)
    used = values[complete]
    order = np.argsort(used, axis=0, kind="stable")
    common = np.take_along_axis(used, order, axis=0).mean(axis=1)
    for sample in range(used.shape[1]):
        ranked = order[:, sample]
        column = used[ranked, sample]
        starts = np.flatnonzero(np.diff(column, prepend=np.nan) != 0)
        counts = np.diff(starts, append=len(column))
        level = np.add.reduceat(common, starts) / counts
        used[ranked, sample] = np.repeat(level, counts)
    result = np.full_like(values, np.nan)
    result[complete] = used
    return result


def collapse_probes(values, probes, genes, path):
    """Return one row per gene, the mean of its probes.

    Parameters
    ----------
    values : float64 array, shape (probes, samples)
    probes : list of str
    genes : dict of str to str
        The gene of each probe that has one.
    path : path
        For messages.

    Returns
    -------
    values : float64 array, shape (genes, samples)
        The mean of the probes without missing values; NaN if all probes have missing values.
    genes : list of str
        In the order of their first probes.
    left_out : int
        Number of probes without a gene.

    Raises
    ------
    InputError
        If no probe has a gene.
    """
    gene_of = pd.Series(probes, dtype=object).map(genes)
    known = gene_of.notna().to_numpy()
    if not known.any():
        raise InputError(
            f"{path}: none of its {len(probes)} features, such as {shown(probes[0])}, has one gene "
            "in preprocess.probe_to_gene; correct the file"
        )
    codes, names = pd.factorize(gene_of[known])
    values = values[known]
    complete = ~np.isnan(values).any(axis=1)
    count = np.bincount(codes[complete], minlength=len(names))
    total = np.zeros((len(names), values.shape[1]))
    np.add.at(total, codes[complete], values[complete])
    with np.errstate(invalid="ignore"):
        return total / count[:, None], list(names), int((~known).sum())


def genes_of_probes(table):
    """Return the gene of each probe that belongs to exactly one.

    Parameters
    ----------
    table : pandas.DataFrame
        The index holds probes, which may be repeated, the first column their genes. A cell may
        name several genes, separated by `///`, `;`, `,` or `|`.

    Returns
    -------
    dict of str to str
    """
    genes = table.iloc[:, 0].str.strip()
    several = genes.str.contains(r"///|[;,|]", regex=True)
    pairs = genes[~genes.isin([*MISSING, "---"])].groupby(level=0)
    one = pairs.nunique().eq(1) & ~several.groupby(level=0).any().reindex(pairs.nunique().index)
    return pairs.first()[one].to_dict()


def average_replicates(values, groups):
    """Return the mean of the samples of each group.

    Parameters
    ----------
    values : float64 array, shape (features, samples)
    groups : sequence
        The group of each sample.

    Returns
    -------
    float64 array, shape (features, groups)
        Groups in the order of their first samples; NaN where a value of the group is missing.
    """
    codes, names = pd.factorize(np.asarray(groups, dtype=object))
    total = np.zeros((len(names), len(values)))
    np.add.at(total, codes, values.T)
    return total.T / np.bincount(codes)


def below_share(values, share):
    """Return which features are not among a given share with the largest variance.

    Parameters
    ----------
    values : float64 array, shape (features, samples)
    share : float
        Of the features without missing values, in (0, 1]; the number of features is rounded up.

    Returns
    -------
    bool array, shape (features,)
        False for a feature with a missing value, which is not counted. Of features with equal
        variance the first ones are kept.
    """
    variance = values.var(axis=1, ddof=1)
    complete = np.flatnonzero(~np.isnan(variance))
    kept = int(np.ceil(share * len(complete) - 1e-9))
    order = complete[np.argsort(-variance[complete], kind="stable")]
    below = np.zeros(len(values), dtype=bool)
    below[order[kept:]] = True
    return below
