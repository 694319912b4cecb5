"""Permutation tests of win percentages, for one permutation and one number at a time."""

import math

import numpy as np


def deviations(win, least):
    """Compare each permutation with the others, one after the other."""
    result = np.empty(np.shape(win))
    for i, permutation in enumerate(win):
        for place, share in np.ndenumerate(permutation):
            others = [math.asin(math.sqrt(win[j][place])) for j in range(len(win)) if j != i]
            distance = abs(math.asin(math.sqrt(share)) - np.mean(others))
            result[i][place] = distance / max(np.std(others, ddof=1), least[place[0]])
    return result


def p_value(value, others):
    """Return the share of all permutations, the judged one among them, at least as far out."""
    return (1 + sum(other >= value for other in others)) / (1 + len(others))


def share_above(performances, i, level):
    """Count the sets of permutation i above the top of the sets of all other permutations.

    `performances` has a list of the performance of every set for each permutation.
    """
    others = [x for j, of_permutation in enumerate(performances) if j != i for x in of_permutation]
    thresholds = sorted({x for of_permutation in performances for x in of_permutation})
    threshold = next(t for t in thresholds if sum(x > t for x in others) <= level * len(others))
    return sum(x > threshold for x in performances[i]) / len(performances[i])
