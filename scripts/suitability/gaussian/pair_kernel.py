"""Score pairs of features with all six candidates, fast and to the bit.

`prepare` arranges the data, `score_pairs` scores a share of the pairs; callers need nothing else.

How it works. The second features of the pairs stand side by side in tiles of `TILE` lanes, so that
one instruction serves several pairs. For a few first features and one tile the kernel

1. sums the within-class cross-products of every test fold, and of all of them: what a training
   fold needs is the total less its own test fold (`_sum_cross_products`);
2. turns the moments of each training fold into the coefficients of the decision functions of LDA,
   SDA and QDA, which are polynomials in the two values (`_pair_rules`);
3. counts, for each candidate, the test samples of a class that it calls class 1 (`_count_votes`,
   `_count_signs`, `_settle`);
4. turns the counts into integer scores and winner sets (`tally.add_sets`).

A decision is defined in float64, in IEEE operations of a fixed order without fast-math, so a pair
gets the same ones on every machine and in every thread and shard. Two shortcuts find the same
decisions sooner:

- NC, DLDA and UDA add up what each feature votes, and call class 1 when vote b > -vote a. Of every
  test sample the votes of all features are sorted once by size; then their places in that order,
  with the signs of the votes, are compared, which are small integers (`_rank_votes`).
- LDA, SDA and QDA are evaluated in float32 first. What that rounds away is bounded (`_pair_rules`);
  where a value of some test sample is not beyond the bound, the fold is repeated in float64
  (`_settle`).

What loops over lanes share lives in flat work spaces with sections at compile-time offsets: LLVM
then needs few alias checks and vectorises every one of them.
"""

from typing import NamedTuple

import numpy as np

from suitability.core.threads import mapped
from suitability.gaussian.arithmetic import LARGEST_MAGNITUDE, fma, log_lanes, magnitude
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.compilation import Stored, compiled
from suitability.gaussian.layout import TILE, Layout, lay_out, sections, statistics_by_feature
from suitability.gaussian.moments import (
    LARGEST_CORRELATION,
    Moments,
    single_feature_rules,
    training_moments,
)
from suitability.gaussian.tally import Tally, add_sets, merge, over_threads

ROWS_PER_BLOCK = 256
ROWS_PER_PASS = 16
# Votes of one rule that are sorted at once: of several samples, so that threads are not called for
# little work, and within a few MB for any number of features.
VOTES_PER_PASS = 2**17
CANDIDATE_COUNT = len(CANDIDATES)
VOTERS = ("NC", "DLDA", "UDA")

SINGULAR_ABOVE = LARGEST_CORRELATION**2

# Places of this many votes, and counts of as many samples, fit into 16 bits.
SHORT_PLACES = 2**15 - 1
SHORT_COUNTS = 2**15 - 1

# A term of a decision function meets at most six float32 roundings (of its coefficient, of the
# values, of the additions on its way); two more leave room for those of the bound itself.
ROUNDING = 8 * 2.0**-24
# What float32 loses of numbers too small for it, and coefficients so large that it might overflow.
UNDERFLOW = 2.0**-140
OVERFLOW = 1e37


# The work space of a split begins with the statistics of the tile's features: class means and
# variances, and the largest absolute value in the test fold.
STATISTICS = 5
(MEAN_0, MEAN_1, VARIANCE_0, VARIANCE_1, LARGEST) = sections(STATISTICS)
# Then the decision functions of pairs (a, b), with e0, e1 the squared distances of a from the
# class means; class 1 is called where they are above zero:
#   LDA   LDA_0 + LDA_A a + LDA_B b
#   SDA   SDA_0 + SDA_E e0 + SDA_B b + SDA_BB b b - e1
#   QDA   QDA_0 + QDA_A a + QDA_AA a a + (QDA_B + QDA_AB a) b + QDA_BB b b
(LDA_0, LDA_A, LDA_B) = sections(3, 5)
(SDA_0, SDA_E, SDA_B, SDA_BB) = sections(4, 8)
(QDA_0, QDA_A, QDA_AA, QDA_B, QDA_AB, QDA_BB) = sections(6, 12)
# and how far from zero a float32 value of them must be for its sign to be right.
(LDA_BOUND, SDA_BOUND, QDA_BOUND) = sections(3, 18)
RULES_START, RULES_STOP = LDA_0, QDA_BOUND + TILE
# Then scratch: sums of products over the training fold, and two ratios with their logarithms.
(CROSS_0, CROSS_1, RATIO_S, RATIO_Q, LOG_S, LOG_Q) = sections(6, 21)
SECTIONS = 27

# Rows of the table of what the first feature brings to each test sample.
(VALUE, DISTANCE_0, DISTANCE_1) = range(3)

# Sections of the counts of calls of a class.
(NC, DLDA, LDA, SDA, UDA, QDA) = sections(CANDIDATE_COUNT)
# The same of those that vote, and of those with a decision function.
(NC_VOTE, DLDA_VOTE, UDA_VOTE) = sections(3)
(LDA_SIGN, SDA_SIGN, QDA_SIGN) = sections(3)


class PairData(NamedTuple):
    """Values and single-feature statistics, arranged for the kernel in test order.

    Attributes
    ----------
    layout : layout.Layout
    values : float64 array, shape (features, repeats * samples)
        Values of the layout in test order.
    value_tiles : float64 array, shape (tiles, repeats * samples * TILE)
        The same by tile, sample and lane; the last tile is filled up with its last feature.
    rounded_tiles : float32 array, same shape
    places : int16 or int32 array, shape (features, 3, repeats * samples)
        The place of minus the vote of each feature as the first of a pair, for NC, DLDA and UDA.
    place_tiles : same type, shape (tiles, repeats * samples * 3 * TILE)
        The place of its vote as the second.
    statistics : float64 array, shape (features, repeats, folds, STATISTICS)
    statistic_tiles : float64 array, shape (tiles, repeats, folds, STATISTICS * TILE)
    usable : bool array, shape (features,)
        False where a feature is constant within a class of some training fold.
    """

    layout: Layout
    values: np.ndarray
    value_tiles: np.ndarray
    rounded_tiles: np.ndarray
    places: np.ndarray
    place_tiles: np.ndarray
    statistics: np.ndarray
    statistic_tiles: np.ndarray
    usable: np.ndarray


def prepare(values, labels, folds, *, group=None, threads=1):
    """Arrange a data set for the kernel.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        At least two features.
    labels : int array, shape (samples,)
        0 or 1.
    folds : int array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0; -1 for held-out samples.
    group : int, optional
        If only pairs within groups of so many consecutive features are to be scored: how many, a
        multiple of `TILE`. Sorting the votes within groups takes less time.
    threads : int

    Returns
    -------
    PairData
    """
    layout = lay_out(values, labels, folds)
    repeats, fold_count = layout.spans.shape[:2]
    features = len(layout.values)
    moments = training_moments(np.ascontiguousarray(layout.values.T), labels, folds)
    constant = moments.variances == 0
    moments = Moments(moments.sizes, moments.means, np.where(constant, 1.0, moments.variances))

    in_test_order = np.ascontiguousarray(layout.values.T)[layout.test_order]
    test_sizes = (layout.spans[..., 1] - layout.spans[..., 0]).sum(axis=-1)
    in_test_fold = np.repeat(np.arange(repeats * fold_count), test_sizes.ravel())
    largest = np.zeros((repeats * fold_count, features))
    filled, starts = np.unique(in_test_fold, return_index=True)
    largest[filled] = np.maximum.reduceat(np.abs(in_test_order), starts)
    statistics = statistics_by_feature(moments, largest, repeats)

    tiles = -(-features // TILE)
    lanes = np.minimum(np.arange(tiles * TILE), features - 1).reshape(tiles, TILE)
    value_tiles = np.empty((tiles, len(in_test_order) * TILE))
    statistic_tiles = np.empty((tiles, repeats, fold_count, STATISTICS * TILE))
    for tile, lane in enumerate(lanes):
        value_tiles[tile] = in_test_order[:, lane].ravel()
        of_lanes = np.moveaxis(statistics[lane], 0, -1)
        statistic_tiles[tile] = of_lanes.reshape(repeats, fold_count, -1)
    is_tested = (np.arange(fold_count) < layout.tested[:, None]).ravel()[in_test_fold]
    places, place_tiles = _rank_votes(
        in_test_order,
        np.where(is_tested, in_test_fold, -1),
        single_feature_rules(moments),
        group or tiles * TILE,
        threads,
    )
    return PairData(
        layout=layout,
        values=np.ascontiguousarray(in_test_order.T),
        value_tiles=value_tiles,
        rounded_tiles=value_tiles.astype(np.float32),
        places=places,
        place_tiles=place_tiles,
        statistics=statistics,
        statistic_tiles=statistic_tiles,
        usable=~constant.any(axis=(0, 1)),
    )


def _rank_votes(in_test_order, in_test_fold, rules, group, threads):
    """Sort the votes of the features of each group on each test sample.

    See `PairData` for what is returned. Samples in fold -1 are not tested.
    """
    samples, features = in_test_order.shape
    tiles, groups = -(-features // TILE), -(-features // group)
    kind = np.int16 if group <= SHORT_PLACES and samples <= SHORT_COUNTS else np.int32
    places = np.zeros((samples, 3, features), kind)
    place_tiles = np.zeros((tiles, samples * 3 * TILE), kind)
    rules = tuple(rules[name] for name in VOTERS)
    tested = np.flatnonzero(in_test_fold >= 0)
    step = max(1, VOTES_PER_PASS // features)

    def arguments(chosen):
        # What fills up the last group stands behind all features, so that it changes no order.
        votes = np.full((len(chosen), 3, groups * group), np.inf)
        return chosen, in_test_order, in_test_fold, *rules, votes

    def rank(start):
        *of_vote, votes = arguments(tested[start : start + step])
        vote(*of_vote, votes)
        votes = votes.reshape(-1, 3, groups, group)
        place(of_vote[0], votes, np.abs(votes).argsort(), places, place_tiles)

    *of_vote, votes = arguments(tested[:1])
    vote = _vote.ready_for(*of_vote, votes)
    votes = votes.reshape(-1, 3, groups, group)
    place = _place.ready_for(of_vote[0], votes, votes.argsort(), places, place_tiles)
    mapped(rank, range(0, len(tested), step), threads)
    # Writing into the last order at once would miss the cache at every step.
    return np.ascontiguousarray(places.transpose(2, 1, 0)), place_tiles


@Stored
def _vote(chosen, values, in_fold, nc, dlda, uda, votes):
    """Write what each feature adds to the log-likelihood ratio of NC, DLDA and UDA."""
    for i in range(chosen.shape[0]):
        s, fold = chosen[i], in_fold[chosen[i]]
        for f in range(values.shape[1]):
            x = values[s, f]
            votes[i, 0, f] = fma(nc[fold, f, 1], x, nc[fold, f, 0])
            votes[i, 1, f] = fma(dlda[fold, f, 1], x, dlda[fold, f, 0])
            votes[i, 2, f] = fma(fma(uda[fold, f, 2], x, uda[fold, f, 1]), x, uda[fold, f, 0])


@Stored
def _place(chosen, votes, order, places, place_tiles):
    """Write the place of each vote: the rank of its size, with its sign; equal sizes share a rank.

    So the place of minus a vote is minus its place, and the place of zero is 0.
    """
    groups, group = votes.shape[2:]
    for s in range(chosen.shape[0]):
        sample = chosen[s]
        for rule in range(3):
            lane = (sample * 3 + rule) * TILE
            for g in range(groups):
                rank, last = 0, 0.0
                for i in range(group):
                    in_group = order[s, rule, g, i]
                    vote = votes[s, rule, g, in_group]
                    feature = g * group + in_group
                    rank += int(abs(vote) > last)
                    last = abs(vote)
                    place = rank if vote > 0.0 else -rank
                    if feature < places.shape[2]:
                        places[sample, rule, feature] = -place
                        place_tiles[feature // TILE, lane + feature % TILE] = place


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
        for row in range(first, last, ROWS_PER_BLOCK):
            blocks.append((tile, row, min(row + ROWS_PER_BLOCK, int(last))))
    return blocks


def group_rows(features, group):
    """Return pairs within groups of consecutive features as blocks of rows.

    Left out are the pairs within a tile, for which half of the lanes would be computed in vain.

    Parameters
    ----------
    features : int
    group : int
        Features in a group, a multiple of `TILE`; the last group may be smaller.

    Returns
    -------
    list of (int, int, int)
        As of `shard_rows`.
    """
    blocks = []
    for tile in range(-(-features // TILE)):
        stop = tile * TILE
        for row in range(stop // group * group, stop, ROWS_PER_BLOCK):
            blocks.append((tile, row, min(row + ROWS_PER_BLOCK, stop)))
    return blocks


def pairs_in(block, features):
    """Return how many pairs a block of rows holds."""
    tile, start, stop = block
    firsts = np.arange(start, stop)
    lowest = np.maximum(tile * TILE, firsts + 1)
    return int((min((tile + 1) * TILE, features) - lowest).sum())


def score_pairs(
    data, blocks, scoring, *, by_candidate=False, threads=1, progress=lambda pairs: None
):
    """Score every pair in some blocks of rows.

    Parameters
    ----------
    data : PairData
    blocks : list of (int, int, int)
        From `shard_rows`.
    scoring : tally.Scoring
    by_candidate : bool
        Whether the scores of each candidate are counted, see `tally.Tally`.
    threads : int
        The result does not depend on it.
    progress : callable
        Called with the number of pairs that have been scored since the last call.

    Returns
    -------
    tally.Tally
        The place of a pair is first feature * features + second feature.
    """
    features = len(data.values)

    def empty():
        return Tally.empty(data.layout, scoring, by_candidate)

    score_rows = _score_rows.ready_for(data, scoring, empty(), 0, 0, 0)

    def score(tally, block):
        score_rows(data, scoring, tally, *block)
        return pairs_in(block, features)

    return merge(over_threads(score, blocks, empty, threads, progress))


@Stored
def _score_rows(data, scoring, tally, tile, start, stop):
    layout = data.layout
    repeats, folds, classes = layout.spans.shape[:3]
    features = data.values.shape[0]
    values, rounded, places = (
        data.value_tiles[tile],
        data.rounded_tiles[tile],
        data.place_tiles[tile],
    )
    w = np.empty(SECTIONS * TILE)
    rules = np.empty(RULES_STOP, np.float32)
    cross = np.empty((ROWS_PER_PASS, folds, 2 * TILE))
    first = np.empty((3, data.values.shape[1]), np.float32)
    least = np.empty(3 * TILE, np.int32)
    signs = np.empty((2, 3 * TILE), np.int32)
    votes = np.empty(3 * TILE, places.dtype)
    calls = np.empty((ROWS_PER_PASS, 4, CANDIDATE_COUNT * TILE), np.int32)
    singular = np.empty((ROWS_PER_PASS, TILE))
    counts = np.zeros(TILE, np.int64)
    for k in range(min(TILE, features - tile * TILE)):
        counts[k] = data.usable[tile * TILE + k]
    for pass_start in range(start, stop, ROWS_PER_PASS):
        rows = min(ROWS_PER_PASS, stop - pass_start)
        calls[:] = 0
        singular[:] = 0.0
        for repeat in range(repeats):
            for i in range(rows):
                row = pass_start + i
                _sum_cross_products(data.values[row], values, layout.spans[repeat], cross[i])
            tested = layout.tested[repeat]
            # Calls of held-out samples stand after those of the cross-validation.
            part = 2 if tested < folds else 0
            for fold in range(tested):
                spans = layout.spans[repeat, fold]
                sizes = layout.training_sizes[repeat, fold]
                w[: STATISTICS * TILE] = data.statistic_tiles[tile, repeat, fold]
                for i in range(rows):
                    a, of_a = (
                        data.values[pass_start + i],
                        data.statistics[pass_start + i, repeat, fold],
                    )
                    w[CROSS_0 : CROSS_0 + 2 * TILE] = cross[i, fold]
                    _pair_rules(w, w.view(np.int64), singular[i], of_a, sizes)
                    for k in range(RULES_START, RULES_STOP):
                        rules[k] = w[k]
                    _set_first_feature(first, a, of_a, spans)
                    least[:] = LARGEST_MAGNITUDE
                    signs[:] = 0
                    # Counted, not unrolled: that would double the time to compile.
                    for c in range(classes):
                        _count_votes(
                            places, data.places[pass_start + i], spans[c], votes, calls[i, part + c]
                        )
                        _count_signs(rules, rounded, first, spans[c], signs[c], least)
                    _settle(w, rules, a, values, of_a, spans, signs, least.view(np.float32))
                    for c in range(classes):
                        for k in range(TILE):
                            calls[i, part + c, LDA + k] += signs[c, LDA_SIGN + k]
                            calls[i, part + c, SDA + k] += signs[c, SDA_SIGN + k]
                            calls[i, part + c, QDA + k] += signs[c, QDA_SIGN + k]
        for i in range(rows):
            row = pass_start + i
            if not data.usable[row]:
                continue
            lanes = max(0, row + 1 - tile * TILE), min(TILE, features - tile * TILE)
            place = row * features + tile * TILE
            add_sets(scoring, tally, layout, calls[i], lanes, counts, place, singular[i])


@compiled
def _sum_cross_products(a, values, spans, cross):
    """Sum the products of the two values over each training fold and class."""
    total = np.zeros(2 * TILE)
    for fold in range(cross.shape[0]):
        cross[fold] = 0.0
        for c in range(spans.shape[1]):
            of_class = cross[fold, c * TILE : (c + 1) * TILE]
            _add_products(a, values, spans[fold, c, 0], spans[fold, c, 1], of_class)
        for k in range(2 * TILE):
            total[k] += cross[fold, k]
    for fold in range(cross.shape[0]):
        for k in range(2 * TILE):
            cross[fold, k] = total[k] - cross[fold, k]


@compiled
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


@compiled
def _pair_rules(w, w_bits, singular, first, sizes):
    """Write the coefficients of the decision functions of LDA, SDA and QDA, and their bounds.

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
        cov_0 = w[CROSS_0 + k] - n0 * a_mean_0 * b_mean_0
        cov_1 = w[CROSS_1 + k] - n1 * a_mean_1 * b_mean_1
        cov = (cov_0 + cov_1) * pooled_df
        cov_0 *= df_0
        cov_1 *= df_1
        dependent = 0.0
        if cov * cov >= SINGULAR_ABOVE * (a_var * b_var):
            cov = 0.0
            dependent = 1.0
        squares_0, squares_1 = a_var_0 * b_var_0, a_var_1 * b_var_1
        if (cov_0 * cov_0 >= SINGULAR_ABOVE * squares_0) | (
            cov_1 * cov_1 >= SINGULAR_ABOVE * squares_1
        ):
            cov_0 = 0.0
            cov_1 = 0.0
            dependent = 1.0
        singular[k] += dependent

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
    a = first[LARGEST // TILE]
    e0, e1 = (a + abs(a_mean_0)) ** 2, (a + abs(a_mean_1)) ** 2
    for k in range(TILE):
        w[QDA_0 + k] -= w[LOG_Q + k]
        w[SDA_0 + k] -= (a_var_1 + w[VARIANCE_1 + k]) * w[LOG_S + k]
        b = w[LARGEST + k]
        lda_0, lda_a, lda_b = abs(w[LDA_0 + k]), abs(w[LDA_A + k]), abs(w[LDA_B + k])
        sda_0, sda_e = abs(w[SDA_0 + k]), w[SDA_E + k]
        sda_b, sda_bb = abs(w[SDA_B + k]), abs(w[SDA_BB + k])
        qda_0, qda_a, qda_aa = abs(w[QDA_0 + k]), abs(w[QDA_A + k]), abs(w[QDA_AA + k])
        qda_b, qda_ab, qda_bb = abs(w[QDA_B + k]), abs(w[QDA_AB + k]), abs(w[QDA_BB + k])
        lda = lda_0 + lda_a * a + lda_b * b
        sda = sda_0 + sda_e * e0 + (sda_b + sda_bb * b) * b + e1
        qda = qda_0 + (qda_a + qda_aa * a) * a + (qda_b + qda_ab * a + qda_bb * b) * b
        coefficients = lda_0 + lda_a + lda_b + sda_0 + sda_e + sda_b + sda_bb
        coefficients += qda_0 + qda_a + qda_aa + qda_b + qda_ab + qda_bb
        least = UNDERFLOW if coefficients < OVERFLOW else np.inf
        w[LDA_BOUND + k] = ROUNDING * lda + least
        w[SDA_BOUND + k] = ROUNDING * sda + least
        w[QDA_BOUND + k] = ROUNDING * qda + least


@compiled
def _set_first_feature(first, a, statistics, spans):
    """Write what the first feature contributes to the decision on each test sample."""
    mean_0, mean_1 = statistics[MEAN_0 // TILE], statistics[MEAN_1 // TILE]
    start, stop = spans[0, 0], spans[1, 1]
    values = a[start:stop]
    rounded = first[VALUE, start:stop]
    from_0, from_1 = first[DISTANCE_0, start:stop], first[DISTANCE_1, start:stop]
    for s in range(values.shape[0]):
        rounded[s] = values[s]
        from_0[s] = (values[s] - mean_0) * (values[s] - mean_0)
        from_1[s] = (values[s] - mean_1) * (values[s] - mean_1)


@compiled
def _count_votes(tiled, places, span, votes, calls):
    """Count, for NC, DLDA and UDA, the samples in a span that are called class 1."""
    votes[:] = 0
    # Four samples a pass: counts are read and written a quarter as often.
    s = span[0]
    while s + 4 <= span[1]:
        for rule in range(3):
            x_0 = tiled[(3 * s + rule) * TILE : (3 * s + rule + 1) * TILE]
            x_1 = tiled[(3 * s + rule + 3) * TILE : (3 * s + rule + 4) * TILE]
            x_2 = tiled[(3 * s + rule + 6) * TILE : (3 * s + rule + 7) * TILE]
            x_3 = tiled[(3 * s + rule + 9) * TILE : (3 * s + rule + 10) * TILE]
            p_0, p_1 = places[rule, s], places[rule, s + 1]
            p_2, p_3 = places[rule, s + 2], places[rule, s + 3]
            out = votes[rule * TILE : (rule + 1) * TILE]
            for k in range(TILE):
                out[k] += (
                    int(x_0[k] > p_0) + int(x_1[k] > p_1) + int(x_2[k] > p_2) + int(x_3[k] > p_3)
                )
        s += 4
    while s < span[1]:
        for rule in range(3):
            x_0 = tiled[(3 * s + rule) * TILE : (3 * s + rule + 1) * TILE]
            p_0 = places[rule, s]
            out = votes[rule * TILE : (rule + 1) * TILE]
            for k in range(TILE):
                out[k] += int(x_0[k] > p_0)
        s += 1
    for k in range(TILE):
        calls[NC + k] += votes[NC_VOTE + k]
        calls[DLDA + k] += votes[DLDA_VOTE + k]
        calls[UDA + k] += votes[UDA_VOTE + k]


@compiled
def _lda(w, k, a, b):
    return fma(w[LDA_B + k], b, fma(w[LDA_A + k], a, w[LDA_0 + k]))


@compiled
def _sda(w, k, e0, e1, b):
    return fma(fma(w[SDA_BB + k], b, w[SDA_B + k]), b, fma(w[SDA_E + k], e0, w[SDA_0 + k])) - e1


@compiled
def _qda(w, k, a, b):
    in_a = fma(fma(w[QDA_AA + k], a, w[QDA_A + k]), a, w[QDA_0 + k])
    return fma(fma(w[QDA_BB + k], b, fma(w[QDA_AB + k], a, w[QDA_B + k])), b, in_a)


@compiled
def _count_signs(w, tiled, first, span, signs, least):
    """Count, for LDA, SDA and QDA in float32, the samples in a span that are called class 1.

    The smallest absolute value of each decision function is kept in `least`.
    """
    # Four samples a pass: coefficients and counts are read and written a quarter as often.
    s = span[0]
    while s + 4 <= span[1]:
        b_0 = tiled[s * TILE : (s + 1) * TILE]
        b_1 = tiled[(s + 1) * TILE : (s + 2) * TILE]
        b_2 = tiled[(s + 2) * TILE : (s + 3) * TILE]
        b_3 = tiled[(s + 3) * TILE : (s + 4) * TILE]
        a, e0, e1 = first[VALUE], first[DISTANCE_0], first[DISTANCE_1]
        a_0, a_1, a_2, a_3 = a[s], a[s + 1], a[s + 2], a[s + 3]
        e0_0, e0_1, e0_2, e0_3 = e0[s], e0[s + 1], e0[s + 2], e0[s + 3]
        e1_0, e1_1, e1_2, e1_3 = e1[s], e1[s + 1], e1[s + 2], e1[s + 3]
        for k in range(TILE):
            x_0, x_1, x_2, x_3 = b_0[k], b_1[k], b_2[k], b_3[k]
            _add_signs(
                signs,
                least,
                LDA_SIGN + k,
                (
                    _lda(w, k, a_0, x_0),
                    _lda(w, k, a_1, x_1),
                    _lda(w, k, a_2, x_2),
                    _lda(w, k, a_3, x_3),
                ),
            )
            _add_signs(
                signs,
                least,
                SDA_SIGN + k,
                (
                    _sda(w, k, e0_0, e1_0, x_0),
                    _sda(w, k, e0_1, e1_1, x_1),
                    _sda(w, k, e0_2, e1_2, x_2),
                    _sda(w, k, e0_3, e1_3, x_3),
                ),
            )
            _add_signs(
                signs,
                least,
                QDA_SIGN + k,
                (
                    _qda(w, k, a_0, x_0),
                    _qda(w, k, a_1, x_1),
                    _qda(w, k, a_2, x_2),
                    _qda(w, k, a_3, x_3),
                ),
            )
        s += 4
    while s < span[1]:
        b = tiled[s * TILE : (s + 1) * TILE]
        a, e0, e1 = first[VALUE, s], first[DISTANCE_0, s], first[DISTANCE_1, s]
        for k in range(TILE):
            _add_sign(signs, least, LDA_SIGN + k, _lda(w, k, a, b[k]))
            _add_sign(signs, least, SDA_SIGN + k, _sda(w, k, e0, e1, b[k]))
            _add_sign(signs, least, QDA_SIGN + k, _qda(w, k, a, b[k]))
        s += 1


@compiled
def _add_sign(signs, least, place, value):
    """Count a sample if the value is positive, and keep the smallest absolute value."""
    signs[place] += int(value > np.float32(0.0))
    least[place] = min(least[place], magnitude(value))


@compiled
def _add_signs(signs, least, place, values):
    """Count the same of four samples."""
    (f, g, h, i), zero = values, np.float32(0.0)
    signs[place] += int(f > zero) + int(g > zero) + int(h > zero) + int(i > zero)
    least[place] = min(
        least[place], min(magnitude(f), magnitude(g)), min(magnitude(h), magnitude(i))
    )


@compiled
def _settle(w, rules, a, values, statistics, spans, signs, least):
    """Count again, in float64, where a float32 value is too close to zero to be reliable."""
    doubtful = 0
    for k in range(3 * TILE):
        doubtful += int(not least[k] > rules[LDA_BOUND + k])
    if doubtful == 0:
        return
    mean_0, mean_1 = statistics[MEAN_0 // TILE], statistics[MEAN_1 // TILE]
    for k in range(TILE):
        if (
            least[LDA_SIGN + k] > rules[LDA_BOUND + k]
            and least[SDA_SIGN + k] > rules[SDA_BOUND + k]
            and least[QDA_SIGN + k] > rules[QDA_BOUND + k]
        ):
            continue
        for c in range(spans.shape[0]):
            lda, sda, qda = 0, 0, 0
            for s in range(spans[c, 0], spans[c, 1]):
                b = values[s * TILE + k]
                e0, e1 = (a[s] - mean_0) * (a[s] - mean_0), (a[s] - mean_1) * (a[s] - mean_1)
                lda += int(_lda(w, k, a[s], b) > 0.0)
                sda += int(_sda(w, k, e0, e1, b) > 0.0)
                qda += int(_qda(w, k, a[s], b) > 0.0)
            signs[c, LDA_SIGN + k] = lda
            signs[c, SDA_SIGN + k] = sda
            signs[c, QDA_SIGN + k] = qda
