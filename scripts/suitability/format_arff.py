"""ARFF files, as Weka and OpenML write them."""

import arff
import numpy as np
import pandas as pd

from suitability.errors import InputError
from suitability.reading import (
    Matrix,
    check_finite,
    check_ids,
    one_line,
    open_text,
    plain_errors,
    shown,
)


def read_arff(path, annotation=()):
    """Read an ARFF file, dense or sparse, with liac-arff.

    Parameters
    ----------
    path : path
    annotation : sequence of str
        Numeric attributes that describe the samples rather than being features.

    Returns
    -------
    Matrix
        Numeric attributes are features; nominal ones and texts are annotation. Samples are named
        by their place, from 1.

    Raises
    ------
    InputError
        If liac-arff cannot read the file, or no numeric attribute is there.
    """
    table = _load(path)
    names = [name for name, _ in table["attributes"]]
    check_ids(path, names, "column", "attribute")
    for name in annotation:
        if name not in names:
            raise InputError(
                f"{path}: there is no attribute {shown(name)} to take as annotation; "
                "correct the name in the config"
            )
    numeric = [
        place
        for place, (name, kind) in enumerate(table["attributes"])
        if isinstance(kind, str) and kind != "STRING" and name not in annotation
    ]
    if not numeric or not table["data"]:
        raise InputError(
            f"{path}: has {len(numeric)} numeric attributes and {len(table['data'])} rows; "
            "both are needed"
        )
    samples = [str(place) for place in range(1, len(table["data"]) + 1)]
    values = np.array(
        [
            [np.nan if row[place] is None else row[place] for row in table["data"]]
            for place in numeric
        ],
        dtype=float,
    )
    features = [names[place] for place in numeric]
    check_finite(path, values, features, samples)
    described = {
        name: [_text(row[place]) for row in table["data"]]
        for place, name in enumerate(names)
        if place not in set(numeric)
    }
    return Matrix(values, features, samples, pd.DataFrame(described, index=samples, dtype=object))


def _load(path):
    with plain_errors(path), open_text(path) as file:
        text = file.read()
    try:
        try:
            return arff.loads(text)
        except arff.BadLayout:
            return _dense(arff.loads(text, return_type=arff.LOD))
    except Exception as error:  # liac-arff also raises what it happens to meet
        # Its own wording fails where the line holds a percent sign.
        known = isinstance(error, arff.ArffException)
        told = error.message.replace("%d", str(error.line)) if known else error
        told = one_line(told).removesuffix(".")
        raise InputError(f"{path}: is not in ARFF: {told}; correct that line") from None


def _dense(table):
    """Fill in what a sparse file leaves out: zero, or the first value of a nominal attribute."""
    zeros = [kind[0] if isinstance(kind, list) else 0.0 for _, kind in table["attributes"]]
    rows = [[row.get(place, zero) for place, zero in enumerate(zeros)] for row in table["data"]]
    return {**table, "data": rows}


def _text(value):
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
