"""What all readers of users' files share: the matrix type, plain errors, checks of ids."""

import contextlib
import gzip
import re
import zlib
from dataclasses import dataclass

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import one_line, shown

MISSING = ("", "NA", "NaN", "nan", "null")
NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*", re.ASCII | re.IGNORECASE)
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
    """

    values: np.ndarray
    features: list
    samples: list
    annotation: pd.DataFrame


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
        start = file.read(8)
    known = (words for magic, words in MAGIC.items() if start.startswith(magic))
    return next(known, "is not UTF-8 text; save it as UTF-8")


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


def no_annotation(samples):
    """Return the annotation of samples that are not described."""
    return pd.DataFrame(index=pd.Index(samples, dtype=object))


def is_number(cell):
    """Return whether a cell of a text file is a finite number."""
    return NUMBER.fullmatch(cell) is not None and bool(np.isfinite(float(cell)))


def how_to_write(cell):
    """Return how to correct a cell that is not a number."""
    return "write decimals with a point" if is_number(cell.replace(",", ".")) else "correct it"
