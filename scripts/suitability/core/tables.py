"""Tables on disk that the workflow writes and reads: written whole or not at all."""

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

# Enough digits for any use, few enough that the last bit of a logarithm does not show.
FLOAT_FORMAT = "%.10g"


@contextlib.contextmanager
def whole_file(path):
    """Give a temporary path beside `path` that takes its name once all is written.

    Parameters
    ----------
    path : path

    Yields
    ------
    pathlib.Path
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


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
        Columns that hold text whatever they look like, such as ids.

    Returns
    -------
    pandas.DataFrame
        An empty cell is empty text in a column of text, NaN in any other.
    """
    text = list(text)
    table = pd.read_csv(
        path, sep="\t", dtype=dict.fromkeys(text, str), keep_default_na=False, na_values=[""]
    )
    table[text] = table[text].fillna("")
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
        If the file is damaged.
    """
    content = pa.BufferReader(Path(path).read_bytes())
    try:
        return pa.parquet.read_table(content, page_checksum_verification=True).to_pandas()
    except (pa.ArrowException, OSError, ValueError):
        raise _damaged(path) from None


def _damaged(path):
    return InputError(f"{path}: is damaged; delete it and run again")


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
        If the file is damaged.
    """
    content = io.BytesIO(Path(path).read_bytes())
    try:
        with np.load(content, allow_pickle=False) as file:
            arrays = dict(file)
        sound = arrays.pop("checksum") == _checksum(arrays)
    except Exception:
        # Of a damaged archive, zipfile, zlib and NumPy raise what they please.
        sound = False
    if not sound:
        raise _damaged(path)
    return arrays


def _checksum(arrays):
    told = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        told.update(f"{name} {array.dtype} {array.shape}".encode())
        told.update(np.ascontiguousarray(array).tobytes())
    return np.array(told.hexdigest())


def fingerprint(paths, *settings):
    """Return a digest of files and settings, to tell what something was made of.

    Parameters
    ----------
    paths : sequence of path
    *settings
        What JSON can hold.

    Returns
    -------
    str
    """
    told = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for path in paths:
        told.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return told.hexdigest()


def write_json(content, path):
    """Write a dict as JSON, one key a line."""
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def read_json(path):
    """Read a JSON file."""
    return json.loads(Path(path).read_text(encoding="utf-8"))
