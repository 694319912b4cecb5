"""The format of the NIPS 2003 feature selection challenge: numbers without names."""

import array

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import shown
from suitability.data.formats.common import (
    Matrix,
    is_number,
    no_annotation,
    open_text,
    plain_errors,
)


def read_challenge(path):
    """Read a `.data` file: a line a sample, its values separated by spaces.

    Parameters
    ----------
    path : path

    Returns
    -------
    Matrix
        Samples and features are numbered from 1. There is no annotation.

    Raises
    ------
    InputError
        If a value is not a finite number, lines differ in length (as in the challenge's sparse
        files), or a line above the last one is blank.
    """
    cells = array.array("d")
    width = samples = blank = 0
    with plain_errors(path), open_text(path) as file:
        for line, text in enumerate(file, start=1):
            row = _numbers(path, line, text)
            if not len(row):
                blank = blank or line
                continue
            _check_not_blank(path, blank)
            width = width or len(row)
            if len(row) != width:
                raise InputError(
                    f"{path}: line {line} has {len(row)} values where the first has {width}; "
                    "sparse files are not supported: write all values"
                )
            cells.frombytes(row.tobytes())
            samples += 1
    if not samples:
        raise InputError(f"{path}: has no values; check that it is the right file")
    values = np.frombuffer(cells, dtype=float).reshape(samples, width).T
    names = [str(place) for place in range(1, samples + 1)]
    features = [str(place) for place in range(1, width + 1)]
    return Matrix(values, features, names, no_annotation(names))


def _check_not_blank(path, line):
    """Refuse a blank line above others: samples are identified by their line alone."""
    if line:
        raise InputError(
            f"{path}: line {line} is blank, but samples are identified by their line; fill it in, "
            "or delete it here and in the other file"
        )


def _numbers(path, line, text):
    row = text.split()
    try:
        numbers = np.array(row, dtype=float)
    except ValueError:
        numbers = np.array([np.nan])
    # Python also reads 1_0, digits of other scripts, inf and nan as numbers.
    if not np.isfinite(numbers).all() or "_" in text or not text.isascii():
        for place, cell in enumerate(row, start=1):
            if not is_number(cell):
                raise InputError(
                    f"{path}: line {line}, value {place}: {shown(cell)} is not a finite number; "
                    "correct it, or state the format if it is a different one"
                )
    return numbers


def read_challenge_labels(path):
    """Read a `.labels` file: a line a sample.

    Parameters
    ----------
    path : path

    Returns
    -------
    pandas.DataFrame
        One column, `label`; the index, `sample`, is the line number.

    Raises
    ------
    InputError
        If a line has more than one word, a line above the last one is blank, or all are.
    """
    labels, blank = [], 0
    with plain_errors(path), open_text(path) as file:
        for line, text in enumerate(file, start=1):
            words = text.split()
            if len(words) > 1:
                raise InputError(
                    f"{path}: line {line} has {len(words)} words where one label is expected; "
                    "check that it is the right file"
                )
            if not words:
                blank = blank or line
                continue
            _check_not_blank(path, blank)
            labels += words
    if not labels:
        raise InputError(f"{path}: has no labels; check that it is the right file")
    index = pd.Index([str(place) for place in range(1, len(labels) + 1)], name="sample")
    return pd.DataFrame({"label": labels}, index=index, dtype=object)
