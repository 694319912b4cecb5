"""The scores of every candidate on each of a list of feature sets, under many label permutations.

The steps are those of `set_kernel`; what differs is that the scores of each set are kept and not
counted, so that each set can be followed from permutation to permutation.
"""

import numpy as np

from suitability.gaussian import set_kernel as kernel
from suitability.gaussian.compilation import Stored
from suitability.gaussian.layout import TILE

_HEAD, _PART, _CELL = kernel.HEAD, kernel.PART, kernel.CELL
_CANDIDATES = kernel.CANDIDATE_COUNT
_gather_values, _gather_statistics = kernel._gather_values, kernel._gather_statistics
_sum_cross_products, _set_rules = kernel._sum_cross_products, kernel._set_rules
_count_calls = kernel._count_calls


def set_scores(data, sets, scoring):
    """Return the score of every candidate on each set under every label permutation.

    Parameters
    ----------
    data : set_kernel.SetData
        Without held-out samples.
    sets : int array, shape (sets, size)
        Distinct features in each, size from 1 to `candidates.LARGEST_SET`.
    scoring : tally.Scoring

    Returns
    -------
    int64 array, shape (permutations, sets, candidates)
        -1 for a set with a feature that is constant within a class of some training fold.
    """
    sets = np.ascontiguousarray(sets, np.int64)
    members = tuple(range(sets.shape[1]))
    # Samples that each candidate calls class 1, by class.
    calls = np.zeros((len(data.test_order), len(sets), _CANDIDATES, 2), np.int32)
    _count.ready_for(data, sets, members, calls)(data, sets, members, calls)
    right_0 = data.layout.test_sizes[0] - calls[:, :, scoring.candidates, 0].astype(np.int64)
    right_1 = calls[:, :, scoring.candidates, 1].astype(np.int64)
    scores = scoring.weights[0] * right_0 + scoring.weights[1] * right_1
    scores[~data.usable[:, sets].all(axis=2)] = -1
    return scores


@Stored
def _count(data, sets, members, found):
    """Count calls; `members` is a tuple with an item a feature, so that code knows the size."""
    size, layout = len(members), data.layout
    parts = _HEAD * TILE
    cells = parts + size * _PART * TILE
    repeats, folds = layout.spans.shape[:2]
    tile = np.empty((layout.values.shape[1], (size + 1) * TILE))
    features = np.empty((TILE, size), np.int64)
    cross = np.empty((folds + 1, 2, size * (size - 1) // 2 * TILE))
    w = np.empty(cells + size * (size + 1) // 2 * _CELL * TILE)
    w_bits = w.view(np.int64)
    checks = np.empty((3, 2 * TILE))
    singular = np.empty(TILE)
    calls = np.empty((2, _CANDIDATES * TILE), np.int32)
    for begin in range(0, len(sets), TILE):
        lanes = min(TILE, len(sets) - begin)
        for k in range(TILE):
            features[k] = sets[begin + min(k, lanes - 1)]
        _gather_values(layout.values, features, tile)
        for permutation in range(data.test_order.shape[0]):
            order = data.test_order[permutation]
            singular[:] = 0.0
            calls[:] = 0
            for repeat in range(repeats):
                _sum_cross_products(tile, order, layout.spans[repeat], size, cross)
                for fold in range(folds):
                    _gather_statistics(
                        data.statistics[permutation], features, repeat, fold, w[parts:cells]
                    )
                    _set_rules(
                        w,
                        w_bits,
                        size,
                        cross[fold],
                        cross[folds],
                        layout.training_sizes[repeat, fold],
                        checks,
                        singular,
                    )
                    for c in range(2):
                        span = layout.spans[repeat, fold, c]
                        _count_calls(w, tile, order, span[0], span[1], members, calls[c])
            for k in range(lanes):
                for i in range(_CANDIDATES):
                    for c in range(2):
                        found[permutation, begin + k, i, c] = calls[c, i * TILE + k]
