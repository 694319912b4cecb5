"""Time and memory of the permutation tests of a table, estimated from its size.

This module does not import NumPy, since Snakemake uses it before every job.
"""

from math import log2
from typing import NamedTuple


class TableShape(NamedTuple):
    """The size of a table."""

    rows: int
    columns: int
    classes: int


BUNDLED_SHAPES = {
    "breast_cancer": TableShape(569, 30, 2),
    "iris": TableShape(150, 4, 3),
    "wine": TableShape(178, 13, 3),
}
# Rows up to which all distances between rows are in memory at once.
MOST_ROWS_OF_DISTANCES = 6000
# Training rows up to which all their inner products are.
MOST_ROWS_OF_PRODUCTS = 8000
# Python and its packages.
BASE_MB = 260
# Of a support vector machine's kernel values.
CACHE_MB = 200


def table_shape(stanza):
    """Return the size of a table of the config; of an ARFF file, without reading its values.

    Parameters
    ----------
    stanza : dict
        Of `permutation_tests.tables`.

    Returns
    -------
    TableShape
    """
    if not stanza["file"]:
        return BUNDLED_SHAPES[stanza["bundled"]]
    rows, attributes = 0, []
    with open(stanza["file"], encoding="utf-8", errors="replace") as file:
        for line in map(str.strip, file):
            if line[:10].lower() == "@attribute":
                attributes.append(line)
            elif line and line[0] not in "%@":
                rows += 1
    classes = attributes[-1].count(",") + 1 if attributes else 1
    return TableShape(rows, max(len(attributes) - 1, 1), classes)


def seconds_of_error(classifier, shape, stanza):
    """Return how long one core takes to measure one error.

    Within a factor of about three of what was measured for the paper's data sets; of five for the
    support vector machine, whose time depends much on the values.

    Parameters
    ----------
    classifier : str
    shape : TableShape
    stanza : dict
        folds and training_rows, as in the config.

    Returns
    -------
    float
    """
    rows, columns, classes = shape
    training, fits, tested = rows, stanza["folds"], rows
    if stanza["training_rows"]:
        training, fits, tested = stanza["training_rows"], 1, rows - stanza["training_rows"]
    elif stanza["folds"] == "leave-one-out":
        fits = rows
    distances = columns * 4e-10 + 2e-9
    return {
        "decision_tree": fits * (1e-4 + 1.2e-8 * training * columns * log2(training + 1))
        + 2e-6 * tested,
        "naive_bayes": fits * (5e-5 + 3e-9 * training * columns)
        + 5e-8 * tested * columns * classes,
        "nearest_neighbour": 1e-3 + tested * training * distances,
        "svm": fits * (1.5e-3 + 2.5e-8 * training**2),
    }[classifier]


def table_minutes(classifier, stanza, repeats):
    """Return the minutes that all errors of a classifier on a table are expected to take."""
    errors = repeats + 2 * stanza["randomisations"]
    return errors * seconds_of_error(classifier, table_shape(stanza), stanza) / 60


def table_memory(classifier, stanza):
    """Return the MB that measuring the errors of a classifier on a table takes."""
    rows, columns, _ = table_shape(stanza)
    values = 8 * 12 * rows * columns / 1e6
    if classifier == "nearest_neighbour" and rows <= MOST_ROWS_OF_DISTANCES:
        values += 8 * 4 * rows**2 / 1e6
    if classifier == "svm" and rows <= MOST_ROWS_OF_PRODUCTS:
        values += 8 * 2 * rows**2 / 1e6
    return int(BASE_MB + values + CACHE_MB * (classifier == "svm"))
