"""The random feature sets that are scored under many labels and in many splits of the same samples.

Pairs are drawn in groups: the features are divided at random into groups of equal size, and these
into tiles; all pairs of features in different tiles of a group are drawn. Every pair is as likely
as any other, and the pair kernel scores such groups as fast as all pairs.
"""

from bisect import bisect_left
from dataclasses import dataclass
from math import comb

import numpy as np

from suitability.gaussian import pair_kernel
from suitability.gaussian.layout import TILE
from suitability.scoring.sets import is_every_set, random_sets
from suitability.workflow.resources import FEATURES_AT_ONCE

# A search of N sets is shown with at least this many times N drawn sets.
SETS_PER_N = 100
# In smaller groups there are few pairs for each feature, whose votes must be sorted.
SMALLEST_GROUP = 4 * TILE


@dataclass(frozen=True)
class GroupedPairs:
    """Pairs within random groups of features.

    Attributes
    ----------
    order : int64 array, shape (features drawn,)
        Features, group after group.
    group : int or None
        Features in a group, a multiple of `TILE`; the last group may be smaller. None for all pairs
        of features.
    """

    order: np.ndarray
    group: int | None

    @property
    def total(self):
        """How many pairs these are."""
        if self.group is None:
            return comb(len(self.order), 2)
        full, rest = divmod(len(self.order), self.group)
        return full * _between_tiles(self.group) + _between_tiles(rest)

    def batches(self):
        """Yield the features of some groups at a time, and blocks of rows of the pair kernel."""
        if self.group is None:
            yield self.order, pair_kernel.shard_rows(len(self.order), 0, 1)
            return
        step = max(1, FEATURES_AT_ONCE // self.group) * self.group
        for start in range(0, len(self.order), step):
            features = self.order[start : start + step]
            yield features, pair_kernel.group_rows(len(features), self.group)


def _between_tiles(features):
    """Return how many pairs of features are in different tiles."""
    tiles, rest = divmod(features, TILE)
    return (features**2 - tiles * TILE**2 - rest**2) // 2


def draw_groups(features, pairs, rng):
    """Draw pairs in groups.

    Parameters
    ----------
    features : int
        How many there are, at least two.
    pairs : int
        How many pairs to draw at least; all, if there are no more or groups do not have as many.
    rng : numpy.random.Generator

    Returns
    -------
    GroupedPairs
        With fewer pairs too many than a group has features.
    """
    order, group = rng.permutation(features), SMALLEST_GROUP
    while group < features and GroupedPairs(order, group).total < pairs:
        group += TILE
    if GroupedPairs(order, group).total < pairs:
        return GroupedPairs(order, None)
    enough = bisect_left(
        range(features), pairs, key=lambda count: GroupedPairs(order[:count], group).total
    )
    return GroupedPairs(order[:enough], group)


def score_groups(values, labels, folds, pairs, scoring, *, by_candidate=False):
    """Score pairs that were drawn in groups.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels, folds : int array
        See `pair_kernel.prepare`.
    pairs : GroupedPairs
    scoring : gaussian.tally.Scoring
    by_candidate : bool
        See `pair_kernel.score_pairs`.

    Yields
    ------
    features : int64 array, shape (features of some groups,)
    tally : gaussian.tally.Tally
        Its places are those of pairs of these features.
    """
    for features, blocks in pairs.batches():
        data = pair_kernel.prepare(values[:, features], labels, folds, group=pairs.group)
        yield (
            features,
            pair_kernel.score_pairs(data, blocks, scoring, by_candidate=by_candidate),
        )


@dataclass(frozen=True)
class ListedSets:
    """Feature sets one by one.

    Attributes
    ----------
    of_size : list of int32 array, shape (sets, size)
        One array a size.
    """

    of_size: list

    @property
    def total(self):
        """How many sets these are."""
        return sum(map(len, self.of_size))


def draw(features, sets, count, weights, rng, grouped=True):
    """Draw feature sets as a search does.

    Parameters
    ----------
    features : int
        How many there are.
    sets : dict
        As in the config, `score.sets`: size.
    count : int
        How many sets at least, or all if there are no more.
    weights : float64 array, shape (features,), or None
        See `scoring.sets.draw_sets`.
    rng : numpy.random.Generator
    grouped : bool
        Whether pairs may be drawn in groups, as only the pair kernel scores them faster.

    Returns
    -------
    GroupedPairs or ListedSets
    """
    if grouped and sets["size"] == 2 and weights is None:
        return draw_groups(features, count, rng)
    return ListedSets(random_sets(features, sets["size"], count, weights, rng))


def shown_n(n, drawn, features, sets):
    """Return those N for which enough sets are drawn.

    Parameters
    ----------
    n : int array, shape (points,)
        Rising from 1.
    drawn : int
        How many sets are drawn.
    features : int
        How many there are.
    sets : dict
        As in the config, `score.sets`: size, weights.

    Returns
    -------
    int array
        Those with at least `SETS_PER_N` drawn sets for each set of the search; if all sets are
        drawn, those up to their number; and N = 1.
    """
    if is_every_set(drawn, features, sets):
        return n[n <= max(1, drawn)]
    return n[n <= max(1, drawn // SETS_PER_N)]
