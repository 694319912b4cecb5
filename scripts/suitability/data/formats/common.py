"""What the readers of users' files share: a matrix, plain errors, ids that can be used."""

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
# What a file begins with that is no text.
MAGIC = {
    b"\x1f\x8b": "is packed with gzip; let its name end in .gz",
    b"PK\x03\x04": "is an Excel workbook or a zip file; save it as text",
    b"\xd0\xcf\x11\xe0": "is an Excel workbook; save it as text",
    b"PAR1": "is a Parquet file; let its name end in .parquet, or say format: parquet",
    b"\x89HDF": "is an HDF5 file; if it is one of AnnData, say format: h5ad",
}


@dataclass(frozen=True)
class Matrix:
    """The values of a file, and what it says of its samples.

    Attributes
    ----------
    values : float64 array, shape (features, samples)
        NaN where a value is missing.
    features, samples : list of str
        Ids.
    annotation : pandas.DataFrame
        One row a sample, in the order of `samples`, all columns text; no columns if the file says
        nothing of its samples.
    """

    values: np.ndarray
    features: list
    samples: list
    annotation: pd.DataFrame


@contextlib.contextmanager
def plain_errors(path):
    """Turn what the system says of a file that cannot be read into an `InputError`.

    Parameters
    ----------
    path : path

    Raises
    ------
    InputError
        If the file is missing, a folder, closed to the reader, not UTF-8 or not a whole gzip file.
    """
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{path}: there is no such file; correct the path in the config") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; name the file in it in the config") from None
    except PermissionError:
        raise InputError(f"{path}: may not be read; change its permissions") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: {_not_text(path)}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{path}: is not a whole gzip file; fetch or compress it anew") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or one_line(error)}") from None


def _not_text(path):
    """Return what a file is that is not UTF-8 text, and what to do about it."""
    with open_binary(path) as file:
        start = file.read(8)
    known = (words for magic, words in MAGIC.items() if start.startswith(magic))
    return next(known, "is not UTF-8 text; save it as UTF-8")


def is_packed(path):
    """Say whether a file is packed with gzip, by its name."""
    return str(path).lower().endswith(".gz")


def open_binary(path):
    """Open a file for its bytes, unpacked if its name ends in `.gz`."""
    return gzip.open(path, "rb") if is_packed(path) else open(path, "rb")


def open_text(path, errors="strict"):
    """Open a file for its text, unpacked if its name ends in `.gz`; line ends stay as they are.

    Parameters
    ----------
    path : path
    errors : str
        What is done with bytes that are not UTF-8, as for `open`.

    Returns
    -------
    file
    """
    opener = gzip.open if is_packed(path) else open
    return opener(path, "rt", encoding="utf-8-sig", errors=errors, newline="")


def check_ids(path, ids, axis, kind, first=None):
    """Refuse ids that are empty, repeated, or hold what would break a table.

    Parameters
    ----------
    path : path
    ids : sequence of str
    axis : str
        What they name, `row` or `column`.
    kind : str
        What they are ids of.
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
                f"{shown(name)}; look for a stray quote"
            )
        if name in seen:
            raise InputError(
                f"{path}: {axis} {place} repeats the {kind} id {shown(name)}; ids must be unique"
            )
        seen.add(name)


def check_finite(path, values, features, samples):
    """Refuse infinite values in a matrix that was read from anything but text.

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
    """Return the annotation of samples that nothing is said of."""
    return pd.DataFrame(index=pd.Index(samples, dtype=object))


def is_number(cell):
    """Say whether a cell is a finite number as it stands in a text file."""
    return NUMBER.fullmatch(cell) is not None and bool(np.isfinite(float(cell)))


def how_to_write(cell):
    """Return what to do with a cell that is no number."""
    return "write decimals with a point" if is_number(cell.replace(",", ".")) else "correct it"
