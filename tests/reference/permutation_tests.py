"""Slow and obviously right versions of what `suitability.permutation_tests` computes."""

import numpy as np
from scipy.stats import norm


def naive_bayes_error(table, gaps, order, folds):
    """Fit naive Bayes in each fold, with loops over classes, columns and rows."""
    X, y = table.X[order], table.y[order]
    wrong = 0
    for fold in range(folds.max() + 1):
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        for row in test:
            scores = {}
            for c in sorted(set(y[train])):
                own = train[y[train] == c]
                score = np.log(len(own) + 1)
                for j, categories in enumerate(table.categories):
                    known = X[own, j][~np.isnan(X[own, j])]
                    if np.isnan(X[row, j]):
                        continue
                    if categories:
                        share = (np.sum(known == X[row, j]) + 1) / (len(known) + categories)
                        score += np.log(share)
                    elif len(known):
                        deviation = max(known.std(), gaps[j] / 6)
                        score += norm.logpdf(X[row, j], known.mean(), deviation)
                        # The same constant in every class.
                        score += 0.5 * np.log(2 * np.pi)
                scores[c] = score
            wrong += max(scores, key=scores.get) != y[row]
    return wrong / len(y)


def nearest_neighbour_error(table, order, folds):
    """Find the nearest row of each row, with loops over rows and columns."""
    X, y = table.X[order], table.y[order]
    low, high = np.nanmin(table.X, axis=0), np.nanmax(table.X, axis=0)
    wrong = 0
    for row in range(len(y)):
        nearest, best = None, np.inf
        for other in range(len(y)):
            if folds[other] == folds[row]:
                continue
            squared = 0.0
            for j, categories in enumerate(table.categories):
                a, b = X[row, j], X[other, j]
                if categories:
                    squared += 1.0 if np.isnan(a) or np.isnan(b) else float(a != b)
                    continue
                a, b = ((v - low[j]) / (high[j] - low[j]) for v in (a, b))
                if np.isnan(a) and np.isnan(b):
                    squared += 1.0
                elif np.isnan(a) or np.isnan(b):
                    known = b if np.isnan(a) else a
                    squared += max(known, 1 - known) ** 2
                else:
                    squared += (a - b) ** 2
            if squared < best - 1e-11:
                nearest, best = other, squared
        wrong += y[nearest] != y[row]
    return wrong / len(y)


def benjamini_hochberg(p, rate):
    """Compare the smallest p-values with their shares of the rate."""
    ordered = sorted(p)
    limits = [value for rank, value in enumerate(ordered, 1) if value <= rate * rank / len(p)]
    return [value <= max(limits, default=-1) for value in p]
