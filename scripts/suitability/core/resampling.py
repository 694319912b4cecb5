"""Cross-validation folds, random labels and permutations of labels.

Samples of one group, such as tumour and normal tissue of one patient, depend on each other: they
stay in one fold, and labels are permuted so that groups do not change.
"""

from math import factorial, prod

import numpy as np
import pandas as pd

from suitability.core.errors import InputError

# Random splits that are tried before folds are given up.
ATTEMPTS = 50
# Fewer orders of the labels allow no p-value of 5%.
FEWEST_ORDERS = 20


def stratified_folds(labels, repeats, folds, rng, groups=None):
    """Return the folds of repeated stratified cross-validation.

    Parameters
    ----------
    labels : int array, shape (samples,)
        From 0.
    repeats, folds : int
        How many.
    rng : numpy.random.Generator
    groups : int array, shape (samples,), optional
        Samples of one group are in one fold. Class proportions are then as equal as the groups
        allow, and folds differ in size.

    Returns
    -------
    int64 array, shape (repeats, samples)
        The test fold of each sample, from 0.

    Raises
    ------
    InputError
        If the groups do not allow folds that all have samples of all classes, and two of each
        outside.
    """
    # Takes a second and 60 MB to import, which jobs that only permute labels need not spend.
    from sklearn.model_selection import RepeatedStratifiedKFold

    if groups is not None:
        return np.stack([_group_folds(labels, folds, rng, groups) for _ in range(repeats)])
    splitter = RepeatedStratifiedKFold(
        n_splits=folds, n_repeats=repeats, random_state=int(rng.integers(2**32))
    )
    result = np.empty((repeats, len(labels)), np.int64)
    for split, (_, test) in enumerate(splitter.split(np.zeros((len(labels), 1)), labels)):
        result[split // folds, test] = split % folds
    return result


def _group_folds(labels, folds, rng, groups):
    found = most_group_folds(labels, folds, rng, groups)
    possible = 0 if found is None else int(found.max()) + 1
    if possible == folds:
        return found
    of_class = groups_of_classes(labels, groups)
    way_out = f"at most {possible} folds are possible" if possible else "no folds are possible"
    counts = " and ".join(f"class {c} in {count}" for c, count in enumerate(of_class))
    counts = counts.replace("in", "has samples in", 1).replace(" and", " groups and", 1)
    raise InputError(
        f"{counts}, so that {folds} folds of whole groups cannot all have "
        f"{'both' if len(of_class) == 2 else 'all'} classes; {way_out}"
    )


def most_group_folds(labels, folds, rng, groups):
    """Return folds of whole groups, as many as possible up to a number.

    Parameters
    ----------
    labels, groups : int array, shape (samples,)
    folds : int
    rng : numpy.random.Generator

    Returns
    -------
    int64 array, shape (samples,), or None
        The test fold of each sample, from 0; None if not even two folds are found.
    """
    for count in range(min(folds, *groups_of_classes(labels, groups)), 1, -1):
        found = _try_group_folds(labels, count, rng, groups)
        if found is not None:
            return found
    return None


def _try_group_folds(labels, folds, rng, groups):
    """Return folds of whole groups, or None if none are found."""
    # Takes a second and 60 MB to import, which jobs that only permute labels need not spend.
    from sklearn.model_selection import StratifiedGroupKFold

    for _ in range(ATTEMPTS):
        splitter = StratifiedGroupKFold(
            n_splits=folds, shuffle=True, random_state=int(rng.integers(2**32))
        )
        result = np.empty(len(labels), np.int64)
        sizes = np.empty((folds, labels.max() + 1), np.int64)
        for fold, (_, test) in enumerate(splitter.split(labels[:, None], labels, groups)):
            result[test] = fold
            sizes[fold] = np.bincount(labels[test], minlength=labels.max() + 1)
        # A variance needs two samples of each class outside the fold.
        if sizes.min() > 0 and (sizes.sum(axis=0) - sizes).min() > 1:
            return result
    return None


def groups_of_classes(labels, groups):
    """Return the number of groups in which each class has samples.

    Parameters
    ----------
    labels, groups : int array, shape (samples,)

    Returns
    -------
    tuple of int
    """
    return tuple(len(np.unique(groups[labels == c])) for c in range(labels.max() + 1))


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


def random_labels(samples, rng, groups=None):
    """Return labels of which a random half is 1; an odd sample is 0.

    Parameters
    ----------
    samples : int
        How many.
    rng : numpy.random.Generator
    groups : int array, shape (samples,), optional
        The number of each sample's group, from 0. Samples of one group have the same label, and
        half of the groups are 1.

    Returns
    -------
    int64 array, shape (samples,)
    """
    if groups is not None:
        return random_labels(int(groups.max()) + 1, rng)[groups]
    return rng.permutation((np.arange(samples) % 2).astype(np.int64))


def permuted_order(labels, rng, groups=None):
    """Return a random order of the samples under which labels are exchangeable.

    Without groups, any order. If each group has one class, as with several samples of a patient,
    groups of equal size change places as a whole. If each group has several, as with tumour and
    normal tissue of a patient, samples change places within their groups (Winkler et al.,
    NeuroImage 123, 2015: exchangeability blocks). The sizes of classes and of folds of whole
    groups stay the same.

    Parameters
    ----------
    labels : int array, shape (samples,)
        From 0.
    rng : numpy.random.Generator
    groups : int array, shape (samples,), optional

    Returns
    -------
    int64 array, shape (samples,)
        Sample order[i] takes the label and the folds of sample i. (The inverse is as likely, so
        that it can be read the other way round.)

    Raises
    ------
    InputError
        See `check_permutable`.
    """
    if groups is None:
        return rng.permutation(len(labels))
    members = _members(groups)
    order = np.arange(len(labels))
    if _one_class_each(labels, members):
        for same_size in _by_size(members):
            for group, other in zip(same_size, rng.permutation(len(same_size)), strict=True):
                order[group] = same_size[other]
    else:
        for group in members:
            order[group] = rng.permutation(group)
    return order


def check_permutable(labels, groups):
    """Check that labels can be permuted without breaking up groups.

    Parameters
    ----------
    labels, groups : int array, shape (samples,)

    Raises
    ------
    InputError
        If some groups have one class and others both, or there are fewer than 20 ways to permute
        the labels.
    """
    members = _members(groups)
    if _one_class_each(labels, members):
        ways = prod(
            # Groups of equal size change places.
            _arrangements(labels[[group[0] for group in same_size]])
            for same_size in _by_size(members)
        )
        if ways < FEWEST_ORDERS:
            raise InputError(
                "each group has one class, so that labels are permuted between groups of equal "
                f"size, which is possible in {ways} ways only; at least {FEWEST_ORDERS} are "
                "needed: leave samples out with where, so that more groups have the same size"
            )
        return
    mixed = sum(len(set(labels[group])) > 1 for group in members)
    if mixed < len(members):
        raise InputError(
            f"{mixed} of {len(members)} groups have samples of both classes, the others of one; "
            "labels can be permuted within groups if all have both classes, or between groups if "
            "each has one: leave the others out with where"
        )
    ways = prod(_arrangements(labels[group]) for group in members)
    if ways < FEWEST_ORDERS:
        raise InputError(
            f"labels are permuted within {len(members)} groups, which is possible in {ways} ways "
            f"only; at least {FEWEST_ORDERS} are needed: use more groups"
        )


def _arrangements(labels):
    """Return in how many ways labels can be arranged."""
    counts = np.bincount(labels).tolist()
    return factorial(len(labels)) // prod(map(factorial, counts))


def _members(groups):
    """Return the indices of the samples of each group."""
    order = np.argsort(groups, kind="stable")
    _, counts = np.unique(groups, return_counts=True)
    return np.split(order, counts.cumsum()[:-1])


def _one_class_each(labels, members):
    return all(len(set(labels[group])) == 1 for group in members)


def _by_size(members):
    """Return the groups of each size."""
    sizes = sorted({len(group) for group in members})
    return [[group for group in members if len(group) == size] for size in sizes]
