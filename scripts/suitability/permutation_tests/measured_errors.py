"""The errors of a classifier on the original data and on randomised data."""

import numpy as np
import pandas as pd
import sklearn

from suitability.core.randomness import stream
from suitability.permutation_tests.classifiers import naive_bayes, nearest_neighbour
from suitability.permutation_tests.classifiers.of_paper import Indicators, ScaledSVM, classifier
from suitability.permutation_tests.classifiers.pruned_tree import PrunedTree
from suitability.permutation_tests.randomisations import randomised
from suitability.permutation_tests.row_splits import draw_validation, error
from suitability.workflow.table_resources import MOST_ROWS_OF_DISTANCES

ORIGINAL = "original"


def measured_errors(table, name, test, indices, cv, seed, dataset=""):
    """Return the errors of a classifier on the original or on randomised data.

    Parameters
    ----------
    table : tables.Table
    name : str
        A key of `classifiers.CLASSIFIERS`.
    test : str
        `original`, or a key of `randomisations.RANDOMISATIONS`.
    indices : sequence of int
        Which repeats or randomisations; each has its own random numbers, so that the order and
        the grouping do not matter.
    cv : int, str or dict
        See `validation.draw_validation`.
    seed : int
    dataset : str
        Decides the random numbers, with the seed; all classifiers have the same.

    Returns
    -------
    float64 array, shape (indices,)
    """
    measure = _measurement(table, name, fixed_columns=test in (ORIGINAL, "labels"))
    rows = np.arange(len(table.y))
    errors = []
    # Arrays are checked once, not in every fit.
    with sklearn.config_context(assume_finite=True, skip_parameter_validation=True):
        for index in indices:
            rng = stream(seed, dataset, f"permutation tests, {test}", index)
            X, y = table.X, table.y
            if test != ORIGINAL:
                X, y = randomised(test, X, y, rng)
            order, folds = draw_validation(y, cv, rng)
            errors.append(measure(X, y, rows[order], folds))
    return np.array(errors)


def _measurement(table, name, fixed_columns):
    """Return a function of values, labels, the order of rows and folds that returns the error."""
    if name == "naive_bayes":
        scale = naive_bayes.Scale(table.X, table.categories)
        return lambda X, y, order, folds: naive_bayes.cross_validated_error(
            scale, X[order], y[order], folds
        )
    if name == "nearest_neighbour" and len(table.y) <= MOST_ROWS_OF_DISTANCES:
        coordinates = nearest_neighbour.Coordinates(table.X, table.categories)

        def distances_of(X):
            points = coordinates.of(X)
            return nearest_neighbour.squared_distances(points, points)

        known = distances_of(table.X) if fixed_columns else None

        def measure(X, y, order, folds):
            if known is not None:
                return nearest_neighbour.cross_validated_error(
                    known[np.ix_(order, order)], y[order], folds
                )
            return nearest_neighbour.cross_validated_error(distances_of(X[order]), y[order], folds)

        return measure
    if name == "decision_tree":
        return _fitted_measurement(PrunedTree(), np.float32, table, fixed_columns)
    if name == "svm" and not np.isnan(table.X).any():
        return _fitted_measurement(ScaledSVM(), np.float64, table, fixed_columns)
    fitted = classifier(name, table)
    if name == "svm":
        fitted = ScaledSVM(fitted[0])
    return lambda X, y, order, folds: error(fitted, X[order], y[order], folds)


def _fitted_measurement(classifier, kind, table, fixed_columns):
    """Return the same for a classifier of numbers; those of all rows are made at once."""
    encoder = Indicators(table.categories)
    known = encoder.transform(table.X).astype(kind) if fixed_columns else None

    def measure(X, y, order, folds):
        numbers = encoder.transform(X).astype(kind) if known is None else known
        return error(classifier, numbers[order], y[order], folds)

    return measure


def errors_frame(errors, test, indices):
    """Return errors as a table: test, index, error."""
    return pd.DataFrame({"test": test, "index": list(indices), "error": errors})
