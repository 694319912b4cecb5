"""Tables of rows with numeric and nominal columns and any number of classes."""

from dataclasses import dataclass

import arff
import numpy as np

from suitability.core.errors import InputError
from suitability.core.text import one_line

BUNDLED = ("breast_cancer", "iris", "wine")


@dataclass(frozen=True)
class Table:
    """A data set as a matrix of numbers.

    Attributes
    ----------
    X : float64 array, shape (rows, columns)
        A nominal value is the place of its category; a missing value is NaN.
    y : int64 array, shape (rows,)
        Classes, from 0.
    categories : int64 array, shape (columns,)
        How many categories a nominal column has; 0 for a numeric column.
    columns : tuple of str
        Their names.
    classes : tuple of str
        Their names.
    """

    X: np.ndarray
    y: np.ndarray
    categories: np.ndarray
    columns: tuple = ()
    classes: tuple = ()


def numeric_table(X, y, columns=(), classes=()):
    """Return a table of numeric columns; `y` may have any values."""
    X = np.asarray(X, np.float64)
    y = np.unique(y, return_inverse=True)[1].astype(np.int64)
    return Table(X, y, np.zeros(X.shape[1], np.int64), tuple(columns), tuple(classes))


def bundled_table(name):
    """Return one of scikit-learn's data sets, see `BUNDLED`."""
    from sklearn import datasets

    data = getattr(datasets, f"load_{name}")()
    names = [str(each) for each in data.feature_names]
    return numeric_table(data.data, data.target, names, map(str, data.target_names))


def load_table(stanza):
    """Return the table that a stanza of `permutation_tests.tables` in the config describes."""
    if stanza["file"]:
        return read_table(stanza["file"], stanza["numeric"])
    return bundled_table(stanza["bundled"])


def read_table(path, numeric=()):
    """Read an ARFF file whose last attribute is the class.

    Parameters
    ----------
    path : path
    numeric : sequence of str
        Nominal attributes whose categories are numbers that are used as such; `*` for all.

    Returns
    -------
    Table

    Raises
    ------
    InputError
        If the file is not valid ARFF or has no rows, its class is not nominal or missing somewhere,
        an attribute in `numeric` is absent or has a category that is not a number, or a value is
        infinite.
    """
    try:
        with open(path, encoding="utf-8") as file:
            content = arff.load(file)
    except (arff.ArffException, OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: is not valid ARFF: {one_line(error)}; correct it") from None
    attributes, rows = content["attributes"], content["data"]
    if len(attributes) < 2 or not rows:
        raise InputError(f"{path}: a class, at least one other attribute and a row are needed")
    *attributes, (class_name, classes) = attributes
    if not isinstance(classes, list):
        raise InputError(f"{path}: the last attribute, {class_name}, must be the nominal class")
    names = [name for name, _ in attributes]
    unknown = set(numeric) - {*names, "*"}
    if unknown:
        raise InputError(f"{path}: there is no attribute {sorted(unknown)[0]!r}; correct `numeric`")
    values, categories = [], []
    for place, (name, kind) in enumerate(attributes):
        if not isinstance(kind, list) and kind.upper() == "STRING":
            raise InputError(
                f"{path}: attribute {name} is text; delete it, or declare its categories"
            )
        cells = [row[place] for row in rows]
        as_number = not isinstance(kind, list) or name in numeric or "*" in numeric
        code = float if as_number else {each: i for i, each in enumerate(kind)}.__getitem__
        try:
            values.append([np.nan if cell is None else code(cell) for cell in cells])
        except ValueError:
            raise InputError(
                f"{path}: attribute {name} has a category that is not a number; take it out of "
                "`numeric`"
            ) from None
        if np.isinf(values[-1]).any():
            raise InputError(f"{path}: attribute {name} has an infinite value; correct it")
        categories.append(0 if as_number else len(kind))
    if any(row[-1] is None for row in rows):
        raise InputError(f"{path}: a row has no class; delete it")
    # Classes without rows, as some files declare, do not take part.
    y = np.array([classes.index(row[-1]) for row in rows])
    used, y = np.unique(y, return_inverse=True)
    return Table(
        np.array(values, np.float64).T,
        y.astype(np.int64),
        np.array(categories, np.int64),
        tuple(names),
        tuple(str(classes[c]) for c in used),
    )
