"""The fixed draw of feature sets that is scored in every split of the samples.

Pairs are drawn in groups: the features are divided at random into groups of equal size, and all
pairs within a group are drawn. Each feature takes part in as many pairs as any other, every pair is
as likely as any other, and the pair kernel scores such groups as fast as all pairs.
"""

from dataclasses import dataclass
from math import comb

import numpy as np

from suitability.gaussian.layout import TILE
from suitability.scoring.sets import is_every_set, random_sets
from suitability.workflow.resources import FEATURES_AT_ONCE

# A search of N sets is shown with at least this many times N drawn sets.
SETS_PER_N = 100


@dataclass(frozen=True)
class GroupedPairs:
    """All pairs within random groups of features.

    Attributes
    ----------
    order : int64 array, shape (features drawn,)
        Features, group after group.
    group : int
        Features in a group, a multiple of `TILE`; the last group may be smaller.
    """

    order: np.ndarray
    group: int

    @property
    def total(self):
        """How many pairs these are."""
        full, rest = divmod(len(self.order), self.group)
        return full * comb(self.group, 2) + comb(rest, 2)

    def batches(self):
        """Yield the features of some groups at a time: int64 array, shape (features,)."""
        step = max(1, FEATURES_AT_ONCE // self.group) * self.group
        for start in range(0, len(self.order), step):
            yield self.order[start : start + step]


def draw_groups(features, pairs, rng):
    """Draw pairs in groups.

    Parameters
    ----------
    features : int
        How many there are, at least two.
    pairs : int
        How many pairs to draw at least; all, if there are no more.
    rng : numpy.random.Generator

    Returns
    -------
    GroupedPairs
    """
    order, group = rng.permutation(features), TILE
    while group < features and GroupedPairs(order, group).total < pairs:
        group += TILE
    groups = -(-features // group)
    while groups > 1 and GroupedPairs(order[: (groups - 1) * group], group).total >= pairs:
        groups -= 1
    drawn = order[: groups * group]
    # A group of a single feature would have no pair.
    return GroupedPairs(drawn if len(drawn) % group != 1 else drawn[:-1], group)


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
