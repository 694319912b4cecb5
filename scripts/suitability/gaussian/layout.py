"""The arrangement of a data set in memory that both kernels share."""

from typing import NamedTuple

import numpy as np

# Feature sets stand side by side in tiles of this many lanes, so that one instruction serves
# several sets.
TILE = 64


def sections(count, start=0):
    """Return the offsets of consecutive sections of a work space, one tile each."""
    return range(start * TILE, (start + count) * TILE, TILE)


class Layout(NamedTuple):
    """Values, and the order in which samples are tested.

    Attributes
    ----------
    values : float64 array, shape (features, samples)
        Centred values of each feature, scaled by a power of two.
    test_order : int64 array, shape (test decisions,)
        The samples by repeat, fold and class.
    spans : int64 array, shape (repeats, folds, 2, 2)
        Where in test order the test samples of each class start and stop.
    training_sizes : int64 array, shape (repeats, folds, 2)
        Training samples of each class.
    tested : int64 array, shape (repeats,)
        How many folds of each repeat are tested: all, but one where samples are held out.
    test_sizes : int64 array, shape (2,)
        Test decisions in each class over all splits of the cross-validation: repeats times samples.
    held_out_sizes : int64 array, shape (2,)
        Held-out samples of each class.
    """

    values: np.ndarray
    test_order: np.ndarray
    spans: np.ndarray
    training_sizes: np.ndarray
    tested: np.ndarray
    test_sizes: np.ndarray
    held_out_sizes: np.ndarray


def with_held_out(folds):
    """Return folds with one more repeat that tests the held-out samples.

    In it, fold 0 has the held-out samples and fold 1 all others, so that a candidate that is tried
    on fold 0 is fitted on all samples that take part in the cross-validation. Fold 1 is not tested.

    Parameters
    ----------
    folds : int array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0; -1 for held-out samples, which are the
        same in every repeat.

    Returns
    -------
    folds : int array, shape (repeats, samples), or one repeat more if samples are held out
    tested : int64 array, shape (repeats,)
        How many folds of each repeat are tested.
    """
    tested = np.full(len(folds), folds.max() + 1, np.int64)
    held_out = folds[0] < 0
    if not held_out.any():
        return folds, tested
    return np.vstack([folds, np.where(held_out, 0, 1)]), np.append(tested, 1)


def lay_out(values, labels, folds):
    """Return the layout of a data set.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
        0 or 1.
    folds : int array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0; -1 for held-out samples.

    Returns
    -------
    Layout
    """
    # In C order NumPy adds the samples one by one, so that sums have the same bits everywhere.
    values = np.ascontiguousarray(values, np.float64)
    # Scaling by a power of two is exact, and keeps products of variances within range.
    values = np.ldexp(values, -np.frexp(np.abs(values).max())[1])
    values = values - values.sum(axis=0) / len(values)
    cross_validated = folds[0] >= 0
    held_out_sizes, training_sizes = (
        np.array([(chosen & (labels == c)).sum() for c in (0, 1)])
        for chosen in (~cross_validated, cross_validated)
    )
    repeats = len(folds)
    folds, tested = with_held_out(folds)
    sizes = np.array(
        [
            [[((fold == f) & (labels == c)).sum() for c in (0, 1)] for f in range(folds.max() + 1)]
            for fold in folds
        ]
    )
    stops = sizes.ravel().cumsum().reshape(sizes.shape)
    return Layout(
        values=np.ascontiguousarray(values.T),
        test_order=np.concatenate(
            [np.lexsort((labels, fold))[(fold < 0).sum() :] for fold in folds]
        ),
        spans=np.stack([stops - sizes, stops], axis=-1),
        training_sizes=sizes.sum(axis=1, keepdims=True) - sizes,
        tested=tested,
        test_sizes=training_sizes * repeats,
        held_out_sizes=held_out_sizes,
    )


def statistics_by_feature(moments, extra, repeats):
    """Return class means, class variances and one more statistic of every feature and split.

    Parameters
    ----------
    moments : moments.Moments
    extra : float64 array, shape (splits, features)
    repeats : int
        With that of held-out samples.

    Returns
    -------
    float64 array, shape (features, repeats, folds, 5)
    """
    found = np.concatenate([moments.means, moments.variances, extra[:, None]], axis=1)
    return np.ascontiguousarray(found.transpose(2, 0, 1)).reshape(
        found.shape[2], repeats, -1, found.shape[1]
    )
