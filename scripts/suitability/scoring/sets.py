"""Which feature sets are scored: all of one size, or a random sample of one or several sizes."""

from dataclasses import dataclass
from math import comb

import numpy as np

from suitability.core.errors import InputError
from suitability.workflow.resources import SETS_PER_PIECE

# All sets of a size are scored one by one, other than by pairs, if there are no more than this.
MOST_SETS = 10**8
TRIES_PER_BATCH = 2**20
# If this many tries per set do not find enough sets, a few features have nearly all the weight.
TRIES_PER_SET = 1000
# Sets of up to as many features are drawn feature by feature, which may draw one twice.
MOST_TRIED = 8
# A size that stands for all features.
ALL = "all"
NAMES = {
    ALL: "sets of all features",
    1: "single features",
    2: "pairs",
    3: "triplets",
    4: "quadruplets",
}


@dataclass(frozen=True)
class AllSets:
    """All sets of some size, in lexicographic order.

    Attributes
    ----------
    features : int
        How many there are.
    size : int
    """

    features: int
    size: int

    @property
    def total(self):
        """How many sets there are."""
        return comb(self.features, self.size)

    def pieces(self, start, stop):
        """Yield the sets from `start` to `stop`: place of the first, sets, how often each counts.

        The last is None, as each counts once.
        """
        for first in range(start, stop, SETS_PER_PIECE):
            yield first, self.at(np.arange(first, min(first + SETS_PER_PIECE, stop))), None

    def at(self, places):
        """Return the sets in some places.

        Parameters
        ----------
        places : int array, shape (sets,)

        Returns
        -------
        int32 array, shape (sets, size)
        """
        if self.size == self.features:
            return np.tile(np.arange(self.features, dtype=np.int32), (len(places), 1))
        # Sets of the mirrored features in mirrored order stand in the combinatorial number system:
        # the place is the sum of C(feature, 1), C(feature, 2) and so on, over the features.
        rest = self.total - 1 - np.asarray(places, np.int64)
        sets = np.empty((len(rest), self.size), np.int32)
        for i in range(self.size):
            left = self.size - i
            # Beyond the total they may not fit an integer, and are not needed.
            below = [comb(f, left) for f in range(self.features)]
            below = np.array([min(number, self.total) for number in below], np.int64)
            mirrored = np.searchsorted(below, rest, side="right") - 1
            rest = rest - below[mirrored]
            sets[:, i] = self.features - 1 - mirrored
        return sets


@dataclass(frozen=True)
class SampledSets:
    """A sample of sets, smaller ones first, then in lexicographic order.

    Attributes
    ----------
    groups : tuple of (int32 array, int64 array)
        For each size the distinct sets, shape (sets, size), and how often each was drawn.
    """

    groups: tuple

    @property
    def total(self):
        """How many distinct sets there are."""
        return sum(len(sets) for sets, _ in self.groups)

    def pieces(self, start, stop):
        """Yield the sets from `start` to `stop`: place of the first, sets, counts."""
        first = 0
        for sets, counts in self.groups:
            here = slice(max(start - first, 0), max(min(stop - first, len(sets)), 0))
            if here.start < here.stop:
                yield first + here.start, sets[here], counts[here]
            first += len(sets)

    def at(self, places):
        """Return the sets in some places, shape (sets, largest size), filled up with -1."""
        result = np.full((len(places), max(sets.shape[1] for sets, _ in self.groups)), -1, np.int32)
        first = 0
        for sets, _ in self.groups:
            here = (places >= first) & (places < first + len(sets))
            result[here, : sets.shape[1]] = sets[places[here] - first]
            first += len(sets)
        return result


def choose_sets(features, sets, weights, rng):
    """Return the feature sets that a study scores.

    Parameters
    ----------
    features : int
        How many there are.
    sets : dict
        As in the config, `score.sets`. size: features in a set, or sizes and how probable each is,
        relative to the others, or `all` features. sample: how many sets are drawn; None for all
        sets of the size. replacement: whether a set may be drawn more than once.
    weights : float64 array, shape (features,), or None
        See `draw_sets`.
    rng : numpy.random.Generator

    Returns
    -------
    AllSets or SampledSets

    Raises
    ------
    InputError
        If there are too few features or too many sets.
    """
    size, sample = sets["size"], sets["sample"]
    sizes, shares = sizes_and_shares(size, features)
    usable = features if weights is None else int((weights > 0).sum())
    if max(sizes) > usable:
        raise InputError(
            f"config: score.sets.size: sets of {max(sizes)} features are required, but "
            f"{usable} take part; choose smaller sets"
        )
    if sample is None:
        every = AllSets(features, sizes[0])
        if sizes[0] > 2 and every.total > MOST_SETS:
            raise InputError(
                f"config: score.sets.sample: there are {_about(every.total)} sets of {sizes[0]} "
                f"features, more than {MOST_SETS:.0e}; give the number of sets to draw"
            )
        return every
    drawn = rng.multinomial(sample, shares)
    return SampledSets(
        tuple(
            _distinct(draw_sets(features, each, int(count), sets["replacement"], weights, rng))
            for each, count in zip(sizes, drawn, strict=True)
            if count
        )
    )


def sizes_and_shares(size, features):
    """Return the sizes of feature sets and the probability of each.

    Parameters
    ----------
    size : int, str or dict of str to float
        See `choose_sets`.
    features : int
        How many there are.

    Returns
    -------
    sizes : list of int
        In ascending order.
    shares : float64 array, shape (sizes,)
    """
    size = features if size == ALL else size
    given = size if isinstance(size, dict) else {size: 1.0}
    sizes, shares = zip(*sorted((int(each), share) for each, share in given.items()), strict=True)
    return list(sizes), np.array(shares) / sum(shares)


def name_sets(size):
    """Return what sets are called; `size` as in `choose_sets`."""
    return "feature sets" if isinstance(size, dict) else NAMES.get(size, f"sets of {size} features")


def name_set(size):
    """Return what one set is called; `size` as in `choose_sets`."""
    first, *rest = name_sets(size).split(" of ")
    return " of ".join([first.removesuffix("s"), *rest])


def draw_sets(features, size, count, replacement, weights, rng):
    """Draw feature sets at random.

    Parameters
    ----------
    features : int
        How many there are.
    size : int
        Features in a set.
    count : int
        How many sets.
    replacement : bool
        Whether a set may be drawn more than once. If not, and there are no more than `count` sets,
        all of them are drawn.
    weights : float64 array, shape (features,), or None
        The chance of a set is proportional to the product of its features' weights; None for equal
        ones. Without replacement that is so among the sets not drawn before.
    rng : numpy.random.Generator

    Returns
    -------
    int32 array, shape (sets, size)
        In the order drawn; features of a set in ascending order.

    Raises
    ------
    InputError
        If nearly all the weight is on so few features that the sets are not found.
    """
    allowed = np.arange(features) if weights is None else np.flatnonzero(weights > 0)
    if not replacement and count >= comb(len(allowed), size):
        sets = AllSets(len(allowed), size)
        return allowed[sets.at(np.arange(sets.total))].astype(np.int32)
    # Few draws with replacement from the features would have no feature twice.
    if weights is None and size > MOST_TRIED and size * size > features:
        return _draw_large(features, size, count, replacement, rng)
    found = np.empty((0, size), np.int32)
    tries = 0
    while len(found) < count:
        if tries > TRIES_PER_SET * (count + TRIES_PER_BATCH):
            raise InputError(
                f"config: score.sets.weights: {tries:.0e} tries found {len(found)} of {count} sets "
                f"of {size} features; spread the weights more evenly or draw fewer sets"
            )
        batch = min(max(2 * (count - len(found)), 1000), TRIES_PER_BATCH)
        tries += batch
        drawn = _draw_features(len(allowed), (batch, size), weights, allowed, rng)
        drawn.sort(axis=1)
        drawn = drawn[(np.diff(drawn, axis=1) > 0).all(axis=1)]
        found = np.concatenate([found, allowed[drawn].astype(np.int32)])
        if not replacement:
            found = found[_first_of_each(found)]
    return found[:count]


def _draw_large(features, size, count, replacement, rng):
    found = np.empty((0, size), np.int32)
    while len(found) < count:
        drawn = [rng.choice(features, size, replace=False) for _ in range(count - len(found))]
        found = np.concatenate([found, np.sort(np.array(drawn, np.int32), axis=1)])
        if not replacement:
            found = found[_first_of_each(found)]
    return found


def random_sets(features, size, count, weights, rng):
    """Draw feature sets with replacement, or return all if there are no more and all are as likely.

    Parameters
    ----------
    features : int
        How many there are.
    size : int or dict of str to float
        See `choose_sets`.
    count : int
        How many sets.
    weights : float64 array, shape (features,), or None
        See `draw_sets`.
    rng : numpy.random.Generator

    Returns
    -------
    list of int32 array, shape (sets, size), one a size
    """
    sizes, shares = sizes_and_shares(size, features)
    if weights is None and len(sizes) == 1 and comb(features, sizes[0]) <= count:
        return [draw_sets(features, sizes[0], count, False, None, rng)]
    drawn = rng.multinomial(count, shares)
    return [
        draw_sets(features, each, int(number), True, weights, rng)
        for each, number in zip(sizes, drawn, strict=True)
        if number
    ]


def is_every_set(scored, features, sets):
    """Return whether `random_sets` returned all feature sets there are.

    Parameters
    ----------
    scored : int
        How many sets it returned.
    features : int
        How many there are.
    sets : dict
        As in the config, `score.sets`: size, weights.

    Returns
    -------
    bool
    """
    sizes, _ = sizes_and_shares(sets["size"], features)
    return sets["weights"] is None and len(sizes) == 1 and scored == comb(features, sizes[0])


def _about(number):
    """Return a number as text; it may be too large for floating point."""
    return f"{number:.3g}" if number < 10**300 else "more than 1e300"


def _draw_features(count, shape, weights, allowed, rng):
    if weights is None:
        return rng.integers(count, size=shape)
    steps = weights[allowed].cumsum()
    places = np.searchsorted(steps, rng.random(shape) * steps[-1], side="right")
    # The product may be rounded up to the last step.
    return np.minimum(places, count - 1)


def _sorted_order(sets):
    """Return the lexicographic order of sets and where, in it, another set begins."""
    order = np.lexsort(sets.T[::-1])
    another = np.ones(len(sets), bool)
    another[1:] = (np.diff(sets[order], axis=0) != 0).any(axis=1)
    return order, another


def _first_of_each(sets):
    """Return the places where a set stands for the first time."""
    # Lexsort is stable: among equal sets the first drawn comes first.
    order, another = _sorted_order(sets)
    return np.sort(order[another])


def _distinct(sets):
    order, another = _sorted_order(sets)
    starts = np.flatnonzero(another)
    return sets[order[starts]], np.diff(np.append(starts, len(sets)))
