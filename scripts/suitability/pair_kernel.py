"""Score pairs of features with all six candidates, fast and to the bit.

`prepare` lays the data out, `score_pairs` scores a share of the pairs; nothing else is needed from
outside.

How it works. The second features of the pairs stand side by side in tiles of `TILE` lanes, so that
one instruction serves several pairs. For one first feature and one tile (a "row") the kernel

1. sums the within-class cross-products of every test fold, and of all of them: what a training
   fold needs is the total less its own test fold (`_sum_cross_products`);
2. turns the moments of each training fold into the coefficients of the candidates' decision
   functions, which are polynomials in the two values (`_pair_rules`);
3. counts, for each candidate, the test samples of a class that it calls class 1 (`_count_calls`);
4. turns the counts into integer scores and winner sets (`_tally`).

Numbers are float64 throughout, in IEEE operations of a fixed order without fast-math, so a pair
gets the same decisions on every machine and in every thread and shard. What the loops over lanes
share lives in one flat work space with sections at compile-time offsets: LLVM then needs no alias
checks and vectorises every one of them.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit

from suitability.arithmetic import fma, log_lanes
from suitability.candidates import CANDIDATES
from suitability.gaussian import (
    LARGEST_CORRELATION,
    single_feature_rules,
    training_moments,
)

TILE = 64
ROWS_A_BLOCK = 256
LIST_LENGTH = 100
CANDIDATE_COUNT = len(CANDIDATES)

SINGULAR_ABOVE = LARGEST_CORRELATION**2


def _sections(count, start=0):
    return range(start * TILE, (start + count) * TILE, TILE)


# The work space of a split begins with the statistics of the tile's features: class means and
# variances, and the polynomials by which single features vote.
STATISTICS = 11
(MEAN_0, MEAN_1, VARIANCE_0, VARIANCE_1) = _sections(4)
(NC_0, NC_1, DLDA_0, DLDA_1, UDA_0, UDA_1, UDA_2) = _sections(7, 4)
# Then the decision functions of pairs (a, b), with e0, e1 the squared distances of a from the
# class means:
#   LDA   LDA_0 + LDA_A a + LDA_B b                                    above 0
#   SDA   SDA_0 + SDA_E e0 + SDA_B b + SDA_BB b b                      above e1
#   QDA   QDA_0 + QDA_A a + QDA_AA a a + (QDA_B + QDA_AB a) b + QDA_BB b b   above 0
(LDA_0, LDA_A, LDA_B) = _sections(3, 11)
(SDA_0, SDA_E, SDA_B, SDA_BB) = _sections(4, 14)
(QDA_0, QDA_A, QDA_AA, QDA_B, QDA_AB, QDA_BB) = _sections(6, 18)
# Then scratch: sums of products over the test fold, and two ratios with their logarithms.
(CROSS_0, CROSS_1, RATIO_S, RATIO_Q, LOG_S, LOG_Q) = _sections(6, 24)
SECTIONS = 30

# Sections of what is summed over a row: products over all samples, and whether a covariance was
# singular in some training fold.
(TOTAL_0, TOTAL_1, SINGULAR) = _sections(3)

# Rows of the table of what the first feature brings to each test sample.
(VALUE, NC_LIMIT, DLDA_LIMIT, UDA_LIMIT, DISTANCE_0, DISTANCE_1) = range(6)

# Sections of the counts of calls of a class.
(NC, DLDA, LDA, SDA, UDA, QDA) = _sections(CANDIDATE_COUNT)

_compiled = njit(error_model="numpy", nogil=True)


class PairData(NamedTuple):
    """Values and single-feature statistics, laid out for the kernel.

    The samples stand in test order: by repeat, fold and class.

    Attributes
    ----------
    values : float64 array, shape (features, repeats * samples)
        Centred values of each feature.
    value_tiles : float64 array, shape (tiles, repeats * samples * TILE)
        The same by tile, sample and lane; the last tile is filled up with its last feature.
    statistics : float64 array, shape (features, repeats, folds, STATISTICS)
    statistic_tiles : float64 array, shape (tiles, repeats, folds, STATISTICS * TILE)
    spans : int64 array, shape (repeats, folds, 2, 2)
        Where the test samples of each class start and stop.
    training_sizes : int64 array, shape (repeats, folds, 2)
        Training samples of each class.
    test_sizes : int64 array, shape (2,)
        Test decisions in each class over all splits: repeats times samples.
    """

    values: np.ndarray
    value_tiles: np.ndarray
    statistics: np.ndarray
    statistic_tiles: np.ndarray
    spans: np.ndarray
    training_sizes: np.ndarray
    test_sizes: np.ndarray


class Scoring(NamedTuple):
    """How calls become scores and winners.

    Attributes
    ----------
    candidates : int64 array, shape (candidates,)
        Places in `candidates.CANDIDATES` of those that take part, in config order.
    weights : int64 array, shape (2,)
        What a right decision in each class adds to the score.
    tolerance : int
        How far below the best score a winner may be.
    unit : int
        What every score is a multiple of.
    """

    candidates: np.ndarray
    weights: np.ndarray
    tolerance: int
    unit: int


class Tally(NamedTuple):
    """What has been found so far; tallies merge by `merge`.

    Attributes
    ----------
    counts : int64 array, shape (highest score / unit + 1, 2 ** candidates)
        Pairs by best score, in units, and winner mask.
    keys : int64 array, shape (1 + candidates, LIST_LENGTH)
        Sort keys, highest first, of the best pairs overall (key: the best score) and of the pairs
        that each candidate wins most clearly (key: its lead over the next, then its score).
    pairs : int64 array, same shape
        The pairs themselves, first feature * features + second feature; ties go to the lower one.
    scores : int64 array, shape (1 + candidates, LIST_LENGTH, candidates)
        The candidates' scores on these pairs.
    singular : int64 array, shape (1,)
        Pairs with a singular covariance in some training fold.
    """

    counts: np.ndarray
    keys: np.ndarray
    pairs: np.ndarray
    scores: np.ndarray
    singular: np.ndarray

    @classmethod
    def empty(cls, units, candidates):
        """Return the tally of no pairs."""
        lists = (1 + candidates, LIST_LENGTH)
        return cls(
            np.zeros((units + 1, 2**candidates), np.int64),
            np.full(lists, -1, np.int64),
            np.full(lists, np.iinfo(np.int64).max, np.int64),
            np.zeros((*lists, candidates), np.int64),
            np.zeros(1, np.int64),
        )


def merge(tallies):
    """Return the tally of all pairs in several; order and grouping do not matter."""
    tallies = list(tallies)
    return Tally(
        sum(t.counts for t in tallies),
        *merge_lists([(t.keys, t.pairs, t.scores) for t in tallies]),
        sum(t.singular for t in tallies),
    )


def merge_lists(lists):
    """Return the best pairs of several lists.

    Parameters
    ----------
    lists : list of (keys, pairs, scores)
        As in `Tally`.

    Returns
    -------
    keys, pairs, scores
    """
    keys, pairs, scores = (np.concatenate(part, axis=1) for part in zip(*lists, strict=True))
    best = np.lexsort((pairs, -keys), axis=1)[:, :LIST_LENGTH]
    return (
        np.take_along_axis(keys, best, axis=1),
        np.take_along_axis(pairs, best, axis=1),
        np.take_along_axis(scores, best[:, :, None], axis=1),
    )


def prepare(values, labels, folds):
    """Lay a data set out for the kernel.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        At least two features, none of them constant within a class of a training fold.
    labels : int array, shape (samples,)
        0 or 1.
    folds : int array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0.

    Returns
    -------
    PairData
    """
    # In C order NumPy adds the samples one by one, so that sums have the same bits everywhere.
    values = np.ascontiguousarray(values, np.float64)
    # Scaling by a power of two is exact, and keeps products of variances within range.
    values = np.ldexp(values, -np.frexp(np.abs(values).max())[1])
    values = values - values.sum(axis=0) / len(values)
    moments = training_moments(values, labels, folds)
    votes = single_feature_rules(moments)
    statistics = np.concatenate(
        [
            np.moveaxis(moments.means, 1, -1),
            np.moveaxis(moments.variances, 1, -1),
            *(votes[name] for name in ("NC", "DLDA", "UDA")),
        ],
        axis=-1,
    )

    repeats, fold_count = len(folds), folds.max() + 1
    test_order = np.concatenate([np.lexsort((labels, fold)) for fold in folds])
    sizes = np.array(
        [
            [[((fold == f) & (labels == c)).sum() for c in (0, 1)] for f in range(fold_count)]
            for fold in folds
        ]
    )
    stops = sizes.ravel().cumsum().reshape(sizes.shape)
    in_test_order = values[test_order]

    features = values.shape[1]
    tiles = -(-features // TILE)
    lanes = np.minimum(np.arange(tiles * TILE), features - 1).reshape(tiles, TILE)
    return PairData(
        values=np.ascontiguousarray(in_test_order.T),
        value_tiles=np.stack([in_test_order[:, lane].ravel() for lane in lanes]),
        statistics=np.ascontiguousarray(statistics.swapaxes(0, 1)).reshape(
            features, repeats, fold_count, STATISTICS
        ),
        statistic_tiles=np.stack(
            [statistics[:, lane].swapaxes(1, 2).reshape(repeats, fold_count, -1) for lane in lanes]
        ),
        spans=np.stack([stops - sizes, stops], axis=-1),
        training_sizes=moments.sizes.reshape(repeats, fold_count, 2),
        test_sizes=np.array([(labels == c).sum() * repeats for c in (0, 1)]),
    )


def shard_rows(features, shard, shards):
    """Return a shard's share of the pairs as blocks of rows.

    Every row costs the same, so shards of as many rows take as long.

    Parameters
    ----------
    features : int
    shard : int
        From 0.
    shards : int

    Returns
    -------
    list of (int, int, int)
        Tile, and the first features from start to stop that are paired with its features.
    """
    ends = np.minimum(np.arange(1, -(-features // TILE) + 1) * TILE, features) - 1
    offsets = np.concatenate([[0], ends.cumsum()])
    start, stop = (int(offsets[-1]) * s // shards for s in (shard, shard + 1))
    blocks = []
    for tile, offset in enumerate(offsets[:-1]):
        first, last = max(start - offset, 0), min(stop - offset, ends[tile])
        for row in range(first, last, ROWS_A_BLOCK):
            blocks.append((tile, row, min(row + ROWS_A_BLOCK, int(last))))
    return blocks


def pairs_in(block, features):
    """Return how many pairs a block of rows holds."""
    tile, start, stop = block
    firsts = np.arange(start, stop)
    lowest = np.maximum(tile * TILE, firsts + 1)
    return int((min((tile + 1) * TILE, features) - lowest).sum())


def score_pairs(data, blocks, scoring, *, threads=1, progress=lambda pairs: None):
    """Score every pair in some blocks of rows.

    Parameters
    ----------
    data : PairData
    blocks : list of (int, int, int)
        From `shard_rows`.
    scoring : Scoring
    threads : int
        The result does not depend on it.
    progress : callable
        Called with the number of pairs that have been scored since the last call.

    Returns
    -------
    Tally
    """
    features = len(data.values)
    units = int(data.test_sizes @ scoring.weights) // scoring.unit
    tallies = [Tally.empty(units, len(scoring.candidates))]
    of_thread = threading.local()

    def start():
        of_thread.tally = Tally.empty(units, len(scoring.candidates))
        tallies.append(of_thread.tally)

    def score(block):
        _score_rows(data, scoring, of_thread.tally, *block)
        return pairs_in(block, features)

    with ThreadPoolExecutor(threads, initializer=start) as pool:
        for pairs in pool.map(score, blocks):
            progress(pairs)
    return merge(tallies)


@_compiled
def _score_rows(data, scoring, tally, tile, start, stop):
    repeats, folds = data.spans.shape[:2]
    work = np.empty((repeats, folds, SECTIONS * TILE))
    work_bits = work.view(np.int64)
    for repeat in range(repeats):
        for fold in range(folds):
            for i in range(STATISTICS * TILE):
                work[repeat, fold, i] = data.statistic_tiles[tile, repeat, fold, i]
    sums = np.empty(3 * TILE)
    first = np.empty((6, data.values.shape[1]))
    calls = np.empty((2, CANDIDATE_COUNT * TILE), np.int64)
    for row in range(start, stop):
        sums[SINGULAR:] = 0.0
        calls[:] = 0
        for repeat in range(repeats):
            _sum_cross_products(data, tile, row, repeat, work[repeat], sums)
            for fold in range(folds):
                _pair_rules(
                    work[repeat, fold],
                    work_bits[repeat, fold],
                    sums,
                    data.statistics[row, repeat, fold],
                    data.training_sizes[repeat, fold],
                )
                _set_first_feature(
                    first,
                    data.values[row],
                    data.statistics[row, repeat, fold],
                    data.spans[repeat, fold],
                )
                for c in range(2):
                    _count_calls(
                        work[repeat, fold],
                        data.value_tiles[tile],
                        first,
                        data.spans[repeat, fold, c],
                        calls[c],
                    )
        _tally(data, scoring, tally, tile, row, sums, calls)


@_compiled
def _sum_cross_products(data, tile, row, repeat, work, sums):
    """Sum the products of the two values over each test fold and class, and over all folds."""
    sums[:SINGULAR] = 0.0
    for fold in range(work.shape[0]):
        for c in range(2):
            start, stop = data.spans[repeat, fold, c]
            cross = work[fold, CROSS_0 + c * TILE : CROSS_0 + (c + 1) * TILE]
            cross[:] = 0.0
            _add_products(data.values[row], data.value_tiles[tile], start, stop, cross)
            total = sums[TOTAL_0 + c * TILE : TOTAL_0 + (c + 1) * TILE]
            for k in range(TILE):
                total[k] += cross[k]


@_compiled
def _add_products(a, b, start, stop, out):
    # Four samples a pass: the sums are read and written a quarter as often.
    s = start
    while s + 4 <= stop:
        b_0 = b[s * TILE : (s + 1) * TILE]
        b_1 = b[(s + 1) * TILE : (s + 2) * TILE]
        b_2 = b[(s + 2) * TILE : (s + 3) * TILE]
        b_3 = b[(s + 3) * TILE : (s + 4) * TILE]
        a_0, a_1, a_2, a_3 = a[s], a[s + 1], a[s + 2], a[s + 3]
        for k in range(TILE):
            two = fma(a_1, b_1[k], fma(a_0, b_0[k], out[k]))
            out[k] = fma(a_3, b_3[k], fma(a_2, b_2[k], two))
        s += 4
    while s < stop:
        b_0 = b[s * TILE : (s + 1) * TILE]
        a_0 = a[s]
        for k in range(TILE):
            out[k] = fma(a_0, b_0[k], out[k])
        s += 1


@_compiled
def _pair_rules(w, w_bits, sums, first, sizes):
    """Write the coefficients of the decision functions of LDA, SDA and QDA.

    Each is a positive multiple of the log-likelihood ratio: LDA without dividing by the
    determinant, SDA times twice the variance of class 1, QDA times two.
    """
    n0, n1 = sizes[0], sizes[1]
    pooled_df = 1.0 / (n0 + n1 - 2)
    df_0, df_1 = 1.0 / (n0 - 1), 1.0 / (n1 - 1)
    a_mean_0, a_mean_1 = first[MEAN_0 // TILE], first[MEAN_1 // TILE]
    a_var_0, a_var_1 = first[VARIANCE_0 // TILE], first[VARIANCE_1 // TILE]
    a_var = ((n0 - 1) * a_var_0 + (n1 - 1) * a_var_1) * pooled_df
    a_step, a_middle = a_mean_1 - a_mean_0, 0.5 * (a_mean_0 + a_mean_1)
    for k in range(TILE):
        b_mean_0, b_mean_1 = w[MEAN_0 + k], w[MEAN_1 + k]
        b_var_0, b_var_1 = w[VARIANCE_0 + k], w[VARIANCE_1 + k]
        b_var = ((n0 - 1) * b_var_0 + (n1 - 1) * b_var_1) * pooled_df
        cov_0 = sums[TOTAL_0 + k] - w[CROSS_0 + k] - n0 * a_mean_0 * b_mean_0
        cov_1 = sums[TOTAL_1 + k] - w[CROSS_1 + k] - n1 * a_mean_1 * b_mean_1
        cov = (cov_0 + cov_1) * pooled_df
        cov_0 *= df_0
        cov_1 *= df_1
        singular = 0.0
        if cov * cov >= SINGULAR_ABOVE * (a_var * b_var):
            cov = 0.0
            singular = 1.0
        squares_0, squares_1 = a_var_0 * b_var_0, a_var_1 * b_var_1
        if (cov_0 * cov_0 >= SINGULAR_ABOVE * squares_0) | (
            cov_1 * cov_1 >= SINGULAR_ABOVE * squares_1
        ):
            cov_0 = 0.0
            cov_1 = 0.0
            singular = 1.0
        sums[SINGULAR + k] += singular

        b_step = b_mean_1 - b_mean_0
        slope_a = b_var * a_step - cov * b_step
        slope_b = a_var * b_step - cov * a_step
        w[LDA_A + k] = slope_a
        w[LDA_B + k] = slope_b
        w[LDA_0 + k] = -(slope_a * a_middle + slope_b * (0.5 * (b_mean_0 + b_mean_1)))

        determinant_1 = squares_1 - cov_1 * cov_1
        scale_0, scale_1 = 1.0 / (squares_0 - cov_0 * cov_0), 1.0 / determinant_1
        aa_0, ab_0, bb_0 = b_var_0 * scale_0, cov_0 * scale_0, a_var_0 * scale_0
        aa_1, ab_1, bb_1 = b_var_1 * scale_1, cov_1 * scale_1, a_var_1 * scale_1
        a_0, b_0 = aa_0 * a_mean_0 - ab_0 * b_mean_0, bb_0 * b_mean_0 - ab_0 * a_mean_0
        a_1, b_1 = aa_1 * a_mean_1 - ab_1 * b_mean_1, bb_1 * b_mean_1 - ab_1 * a_mean_1
        w[QDA_AA + k] = aa_0 - aa_1
        w[QDA_AB + k] = 2.0 * (ab_1 - ab_0)
        w[QDA_BB + k] = bb_0 - bb_1
        w[QDA_A + k] = 2.0 * (a_1 - a_0)
        w[QDA_B + k] = 2.0 * (b_1 - b_0)
        w[QDA_0 + k] = (a_mean_0 * a_0 + b_mean_0 * b_0) - (a_mean_1 * a_1 + b_mean_1 * b_1)
        w[RATIO_Q + k] = determinant_1 * scale_0

        ratio = (a_var_1 + b_var_1) / (a_var_0 + b_var_0)
        w[SDA_E + k] = ratio
        w[SDA_BB + k] = ratio - 1.0
        w[SDA_B + k] = 2.0 * (b_mean_1 - ratio * b_mean_0)
        w[SDA_0 + k] = ratio * b_mean_0 * b_mean_0 - b_mean_1 * b_mean_1
        w[RATIO_S + k] = ratio
    log_lanes(
        w[RATIO_S : RATIO_S + 2 * TILE],
        w_bits[RATIO_S : RATIO_S + 2 * TILE],
        w[LOG_S : LOG_S + 2 * TILE],
    )
    for k in range(TILE):
        w[QDA_0 + k] -= w[LOG_Q + k]
        w[SDA_0 + k] -= (a_var_1 + w[VARIANCE_1 + k]) * w[LOG_S + k]


@_compiled
def _set_first_feature(first, a, statistics, spans):
    """Write what the first feature contributes to the decision on each test sample."""
    mean_0, mean_1 = statistics[MEAN_0 // TILE], statistics[MEAN_1 // TILE]
    nc_0, nc_1 = statistics[NC_0 // TILE], statistics[NC_1 // TILE]
    dlda_0, dlda_1 = statistics[DLDA_0 // TILE], statistics[DLDA_1 // TILE]
    uda_0, uda_1, uda_2 = (
        statistics[UDA_0 // TILE],
        statistics[UDA_1 // TILE],
        statistics[UDA_2 // TILE],
    )
    for s in range(spans[0, 0], spans[1, 1]):
        value = a[s]
        first[VALUE, s] = value
        first[NC_LIMIT, s] = -fma(nc_1, value, nc_0)
        first[DLDA_LIMIT, s] = -fma(dlda_1, value, dlda_0)
        first[UDA_LIMIT, s] = -fma(fma(uda_2, value, uda_1), value, uda_0)
        first[DISTANCE_0, s] = (value - mean_0) * (value - mean_0)
        first[DISTANCE_1, s] = (value - mean_1) * (value - mean_1)


@_compiled
def _nc(w, k, b):
    return fma(w[NC_1 + k], b, w[NC_0 + k])


@_compiled
def _dlda(w, k, b):
    return fma(w[DLDA_1 + k], b, w[DLDA_0 + k])


@_compiled
def _uda(w, k, b):
    return fma(fma(w[UDA_2 + k], b, w[UDA_1 + k]), b, w[UDA_0 + k])


@_compiled
def _lda(w, k, a, b):
    return fma(w[LDA_B + k], b, fma(w[LDA_A + k], a, w[LDA_0 + k]))


@_compiled
def _sda(w, k, e0, b):
    return fma(fma(w[SDA_BB + k], b, w[SDA_B + k]), b, fma(w[SDA_E + k], e0, w[SDA_0 + k]))


@_compiled
def _qda(w, k, a, b):
    in_a = fma(fma(w[QDA_AA + k], a, w[QDA_A + k]), a, w[QDA_0 + k])
    return fma(fma(w[QDA_BB + k], b, fma(w[QDA_AB + k], a, w[QDA_B + k])), b, in_a)


@_compiled
def _count_calls(w, tiled, first, span, calls):
    """Count, for each candidate and lane, the samples in a span that are called class 1."""
    # Two samples a pass: coefficients and counts are read and written half as often.
    s = span[0]
    while s + 2 <= span[1]:
        x = tiled[s * TILE : (s + 1) * TILE]
        y = tiled[(s + 1) * TILE : (s + 2) * TILE]
        x_a, y_a = first[VALUE, s], first[VALUE, s + 1]
        x_nc, y_nc = first[NC_LIMIT, s], first[NC_LIMIT, s + 1]
        x_dlda, y_dlda = first[DLDA_LIMIT, s], first[DLDA_LIMIT, s + 1]
        x_uda, y_uda = first[UDA_LIMIT, s], first[UDA_LIMIT, s + 1]
        x_e0, y_e0 = first[DISTANCE_0, s], first[DISTANCE_0, s + 1]
        x_e1, y_e1 = first[DISTANCE_1, s], first[DISTANCE_1, s + 1]
        for k in range(TILE):
            b, c = x[k], y[k]
            calls[NC + k] += int(_nc(w, k, b) > x_nc) + int(_nc(w, k, c) > y_nc)
            calls[DLDA + k] += int(_dlda(w, k, b) > x_dlda) + int(_dlda(w, k, c) > y_dlda)
            calls[LDA + k] += int(_lda(w, k, x_a, b) > 0.0) + int(_lda(w, k, y_a, c) > 0.0)
            calls[SDA + k] += int(_sda(w, k, x_e0, b) > x_e1) + int(_sda(w, k, y_e0, c) > y_e1)
            calls[UDA + k] += int(_uda(w, k, b) > x_uda) + int(_uda(w, k, c) > y_uda)
            calls[QDA + k] += int(_qda(w, k, x_a, b) > 0.0) + int(_qda(w, k, y_a, c) > 0.0)
        s += 2
    if s < span[1]:
        x = tiled[s * TILE : (s + 1) * TILE]
        x_a, x_nc, x_dlda = first[VALUE, s], first[NC_LIMIT, s], first[DLDA_LIMIT, s]
        x_uda, x_e0, x_e1 = first[UDA_LIMIT, s], first[DISTANCE_0, s], first[DISTANCE_1, s]
        for k in range(TILE):
            b = x[k]
            calls[NC + k] += _nc(w, k, b) > x_nc
            calls[DLDA + k] += _dlda(w, k, b) > x_dlda
            calls[LDA + k] += _lda(w, k, x_a, b) > 0.0
            calls[SDA + k] += _sda(w, k, x_e0, b) > x_e1
            calls[UDA + k] += _uda(w, k, b) > x_uda
            calls[QDA + k] += _qda(w, k, x_a, b) > 0.0


@_compiled
def _tally(data, scoring, tally, tile, row, sums, calls):
    """Add the row's pairs to the counts and keep those among the best."""
    features = data.values.shape[0]
    highest = (tally.counts.shape[0] - 1) * scoring.unit
    all_right_0 = data.test_sizes[0] * scoring.weights[0]
    candidate_count = scoring.candidates.shape[0]
    scores = np.empty(candidate_count, np.int64)
    for k in range(max(0, row + 1 - tile * TILE), min(TILE, features - tile * TILE)):
        best, next_best, winner = -1, 0, 0
        for i in range(candidate_count):
            call = scoring.candidates[i] * TILE + k
            score = (
                all_right_0
                - scoring.weights[0] * calls[0, call]
                + scoring.weights[1] * calls[1, call]
            )
            scores[i] = score
            if score > best:
                next_best, best, winner = max(best, 0), score, i
            elif score > next_best:
                next_best = score
        winners = 0
        for i in range(candidate_count):
            if scores[i] >= best - scoring.tolerance:
                winners |= 1 << i
        tally.counts[best // scoring.unit, winners] += 1
        tally.singular[0] += sums[SINGULAR + k] > 0.0
        pair = row * features + tile * TILE + k
        _keep(tally.keys[0], tally.pairs[0], tally.scores[0], best, pair, scores)
        if best > next_best:
            key = (best - next_best) * (highest + 1) + best
            which = 1 + winner
            _keep(tally.keys[which], tally.pairs[which], tally.scores[which], key, pair, scores)


@_compiled
def _keep(keys, pairs, listed, key, pair, scores):
    """Put a pair in its place on a list if it is good enough."""
    place = LIST_LENGTH
    while place > 0 and (
        keys[place - 1] < key or (keys[place - 1] == key and pairs[place - 1] > pair)
    ):
        place -= 1
    if place == LIST_LENGTH:
        return
    for i in range(LIST_LENGTH - 1, place, -1):
        keys[i] = keys[i - 1]
        pairs[i] = pairs[i - 1]
        for c in range(scores.shape[0]):
            listed[i, c] = listed[i - 1, c]
    keys[place] = key
    pairs[place] = pair
    for c in range(scores.shape[0]):
        listed[place, c] = scores[c]
