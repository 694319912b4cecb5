"""Score a list of feature sets, of up to `candidates.LARGEST_SET` features, under permuted labels.

`prepare` arranges the data, `score_sets` scores a list of sets; callers need nothing else.

How it works. Sets stand side by side in tiles of `TILE` lanes, so that one instruction serves
several sets. The values of a tile are gathered once, to [sample][feature in set][lane], and serve
every label permutation, which only changes the order in which the samples are taken. For one tile
and one permutation the kernel

1. sums the within-class cross-products of every test fold, and of all of them: what a training
   fold needs is the total less its own test fold (`_sum_cross_products`);
2. turns the moments of each training fold into the coefficients of the candidates' decision
   functions, which are polynomials of degree two in the values (`_set_rules`);
3. counts, for each candidate, the test samples of a class that it calls class 1 (`_count_calls`);
4. turns the counts into integer scores and winner sets (`tally.add_sets`).

As in `pair_kernel`, numbers are float64 throughout, in IEEE operations of a fixed order without
fast-math. In the innermost loop the size of a set is a constant, so that it unrolls: the kernel is
compiled once for each size.
"""

from typing import NamedTuple

import numpy as np

from suitability.core.threads import mapped
from suitability.gaussian.arithmetic import fma, log_lanes, logarithm
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.compilation import Stored, compiled
from suitability.gaussian.layout import TILE, Layout, lay_out, sections, statistics_by_feature
from suitability.gaussian.moments import LARGEST_CORRELATION, Moments, training_moments
from suitability.gaussian.tally import Tally, add_sets, merge, over_threads

TILES_PER_BLOCK = 16
CANDIDATE_COUNT = len(CANDIDATES)

# A feature of a pair with this correlation keeps this share of its variance, given the other.
SMALLEST_REST = 1 - LARGEST_CORRELATION**2

# What is known of a feature from a training fold: class means and variances, and the logarithm of
# the ratio of the variances.
STATISTICS = 5


# The decision functions are polynomials, above 0 for class 1: a constant; a slope a feature; and a
# curvature, which is one for all features (SDA), one a feature (UDA) or one for each two (QDA).
#
# The work space of a split has a head with what is one for all features: constants, the curvature
# of SDA, the sum of the variances in each class, and two ratios with their logarithms;
HEAD = 13
(NC_0, DLDA_0, LDA_0, SDA_0, SDA_2, UDA_0, QDA_0) = sections(7)
(SUM_0, SUM_1, RATIO_S, RATIO_Q, LOG_S, LOG_Q) = sections(6, 7)
# a part a feature: the statistics, the standard deviations in the classes and in both together,
# slopes and curvatures;
PART = 15
(MEAN_0, MEAN_1, VARIANCE_0, VARIANCE_1, LOG_RATIO) = sections(STATISTICS)
(DEVIATION_0, DEVIATION_1, DEVIATION) = sections(3, STATISTICS)
(NC_1, DLDA_1, LDA_1, SDA_1, UDA_1, UDA_2, QDA_1) = sections(7, STATISTICS + 3)
# and a cell for each two features (or twice the same), in the order (0, 0), (1, 0), (1, 1), (2, 0):
# what the correlation matrices of the classes and of both together become, and QDA's curvature.
CELL = 4
(MATRIX_0, MATRIX_1, MATRIX, QDA_2) = sections(CELL)
# Of each matrix: its determinant and whether it is singular.
(DETERMINANT, IS_SINGULAR) = sections(2)

# Sections of the counts of calls of a class.
(NC, DLDA, LDA, SDA, UDA, QDA) = sections(CANDIDATE_COUNT)


class SetData(NamedTuple):
    """Values and single-feature statistics under one or many label permutations.

    Attributes
    ----------
    layout : layout.Layout
    statistics : float64 array, shape (permutations, features, repeats, folds, STATISTICS)
    usable : bool array, shape (permutations, features)
        False where a feature is constant within a class of some training fold.
    test_order : int64 array, shape (permutations, repeats * samples)
        The samples by repeat, fold and class.
    """

    layout: Layout
    statistics: np.ndarray
    usable: np.ndarray
    test_order: np.ndarray


def prepare(values, labels, folds, orders=None, *, threads=1):
    """Arrange a data set for the kernel.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
        0 or 1.
    folds : int array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0; -1 for held-out samples.
    orders : int array, shape (permutations, samples)
        In permutation i the sample orders[i, s] has the label and the folds of sample s; only the
        observed labels if left out.
    threads : int

    Returns
    -------
    SetData
    """
    if orders is None:
        orders = np.arange(len(labels))[None]
    orders = np.asarray(orders, np.int64)
    layout = lay_out(values, labels, folds)
    features, (repeats, fold_count) = len(layout.values), layout.spans.shape[:2]
    statistics = np.empty((len(orders), features, repeats, fold_count, STATISTICS))
    usable = np.empty((len(orders), features), bool)
    by_sample = np.ascontiguousarray(layout.values.T)

    def examine(permutation):
        moments = training_moments(by_sample[orders[permutation]], labels, folds)
        constant = moments.variances == 0
        usable[permutation] = ~constant.any(axis=(0, 1))
        variances = np.where(constant, 1.0, moments.variances)
        moments = Moments(moments.sizes, moments.means, variances)
        ratio = logarithm(variances[:, 1] / variances[:, 0])
        statistics[permutation] = statistics_by_feature(moments, ratio, repeats)

    mapped(examine, range(len(orders)), threads)
    return SetData(
        layout=layout,
        statistics=statistics,
        usable=usable,
        test_order=np.ascontiguousarray(orders[:, layout.test_order]),
    )


def score_sets(
    data,
    sets,
    scoring,
    *,
    counts=None,
    first=0,
    by_candidate=False,
    threads=1,
    progress=lambda sets: None,
):
    """Score every feature set in a list under every label permutation.

    Parameters
    ----------
    data : SetData
    sets : int array, shape (sets, size)
        Distinct features in each, size from 1 to `candidates.LARGEST_SET`.
    scoring : tally.Scoring
    counts : int array, shape (sets,)
        How many times each set counts; once if left out.
    first : int
        The place of the first set. Ties on the lists of best sets go to the lower place.
    by_candidate : bool
        Whether the scores of each candidate are counted, see `tally.Tally`.
    threads : int
        The result does not depend on it.
    progress : callable
        Called with the number of sets, times permutations, that have been scored since the last
        call.

    Returns
    -------
    list of tally.Tally, one a permutation
        A set with a feature that is constant within a class of some training fold does not count.
    """
    sets = np.ascontiguousarray(sets, np.int64)
    counts = np.ones(len(sets), np.int64) if counts is None else np.asarray(counts, np.int64)
    permutations, members = len(data.test_order), tuple(range(sets.shape[1]))

    def empty(permutations=permutations):
        return _stacked(Tally.empty(data.layout, scoring, by_candidate), permutations)

    score_block = _score_block.ready_for(
        data, sets, counts, first, scoring, empty(0), members, 0, 0
    )

    def score(tally, block):
        score_block(data, sets, counts, first, scoring, tally, members, block.start, block.stop)
        return len(block) * permutations

    step = TILE * TILES_PER_BLOCK
    blocks = [range(i, min(i + step, len(sets))) for i in range(0, len(sets), step)]
    found = over_threads(score, blocks, empty, threads, progress)
    by_thread = [[Tally(*parts) for parts in zip(*tally, strict=True)] for tally in found]
    return [merge(of_permutation) for of_permutation in zip(*by_thread, strict=True)]


def _stacked(empty, permutations):
    """Return tallies of no sets under several permutations, stacked along a first axis."""
    # Zeros take no memory before they are counted up.
    counts = np.zeros((permutations, *empty.counts.shape), np.int64)
    return Tally(counts, *(np.repeat(part[None], permutations, axis=0) for part in empty[1:]))


def no_sets(data, scoring):
    """Return the tally of no sets."""
    return Tally.empty(data.layout, scoring)


@Stored
def _score_block(data, sets, counts, first, scoring, tally, members, start, stop):
    """Score some sets; `members` is a tuple with an item a feature, so that code knows the size."""
    size, layout = len(members), data.layout
    parts = HEAD * TILE
    cells = parts + size * PART * TILE
    repeats, folds = layout.spans.shape[:2]
    tile = np.empty((layout.values.shape[1], (size + 1) * TILE))
    features = np.empty((TILE, size), np.int64)
    cross = np.empty((folds + 1, 2, size * (size - 1) // 2 * TILE))
    w = np.empty(cells + size * (size + 1) // 2 * CELL * TILE)
    w_bits = w.view(np.int64)
    checks = np.empty((3, 2 * TILE))
    singular = np.empty(TILE)
    calls = np.empty((4, CANDIDATE_COUNT * TILE), np.int32)
    counted = np.empty(TILE, np.int64)
    for begin in range(start, stop, TILE):
        lanes = min(TILE, stop - begin)
        for k in range(TILE):
            features[k] = sets[begin + min(k, lanes - 1)]
        _gather_values(layout.values, features, tile)
        for permutation in range(data.test_order.shape[0]):
            order = data.test_order[permutation]
            singular[:] = 0.0
            calls[:] = 0
            for repeat in range(repeats):
                _sum_cross_products(tile, order, layout.spans[repeat], size, cross)
                tested = layout.tested[repeat]
                # Calls of held-out samples stand after those of the cross-validation.
                part = 2 if tested < folds else 0
                for fold in range(tested):
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
                        _count_calls(w, tile, order, span[0], span[1], members, calls[part + c])
            for k in range(lanes):
                usable = _all_usable(data.usable[permutation], features[k])
                counted[k] = counts[begin + k] if usable else 0
            of_permutation = Tally(
                tally.counts[permutation],
                tally.keys[permutation],
                tally.places[permutation],
                tally.scores[permutation],
                tally.singular[permutation],
                tally.by_candidate[permutation],
            )
            add_sets(
                scoring,
                of_permutation,
                layout,
                calls,
                (0, lanes),
                counted,
                first + begin,
                singular,
            )


@compiled
def _count_calls(w, tile, order, start, stop, members, calls):
    """Count, for each candidate and lane, the samples in a span that are called class 1."""
    size = len(members)
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
