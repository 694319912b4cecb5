"""Slow, obviously right versions of what the library computes fast.

Textbook formulas in float64, one feature set at a time; exact fractions for win percentages.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from scipy.integrate import simpson
from scipy.stats import norm

CANDIDATES = ("NC", "DLDA", "LDA", "SDA", "UDA", "QDA")
LARGEST_CORRELATION = 1 - 1e-10


def is_singular(covariance):
    """Return whether some feature keeps too little of its variance, given all the others."""
    deviation = np.sqrt(np.diag(covariance))
    correlation = covariance / np.outer(deviation, deviation)
    for j in range(len(correlation)):
        others = np.delete(np.arange(len(correlation)), j)
        with_others = correlation[j, others]
        among_others = correlation[np.ix_(others, others)]
        explained = with_others @ np.linalg.pinv(among_others) @ with_others
        if 1 - explained <= 1 - LARGEST_CORRELATION**2:
            return True
    return False


def diagonal(covariance):
    return covariance * np.eye(len(covariance))


def spherical(covariance):
    return np.trace(covariance) / len(covariance) * np.eye(len(covariance))


def class_covariances(of_class):
    """Return the unbiased covariance matrix of each class and the pooled one."""
    first, second = (np.atleast_2d(np.cov(x, rowvar=False)) for x in of_class)
    df = [len(x) - 1 for x in of_class]
    return first, second, (df[0] * first + df[1] * second) / sum(df)


def covariances_of_rules(of_class):
    """Return the covariance matrices that each rule gives the classes: (rules, classes, d, d)."""
    first, second, pooled = class_covariances(of_class)
    lda = diagonal(pooled) if is_singular(pooled) else pooled
    qda = [first, second]
    if is_singular(first) or is_singular(second):
        qda = [diagonal(first), diagonal(second)]
    return np.array(
        [
            [spherical(pooled)] * 2,
            [diagonal(pooled)] * 2,
            [lda] * 2,
            [spherical(first), spherical(second)],
            [diagonal(first), diagonal(second)],
            qda,
        ]
    )


def log_densities(x, means, covariances):
    """Return Gaussian log densities of the samples: (rules, classes, samples)."""
    off = x - means[:, None]
    squared_distance = np.einsum("csi,rcij,csj->rcs", off, np.linalg.inv(covariances), off)
    log_determinant = np.linalg.slogdet(covariances).logabsdet
    return -0.5 * (squared_distance + log_determinant[:, :, None] + x.shape[1] * np.log(2 * np.pi))


def calls_of_set(x, labels, folds):
    """Return whether each rule calls each sample class 1: (rules, repeats, samples)."""
    calls = np.empty((len(CANDIDATES), *folds.shape), bool)
    for repeat, fold in enumerate(folds):
        for test in range(folds.max() + 1):
            of_class = [x[(fold != test) & (labels == c)] for c in (0, 1)]
            means = np.array([part.mean(axis=0) for part in of_class])
            densities = log_densities(x[fold == test], means, covariances_of_rules(of_class))
            calls[:, repeat, fold == test] = densities[:, 1] - densities[:, 0] > 0
    return calls


def scores_of_calls(calls, labels, weights):
    """Return the integer score of calls of shape (..., repeats, samples)."""
    right_0 = (~calls & (labels == 0)).sum(axis=(-2, -1))
    right_1 = (calls & (labels == 1)).sum(axis=(-2, -1))
    return weights[0] * right_0 + weights[1] * right_1


def scores_of_set(x, labels, folds, weights):
    """Return the scores of NC, DLDA, LDA, SDA, UDA and QDA."""
    return tuple(scores_of_calls(calls_of_set(x, labels, folds), labels, weights).tolist())


def scores_of_pair(a, b, labels, folds, weights):
    return scores_of_set(np.column_stack([a, b]), labels, folds, weights)


def pair_is_singular(a, b, labels, folds):
    return set_is_singular(np.column_stack([a, b]), labels, folds)


def set_is_singular(x, labels, folds):
    """Return whether LDA or QDA falls back in some training fold."""
    return any(
        is_singular(covariance)
        for fold in folds
        for test in range(folds.max() + 1)
        for covariance in class_covariances(
            [x[(fold != test) & (labels == c)] for c in (0, 1)],
        )
    )


def scores_of_pairs(values, labels, folds, weights):
    """Return the six scores of every pair of features, by (first, second)."""
    return {
        (i, j): scores_of_pair(values[:, i], values[:, j], labels, folds, weights)
        for i, j in combinations(range(values.shape[1]), 2)
    }


def choose(scores, candidates):
    """Return the scores of some of the candidates, in the order asked for."""
    return {pair: tuple(six[c] for c in candidates) for pair, six in scores.items()}


def winners(scores, tolerance=0):
    """Return the bit mask of the candidates within the tolerance of the best."""
    return sum(1 << i for i, score in enumerate(scores) if score >= max(scores) - tolerance)


def score_table(scores, tolerance=0):
    """Return how many pairs have each (best score, winners)."""
    return Counter((max(s), winners(s, tolerance)) for s in scores.values())


def best_pairs(scores, length):
    """Return the pairs with the highest scores, those of lower features first among equals."""
    return sorted(scores, key=lambda pair: (-max(scores[pair]), pair))[:length]


def clearest_pairs(scores, candidate, length):
    """Return the pairs that a candidate wins alone, by its lead and then by its score."""

    def lead(pair):
        others = [s for i, s in enumerate(scores[pair]) if i != candidate]
        return scores[pair][candidate] - max(others, default=0)

    def key(pair):
        return -lead(pair), -scores[pair][candidate], pair

    return sorted((pair for pair in scores if lead(pair) > 0), key=key)[:length]


def selection_probabilities(table, n):
    """Return the chance of each score to be the best of n draws (paper, Eq. 10), as fractions."""
    total = sum(table.values())
    result = {}
    for score in sorted({score for score, _ in table}, reverse=True):
        rank = 1 + sum(count for (other, _), count in table.items() if other > score)
        count = sum(count for (other, _), count in table.items() if other == score)
        result[score] = (
            Fraction(total - rank + 1, total) ** n - Fraction(total - rank + 1 - count, total) ** n
        )
    return result


def win(table, candidates, n):
    """Return the win percentages (paper, Eq. 11), as fractions."""
    result = [Fraction(0)] * candidates
    for score, probability in selection_probabilities(table, n).items():
        equals = {mask: count for (other, mask), count in table.items() if other == score}
        for mask, count in equals.items():
            chance = probability * Fraction(count, sum(equals.values()) * mask.bit_count())
            for c in range(candidates):
                if mask >> c & 1:
                    result[c] += chance
    return result


def monte_carlo_wrapper(sets, n, rng):
    """Search n of the (score, winners) at random and return the winner (paper, Table 3).

    Of equal scores the first one drawn stays: as good as a random one, as draws are independent.
    """
    best, winner = -1, None
    for draw in rng.choices(range(len(sets)), k=n):
        score, mask = sets[draw]
        if score > best:
            best = score
            winner = rng.choice([c for c in range(mask.bit_length()) if mask >> c & 1])
    return winner


def sum_of_squared_weights(total, n):
    """Add up the squares of ((M - i)^N - (M - i - 1)^N) / M^N for i from 0."""
    better = np.arange(total)
    with np.errstate(divide="ignore"):
        log_not_better = n * np.log1p(-better / total)
        log_not_equal = n * np.log1p(-(better + 1) / total)
    weights = np.exp(log_not_better) * -np.expm1(log_not_equal - log_not_better)
    return float((weights * weights).sum())


def theoretical_win(priors, means, deviations, n):
    """Integrate N P(X < x)^(N - 1) p(x, c) by Simpson's rule on fine pieces (paper, Eq. 7)."""
    edges = np.unique(means + np.linspace(-9, 9, 181)[:, None] * deviations)
    x = np.linspace(edges[:-1], edges[1:], 9, axis=1)
    gaussians = list(zip(priors, means, deviations, strict=True))
    below = 1 - sum(p * norm.sf(x, m, s) for p, m, s in gaussians)
    best = n * np.maximum(below, 0) ** (n - 1)
    return [simpson(best * p * norm.pdf(x, m, s), x=x, axis=1).sum() for p, m, s in gaussians]


def all_searches(sets, n):
    """Try every search of n of the (score, winners) and count who wins (paper, Table 3).

    Returns the shares of the candidates and those of the best scores, as fractions.
    """
    won, best = Counter(), Counter()
    searches = len(sets) ** n
    for drawn in product(sets, repeat=n):
        score, mask = max(drawn, key=lambda one: one[0])
        best[score] += Fraction(1, searches)
        for c in range(mask.bit_length()):
            if mask >> c & 1:
                won[c] += Fraction(1, searches * mask.bit_count())
    return won, best
