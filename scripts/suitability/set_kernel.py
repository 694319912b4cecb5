"""Score a list of feature sets of any size up to `LARGEST_SET`, for one or many labelings.

`prepare` lays the data out, `score_sets` scores a list of sets; nothing else is needed from
outside.

How it works. Sets stand side by side in tiles of `TILE` lanes, so that one instruction serves
several sets. The values of a tile are gathered once, to [sample][feature in set][lane], and serve
every labeling: a labeling only says in which order the samples are taken. For one tile and one
labeling the kernel

1. sums the within-class cross-products of every test fold, and of all of them: what a training
   fold needs is the total less its own test fold (`sum_cross_products`);
2. turns the moments of each training fold into the coefficients of the candidates' decision
   functions, which are polynomials of degree two in the values (`set_rules`);
3. counts, for each candidate, the test samples of a class that it calls class 1 (`count_calls`);
4. turns the counts into integer scores and winner sets (`_tally`).

As in `pair_kernel`, numbers are float64 throughout, in IEEE operations of a fixed order without
fast-math. The size of a set is a constant of the compiled code, so that loops over its features
unroll: `_kernel` compiles once a size.
"""

import functools
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit

from suitability.arithmetic import fma, log_lanes, logarithm
from suitability.candidates import CANDIDATES
from suitability.gaussian import LARGEST_CORRELATION, training_moments
from suitability.pair_kernel import LIST_LENGTH, Tally, _keep, merge

TILE = 64
TILES_A_BLOCK = 16
LARGEST_SET = 8
CANDIDATE_COUNT = len(CANDIDATES)

# A feature of a pair with this correlation keeps this share of its variance, given the other.
SMALLEST_REST = 1 - LARGEST_CORRELATION**2

# What is known of a feature from a training fold: class means and variances, and the logarithm of
# the ratio of the variances.
STATISTICS = 5
(MEAN_0, MEAN_1, VARIANCE_0, VARIANCE_1, LOG_RATIO) = range(STATISTICS)

_compiled = njit(error_model="numpy", nogil=True)


class SetData(NamedTuple):
    """Values and single-feature statistics, laid out for the kernel.

    Attributes
    ----------
    values : float64 array, shape (features, samples)
        Centred values of each feature.
    statistics : float64 array, shape (labelings, features, repeats, folds, STATISTICS)
    usable : bool array, shape (labelings, features)
        False where a feature is constant within a class of some training fold.
    test_order : int64 array, shape (labelings, repeats * samples)
        The samples by repeat, fold and class.
    spans : int64 array, shape (repeats, folds, 2, 2)
        Where in test order the test samples of each class start and stop.
    training_sizes : int64 array, shape (repeats, folds, 2)
        Training samples of each class.
    test_sizes : int64 array, shape (2,)
        Test decisions in each class over all splits: repeats times samples.
    """

    values: np.ndarray
    statistics: np.ndarray
    usable: np.ndarray
    test_order: np.ndarray
    spans: np.ndarray
    training_sizes: np.ndarray
    test_sizes: np.ndarray


def prepare(values, labels, folds, orders=None, *, threads=1):
    """Lay a data set out for the kernel.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
        0 or 1.
    folds : int array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0.
    orders : int array, shape (labelings, samples)
        In labeling i the sample orders[i, s] takes the label and the folds of sample s; the labels
        as given if left out.
    threads : int

    Returns
    -------
    SetData
    """
    if orders is None:
        orders = np.arange(len(labels))[None]
    # In C order NumPy adds the samples one by one, so that sums have the same bits everywhere.
    values = np.ascontiguousarray(values, np.float64)
    # Scaling by a power of two is exact, and keeps products of variances within range.
    values = np.ldexp(values, -np.frexp(np.abs(values).max())[1])
    values = values - values.sum(axis=0) / len(values)

    repeats, fold_count = len(folds), folds.max() + 1
    sizes = np.array(
        [
            [[((fold == f) & (labels == c)).sum() for c in (0, 1)] for f in range(fold_count)]
            for fold in folds
        ]
    )
    stops = sizes.ravel().cumsum().reshape(sizes.shape)
    test_order = np.concatenate([np.lexsort((labels, fold)) for fold in folds])
    statistics = np.empty((len(orders), values.shape[1], repeats, fold_count, STATISTICS))
    usable = np.empty((len(orders), values.shape[1]), bool)

    def examine(place):
        moments = training_moments(values[orders[place]], labels, folds)
        constant = moments.variances == 0
        usable[place] = ~constant.any(axis=(0, 1))
        variances = np.where(constant, 1.0, moments.variances)
        ratio = logarithm(variances[:, 1] / variances[:, 0])[:, None]
        found = np.concatenate([moments.means, variances, ratio], axis=1)
        statistics[place] = found.transpose(2, 0, 1).reshape(statistics.shape[1:])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(examine, range(len(orders))))
    return SetData(
        values=np.ascontiguousarray(values.T),
        statistics=statistics,
        usable=usable,
        test_order=np.ascontiguousarray(np.asarray(orders, np.int64)[:, test_order]),
        spans=np.stack([stops - sizes, stops], axis=-1),
        training_sizes=sizes.sum(axis=1, keepdims=True) - sizes,
        test_sizes=np.array([(labels == c).sum() * repeats for c in (0, 1)]),
    )


def score_sets(
    data, sets, scoring, *, counts=None, first=0, threads=1, progress=lambda sets: None
):
    """Score every feature set in a list, in every labeling.

    Parameters
    ----------
    data : SetData
    sets : int array, shape (sets, size)
        Distinct features in each, size from 1 to `LARGEST_SET`.
    scoring : pair_kernel.Scoring
    counts : int array, shape (sets,)
        How many times each set counts; once if left out.
    first : int
        The place of the first set. Ties on the lists of best sets go to the lower place.
    threads : int
        The result does not depend on it.
    progress : callable
        Called with the number of sets that have been scored since the last call.

    Returns
    -------
    list of pair_kernel.Tally, one a labeling
        `pairs` are the places of the sets. A set with a feature that is constant within a class of
        some training fold does not count.
    """
    sets = np.ascontiguousarray(sets, np.int64)
    counts = np.ones(len(sets), np.int64) if counts is None else np.asarray(counts, np.int64)
    units = int(data.test_sizes @ scoring.weights) // scoring.unit
    labelings = len(data.test_order)
    kernel = _kernel(sets.shape[1])
    found = [[Tally.empty(units, len(scoring.candidates))] * labelings]
    of_thread = threading.local()

    def start():
        empty = Tally.empty(units, len(scoring.candidates))
        of_thread.tally = Tally(
            *(np.repeat(part[None], labelings, axis=0) for part in empty)
        )
        found.append([Tally(*parts) for parts in zip(*of_thread.tally, strict=True)])

    def score(block):
        kernel(data, sets, counts, first, scoring, of_thread.tally, block.start, block.stop)
        return len(block)

    step = TILE * TILES_A_BLOCK
    blocks = [range(i, min(i + step, len(sets))) for i in range(0, len(sets), step)]
    with ThreadPoolExecutor(threads, initializer=start) as pool:
        for scored in pool.map(score, blocks):
            progress(scored)
    return [merge(parts) for parts in zip(*found, strict=True)]


@functools.cache
def _kernel(size):
    """Compile the kernel for sets of one size."""
    cells = size * (size + 1) // 2
    crosses = size * (size - 1) // 2
    # A tile's values: for each sample the features of the set and their sum of squares.
    sample_width = (size + 1) * TILE
    # Sections of the work space of a split: what is gathered of each feature, then the decision
    # functions, each a constant, a slope a feature and, but for SDA's, a curvature a feature (UDA)
    # or a pair of features (QDA); SDA's curvature is one for all. All are above 0 for class 1.
    nc_0, nc_1 = STATISTICS * size, STATISTICS * size + 1
    dlda_0, dlda_1 = nc_1 + size, nc_1 + size + 1
    lda_0, lda_1 = dlda_1 + size, dlda_1 + size + 1
    sda_0, sda_1, sda_2 = lda_1 + size, lda_1 + size + 1, lda_1 + 2 * size + 1
    uda_0, uda_1, uda_2 = sda_2 + 1, sda_2 + 2, sda_2 + 2 + size
    qda_0, qda_1, qda_2 = uda_2 + size, uda_2 + size + 1, uda_2 + 2 * size + 1
    # Then scratch: standard deviations and the (inverse) correlation matrix of class 0, class 1
    # and both, with its determinant and whether it is singular; two ratios and their logarithms.
    deviation = qda_2 + cells
    matrix = deviation + 3 * size
    determinant = matrix + 3 * cells
    singular = determinant + 3
    ratio_s, ratio_q, log_s, log_q = range(singular + 3, singular + 7)
    sections = singular + 7

    # Offsets in the flat work space, for the loop that matters.
    flat_nc_0, flat_nc_1 = nc_0 * TILE, nc_1 * TILE
    flat_dlda_0, flat_dlda_1 = dlda_0 * TILE, dlda_1 * TILE
    flat_lda_0, flat_lda_1 = lda_0 * TILE, lda_1 * TILE
    flat_sda_0, flat_sda_1, flat_sda_2 = sda_0 * TILE, sda_1 * TILE, sda_2 * TILE
    flat_uda_0, flat_uda_1, flat_uda_2 = uda_0 * TILE, uda_1 * TILE, uda_2 * TILE
    flat_qda_0, flat_qda_1, flat_qda_2 = qda_0 * TILE, qda_1 * TILE, qda_2 * TILE

    @_compiled
    def gather_values(values, members, tile):
        samples = values.shape[1]
        for k in range(TILE):
            for i in range(size):
                of_feature = values[members[i, k]]
                for s in range(samples):
                    tile[s, i * TILE + k] = of_feature[s]
        for s in range(samples):
            x = tile[s]
            for k in range(TILE):
                squares = 0.0
                for i in range(size):
                    squares = fma(x[i * TILE + k], x[i * TILE + k], squares)
                x[size * TILE + k] = squares

    @_compiled
    def sum_cross_products(tile, order, spans, cross, total):
        total[:] = 0.0
        for fold in range(spans.shape[0]):
            for c in range(2):
                out = cross[fold, c]
                out[:] = 0.0
                for s in range(spans[fold, c, 0], spans[fold, c, 1]):
                    x = tile[order[s]]
                    cell = 0
                    for i in range(size):
                        for j in range(i):
                            a = x[i * TILE : (i + 1) * TILE]
                            b = x[j * TILE : (j + 1) * TILE]
                            o = out[cell]
                            for k in range(TILE):
                                o[k] = fma(a[k], b[k], o[k])
                            cell += 1
                for cell in range(crosses):
                    for k in range(TILE):
                        total[c, cell, k] += out[cell, k]

    @_compiled
    def invert(w, which):
        """Invert a correlation matrix in place by sweeps; note determinant and singularity."""
        m = w[matrix + which * cells : matrix + (which + 1) * cells]
        det, bad = w[determinant + which], w[singular + which]
        for k in range(TILE):
            det[k] = 1.0
            bad[k] = 0.0
        for p in range(size):
            pivot = m[p * (p + 1) // 2 + p]
            for k in range(TILE):
                # The share of its variance that p keeps, given the features before it.
                bad[k] = 1.0 if pivot[k] <= SMALLEST_REST else bad[k]
                det[k] *= pivot[k]
                pivot[k] = 1.0 / pivot[k]
            for i in range(size):
                if i == p:
                    continue
                a = m[i * (i + 1) // 2 + p] if i > p else m[p * (p + 1) // 2 + i]
                for j in range(i + 1):
                    if j == p:
                        continue
                    b = m[j * (j + 1) // 2 + p] if j > p else m[p * (p + 1) // 2 + j]
                    o = m[i * (i + 1) // 2 + j]
                    # The features before p have been swept already and carry the other sign.
                    for k in range(TILE):
                        o[k] -= a[k] * b[k] * pivot[k]
            for i in range(size):
                if i == p:
                    continue
                a = m[i * (i + 1) // 2 + p] if i > p else m[p * (p + 1) // 2 + i]
                for k in range(TILE):
                    a[k] *= pivot[k]
            for k in range(TILE):
                pivot[k] = -pivot[k]
        for cell in range(cells):
            for k in range(TILE):
                m[cell, k] = -m[cell, k]
        for p in range(size):
            inflation = m[p * (p + 1) // 2 + p]
            for k in range(TILE):
                # Its inverse is the share that p keeps, given all the others.
                bad[k] = 1.0 if inflation[k] * SMALLEST_REST >= 1.0 else bad[k]

    @_compiled
    def reset(w, which, bad):
        """Put the unit matrix in place of a correlation matrix where it is singular."""
        det = w[determinant + which]
        for k in range(TILE):
            det[k] = 1.0 if bad[k] > 0.0 else det[k]
        cell = matrix + which * cells
        for i in range(size):
            for j in range(i + 1):
                m = w[cell]
                unit = 1.0 if i == j else 0.0
                for k in range(TILE):
                    m[k] = unit if bad[k] > 0.0 else m[k]
                cell += 1

    @_compiled
    def set_rules(w, w_flat, w_bits, cross, total, sizes, found_singular):
        n0, n1 = sizes[0], sizes[1]
        pooled_df = 1.0 / (n0 + n1 - 2)
        df_0, df_1 = 1.0 / (n0 - 1), 1.0 / (n1 - 1)
        w[nc_0] = 0.0
        w[dlda_0] = 0.0
        w[lda_0] = 0.0
        w[sda_0] = 0.0
        w[uda_0] = 0.0
        w[qda_0] = 0.0
        # The sums of the variances stand where their logarithms will.
        w[log_s] = 0.0
        w[log_q] = 0.0
        for i in range(size):
            for k in range(TILE):
                m0, m1 = w[MEAN_0 * size + i, k], w[MEAN_1 * size + i, k]
                v0, v1 = w[VARIANCE_0 * size + i, k], w[VARIANCE_1 * size + i, k]
                pooled = ((n0 - 1) * v0 + (n1 - 1) * v1) * pooled_df
                step, middle = m1 - m0, 0.5 * (m0 + m1)
                slope = step / pooled
                inverse_0, inverse_1 = 1.0 / v0, 1.0 / v1
                w[nc_1 + i, k] = step
                w[nc_0, k] -= step * middle
                w[dlda_1 + i, k] = slope
                w[dlda_0, k] -= slope * middle
                w[uda_2 + i, k] = inverse_0 - inverse_1
                w[uda_1 + i, k] = 2.0 * (m1 * inverse_1 - m0 * inverse_0)
                w[uda_0, k] += (
                    m0 * m0 * inverse_0 - m1 * m1 * inverse_1 - w[LOG_RATIO * size + i, k]
                )
                w[log_s, k] += v0
                w[log_q, k] += v1
                w[deviation + i, k] = np.sqrt(v0)
                w[deviation + size + i, k] = np.sqrt(v1)
                w[deviation + 2 * size + i, k] = np.sqrt(pooled)

        # SDA: the log-likelihood ratio times twice the variance of class 1.
        for k in range(TILE):
            w[ratio_s, k] = w[log_q, k] / w[log_s, k]
            w[sda_2, k] = w[ratio_s, k] - 1.0
        for i in range(size):
            for k in range(TILE):
                m0, m1 = w[MEAN_0 * size + i, k], w[MEAN_1 * size + i, k]
                w[sda_1 + i, k] = 2.0 * (m1 - w[ratio_s, k] * m0)
                w[sda_0, k] += w[ratio_s, k] * m0 * m0 - m1 * m1

        cell, pair = 0, 0
        for i in range(size):
            for j in range(i):
                for k in range(TILE):
                    cov_0 = total[0, pair, k] - cross[0, pair, k]
                    cov_0 -= n0 * w[MEAN_0 * size + i, k] * w[MEAN_0 * size + j, k]
                    cov_1 = total[1, pair, k] - cross[1, pair, k]
                    cov_1 -= n1 * w[MEAN_1 * size + i, k] * w[MEAN_1 * size + j, k]
                    w[matrix + cell, k] = (
                        cov_0 * df_0 / (w[deviation + i, k] * w[deviation + j, k])
                    )
                    w[matrix + cells + cell, k] = (
                        cov_1
                        * df_1
                        / (w[deviation + size + i, k] * w[deviation + size + j, k])
                    )
                    w[matrix + 2 * cells + cell, k] = (
                        (cov_0 + cov_1)
                        * pooled_df
                        / (w[deviation + 2 * size + i, k] * w[deviation + 2 * size + j, k])
                    )
                cell += 1
                pair += 1
            w[matrix + cell] = 1.0
            w[matrix + cells + cell] = 1.0
            w[matrix + 2 * cells + cell] = 1.0
            cell += 1
        for which in range(3):
            invert(w, which)
        for k in range(TILE):
            of_classes = max(w[singular, k], w[singular + 1, k])
            w[singular, k] = of_classes
            found_singular[k] += of_classes + w[singular + 2, k]
        reset(w, 0, w[singular])
        reset(w, 1, w[singular])
        reset(w, 2, w[singular + 2])
        for k in range(TILE):
            w[ratio_q, k] = w[determinant + 1, k] / w[determinant, k]

        # From correlation matrices to covariance matrices.
        cell = 0
        for i in range(size):
            for j in range(i + 1):
                for k in range(TILE):
                    w[matrix + cell, k] /= w[deviation + i, k] * w[deviation + j, k]
                    w[matrix + cells + cell, k] /= (
                        w[deviation + size + i, k] * w[deviation + size + j, k]
                    )
                    w[matrix + 2 * cells + cell, k] /= (
                        w[deviation + 2 * size + i, k] * w[deviation + 2 * size + j, k]
                    )
                for k in range(TILE):
                    twice = 1.0 if i == j else 2.0
                    w[qda_2 + cell, k] = twice * (
                        w[matrix + cell, k] - w[matrix + cells + cell, k]
                    )
                cell += 1
        for i in range(size):
            w[lda_1 + i] = 0.0
            w[qda_1 + i] = 0.0
            for j in range(size):
                cell = i * (i + 1) // 2 + j if i >= j else j * (j + 1) // 2 + i
                for k in range(TILE):
                    m0, m1 = w[MEAN_0 * size + j, k], w[MEAN_1 * size + j, k]
                    to_0 = w[matrix + cell, k] * m0
                    to_1 = w[matrix + cells + cell, k] * m1
                    w[lda_1 + i, k] += w[matrix + 2 * cells + cell, k] * (m1 - m0)
                    w[qda_1 + i, k] += 2.0 * (to_1 - to_0)
                    w[qda_0, k] += (
                        w[MEAN_0 * size + i, k] * to_0 - w[MEAN_1 * size + i, k] * to_1
                    )
            for k in range(TILE):
                middle = 0.5 * (w[MEAN_0 * size + i, k] + w[MEAN_1 * size + i, k])
                w[lda_0, k] -= w[lda_1 + i, k] * middle
                w[qda_0, k] -= w[LOG_RATIO * size + i, k]
        sum_1 = w[singular + 1]
        for k in range(TILE):
            sum_1[k] = w[log_q, k]
        log_lanes(
            w_flat[ratio_s * TILE : (ratio_q + 1) * TILE],
            w_bits[ratio_s * TILE : (ratio_q + 1) * TILE],
            w_flat[log_s * TILE : (log_q + 1) * TILE],
        )
        for k in range(TILE):
            w[sda_0, k] -= sum_1[k] * w[log_s, k]
            w[qda_0, k] -= w[log_q, k]

    @_compiled
    def count_calls(w, tile, order, start, stop, calls):
        for s in range(start, stop):
            x = tile[order[s]]
            for k in range(TILE):
                nc = w[flat_nc_0 + k]
                dlda = w[flat_dlda_0 + k]
                lda = w[flat_lda_0 + k]
                sda = fma(w[flat_sda_2 + k], x[size * TILE + k], w[flat_sda_0 + k])
                uda = w[flat_uda_0 + k]
                qda = w[flat_qda_0 + k]
                for i in range(size):
                    a = x[i * TILE + k]
                    nc = fma(w[flat_nc_1 + i * TILE + k], a, nc)
                    dlda = fma(w[flat_dlda_1 + i * TILE + k], a, dlda)
                    lda = fma(w[flat_lda_1 + i * TILE + k], a, lda)
                    sda = fma(w[flat_sda_1 + i * TILE + k], a, sda)
                    slope = fma(w[flat_uda_2 + i * TILE + k], a, w[flat_uda_1 + i * TILE + k])
                    uda = fma(slope, a, uda)
                    slope = w[flat_qda_1 + i * TILE + k]
                    for j in range(i + 1):
                        cell = i * (i + 1) // 2 + j
                        slope = fma(w[flat_qda_2 + cell * TILE + k], x[j * TILE + k], slope)
                    qda = fma(slope, a, qda)
                calls[k] += nc > 0.0
                calls[TILE + k] += dlda > 0.0
                calls[2 * TILE + k] += lda > 0.0
                calls[3 * TILE + k] += sda > 0.0
                calls[4 * TILE + k] += uda > 0.0
                calls[5 * TILE + k] += qda > 0.0

    @_compiled
    def score_block(data, sets, counts, first, scoring, tally, start, stop):
        samples = data.values.shape[1]
        repeats, folds = data.spans.shape[:2]
        tile = np.empty((samples, sample_width))
        members = np.empty((size, TILE), np.int64)
        cross = np.empty((folds, 2, crosses, TILE))
        total = np.empty((2, crosses, TILE))
        w_flat = np.empty(sections * TILE)
        w = w_flat.reshape(sections, TILE)
        w_bits = w_flat.view(np.int64)
        calls = np.empty((2, CANDIDATE_COUNT * TILE), np.int64)
        found_singular = np.empty(TILE)
        for begin in range(start, stop, TILE):
            lanes = min(TILE, stop - begin)
            for k in range(TILE):
                for i in range(size):
                    members[i, k] = sets[begin + min(k, lanes - 1), i]
            gather_values(data.values, members, tile)
            for labeling in range(data.test_order.shape[0]):
                order = data.test_order[labeling]
                found_singular[:] = 0.0
                calls[:] = 0
                for repeat in range(repeats):
                    sum_cross_products(tile, order, data.spans[repeat], cross, total)
                    for fold in range(folds):
                        for k in range(TILE):
                            for i in range(size):
                                known = data.statistics[labeling, members[i, k], repeat, fold]
                                for statistic in range(STATISTICS):
                                    w[statistic * size + i, k] = known[statistic]
                        set_rules(
                            w,
                            w_flat,
                            w_bits,
                            cross[fold],
                            total,
                            data.training_sizes[repeat, fold],
                            found_singular,
                        )
                        for c in range(2):
                            span = data.spans[repeat, fold, c]
                            count_calls(w_flat, tile, order, span[0], span[1], calls[c])
                for k in range(lanes):
                    usable = True
                    for i in range(size):
                        usable &= data.usable[labeling, members[i, k]]
                    if usable:
                        _tally(
                            data.test_sizes,
                            scoring,
                            tally.counts[labeling],
                            tally.keys[labeling],
                            tally.pairs[labeling],
                            tally.scores[labeling],
                            calls,
                            k,
                            counts[begin + k],
                            first + begin + k,
                        )
                        if found_singular[k] > 0.0:
                            tally.singular[labeling, 0] += counts[begin + k]

    return score_block


@_compiled
def _tally(test_sizes, scoring, counts, keys, places, listed, calls, k, count, place):
    """Add a set to the counts and keep it if it is among the best."""
    highest = (counts.shape[0] - 1) * scoring.unit
    candidate_count = scoring.candidates.shape[0]
    scores = np.empty(candidate_count, np.int64)
    best, next_best, winner = -1, 0, 0
    for i in range(candidate_count):
        call = scoring.candidates[i] * TILE + k
        score = (
            scoring.weights[0] * (test_sizes[0] - calls[0, call])
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
    counts[best // scoring.unit, winners] += count
    _keep(keys[0], places[0], listed[0], best, place, scores)
    if best > next_best:
        key = (best - next_best) * (highest + 1) + best
        which = 1 + winner
        _keep(keys[which], places[which], listed[which], key, place, scores)
