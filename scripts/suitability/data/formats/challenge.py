"""The format of the NIPS 2003 feature selection challenge: numbers without names."""

import array

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import clean, shown
from suitability.data.formats.challenge_data import (
    DENSE,
    parameters_beside,
    read_parameters,
    read_values,
)
from suitability.data.formats.matrix import (
    Matrix,
    no_annotation,
    open_text,
    parse_numbers,
    plain_errors,
)


def read_challenge(path):
    """Read a `.data` file: a line a sample, its values separated by spaces.

    A sparse file needs its `.param` file beside it, which states the type and the number of
    features.

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
        If a value is not a finite number, lines of a dense file differ in length, or one above the
        last one is blank.
    """
    beside = parameters_beside(path)
    parameters = read_parameters(beside) if beside.is_file() else None
    if parameters and parameters.kind not in (None, DENSE):
        return _matrix(read_values(path, parameters.kind, parameters.features).toarray().T)
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
                    f"correct it, or put {beside.name} beside it if the file is sparse"
                )
            cells.frombytes(row.tobytes())
            samples += 1
    if not samples:
        raise InputError(f"{path}: has no values; check that it is the right file")
    return _matrix(np.frombuffer(cells, dtype=float).reshape(samples, width).T)


def _matrix(values):
    features, samples = ([str(place) for place in range(1, n + 1)] for n in values.shape)
    return Matrix(values, features, samples, no_annotation(samples))


def _check_not_blank(path, line):
    """Refuse a blank line above others: samples are identified by their line alone."""
    if line:
        raise InputError(
            f"{path}: line {line} is blank, but samples are identified by their line; fill it in, "
            "or delete it here and in the other file"
        )


def _numbers(path, line, text):
    row = [cell for word in text.split() if (cell := clean(word))]
    numbers, wrong = parse_numbers(row)
    if wrong is None and np.isnan(numbers).any():
        wrong = int(np.isnan(numbers).argmax())
    if wrong is not None:
        advice = "state the format if it is a different one"
        if ":" in row[wrong]:
            advice = f"put {parameters_beside(path).name} beside it if the file is sparse"
        raise InputError(
            f"{path}: line {line}, value {wrong + 1}: {shown(row[wrong])} is not a finite number; "
            f"correct it, or {advice}"
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
            words = [cell for word in text.split() if (cell := clean(word))]
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
