"""ARFF files, the format of Weka and OpenML."""

import re

import arff
import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import clean, one_line, shown
from suitability.data.formats.matrix import (
    Matrix,
    check_ids,
    how_to_write,
    is_number,
    open_text,
    parse_numbers,
    plain_errors,
)

DATA = re.compile(r"^[^\S\n]*@data", re.IGNORECASE | re.MULTILINE)
NUMERIC = re.compile(
    r"^([^\S\n]*@attribute.*[^\S\n])(?:numeric|real|integer)[^\S\n]*$",
    re.IGNORECASE | re.MULTILINE,
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
        Numeric attributes are features; nominal and text ones are annotation. Samples are numbered
        from 1.

    Raises
    ------
    InputError
        If liac-arff cannot read the file, or it has no numeric attribute or one with a value that
        is not a finite number.
    """
    attributes, rows = _load(path)
    names = [name for name, _ in attributes]
    check_ids(path, names, "column", "attribute")
    for name in annotation:
        if name not in names:
            raise InputError(
                f"{path}: there is no attribute {shown(name)} to use as annotation; correct the "
                "name in the config"
            )
    numeric = [
        place
        for place, (name, kind) in enumerate(attributes)
        if isinstance(kind, str) and kind != "STRING" and name not in annotation
    ]
    if not numeric or not rows:
        raise InputError(
            f"{path}: has {len(numeric)} numeric attributes and {len(rows)} rows; both are needed"
        )
    samples = [str(place) for place in range(1, len(rows) + 1)]
    values = np.array([_numbers(path, names[place], [r[place] for r in rows]) for place in numeric])
    features = [names[place] for place in numeric]
    described = {
        name: [_text(row[place], kind) for row in rows]
        for place, (name, kind) in enumerate(attributes)
        if place not in set(numeric)
    }
    return Matrix(values, features, samples, pd.DataFrame(described, index=samples, dtype=object))


def _load(path):
    """Return the attributes, each (name, kind), and the rows, with cells that are text or None."""
    with plain_errors(path), open_text(path) as file:
        text = file.read()
    try:
        begin = DATA.search(text)
        head, data = (text[: begin.start()], text[begin.start() :]) if begin else (text, "")
        attributes = arff.loads(head + "@data\n" if begin else head)["attributes"]
        # liac-arff truncates the decimals of attributes declared integer, and reads 1_0 as 10.
        text = NUMERIC.sub(r"\1STRING", head) + data
        try:
            return attributes, arff.loads(text)["data"]
        except arff.BadLayout:
            return attributes, _dense(arff.loads(text, return_type=arff.LOD))
    except Exception as error:  # liac-arff also raises errors of other kinds
        # Its own formatting fails where the line has a percent sign.
        known = isinstance(error, arff.ArffException)
        problem = error.message.replace("%d", str(error.line)) if known else error
        problem = one_line(problem).removesuffix(".")
        raise InputError(f"{path}: is not valid ARFF: {problem}; correct that line") from None


def _dense(table):
    """Fill in what a sparse file omits: zero, or the first value of a nominal attribute."""
    zeros = [kind[0] if isinstance(kind, list) else "0" for _, kind in table["attributes"]]
    return [[row.get(place, zero) for place, zero in enumerate(zeros)] for row in table["data"]]


def _numbers(path, name, cells):
    cells = ["" if cell is None else clean(cell) for cell in cells]
    numbers, wrong = parse_numbers(cells)
    if wrong is not None:
        raise InputError(
            f"{path}: feature {shown(name)}, sample '{wrong + 1}': {shown(cells[wrong])} is not a "
            f"finite number; {how_to_write(cells[wrong])}, or write ? if it is missing"
        )
    return numbers


def _text(cell, kind):
    if cell is None:
        return ""
    # A class has the name 1 whether the file has 1 or 1.0.
    whole = kind in ("NUMERIC", "REAL", "INTEGER") and is_number(cell) and float(cell).is_integer()
    return str(int(float(cell))) if whole else clean(cell)
