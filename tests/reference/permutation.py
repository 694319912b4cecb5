"""Permutation tests of win percentages, spelt out for one labeling and one number at a time."""

import math

import numpy as np


def deviations(win, least):
    """Hold each labeling against the others, one after the other."""
    result = np.empty(np.shape(win))
    for i, labeling in enumerate(win):
        for place, share in np.ndenumerate(labeling):
            others = [math.asin(math.sqrt(win[j][place])) for j in range(len(win)) if j != i]
            distance = abs(math.asin(math.sqrt(share)) - np.mean(others))
            result[i][place] = distance / max(np.std(others, ddof=1), least[place[0]])
    return result


def p_value(value, others):
    """Return the share of all labelings, the judged one among them, at least as far out."""
    return (1 + sum(other >= value for other in others)) / (1 + len(others))


def share_above(performances, i, level):
    """Count the sets of labeling i above the top of the sets of all other labelings.

    `performances` has a list of the performance of every set for each labeling.
    """
    others = [x for j, of_labeling in enumerate(performances) if j != i for x in of_labeling]
    thresholds = sorted({x for of_labeling in performances for x in of_labeling})
    threshold = next(t for t in thresholds if sum(x > t for x in others) <= level * len(others))
    return sum(x > threshold for x in performances[i]) / len(performances[i])
