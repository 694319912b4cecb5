"""Slow and obviously right versions of what `suitability.reproducibility` computes."""

import numpy as np

from suitability.gaussian import rules


def calls(train, labels, points, name):
    """Design a Gaussian rule and return the class that it calls at each point."""
    gaussians = rules.fit(train[:, None, :], labels)
    return rules.calls(points[:, None, :], name, gaussians)[:, 0].astype(int)


def split_errors(x, labels, name, tests):
    """Count the errors on each test part of a rule designed on the rest."""
    wrong = 0
    for test in tests:
        rest = np.setdiff1d(np.arange(len(labels)), test)
        wrong += (calls(x[rest], labels[rest], x[test], name) != labels[test]).sum()
    return wrong


def count_errors(x, labels, name, orders, folds):
    """Return resubstitution, leave-one-out and cross-validation errors of one sample."""
    everyone = np.arange(len(labels))
    parts = [part for order in orders for part in np.array_split(order, folds)]
    return [
        (calls(x, labels, x, name) != labels).sum(),
        split_errors(x, labels, name, everyone[:, None]),
        split_errors(x, labels, name, parts),
    ]


def zero_bootstrap(x, labels, name, resamples):
    """Return the error of each resample on the points that are not in it."""
    errors = []
    for drawn in resamples:
        left = np.setdiff1d(np.arange(len(labels)), drawn)
        errors.append((calls(x[drawn], labels[drawn], x[left], name) != labels[left]).mean())
    return errors


def index(true, estimates, rho, tau):
    """Return the reproducibility index with a loop over samples, and the reported estimates."""
    reported = reproduced = 0
    for error, estimate in zip(true, estimates, strict=True):
        if estimate <= tau + 1e-12:
            reported += 1
            reproduced += error <= estimate + rho + 1e-12
    return (reproduced / reported if reported else np.nan), reported
