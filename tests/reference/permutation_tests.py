"""Slow and obviously right versions of what `suitability.permutation_tests` computes."""

import numpy as np
from scipy.stats import norm


def naive_bayes_error(table, order, folds):
    """Fit naive Bayes in each fold, with loops over rows, classes and columns."""
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
                    value, known = X[row, j], X[own, j][~np.isnan(X[own, j])]
                    if np.isnan(value):
                        continue
                    if categories:
                        share = (np.sum(known == value) + 1) / (len(known) + categories)
                        score += np.log(share)
                    elif not np.isnan(X[train, j]).all():
                        if not len(known):
                            known = X[train, j][~np.isnan(X[train, j])]
                        distinct = np.unique(X[train, j][~np.isnan(X[train, j])])
                        width = np.diff(distinct).mean() if len(distinct) > 1 else 0.01
                        known, value = (np.rint(each / width) * width for each in (known, value))
                        normal = norm(known.mean(), max(known.std(), width / 6))
                        low, high = value - width / 2, value + width / 2
                        if value > known.mean():
                            inside = normal.sf(low) - normal.sf(high)
                        else:
                            inside = normal.cdf(high) - normal.cdf(low)
                        score += np.log(max(inside, 1e-75))
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
