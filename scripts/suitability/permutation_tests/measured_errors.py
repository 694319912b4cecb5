"""The errors of a classifier on the original data and on randomised data."""

import numpy as np
import pandas as pd
import sklearn

from suitability.core.randomness import stream
from suitability.permutation_tests.classifiers import c45_tree, naive_bayes, nearest_neighbour
from suitability.permutation_tests.classifiers.of_paper import Indicators, ScaledSVM, classifier
from suitability.permutation_tests.classifiers.sorted_table import sorted_table
from suitability.permutation_tests.randomisations import randomised
from suitability.permutation_tests.row_splits import draw_validation, error
from suitability.workflow.table_resources import MOST_ROWS_OF_DISTANCES

ORIGINAL = "original"
BY_COLUMNS = {
    "decision_tree": c45_tree.wrong_rows,
    "naive_bayes": naive_bayes.wrong_rows,
}


def measured_errors(table, name, test, indices, cv, seed, dataset=""):
    """Return the errors of a classifier on the original or on randomised data.

    Parameters
    ----------
    table : tables.Table
    name : str
        A key of `classifiers.of_paper.CLASSIFIERS`.
    test : str
        `original`, or a key of `randomisations.RANDOMISATIONS`.
    indices : sequence of int
        Which repeats or randomisations; each has its own random numbers, so that the order and
        the grouping do not matter.
    cv : int, str or dict
        See `row_splits.draw_validation`.
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
    if name in BY_COLUMNS:
        known = sorted_table(table.X, table.categories) if fixed_columns else None

        def measure(X, y, order, folds):
            by_row = np.empty_like(folds)
            by_row[order] = folds
            wrong = BY_COLUMNS[name](known or sorted_table(X, table.categories), y, by_row)
            return wrong / np.count_nonzero(folds >= 0)

        return measure
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
    encoder = Indicators(table.categories)
    if name == "svm" and not np.isnan(table.X).any():
        # Without missing values the encoding does not depend on the training rows.
        encoder.fit(table.X)
        numbers = encoder.transform(table.X) if fixed_columns else None

        def measure(X, y, order, folds):
            encoded = encoder.transform(X) if numbers is None else numbers
            return error(ScaledSVM(), encoded[order], y[order], folds)

        return measure
    fitted = ScaledSVM(encoder) if name == "svm" else classifier(name, table)
    return lambda X, y, order, folds: error(fitted, X[order], y[order], folds)


def errors_frame(errors, test, indices):
    """Return errors as a table: test, index, error."""
    return pd.DataFrame({"test": test, "index": list(indices), "error": errors})
