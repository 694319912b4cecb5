"""Slow, obviously right versions for feature sets of any size: textbook densities, set by set."""

import numpy as np
from scipy.stats import multivariate_normal

POOLED = ("NC", "DLDA", "LDA")


def assumed(name, covariance):
    """Return the covariance matrix as a candidate restricts it."""
    if name in ("NC", "SDA"):
        return np.eye(len(covariance)) * np.mean(np.diag(covariance))
    if name in ("DLDA", "UDA"):
        return np.diag(np.diag(covariance))
    return covariance


def calls(x, train, labels, name):
    """Return whether a candidate calls each row of x class 1; nothing may be singular."""
    of_class = [train[labels == c] for c in (0, 1)]
    covariances = [np.atleast_2d(np.cov(part, rowvar=False)) for part in of_class]
    if name in POOLED:
        df = [len(part) - 1 for part in of_class]
        pooled = sum(n * covariance for n, covariance in zip(df, covariances, strict=True))
        covariances = [pooled / sum(df)] * 2
    log_densities = [
        multivariate_normal(part.mean(axis=0), assumed(name, covariance)).logpdf(x)
        for part, covariance in zip(of_class, covariances, strict=True)
    ]
    return np.atleast_1d(log_densities[1] > log_densities[0])


def fold_performances(x, labels, folds, name, sensitivity_weight):
    """Return the performance in each test fold."""
    result = []
    for fold in folds:
        for test in range(folds.max() + 1):
            tested = fold == test
            called = calls(x[tested], x[~tested], labels[~tested], name)
            truth = labels[tested]
            sensitivity = called[truth == 1].mean()
            specificity = (~called)[truth == 0].mean()
            result.append(sensitivity_weight * sensitivity + (1 - sensitivity_weight) * specificity)
    return result
