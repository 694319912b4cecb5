"""The data files of the NIPS 2003 feature selection challenge, with their parameters checked.

Values are dense (`.data`, all numbers of a sample in a line), sparse (`index:value`) or sparse
binary (the indices of the ones). Indices start at 1. The number of features is that of the `.param`
file or the config, since the last features of a sparse file may be zero in all samples.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy import sparse

from suitability.core.errors import InputError
from suitability.core.tables import whole_file
from suitability.core.text import clean, shown
from suitability.data.formats.matrix import is_number, open_text, parse_numbers, plain_errors

DENSE, SPARSE, BINARY = KINDS = ("dense", "sparse", "sparse binary")
SPLITS = ("train", "valid", "test")
INDEX = re.compile(r"[0-9]{1,12}", re.ASCII)
# A sum of values is printed with two decimals.
SUM_MARGIN = 0.005


@dataclass(frozen=True)
class DataParameters:
    """The content of a `.param` file.

    Attributes
    ----------
    features : int
    kind : str or None
        `dense`, `sparse` or `sparse binary`; None if not stated, or not one of them.
    splits : dict of str to dict
        By `train`, `valid` or `test`: positive, negative and total, numbers of samples, and sum, of
        all values, None if not stated.
    """

    features: int
    kind: str | None = None
    splits: dict = field(default_factory=dict)


def read_lines(path):
    """Return the lines of a text file without blanks at their ends.

    Parameters
    ----------
    path : path

    Raises
    ------
    InputError
        If it cannot be read.
    """
    with plain_errors(path), open_text(path) as file:
        return [clean(line) for line in file.read().splitlines()]


def read_values(path, kind, features):
    """Read a `.data` file.

    Parameters
    ----------
    path : path
    kind : str
        `dense`, `sparse` or `sparse binary`.
    features : int
        How many there are.

    Returns
    -------
    float64 array or scipy.sparse.csr_array, shape (samples, features)

    Raises
    ------
    InputError
        If a line is malformed; the message names it.
    """
    lines = read_lines(path)
    if kind == DENSE:
        while lines and not lines[-1]:
            lines.pop()
    if not lines:
        raise InputError(f"{path}: has no values; check that it is the right file")
    read = {DENSE: _dense_row, SPARSE: _sparse_row, BINARY: _binary_row}[kind]
    rows = [read(path, place, text.split(), features) for place, text in enumerate(lines, start=1)]
    if kind == DENSE:
        return np.stack(rows)
    # scikit-learn takes no larger indices.
    ends = np.cumsum([0, *(len(indices) for indices, _ in rows)], dtype=np.int32)
    indices, values = (np.concatenate(part) for part in zip(*rows, strict=True))
    result = sparse.csr_array((values, indices, ends), shape=(len(rows), features))
    result.sort_indices()
    return result


def _dense_row(path, line, words, features):
    if len(words) != features:
        found = "is blank" if not words else f"has {len(words)} values"
        raise InputError(
            f"{path}: line {line} {found} where {features} values are expected, one a feature; "
            "correct it, or the number of features"
        )
    numbers, wrong = parse_numbers(words)
    if wrong is None and np.isnan(numbers).any():
        wrong = int(np.isnan(numbers).argmax())
    if wrong is not None:
        raise InputError(
            f"{path}: line {line}, value {wrong + 1}: {shown(words[wrong])} is not a finite "
            "number; correct it, or state the type if the file is sparse"
        )
    return numbers


def _sparse_row(path, line, words, features):
    indices, values = [], []
    for place, word in enumerate(words, start=1):
        index, colon, value = word.partition(":")
        if not colon or not is_number(value):
            raise InputError(
                f"{path}: line {line}, entry {place}: {shown(word)} is not index:value with a "
                "finite number; correct it, or state the type if the file is not sparse"
            )
        indices.append(index)
        values.append(float(value))
    return _places(path, line, indices, features), np.array(values)


def _binary_row(path, line, words, features):
    return _places(path, line, words, features), np.ones(len(words))


def _places(path, line, words, features):
    """Return the indices in a line, from 0."""
    for place, word in enumerate(words, start=1):
        if not INDEX.fullmatch(word) or not 1 <= int(word) <= features:
            raise InputError(
                f"{path}: line {line}, entry {place}: {shown(word)} is not the index of a "
                f"feature, from 1 to {features}; correct it, or the number of features"
            )
    indices = np.array([int(word) - 1 for word in words], np.int32)
    distinct, counts = np.unique(indices, return_counts=True)
    if len(distinct) < len(indices):
        raise InputError(
            f"{path}: line {line}: feature {distinct[counts > 1][0] + 1} is there twice; remove one"
        )
    return indices


def write_values(values, path, kind):
    """Write a `.data` file.

    Parameters
    ----------
    values : array or scipy.sparse array, shape (samples, features)
        Of zeros and ones where `kind` is `sparse binary`.
    path : path
    kind : str
    """
    if kind == DENSE:
        lines = [" ".join(map(_plain, row)) for row in np.asarray(values).tolist()]
    else:
        rows = sparse.csr_array(values)
        rows.sort_indices()
        lines = []
        for start, end in zip(rows.indptr[:-1], rows.indptr[1:], strict=True):
            indices = (rows.indices[start:end] + 1).tolist()
            if kind == SPARSE:
                of_row = rows.data[start:end].tolist()
                pairs = zip(indices, of_row, strict=True)
                lines.append(" ".join(f"{index}:{_plain(value)}" for index, value in pairs))
            else:
                lines.append(" ".join(map(str, indices)))
    write_lines(lines, path)


def _plain(value):
    """Return a number as text that is read back as the same number."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def write_lines(lines, path):
    """Write lines of text."""
    with whole_file(path) as temporary:
        temporary.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


TYPE_LINE = re.compile(r"data type\s*:\s*(.+)", re.IGNORECASE)
FEATURES_LINE = re.compile(r"(?:number of features|feature number)\s*:\s*(\S+)", re.IGNORECASE)
SPLIT_LINE = re.compile(r"(train|valid|test)\w*\s+(.+)", re.IGNORECASE)


def read_parameters(path):
    """Read a `.param` file.

    Parameters
    ----------
    path : path

    Returns
    -------
    DataParameters

    Raises
    ------
    InputError
        If it has no number of features, or a line of samples is malformed.
    """
    features = kind = None
    splits = {}
    for place, text in enumerate(read_lines(path), start=1):
        if found := TYPE_LINE.fullmatch(text):
            kind = _kind_of(found[1])
        elif found := FEATURES_LINE.fullmatch(text):
            if not INDEX.fullmatch(found[1]) or not int(found[1]):
                raise InputError(
                    f"{path}: line {place}: {shown(found[1])} is not a number of features; "
                    "correct it"
                )
            features = int(found[1])
        elif found := SPLIT_LINE.fullmatch(text):
            splits[found[1].lower()] = _split_of(path, place, found[2].split())
    if features is None:
        raise InputError(
            f"{path}: has no line 'Number of features: ...'; check that it is the right file"
        )
    return DataParameters(features, kind, splits)


def _kind_of(text):
    """Return the kind that a stated type means, None if that is not clear."""
    text = text.lower()
    if "non" in text or text == DENSE:
        return DENSE
    if "sparse" in text:
        return BINARY if "binary" in text else SPARSE
    return None


def _split_of(path, line, words):
    counts = words[:3]
    if len(words) not in (3, 4) or not all(map(INDEX.fullmatch, counts)):
        raise InputError(
            f"{path}: line {line}: the numbers of positive, negative and all samples, and the sum "
            f"of all values, are expected; {shown(' '.join(words))} is there: correct it"
        )
    positive, negative, total = map(int, counts)
    if positive + negative != total:
        raise InputError(
            f"{path}: line {line}: {positive} positive and {negative} negative samples are not "
            f"{total} in all; correct it"
        )
    if words[3:] and not is_number(words[3]):
        raise InputError(
            f"{path}: line {line}: {shown(words[3])} is not a sum of values; correct it"
        )
    stated = float(words[3]) if words[3:] else None
    return {"positive": positive, "negative": negative, "total": total, "sum": stated}


def write_parameters(parameters, path):
    """Write a `.param` file."""
    kind = {DENSE: "non-sparse"}.get(parameters.kind, parameters.kind)
    lines = [
        f"Data type: {kind}",
        f"Number of features: {parameters.features}",
        "Number of examples and check-sums:",
        "\tPos_ex\tNeg_ex\tTot_ex\tCheck_sum",
    ]
    for split, row in parameters.splits.items():
        counts = (str(row[key]) for key in ("positive", "negative", "total"))
        lines.append("\t".join([split.capitalize(), *counts, f"{row['sum']:.2f}"]))
    write_lines(lines, path)


def parameters_of(values, labels, kind):
    """Return the parameters of data.

    Parameters
    ----------
    values : dict of str to array, shape (samples, features)
        By split.
    labels : dict of str to int array, shape (samples,)
        -1 or 1.
    kind : str

    Returns
    -------
    DataParameters
    """
    splits = {
        split: {
            "positive": int((labels[split] == 1).sum()),
            "negative": int((labels[split] == -1).sum()),
            "total": len(labels[split]),
            "sum": float(part.sum()),
        }
        for split, part in values.items()
    }
    return DataParameters(next(iter(values.values())).shape[1], kind, splits)


def check_values(path, values, parameters, split):
    """Compare values with what a `.param` file states of them.

    Raises
    ------
    InputError
        If the number of samples or the sum of all values differs.
    """
    stated = parameters.splits.get(split)
    if stated is None:
        return
    if values.shape[0] != stated["total"]:
        raise InputError(
            f"{path}: has {values.shape[0]} samples where the .param file states "
            f"{stated['total']}; fetch it again"
        )
    total = float(values.sum())
    if stated["sum"] is not None and abs(total - stated["sum"]) > SUM_MARGIN:
        raise InputError(
            f"{path}: the sum of all values is {total:.2f} where the .param file states "
            f"{stated['sum']:.2f}; fetch it again"
        )


def check_labels(path, labels, parameters, split):
    """Compare labels with the class counts of a `.param` file.

    Raises
    ------
    InputError
        If they differ.
    """
    stated = parameters.splits.get(split)
    if stated is None:
        return
    found = int((labels == 1).sum()), int((labels == -1).sum())
    if found != (stated["positive"], stated["negative"]):
        raise InputError(
            f"{path}: has {found[0]} positive and {found[1]} negative labels where the .param "
            f"file states {stated['positive']} and {stated['negative']}; fetch it again"
        )


def parameters_beside(path):
    """Return the `.param` file of a `.data` file, such as `dexter.param` of `dexter_train.data`.

    Parameters
    ----------
    path : path

    Returns
    -------
    pathlib.Path
        It need not exist.
    """
    name = Path(path).name.removesuffix(".gz").removesuffix(".data")
    for split in SPLITS:
        name = name.removesuffix(f"_{split}")
    return Path(path).with_name(f"{name}.param")
