"""Other estimates of the performance of the best of many classifiers, for comparison.

They start from the decisions of all configurations, each a feature set with a candidate, in one
cross-validation. Performance is balanced accuracy.
"""

import numpy as np

from suitability.gaussian.rules import calls, fit


def right_by_sample(problem, sets, candidates):
    """Return which test decisions of each configuration are right.

    Parameters
    ----------
    problem : core.problem.Problem
    sets : int array, shape (sets, features of a set)
    candidates : sequence of str

    Returns
    -------
    bool array, shape (repeats, sets * candidates, samples)
    """
    x = problem.values[:, sets]
    right = np.empty((len(problem.folds), len(sets), len(candidates), len(problem.labels)), bool)
    for split, test in enumerate(problem.test_samples):
        gaussians = fit(x[~test], problem.labels[~test])
        for place, name in enumerate(candidates):
            called = calls(x[test], name, gaussians)
            found = called == problem.labels[test][:, None]
            right[split // problem.fold_count, :, place, test] = found
    return right.reshape(len(right), -1, right.shape[-1])


def balanced_accuracy(right, labels, weights=None):
    """Return the balanced accuracy of each configuration.

    Parameters
    ----------
    right : array, shape (configurations, samples)
        Share of right decisions.
    labels : int array, shape (samples,)
    weights : float array, shape (samples,), optional
        How often each sample counts.

    Returns
    -------
    float64 array, shape (configurations,)
    """
    weights = np.ones(len(labels)) if weights is None else weights
    of_class = [weights * (labels == c) for c in (0, 1)]
    return np.mean([right @ of_one / of_one.sum() for of_one in of_class], axis=0)


def cross_validated(right, labels):
    """Return the cross-validated performance of the best configuration, without a correction."""
    return float(balanced_accuracy(right.mean(axis=0), labels).max())


def tibshirani(right, labels, folds):
    """Return the performance of the best configuration less its estimated bias.

    The bias is the mean, over the test folds, of the fold's best performance less that of the
    configuration that is best over all (Tibshirani and Tibshirani, Ann. Appl. Stat. 3, 2009).

    Parameters
    ----------
    right : bool array, shape (repeats, configurations, samples)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)

    Returns
    -------
    float
    """
    overall = balanced_accuracy(right.mean(axis=0), labels)
    best = overall.argmax()
    biases = []
    for of_repeat, fold in zip(right, folds, strict=True):
        for test in range(fold.max() + 1):
            inside = fold == test
            performance = balanced_accuracy(of_repeat[:, inside], labels[inside])
            biases.append(performance.max() - performance[best])
    return float(overall[best] - np.mean(biases))


def bootstrap_bias_corrected(right, labels, bootstraps, rng):
    """Return the mean out-of-sample performance of the best configuration of bootstrap samples.

    BBC-CV (Tsamardinos, Greasidou and Borboudakis, Mach. Learn. 107, 2018): the decisions are drawn
    with replacement, the best configuration among them is judged on the samples that were not
    drawn.

    Parameters
    ----------
    right : bool array, shape (repeats, configurations, samples)
    labels : int array, shape (samples,)
    bootstraps : int
    rng : numpy.random.Generator

    Returns
    -------
    float
    """
    right = right.mean(axis=0)
    found = []
    while len(found) < bootstraps:
        drawn = np.bincount(rng.integers(len(labels), size=len(labels)), minlength=len(labels))
        others = (drawn == 0).astype(float)
        if min(len(set(labels[drawn > 0])), len(set(labels[drawn == 0]))) < 2:
            continue
        best = balanced_accuracy(right, labels, drawn).argmax()
        found.append(balanced_accuracy(right[[best]], labels, others)[0])
    return float(np.mean(found))
