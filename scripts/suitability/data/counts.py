"""Log-CPM and TMM normalisation of RNA-seq counts, as in edgeR.

Own code: the library rnanorm (2.2.0) has no log-CPM with a prior count, and its TMM differs from
edgeR's where the upper quartile of a sample is zero.
"""

import numpy as np
from scipy.stats import rankdata

from suitability.core.errors import InputError
from suitability.core.text import shown

# The average count added to each gene, edgeR's default.
PRIOR_COUNT = 2
# Genes left out at each end, by their log-ratio and by their level (edgeR's defaults).
TRIMMED_RATIOS, TRIMMED_LEVELS = 0.3, 0.05


def normalise_counts(counts, features, samples, how, path):
    """Return the logarithm to base 2 of counts per million.

    Parameters
    ----------
    counts : float64 array, shape (features, samples)
        Need not be whole numbers; NaN where one is missing.
    features, samples : list of str
        Ids, for messages.
    how : str
        `logcpm`, or `tmm` for library sizes that are multiplied by the factors of `tmm_factors`.
    path : path
        For messages.

    Returns
    -------
    float64 array, shape (features, samples)
        A feature with a missing count is not used and becomes NaN.

    Raises
    ------
    InputError
        If a count is below zero, or a sample has none above zero.
    """
    negative = counts < 0
    if negative.any():
        feature, sample = np.argwhere(negative)[0]
        raise InputError(
            f"{path}: feature {shown(features[feature])}, sample {shown(samples[sample])}: "
            f"{counts[feature, sample]:g} is below zero, which no count is; leave "
            "preprocess.counts out, or correct the file"
        )
    complete = ~np.isnan(counts).any(axis=1)
    used = counts[complete]
    sizes = used.sum(axis=0)
    if (sizes == 0).any():
        raise InputError(
            f"{path}: sample {shown(samples[int(np.argmin(sizes))])} has no count above zero; "
            "leave it out with where"
        )
    if how == "tmm":
        sizes = sizes * tmm_factors(used)
    result = np.full_like(counts, np.nan)
    result[complete] = log_cpm(used, sizes)
    return result


def log_cpm(counts, sizes):
    """Return the logarithm to base 2 of counts per million, after adding a prior count.

    Parameters
    ----------
    counts : float64 array, shape (genes, samples)
    sizes : float64 array, shape (samples,)
        Library sizes.

    Returns
    -------
    float64 array, shape (genes, samples)
        As edgeR's `cpm(log = TRUE, prior.count = 2)`: the prior count is in proportion to the
        library size, so that equal proportions give equal values.
    """
    prior = PRIOR_COUNT * sizes / sizes.mean()
    return np.log2((counts + prior) / (sizes + 2 * prior) * 1e6)


def tmm_factors(counts):
    """Return the factors of TMM by which library sizes are multiplied.

    A sample's factor is the weighted, trimmed mean of the log-ratios of its genes to those of a
    reference sample (Robinson and Oshlack, Genome Biology 11, R25, 2010). The reference is the
    sample whose upper quartile is nearest to the mean of all.

    Parameters
    ----------
    counts : float64 array, shape (genes, samples)

    Returns
    -------
    float64 array, shape (samples,)
        Of geometric mean 1; as edgeR's `calcNormFactors(method = "TMM")`.
    """
    sizes = counts.sum(axis=0)
    counts = counts[(counts > 0).any(axis=1)]
    quartiles = np.quantile(counts, 0.75, axis=0) / sizes
    if np.median(quartiles) < 1e-20:
        reference = int(np.argmax(np.sqrt(counts).sum(axis=0)))
    else:
        reference = int(np.argmin(np.abs(quartiles - quartiles.mean())))
    logarithms = np.array(
        [
            _trimmed_mean(counts[:, i], counts[:, reference], sizes[i], sizes[reference])
            for i in range(counts.shape[1])
        ]
    )
    return 2 ** (logarithms - logarithms.mean())


def _trimmed_mean(counts, reference, size, reference_size):
    """Return the weighted mean log-ratio of a sample to the reference."""
    both = (counts > 0) & (reference > 0)
    counts, reference = counts[both], reference[both]
    ratio = np.log2((counts / size) / (reference / reference_size))
    if not len(ratio) or np.abs(ratio).max() < 1e-6:
        return 0.0
    level = (np.log2(counts / size) + np.log2(reference / reference_size)) / 2
    # The approximate variance of a log-ratio.
    variance = (size - counts) / size / counts + (
        reference_size - reference
    ) / reference_size / reference
    keep = _is_inside(ratio, TRIMMED_RATIOS) & _is_inside(level, TRIMMED_LEVELS)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (ratio[keep] / variance[keep]).sum() / (1 / variance[keep]).sum()
    return 0.0 if np.isnan(mean) else float(mean)


def _is_inside(values, trimmed):
    """Return which values are not among the smallest and the largest, by their share."""
    lowest = np.floor(len(values) * trimmed) + 1
    ranks = rankdata(values)
    return (ranks >= lowest) & (ranks <= len(values) + 1 - lowest)
