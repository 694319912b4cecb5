"""Right decisions of classifiers by a plain double loop with `cross_val_predict`."""

import numpy as np
from sklearn.model_selection import cross_val_predict


def right_decisions(values, labels, folds, sets, classifiers):
    """Return right test decisions by class: int array, shape (sets, classifiers, classes)."""
    right = np.zeros((len(sets), len(classifiers), labels.max() + 1), int)
    for s, members in enumerate(sets):
        for c, classifier in enumerate(classifiers):
            for fold in folds:
                splits = [
                    (np.flatnonzero(fold != k), np.flatnonzero(fold == k))
                    for k in range(fold.max() + 1)
                ]
                called = cross_val_predict(classifier, values[:, members], labels, cv=splits)
                for k in range(labels.max() + 1):
                    right[s, c, k] += ((called == k) & (labels == k)).sum()
    return right
