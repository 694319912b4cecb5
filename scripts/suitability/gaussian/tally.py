"""What the kernels count: feature sets by score and winners, and lists of the best sets."""

import threading
from concurrent.futures import ThreadPoolExecutor
from math import lcm
from typing import NamedTuple

import numpy as np

from suitability.gaussian.compilation import compiled
from suitability.gaussian.layout import TILE, sections

LIST_LENGTH = 100

# Sections of what is known of the sets in a tile: the best score and the next, the first candidate
# that reaches the best, all winners as a mask, their number, and their right decisions on held-out
# samples of class 0 and class 1.
(BEST, NEXT_BEST, WINNER, WINNERS, WINNER_COUNT, RIGHT_0, RIGHT_1) = sections(7)


class Scoring(NamedTuple):
    """How decisions become scores and winners.

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
    shares : int
        See `shares_of`.
    """

    candidates: np.ndarray
    weights: np.ndarray
    tolerance: int
    unit: int
    shares: int

    @classmethod
    def of(cls, candidates, weights, tolerance, unit):
        """Return the scoring of some candidates; parameters as the attributes."""
        return cls(
            np.array(candidates, np.int64),
            np.array(weights, np.int64),
            tolerance,
            unit,
            shares_of(len(candidates)),
        )


class Tally(NamedTuple):
    """Counts and lists of some feature sets; tallies merge by `merge`.

    Attributes
    ----------
    counts : int64 array, shape (highest score / unit + 1, 2 ** candidates)
        Sets by best score, in units, and winner mask.
    keys : int64 array, shape (1 + candidates, LIST_LENGTH)
        Sort keys, highest first, of the best sets overall (key: the best score, in units) and of
        the sets that each candidate wins most clearly (key: its lead over the next, then its
        score).
    places : int64 array, same shape
        The place of each set in the list of all sets; of equal keys the lower place comes first.
    scores : int64 array, shape (1 + candidates, LIST_LENGTH, candidates)
        The candidates' scores on these sets.
    singular : int64 array, shape (1,)
        Sets with a singular covariance in some training fold.
    by_candidate : int64 array, shape (highest score / unit + 1, 1 + candidates, 3)
        For each candidate, of the sets by its own score in the cross-validation, in units: their
        number, and the sums of its right decisions on held-out samples of class 0 and class 1. The
        last place is for all candidates together: by the best score, with the mean of the winners'
        decisions, times `shares_of(candidates)`. Of no scores if it is not wanted.
    """

    counts: np.ndarray
    keys: np.ndarray
    places: np.ndarray
    scores: np.ndarray
    singular: np.ndarray
    by_candidate: np.ndarray

    @classmethod
    def empty(cls, layout, scoring, by_candidate=False):
        """Return the tally of no sets.

        Parameters
        ----------
        layout : layout.Layout
        scoring : Scoring
        by_candidate : bool
            Whether the scores of each candidate are counted.

        Returns
        -------
        Tally
        """
        candidates = len(scoring.candidates)
        units = int(layout.test_sizes @ scoring.weights) // scoring.unit
        levels = units + 1 if by_candidate else 0
        lists = (1 + candidates, LIST_LENGTH)
        return cls(
            np.zeros((units + 1, 2**candidates), np.int64),
            np.full(lists, -1, np.int64),
            np.full(lists, np.iinfo(np.int64).max, np.int64),
            np.zeros((*lists, candidates), np.int64),
            np.zeros(1, np.int64),
            np.zeros((levels, 1 + candidates, 3), np.int64),
        )


def shares_of(candidates):
    """Return the least number that any number of winners divides.

    Parameters
    ----------
    candidates : int
        How many take part.

    Returns
    -------
    int
    """
    return lcm(*range(1, candidates + 1))


def merge(tallies):
    """Return the tally of all sets in several; order and grouping do not matter."""
    tallies = list(tallies)
    return Tally(
        sum(t.counts for t in tallies),
        *merge_lists([(t.keys, t.places, t.scores) for t in tallies]),
        sum(t.singular for t in tallies),
        sum(t.by_candidate for t in tallies),
    )


def merge_lists(lists):
    """Return the best sets of several lists.

    Parameters
    ----------
    lists : list of (keys, places, scores)
        As in `Tally`; instead of scores, anything else of the sets.

    Returns
    -------
    keys, places, scores
    """
    keys, places, scores = (np.concatenate(part, axis=1) for part in zip(*lists, strict=True))
    best = np.lexsort((places, -keys), axis=1)[:, :LIST_LENGTH]
    return (
        np.take_along_axis(keys, best, axis=1),
        np.take_along_axis(places, best, axis=1),
        np.take_along_axis(scores, best[:, :, None], axis=1),
    )


def over_threads(score, blocks, empty, threads, progress):
    """Score blocks of sets on several threads, each with its own tally.

    Parameters
    ----------
    score : callable
        Given a thread's tally and a block, adds the block's sets and returns how many these are.
    blocks : sequence
    empty : callable
        Returns a tally of no sets.
    threads : int
    progress : callable
        Called with the number of sets that have been scored since the last call.

    Returns
    -------
    list
        The tallies of all threads; there may be others of no sets.
    """
    if threads == 1:
        tally = empty()
        for block in blocks:
            progress(score(tally, block))
        return [tally]
    tallies = [empty()]
    of_thread = threading.local()

    def start():
        of_thread.tally = empty()
        tallies.append(of_thread.tally)

    with ThreadPoolExecutor(threads, initializer=start) as pool:
        for scored in pool.map(lambda block: score(of_thread.tally, block), blocks):
            progress(scored)
    return tallies


@compiled
def add_sets(scoring, tally, layout, calls, lanes, counts, first, singular):
    """Add the sets in some lanes of a tile to the counts, and list those among the best.

    Parameters
    ----------
    scoring : Scoring
    tally : Tally
    layout : layout.Layout
    calls : int array, shape (4, all candidates * TILE)
        Samples that each candidate calls class 1, by candidate and lane: test samples of class 0
        and of class 1, then held-out samples of both.
    lanes : (int, int)
        The first lane that counts, and the one after the last.
    counts : int64 array, shape (TILE,)
        How often each set counts; a set that counts 0 times is passed over.
    first : int
        The place of the set in lane 0.
    singular : float64 array, shape (TILE,)
        Above 0 where a covariance is singular.
    """
    candidates = scoring.candidates
    scores = np.empty((candidates.shape[0], TILE), np.int32)
    of_sets = np.empty(RIGHT_1 + TILE, np.int32)
    _compare(scoring, layout, calls, scores, of_sets)
    by_candidate = tally.by_candidate.shape[0] > 0
    shares = np.empty(candidates.shape[0] + 1, np.int64)
    for i in range(candidates.shape[0]):
        shares[i + 1] = scoring.shares // (i + 1)
    units = tally.counts.shape[0]
    for k in range(lanes[0], lanes[1]):
        if counts[k] == 0:
            continue
        best, next_best = of_sets[BEST + k], of_sets[NEXT_BEST + k]
        tally.counts[best, of_sets[WINNERS + k]] += counts[k]
        tally.singular[0] += counts[k] * (singular[k] > 0.0)
        if by_candidate:
            for i in range(candidates.shape[0]):
                call = candidates[i] * TILE + k
                own = tally.by_candidate[scores[i, k], i]
                own[0] += counts[k]
                own[1] += counts[k] * (layout.held_out_sizes[0] - calls[2, call])
                own[2] += counts[k] * calls[3, call]
            share = counts[k] * shares[of_sets[WINNER_COUNT + k]]
            together = tally.by_candidate[best, candidates.shape[0]]
            together[0] += counts[k]
            together[1] += share * of_sets[RIGHT_0 + k]
            together[2] += share * of_sets[RIGHT_1 + k]
        key, which = best, 0
        for _ in range(2):
            if key >= tally.keys[which, LIST_LENGTH - 1]:
                _list(tally, which, key, first + k, scores, k, scoring.unit)
            if best == next_best:
                break
            key, which = (best - next_best) * units + best, 1 + of_sets[WINNER + k]


@compiled
def _compare(scoring, layout, calls, scores, of_sets):
    """Write the scores of all candidates, and what follows from comparing them, for all lanes.

    Scores are in units: the table of counts could not be held if they were not below 2**31.
    """
    candidates = scoring.candidates
    weight_0 = np.int32(scoring.weights[0] // scoring.unit)
    weight_1 = np.int32(scoring.weights[1] // scoring.unit)
    all_right_0 = np.int32(layout.test_sizes[0] * weight_0)
    tolerance = np.int32(scoring.tolerance // scoring.unit)
    held_out_0 = np.int32(layout.held_out_sizes[0])
    of_sets[:] = 0
    of_sets[BEST : BEST + TILE] = -1
    for i in range(candidates.shape[0]):
        score, call, place = scores[i], candidates[i] * TILE, np.int32(i)
        calls_0, calls_1 = calls[0, call : call + TILE], calls[1, call : call + TILE]
        for k in range(TILE):
            score[k] = all_right_0 - weight_0 * calls_0[k] + weight_1 * calls_1[k]
            best = of_sets[BEST + k]
            of_sets[NEXT_BEST + k] = max(of_sets[NEXT_BEST + k], min(best, score[k]))
            of_sets[WINNER + k] = place if score[k] > best else of_sets[WINNER + k]
            of_sets[BEST + k] = max(best, score[k])
    for i in range(candidates.shape[0]):
        score, call, bit = scores[i], candidates[i] * TILE, np.int32(1 << i)
        calls_0, calls_1 = calls[2, call : call + TILE], calls[3, call : call + TILE]
        for k in range(TILE):
            wins = score[k] >= of_sets[BEST + k] - tolerance
            of_sets[WINNERS + k] |= bit if wins else np.int32(0)
            of_sets[WINNER_COUNT + k] += np.int32(1) if wins else np.int32(0)
            of_sets[RIGHT_0 + k] += held_out_0 - calls_0[k] if wins else np.int32(0)
            of_sets[RIGHT_1 + k] += calls_1[k] if wins else np.int32(0)


@compiled
def _list(tally, which, key, place, scores, k, unit):
    """Put a set in its place on a list if it is good enough."""
    keys, places, listed = tally.keys[which], tally.places[which], tally.scores[which]
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
    for c in range(scores.shape[0]):
        listed[rank, c] = scores[c, k] * unit
