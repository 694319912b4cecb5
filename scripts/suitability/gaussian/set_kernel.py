"""Score a list of feature sets of any size up to `LARGEST_SET`, for one or many labelings.

`prepare` lays the data out, `score_sets` scores a list of sets; nothing else is needed from
outside.

How it works. Sets stand side by side in tiles of `TILE` lanes, so that one instruction serves
several sets. The values of a tile are gathered once, to [sample][feature in set][lane], and serve
every labeling: a labeling only says in which order the samples are taken. For one tile and one
labeling the kernel

1. sums the within-class cross-products of every test fold, and of all of them: what a training
   fold needs is the total less its own test fold (`_sum_cross_products`);
2. turns the moments of each training fold into the coefficients of the candidates' decision
   functions, which are polynomials of degree two in the values (`_set_rules`);
3. counts, for each candidate, the test samples of a class that it calls class 1 (`_count_calls`);
4. turns the counts into integer scores and winner sets (`_tally`).

As in `pair_kernel`, numbers are float64 throughout, in IEEE operations of a fixed order without
fast-math. In the innermost loop the size of a set is a constant, so that it unrolls: the kernel is
compiled once a size.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from suitability.gaussian.arithmetic import fma, log_lanes, logarithm
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.compilation import Kept, compiled
from suitability.gaussian.moments import LARGEST_CORRELATION, training_moments
from suitability.gaussian.pair_kernel import LIST_LENGTH, Tally, merge

TILE = 64
TILES_A_BLOCK = 16
LARGEST_SET = 8
CANDIDATE_COUNT = len(CANDIDATES)

# A feature of a pair with this correlation keeps this share of its variance, given the other.
SMALLEST_REST = 1 - LARGEST_CORRELATION**2

# What is known of a feature from a training fold: class means and variances, and the logarithm of
# the ratio of the variances.
STATISTICS = 5


def _sections(count, start=0):
    return range(start * TILE, (start + count) * TILE, TILE)


# The decision functions are polynomials, above 0 for class 1: a constant; a slope a feature; and a
# curvature, which is one for all features (SDA), one a feature (UDA) or one for each two (QDA).
#
# The work space of a split has a head with what is one for all features: constants, the curvature
# of SDA, the sum of the variances in each class, and two ratios with their logarithms;
HEAD = 13
(NC_0, DLDA_0, LDA_0, SDA_0, SDA_2, UDA_0, QDA_0) = _sections(7)
(SUM_0, SUM_1, RATIO_S, RATIO_Q, LOG_S, LOG_Q) = _sections(6, 7)
# a part a feature: the statistics, the standard deviations in the classes and in both together,
# slopes and curvatures;
PART = 15
(MEAN_0, MEAN_1, VARIANCE_0, VARIANCE_1, LOG_RATIO) = _sections(STATISTICS)
(DEVIATION_0, DEVIATION_1, DEVIATION) = _sections(3, STATISTICS)
(NC_1, DLDA_1, LDA_1, SDA_1, UDA_1, UDA_2, QDA_1) = _sections(7, STATISTICS + 3)
# and a cell for each two features (or twice the same), in the order (0, 0), (1, 0), (1, 1), (2, 0):
# what the correlation matrices of the classes and of both together become, and QDA's curvature.
CELL = 4
(MATRIX_0, MATRIX_1, MATRIX, QDA_2) = _sections(CELL)
# Of each matrix: its determinant and whether it is singular.
(DETERMINANT, IS_SINGULAR) = _sections(2)

# Sections of the counts of calls of a class.
(NC, DLDA, LDA, SDA, UDA, QDA) = _sections(CANDIDATE_COUNT)


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


def score_sets(data, sets, scoring, *, counts=None, first=0, threads=1, progress=lambda sets: None):
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
        Called with the number of sets, times labelings, that have been scored since the last call.

    Returns
    -------
    list of pair_kernel.Tally, one a labeling
        `pairs` are the places of the sets. A set with a feature that is constant within a class of
        some training fold does not count.
    """
    sets = np.ascontiguousarray(sets, np.int64)
    counts = np.ones(len(sets), np.int64) if counts is None else np.asarray(counts, np.int64)
    labelings = len(data.test_order)
    empty = no_sets(data, scoring)
    places = tuple(range(sets.shape[1]))
    some = _stacked(empty, 0)
    score_block = _score_block.ready_for(data, sets, counts, first, scoring, some, places, 0, 0)
    found = [[empty] * labelings]
    of_thread = threading.local()

    def start():
        of_thread.tally = _stacked(empty, labelings)
        found.append([Tally(*parts) for parts in zip(*of_thread.tally, strict=True)])

    def score(block):
        tally, start, stop = of_thread.tally, block.start, block.stop
        score_block(data, sets, counts, first, scoring, tally, places, start, stop)
        return len(block) * labelings

    step = TILE * TILES_A_BLOCK
    blocks = [range(i, min(i + step, len(sets))) for i in range(0, len(sets), step)]
    with ThreadPoolExecutor(threads, initializer=start) as pool:
        for scored in pool.map(score, blocks):
            progress(scored)
    return [merge(parts) for parts in zip(*found, strict=True)]


def _stacked(empty, labelings):
    """Return the tallies of no sets in several labelings, one behind the other."""
    # Zeros take no memory before they are counted up.
    counts = np.zeros((labelings, *empty.counts.shape), np.int64)
    return Tally(counts, *(np.repeat(part[None], labelings, axis=0) for part in empty[1:]))


def no_sets(data, scoring):
    """Return the tally of no sets."""
    units = int(data.test_sizes @ scoring.weights) // scoring.unit
    return Tally.empty(units, len(scoring.candidates))


@Kept
def _score_block(data, sets, counts, first, scoring, tally, places, start, stop):
    """Score some sets; `places` is a tuple with an item a feature, so that code knows the size."""
    size = len(places)
    parts = HEAD * TILE
    cells = parts + size * PART * TILE
    repeats, folds = data.spans.shape[:2]
    tile = np.empty((data.values.shape[1], (size + 1) * TILE))
    members = np.empty((TILE, size), np.int64)
    cross = np.empty((folds + 1, 2, size * (size - 1) // 2 * TILE))
    w = np.empty(cells + size * (size + 1) // 2 * CELL * TILE)
    w_bits = w.view(np.int64)
    checks = np.empty((3, 2 * TILE))
    singular = np.empty(TILE)
    calls = np.empty((2, CANDIDATE_COUNT * TILE), np.int64)
    for begin in range(start, stop, TILE):
        lanes = min(TILE, stop - begin)
        for k in range(TILE):
            members[k] = sets[begin + min(k, lanes - 1)]
        _gather_values(data.values, members, tile)
        for labeling in range(data.test_order.shape[0]):
            order = data.test_order[labeling]
            singular[:] = 0.0
            calls[:] = 0
            for repeat in range(repeats):
                _sum_cross_products(tile, order, data.spans[repeat], size, cross)
                for fold in range(folds):
                    _gather_statistics(
                        data.statistics[labeling], members, repeat, fold, w[parts:cells]
                    )
                    _set_rules(
                        w,
                        w_bits,
                        size,
                        cross[fold],
                        cross[folds],
                        data.training_sizes[repeat, fold],
                        checks,
                        singular,
                    )
                    for c in range(2):
                        span = data.spans[repeat, fold, c]
                        _count_calls(w, tile, order, span[0], span[1], places, calls[c])
            for k in range(lanes):
                if _all_usable(data.usable[labeling], members[k]):
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
                    if singular[k] > 0.0:
                        tally.singular[labeling, 0] += counts[begin + k]


@compiled
def _count_calls(w, tile, order, start, stop, places, calls):
    """Count, for each candidate and lane, the samples in a span that are called class 1."""
    size = len(places)
    parts = HEAD * TILE
    cells = parts + size * PART * TILE
    for s in range(start, stop):
        x = tile[order[s]]
        for k in range(TILE):
            nc, dlda, lda = w[NC_0 + k], w[DLDA_0 + k], w[LDA_0 + k]
            sda = fma(w[SDA_2 + k], x[size * TILE + k], w[SDA_0 + k])
            uda, qda = w[UDA_0 + k], w[QDA_0 + k]
            for i in range(size):
                part = parts + i * PART * TILE
                a = x[i * TILE + k]
                nc = fma(w[part + NC_1 + k], a, nc)
                dlda = fma(w[part + DLDA_1 + k], a, dlda)
                lda = fma(w[part + LDA_1 + k], a, lda)
                sda = fma(w[part + SDA_1 + k], a, sda)
                uda = fma(fma(w[part + UDA_2 + k], a, w[part + UDA_1 + k]), a, uda)
                slope = w[part + QDA_1 + k]
                for j in range(i + 1):
                    cell = cells + (i * (i + 1) // 2 + j) * CELL * TILE
                    slope = fma(w[cell + QDA_2 + k], x[j * TILE + k], slope)
                qda = fma(slope, a, qda)
            calls[NC + k] += nc > 0.0
            calls[DLDA + k] += dlda > 0.0
            calls[LDA + k] += lda > 0.0
            calls[SDA + k] += sda > 0.0
            calls[UDA + k] += uda > 0.0
            calls[QDA + k] += qda > 0.0


@compiled
def _gather_values(values, members, tile):
    """Write the values of each set and, for each sample, the sum of their squares."""
    size = members.shape[1]
    for s in range(tile.shape[0]):
        for i in range(size):
            x = tile[s, i * TILE : (i + 1) * TILE]
            for k in range(TILE):
                x[k] = values[members[k, i], s]
    for s in range(tile.shape[0]):
        squares = tile[s, size * TILE :]
        squares[:] = 0.0
        for i in range(size):
            x = tile[s, i * TILE : (i + 1) * TILE]
            for k in range(TILE):
                squares[k] = fma(x[k], x[k], squares[k])


@compiled
def _gather_statistics(statistics, members, repeat, fold, parts):
    for k in range(TILE):
        for i in range(members.shape[1]):
            known = statistics[members[k, i], repeat, fold]
            at = i * PART * TILE + k
            for statistic in range(STATISTICS):
                parts[at + statistic * TILE] = known[statistic]


@compiled
def _all_usable(usable, members):
    every = True
    for feature in members:
        every &= usable[feature]
    return every


@compiled
def _sum_cross_products(tile, order, spans, size, cross):
    """Sum the products of each two features over each test fold and class, and over all folds."""
    folds = spans.shape[0]
    cross[:] = 0.0
    for fold in range(folds):
        for c in range(2):
            for s in range(spans[fold, c, 0], spans[fold, c, 1]):
                x = tile[order[s]]
                at = 0
                for i in range(size):
                    a = x[i * TILE : (i + 1) * TILE]
                    for j in range(i):
                        b = x[j * TILE : (j + 1) * TILE]
                        out = cross[fold, c, at : at + TILE]
                        for k in range(TILE):
                            out[k] = fma(a[k], b[k], out[k])
                        at += TILE
            for at in range(cross.shape[2]):
                cross[folds, c, at] += cross[fold, c, at]


@compiled
def _set_rules(w, w_bits, size, cross, total, sizes, checks, singular):
    """Write the decision functions.

    SDA's is the log-likelihood ratio times twice the variance of class 1, UDA's and QDA's times
    two.
    """
    parts = w[HEAD * TILE : (HEAD + size * PART) * TILE]
    cells = w[(HEAD + size * PART) * TILE :]
    w[: HEAD * TILE] = 0.0
    for i in range(size):
        _feature_rules(w, parts[i * PART * TILE : (i + 1) * PART * TILE], sizes)
    for k in range(TILE):
        w[RATIO_S + k] = w[SUM_1 + k] / w[SUM_0 + k]
        w[SDA_2 + k] = w[RATIO_S + k] - 1.0
    for i in range(size):
        _spherical_rule(w, parts[i * PART * TILE : (i + 1) * PART * TILE])

    _correlations(parts, cells, size, cross, total, sizes)
    for which in range(3):
        _invert(cells[which * TILE :], size, checks[which])
    for k in range(TILE):
        either = max(checks[0, IS_SINGULAR + k], checks[1, IS_SINGULAR + k])
        checks[0, IS_SINGULAR + k] = checks[1, IS_SINGULAR + k] = either
        singular[k] += either + checks[2, IS_SINGULAR + k]
    for which in range(3):
        _fall_back(cells[which * TILE :], size, checks[which])
    _full_rules(w, parts, cells, size)
    for k in range(TILE):
        w[RATIO_Q + k] = checks[1, DETERMINANT + k] / checks[0, DETERMINANT + k]
    log_lanes(
        w[RATIO_S : RATIO_S + 2 * TILE],
        w_bits[RATIO_S : RATIO_S + 2 * TILE],
        w[LOG_S : LOG_S + 2 * TILE],
    )
    for k in range(TILE):
        w[SDA_0 + k] -= w[SUM_1 + k] * w[LOG_S + k]
        w[QDA_0 + k] -= w[LOG_Q + k]


@compiled
def _feature_rules(w, part, sizes):
    """Write a feature's part in NC, DLDA and UDA, its standard deviations and sums of variances."""
    df_0, df_1 = sizes[0] - 1, sizes[1] - 1
    pooled_df = 1.0 / (df_0 + df_1)
    for k in range(TILE):
        mean_0, mean_1 = part[MEAN_0 + k], part[MEAN_1 + k]
        variance_0, variance_1 = part[VARIANCE_0 + k], part[VARIANCE_1 + k]
        variance = (df_0 * variance_0 + df_1 * variance_1) * pooled_df
        inverse_0, inverse_1 = 1.0 / variance_0, 1.0 / variance_1
        step, middle = mean_1 - mean_0, 0.5 * (mean_0 + mean_1)
        slope = step / variance
        part[NC_1 + k] = step
        part[DLDA_1 + k] = slope
        part[UDA_1 + k] = 2.0 * (mean_1 * inverse_1 - mean_0 * inverse_0)
        part[UDA_2 + k] = inverse_0 - inverse_1
        part[DEVIATION_0 + k] = np.sqrt(variance_0)
        part[DEVIATION_1 + k] = np.sqrt(variance_1)
        part[DEVIATION + k] = np.sqrt(variance)
        w[NC_0 + k] -= step * middle
        w[DLDA_0 + k] -= slope * middle
        w[UDA_0 + k] += (
            mean_0 * mean_0 * inverse_0 - mean_1 * mean_1 * inverse_1 - part[LOG_RATIO + k]
        )
        w[SUM_0 + k] += variance_0
        w[SUM_1 + k] += variance_1


@compiled
def _spherical_rule(w, part):
    for k in range(TILE):
        mean_0, mean_1, ratio = part[MEAN_0 + k], part[MEAN_1 + k], w[RATIO_S + k]
        part[SDA_1 + k] = 2.0 * (mean_1 - ratio * mean_0)
        w[SDA_0 + k] += ratio * mean_0 * mean_0 - mean_1 * mean_1


@compiled
def _correlations(parts, cells, size, cross, total, sizes):
    n0, n1 = sizes[0], sizes[1]
    pooled_df = 1.0 / (n0 + n1 - 2)
    df_0, df_1 = 1.0 / (n0 - 1), 1.0 / (n1 - 1)
    at, pair = 0, 0
    for i in range(size):
        a = parts[i * PART * TILE : (i + 1) * PART * TILE]
        for j in range(i):
            b = parts[j * PART * TILE : (j + 1) * PART * TILE]
            cell = cells[at : at + CELL * TILE]
            cross_0, cross_1 = cross[0, pair : pair + TILE], cross[1, pair : pair + TILE]
            total_0, total_1 = total[0, pair : pair + TILE], total[1, pair : pair + TILE]
            for k in range(TILE):
                cov_0 = total_0[k] - cross_0[k] - n0 * a[MEAN_0 + k] * b[MEAN_0 + k]
                cov_1 = total_1[k] - cross_1[k] - n1 * a[MEAN_1 + k] * b[MEAN_1 + k]
                cov = (cov_0 + cov_1) * pooled_df
                cell[MATRIX_0 + k] = cov_0 * df_0 / (a[DEVIATION_0 + k] * b[DEVIATION_0 + k])
                cell[MATRIX_1 + k] = cov_1 * df_1 / (a[DEVIATION_1 + k] * b[DEVIATION_1 + k])
                cell[MATRIX + k] = cov / (a[DEVIATION + k] * b[DEVIATION + k])
            at += CELL * TILE
            pair += TILE
        cells[at : at + 3 * TILE] = 1.0
        at += CELL * TILE


@compiled
def _row(matrix, i, j):
    """Return the lanes of the cell of features i and j."""
    at = (i * (i + 1) // 2 + j if i > j else j * (j + 1) // 2 + i) * CELL * TILE
    return matrix[at : at + TILE]


@compiled
def _invert(matrix, size, checks):
    """Invert a correlation matrix in place by the sweep operator, and see whether it is singular.

    It is where a feature keeps too small a share of its variance, given the others: the inverse of
    its place on the diagonal of the inverse matrix. The pivot is that share given the features
    before it, and no smaller.
    """
    checks[DETERMINANT : DETERMINANT + TILE] = 1.0
    checks[IS_SINGULAR : IS_SINGULAR + TILE] = 0.0
    for p in range(size):
        pivot = _row(matrix, p, p)
        for k in range(TILE):
            if pivot[k] <= SMALLEST_REST:
                checks[IS_SINGULAR + k] = 1.0
            checks[DETERMINANT + k] *= pivot[k]
            pivot[k] = 1.0 / pivot[k]
        for i in range(size):
            if i == p:
                continue
            a = _row(matrix, i, p)
            for j in range(i + 1):
                if j == p:
                    continue
                b, out = _row(matrix, j, p), _row(matrix, i, j)
                for k in range(TILE):
                    out[k] -= a[k] * b[k] * pivot[k]
        for i in range(size):
            if i == p:
                continue
            a = _row(matrix, i, p)
            for k in range(TILE):
                a[k] *= pivot[k]
        for k in range(TILE):
            pivot[k] = -pivot[k]
    for i in range(size):
        for j in range(i + 1):
            a = _row(matrix, i, j)
            for k in range(TILE):
                a[k] = -a[k]
        inflation = _row(matrix, i, i)
        for k in range(TILE):
            if inflation[k] * SMALLEST_REST >= 1.0:
                checks[IS_SINGULAR + k] = 1.0


@compiled
def _fall_back(matrix, size, checks):
    """Put the unit matrix in place of a singular one."""
    for k in range(TILE):
        if checks[IS_SINGULAR + k] > 0.0:
            checks[DETERMINANT + k] = 1.0
    for i in range(size):
        for j in range(i + 1):
            a = _row(matrix, i, j)
            unit = 1.0 if i == j else 0.0
            for k in range(TILE):
                a[k] = unit if checks[IS_SINGULAR + k] > 0.0 else a[k]


@compiled
def _full_rules(w, parts, cells, size):
    """Write LDA and QDA, all but the logarithm of the determinants of the correlations."""
    for i in range(size):
        a = parts[i * PART * TILE : (i + 1) * PART * TILE]
        for j in range(i + 1):
            b = parts[j * PART * TILE : (j + 1) * PART * TILE]
            at = (i * (i + 1) // 2 + j) * CELL * TILE
            cell = cells[at : at + CELL * TILE]
            twice = 1.0 if i == j else 2.0
            for k in range(TILE):
                cell[MATRIX_0 + k] /= a[DEVIATION_0 + k] * b[DEVIATION_0 + k]
                cell[MATRIX_1 + k] /= a[DEVIATION_1 + k] * b[DEVIATION_1 + k]
                cell[MATRIX + k] /= a[DEVIATION + k] * b[DEVIATION + k]
                cell[QDA_2 + k] = twice * (cell[MATRIX_0 + k] - cell[MATRIX_1 + k])
    for i in range(size):
        a = parts[i * PART * TILE : (i + 1) * PART * TILE]
        a[LDA_1 : LDA_1 + TILE] = 0.0
        a[QDA_1 : QDA_1 + TILE] = 0.0
        for j in range(size):
            b = parts[j * PART * TILE : (j + 1) * PART * TILE]
            to_0, to_1 = _row(cells[MATRIX_0:], i, j), _row(cells[MATRIX_1:], i, j)
            to = _row(cells[MATRIX:], i, j)
            for k in range(TILE):
                share_0, share_1 = to_0[k] * b[MEAN_0 + k], to_1[k] * b[MEAN_1 + k]
                a[LDA_1 + k] += to[k] * (b[MEAN_1 + k] - b[MEAN_0 + k])
                a[QDA_1 + k] += 2.0 * (share_1 - share_0)
                w[QDA_0 + k] += a[MEAN_0 + k] * share_0 - a[MEAN_1 + k] * share_1
        for k in range(TILE):
            w[LDA_0 + k] -= a[LDA_1 + k] * (0.5 * (a[MEAN_0 + k] + a[MEAN_1 + k]))
            w[QDA_0 + k] -= a[LOG_RATIO + k]


@compiled
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


@compiled
def _keep(keys, places, listed, key, place, scores):
    """Put a set in its place on a list if it is good enough."""
    rank = LIST_LENGTH
    while rank > 0 and (
        keys[rank - 1] < key or (keys[rank - 1] == key and places[rank - 1] > place)
    ):
        rank -= 1
    if rank == LIST_LENGTH:
        return
    for i in range(LIST_LENGTH - 1, rank, -1):
        keys[i] = keys[i - 1]
        places[i] = places[i - 1]
        listed[i] = listed[i - 1]
    keys[rank] = key
    places[rank] = place
    listed[rank] = scores
