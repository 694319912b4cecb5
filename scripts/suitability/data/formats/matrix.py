"""What all readers of users' files share: the matrix type, plain errors, checks of ids."""

import contextlib
import gzip
import re
import zlib
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import clean, one_line, shown

MISSING = ("", "NA", "NaN", "nan", "null")
THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII)
NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*", re.ASCII | re.IGNORECASE)
# What columns with names of features are called, the best ones first.
NAME_WORDS = (
    "symbol",
    "gene_name",
    "gene name",
    "genename",
    "gene_short_name",
    "name",
    "description",
)
# The columns of featureCounts between the ids of genes and the samples.
FEATURE_COUNTS = ("Chr", "Start", "End", "Strand", "Length")
# How files begin that are not text.
MAGIC = {
    b"\x1f\x8b": "is compressed with gzip; rename it to end in .gz",
    b"PK\x03\x04": "is an Excel workbook or a zip file; save it as text",
    b"\xd0\xcf\x11\xe0": "is an Excel workbook; save it as text",
    b"PAR1": "is a Parquet file; rename it to end in .parquet, or set format: parquet",
    b"\x89HDF": "is an HDF5 file; if it is an AnnData file, set format: h5ad",
}


@dataclass(frozen=True)
class Matrix:
    """The values of a file, and its annotation of the samples.

    Attributes
    ----------
    values : float64 array, shape (features, samples)
        NaN where a value is missing.
    features, samples : list of str
        Ids.
    annotation : pandas.DataFrame
        One row a sample, in the order of `samples`, all columns text; no columns if the file does
        not describe its samples.
    names : list of str
        Readable names of the features, such as gene symbols; empty if the file has none.
    record, warnings : tuple of str
        What was left out of the values, and what looks wrong.
    """

    values: np.ndarray
    features: list
    samples: list
    annotation: pd.DataFrame
    names: list = field(default_factory=list)
    record: tuple = ()
    warnings: tuple = ()


@contextlib.contextmanager
def plain_errors(path):
    """Turn the operating system's errors for a file that cannot be read into an `InputError`.

    Parameters
    ----------
    path : path

    Raises
    ------
    InputError
        If the file is missing, a folder, not readable, not UTF-8 or not a complete gzip file.
    """
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{path}: file not found; correct the path in the config") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; name a file in the config") from None
    except PermissionError:
        raise InputError(f"{path}: permission denied; change its permissions") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: {_not_text(path)}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(
            f"{path}: is an incomplete or damaged gzip file; download or compress it again"
        ) from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or one_line(error)}") from None


def _not_text(path):
    """Return what kind of file is not UTF-8 text, and what to do about it."""
    with open_binary(path) as file:
        start = file.read(64)
    known = (words for magic, words in MAGIC.items() if start.startswith(magic))
    return next(known, "is not UTF-8 text; save it as UTF-8")


def _is_utf16(start):
    """Return whether a file that begins so is UTF-16, in which most second bytes are zero."""
    return start.startswith((b"\xff\xfe", b"\xfe\xff")) or start.count(0) > len(start) / 4


def is_packed(path):
    """Return whether a file is compressed with gzip, by its name."""
    return str(path).lower().endswith(".gz")


def open_binary(path):
    """Open a file for its bytes, decompressed if its name ends in `.gz`."""
    return gzip.open(path, "rb") if is_packed(path) else open(path, "rb")


def open_text(path, errors="strict"):
    """Open a file for its text, decompressed if its name ends in `.gz`; line ends are kept.

    Parameters
    ----------
    path : path
    errors : str
        How to treat bytes that are not UTF-8, as for `open`.

    Returns
    -------
    file
    """
    with open_binary(path) as file:
        if _is_utf16(file.read(64)):
            raise InputError(f"{path}: is UTF-16 text; save it as UTF-8")
    opener = gzip.open if is_packed(path) else open
    return opener(path, "rt", encoding="utf-8-sig", errors=errors, newline="")


def check_ids(path, ids, axis, kind, first=None):
    """Refuse ids that are empty, repeated, or contain a tab or line break.

    Parameters
    ----------
    path : path
    ids : sequence of str
    axis : str
        `row` or `column`.
    kind : str
        What the ids name, such as `sample`.
    first : int
        The place of the first one; if left out, 2 for rows and 1 for columns.

    Raises
    ------
    InputError
    """
    first = first or (2 if axis == "row" else 1)
    seen = set()
    for place, name in enumerate(ids, start=first):
        if not name:
            raise InputError(f"{path}: {axis} {place} has no {kind} id; give it one")
        if set(name) & set("\t\r\n"):
            raise InputError(
                f"{path}: {axis} {place} has a tab or line break in its {kind} id "
                f"{shown(name)}; look for an unpaired quotation mark"
            )
        if name in seen:
            raise InputError(
                f"{path}: {axis} {place} repeats the {kind} id {shown(name)}; ids must be unique"
            )
        seen.add(name)


def check_finite(path, values, features, samples):
    """Refuse infinite values in a matrix that was not read from text.

    Parameters
    ----------
    path : path
    values : float64 array, shape (features, samples)
    features, samples : sequence of str

    Raises
    ------
    InputError
    """
    infinite = np.argwhere(np.isinf(values))
    if len(infinite):
        feature, sample = infinite[0]
        raise InputError(
            f"{path}: feature {shown(features[feature])}, sample {shown(samples[sample])}: "
            f"{values[feature, sample]} is not a finite number; correct it"
        )


def names_of_features(texts, ids):
    """Return the names of features in the column that is most likely to have them.

    Parameters
    ----------
    texts : pandas.DataFrame
        Columns of text, one row a feature.
    ids : sequence of str
        Of the features.

    Returns
    -------
    list of str
        Empty if no column says more than the ids.
    """
    columns = [name for name in texts if name not in FEATURE_COUNTS and len(set(texts[name])) > 1]
    columns = [name for name in columns if texts[name].tolist() != list(ids)]
    rank = {
        name: next(
            (i for i, word in enumerate(NAME_WORDS) if word in name.lower()), len(NAME_WORDS)
        )
        for name in columns
    }
    return texts[min(columns, key=rank.get)].tolist() if columns else []


def text_frame(table, index=None):
    """Return a data frame of any types as text without blanks at the ends; missing is empty.

    Parameters
    ----------
    table : pandas.DataFrame
    index : sequence of str, optional
        Names of the rows in place of its own.

    Returns
    -------
    pandas.DataFrame
        Whole numbers have no decimal point.
    """
    columns = {clean(str(name)): [_as_text(cell) for cell in table[name]] for name in table}
    index = table.index if index is None else pd.Index(index, dtype=object)
    return pd.DataFrame(columns, index=index, dtype=object)


def _as_text(cell):
    if pd.isna(cell):
        return ""
    whole = isinstance(cell, float) and cell.is_integer()
    return str(int(cell)) if whole else clean(str(cell))


def no_annotation(samples):
    """Return the annotation of samples that are not described."""
    return pd.DataFrame(index=pd.Index(samples, dtype=object))


def is_number(cell):
    """Return whether a cell of a text file is a finite number."""
    return NUMBER.fullmatch(cell) is not None and bool(np.isfinite(float(cell)))


def parse_numbers(cells):
    """Read cells as numbers.

    Parameters
    ----------
    cells : sequence of str
        Without blanks at their ends.

    Returns
    -------
    numbers : float64 array
        NaN where a cell is missing.
    wrong : int or None
        The place of the first cell that is not a finite number.
    """
    cells = ["nan" if cell in MISSING else cell for cell in cells]
    try:
        numbers = np.array(cells, dtype=float)
    except ValueError:
        numbers = np.full(len(cells), np.inf)
    text = "".join(cells)
    # Python also reads 1_0, digits of other scripts, inf and nan as numbers.
    finite = np.isfinite(numbers).sum() + cells.count("nan") == len(cells)
    if finite and "_" not in text and text.isascii():
        return numbers, None
    wrong = (i for i, cell in enumerate(cells) if cell != "nan" and not is_number(cell))
    return numbers, next(wrong, None)


def how_to_write(cell):
    """Return how to correct a cell that is not a number."""
    if THOUSANDS.fullmatch(cell):
        return (
            f"write {cell.replace(',', '')} if the comma separates thousands, or "
            f"{cell.replace(',', '.', 1)} if it is the decimal one"
            if cell.count(",") == 1
            else f"write {cell.replace(',', '')}"
        )
    return "write decimals with a point" if is_number(cell.replace(",", ".")) else "correct it"
