"""Read and write the files of the workflow.

A file is either complete or absent. A file that a job has written is read only if its content is
still the same; there is a record of that, see `runs`.
"""

import contextlib
import hashlib
import io
import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet

from suitability.core.errors import InputError
from suitability.core.runs import is_as_written, publish

# Sufficient digits for any use, yet few enough to hide rounding errors in the last bit.
FLOAT_FORMAT = "%.10g"


@contextlib.contextmanager
def whole_file(path):
    """Yield a temporary path beside `path` that is renamed to `path` once it is complete.

    Parameters
    ----------
    path : path

    Yields
    ------
    pathlib.Path

    Raises
    ------
    RunEnded
        If this is a job that no longer belongs to a living run; `path` is left as it is.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        publish(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _content(path):
    content = Path(path).read_bytes()
    if not is_as_written(path, content):
        raise _damaged(path)
    return content


def _damaged(path):
    return InputError(f"{path}: is damaged or was edited; delete it and run again")


def write_tsv(table, path):
    """Write a data frame as tab-separated text, without its index.

    Parameters
    ----------
    table : pandas.DataFrame
    path : path
    """
    table = table.copy()
    for column in table.select_dtypes("bool"):
        table[column] = np.where(table[column], "true", "false")
    with whole_file(path) as temporary:
        table.to_csv(
            temporary, sep="\t", index=False, float_format=FLOAT_FORMAT, lineterminator="\n"
        )


def read_tsv(path, text=()):
    """Read a table that `write_tsv` wrote.

    Parameters
    ----------
    path : path
    text : sequence of str
        Columns to be read as text even if they look like numbers, such as ids.

    Returns
    -------
    pandas.DataFrame
        An empty cell is an empty string in a text column, NaN in any other.

    Raises
    ------
    InputError
        If the file is damaged or was edited.
    """
    text = list(text)
    content = _content(path)
    try:
        table = pd.read_csv(
            io.BytesIO(content),
            sep="\t",
            dtype=dict.fromkeys(text, str),
            keep_default_na=False,
            na_values=[""],
        )
        table[text] = table[text].fillna("")
    except (ValueError, KeyError):
        raise _damaged(path) from None
    return table


def write_parquet(table, path):
    """Write a data frame as Parquet, compressed with zstd, without its index."""
    with whole_file(path) as temporary:
        pa.parquet.write_table(
            pa.Table.from_pandas(table, preserve_index=False),
            temporary,
            compression="zstd",
            write_page_checksum=True,
        )


def read_parquet(path):
    """Read a Parquet file that `write_parquet` wrote into a data frame.

    Raises
    ------
    InputError
        If the file is damaged or was edited.
    """
    content = pa.BufferReader(_content(path))
    try:
        return pa.parquet.read_table(content, page_checksum_verification=True).to_pandas()
    except (pa.ArrowException, OSError, ValueError):
        raise _damaged(path) from None


def write_arrays(path, **arrays):
    """Write named arrays to one file, with a checksum."""
    arrays = {name: np.asarray(array) for name, array in arrays.items()}
    with whole_file(path) as temporary, open(temporary, "wb") as file:
        np.savez_compressed(file, checksum=_checksum(arrays), **arrays)


def read_arrays(path):
    """Read the arrays that `write_arrays` wrote into a dict.

    Raises
    ------
    InputError
        If the file is damaged or was edited.
    """
    content = io.BytesIO(_content(path))
    try:
        with np.load(content, allow_pickle=False) as file:
            arrays = dict(file)
        intact = arrays.pop("checksum") == _checksum(arrays)
    except Exception:
        # A damaged archive leads to many kinds of errors in zipfile, zlib and NumPy.
        intact = False
    if not intact:
        raise _damaged(path)
    return arrays


def _checksum(arrays):
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return np.array(digest.hexdigest())


def fingerprint(paths, *settings):
    """Return a digest of files and settings, which identifies the inputs of a result.

    Parameters
    ----------
    paths : sequence of path
    *settings
        Any values that JSON can represent.

    Returns
    -------
    str
    """
    digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for path in paths:
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return digest.hexdigest()


def write_json(content, path):
    """Write a dict as JSON, one key per line."""
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def read_json(path):
    """Read a JSON file that `write_json` wrote.

    Raises
    ------
    InputError
        If the file is damaged or was edited.
    """
    content = _content(path)
    try:
        return json.loads(content)
    except ValueError:
        raise _damaged(path) from None
