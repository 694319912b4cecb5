"""Samples that are not independent: copies of one array under several ids."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from suitability.core.text import shown

# The smallest correlation of two samples, over standardised features, that counts as nearly equal.
# On microarrays of different patients the largest is 0.82 (docs/data.md); with few features chance
# and structure reach more, so that only copies count, and with very few even those occur by chance.
NEARLY_EQUAL, EQUAL = 0.9, 0.9999
ENOUGH_FEATURES, FEWEST_FEATURES = 100, 20
# Samples and features examined at a time, which bounds the memory.
SAMPLES_PER_BLOCK = 1024
FEATURES_PER_BLOCK = 1000
# Groups of samples that a warning names.
NAMED = 6


def similar_samples(values, groups=None):
    """Return the groups of samples with equal or nearly equal values.

    Features are standardised over the samples, so that what all samples have in common does not
    count and no feature dominates. Two samples are nearly equal if their correlation over all
    features is at least 0.9 (0.9999 where there are fewer than 100 features).

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        NaN where a value is missing; it counts as the mean of its feature.
    groups : int array, shape (samples,), optional
        Samples of one group are known to depend on each other and are not compared.

    Returns
    -------
    list of int array
        Indices of the samples of each group, in ascending order. Empty where fewer than 20
        features vary.
    """
    samples = len(values)
    centre, scale = _centre_and_scale(values)
    features = np.isfinite(scale).sum()
    if features < FEWEST_FEATURES:
        return []
    limit = NEARLY_EQUAL if features >= ENOUGH_FEATURES else EQUAL
    pairs = []
    for start in range(0, samples, SAMPLES_PER_BLOCK):
        near = _correlations(values, centre, scale, start) >= limit
        if groups is not None:
            near &= groups[start : start + SAMPLES_PER_BLOCK, None] != groups
        first, second = np.nonzero(near)
        pairs.append(np.stack([first + start, second]))
    first, second = np.concatenate(pairs, axis=1)
    others = first != second
    graph = coo_array(
        (np.ones(others.sum(), bool), (first[others], second[others])), shape=(samples, samples)
    )
    _, component = connected_components(graph, directed=False)
    members = np.split(np.argsort(component, kind="stable"), np.bincount(component).cumsum()[:-1])
    return sorted((group for group in members if len(group) > 1), key=lambda group: group[0])


def _blocks(values):
    for start in range(0, values.shape[1], FEATURES_PER_BLOCK):
        block = slice(start, start + FEATURES_PER_BLOCK)
        yield block, values[:, block]


def _centre_and_scale(values):
    """Return the mean and the standard deviation of each feature, infinite if it is constant."""
    centre, scale = np.empty((2, values.shape[1]))
    for block, x in _blocks(values):
        known = ~np.isnan(x)
        count = np.maximum(known.sum(axis=0), 1)
        with np.errstate(all="ignore"):
            centre[block] = np.where(known, x, 0).sum(axis=0) / count
            off = np.where(known, x - centre[block], 0)
            scale[block] = np.sqrt((off**2).sum(axis=0) / count)
            varies = np.fmax.reduce(x, axis=0) > np.fmin.reduce(x, axis=0)
        scale[block][~(varies & (scale[block] > 0))] = np.inf
    return centre, scale


def _correlations(values, centre, scale, start):
    """Return the correlations of a block of samples with all samples."""
    samples = len(values)
    stop = min(start + SAMPLES_PER_BLOCK, samples)
    products, total, squares = np.zeros((stop - start, samples)), np.zeros(samples), 0
    for block, x in _blocks(values):
        z = np.nan_to_num((x - centre[block]) / scale[block])
        products += z[start:stop] @ z.T
        total += z.sum(axis=1)
        squares = squares + (z**2).sum(axis=1)
    features = np.isfinite(scale).sum()
    mean = total / features
    deviation = np.sqrt(np.maximum(squares / features - mean**2, 0))
    deviation[deviation == 0] = np.inf
    covariances = products / features - mean[start:stop, None] * mean
    return covariances / deviation[start:stop, None] / deviation


def similarity_record(similar, values, samples, labels):
    """Return the groups of similar samples in the form in which they are recorded.

    Parameters
    ----------
    similar : list of int array
        From `similar_samples`.
    values : float64 array, shape (samples, features)
    samples : sequence of str
        Ids.
    labels : int array, shape (samples,)
        0 or 1.

    Returns
    -------
    list of dict
        samples (ids), equal (whether all values are equal), classes.
    """
    return [
        {
            "samples": [str(samples[i]) for i in group],
            "equal": bool(
                all(np.array_equal(values[group[0]], values[i], equal_nan=True) for i in group[1:])
            ),
            "classes": np.unique(labels[group]).tolist(),
        }
        for group in similar
    ]


def warn_of_similarity(record):
    """Return a warning if samples have equal or nearly equal values.

    Parameters
    ----------
    record : list of dict
        From `similarity_record`.

    Returns
    -------
    list of str
        Empty if there are none.
    """
    if not record:
        return []
    kind = "equal" if all(group["equal"] for group in record) else "equal or nearly equal"
    advice = (
        "they are not independent, so performances are too high and p-values too small; name the "
        "column of patients under replicates, or leave copies out with where"
    )
    across = [group for group in record if len(group["classes"]) > 1]
    if across:
        which = "they" if across == record else _named(across)
        advice += f"; {which} are in different classes: correct their labels"
    return [f"samples {_named(record)} have {kind} values throughout; {advice}"]


def _named(record):
    named = [" and ".join(map(shown, group["samples"][:NAMED])) for group in record[:NAMED]]
    more = len(record) - len(named)
    return ", ".join(named) + (f" and {more} more groups" if more else "")
