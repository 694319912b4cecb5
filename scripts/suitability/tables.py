"""Tables on disk: read strictly, written whole or not at all."""

import contextlib
import csv
import gzip
import json
import os
import re
import zlib
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from suitability.errors import InputError
from suitability.workbooks import is_workbook, workbook_rows

# Enough digits for any use, few enough that the last bit of a logarithm does not show.
FLOAT_FORMAT = "%.10g"
MISSING = ("", "NA", "NaN", "nan", "null")
NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*", re.ASCII | re.IGNORECASE)


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
            pa.Table.from_pandas(table, preserve_index=False), temporary, compression="zstd"
        )


def read_parquet(path):
    """Read a Parquet file into a data frame."""
    return pd.read_parquet(path)


def write_arrays(path, **arrays):
    """Write named arrays to one file."""
    with whole_file(path) as temporary, open(temporary, "wb") as file:
        np.savez_compressed(file, **arrays)


def read_arrays(path):
    """Read the arrays that `write_arrays` wrote into a dict."""
    with np.load(path, allow_pickle=False) as file:
        return dict(file)


def write_json(content, path):
    """Write a dict as JSON, one key a line."""
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def read_json(path):
    """Read a JSON file."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def read_text_table(path):
    """Read a user's table of text, such as the table of samples, from a text file or a workbook.

    Parameters
    ----------
    path : path

    Returns
    -------
    pandas.DataFrame
        All columns text, the first one as the index.

    Raises
    ------
    InputError
        If the file is missing, not a table, or has an empty or repeated id or column name.
    """
    rows = workbook_rows(path) if is_workbook(path) else _rows(path)
    _, header = _header(path, rows)
    lines = []
    for line, row in rows:
        _check_width(path, line, row, header)
        lines.append(row)
    _check_not_empty(path, lines)
    table = pd.DataFrame(lines, columns=header, dtype=str).set_index(header[0])
    _check_ids(path, table.index, "row", "sample")
    return table


def read_value_table(path):
    """Read a user's table of values: features in rows, samples in columns.

    Parameters
    ----------
    path : path

    Returns
    -------
    values : float64 array, shape (features, samples)
        NaN where a cell is empty.
    features, samples : list of str
        Ids, as text.

    Raises
    ------
    InputError
        If the file is missing, not a table, or has an empty or repeated id or a cell that is not a
        finite number.
    """
    rows = _rows(path)
    header_end, header = _header(path, rows)
    _check_not_empty(path, next(rows, None))
    rows.close()
    options = {
        "read_options": pa.csv.ReadOptions(column_names=header, skip_rows=header_end),
        "parse_options": pa.csv.ParseOptions(delimiter=_delimiter(path), newlines_in_values=True),
        "convert_options": pa.csv.ConvertOptions(
            column_types={header[0]: pa.string(), **{name: pa.float64() for name in header[1:]}},
            null_values=list(MISSING),
        ),
    }
    try:
        table = pa.csv.read_csv(path, **options)
    except (pa.ArrowInvalid, OSError) as error:
        _find_bad_cell(path, header)
        raise InputError(f"{path}: cannot be read as a table: {_line(error)}") from None
    features = table.column(0).to_pylist()
    _check_ids(path, features, "row", "feature")
    values = np.empty((len(features), len(header) - 1))
    for place, column in enumerate(table.columns[1:]):
        values[:, place] = column.to_numpy()
    # Arrow also takes inf and odd spellings of nan, such as -nan, for numbers.
    missing = sum(column.null_count for column in table.columns[1:])
    if np.isfinite(values).sum() + missing < values.size:
        _find_bad_cell(path, header)
    return values, features, header[1:]


def _delimiter(path):
    return "," if str(path).removesuffix(".gz").endswith(".csv") else "\t"


def _rows(path):
    """Yield (number of its last line, cells) for every row that is not blank."""
    opener = gzip.open if str(path).endswith(".gz") else open
    try:
        with opener(path, "rt", encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, delimiter=_delimiter(path))
            for row in reader:
                if row:
                    yield reader.line_num, row
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{path}: there is no such file; correct the path in the config") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; name the file in it in the config") from None
    except PermissionError:
        raise InputError(f"{path}: may not be read; change its permissions") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8 text; save it as UTF-8") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{path}: is not a whole gzip file; fetch or compress it anew") from None
    except csv.Error as error:
        raise InputError(f"{path}: cannot be read as a table: {_line(error)}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None


def _header(path, rows):
    line, header = next(rows, (0, []))
    if len(header) < 2:
        raise InputError(
            f"{path}: the first line has fewer than two columns; "
            f"columns are separated by {'commas' if _delimiter(path) == ',' else 'tabs'}"
        )
    _check_ids(path, header, "column", "column")
    return line, header


def _check_not_empty(path, rows):
    if not rows:
        raise InputError(f"{path}: has no rows below its header; is it the right file?")


def _check_ids(path, ids, axis, kind):
    seen = set()
    for place, name in enumerate(ids, start=2 if axis == "row" else 1):
        if not name:
            raise InputError(f"{path}: {axis} {place} has no {kind} id; give it one")
        if set(name) & set("\t\r\n"):
            raise InputError(
                f"{path}: {axis} {place} has a tab or line break in its {kind} id "
                f"{_shown(name)}; look for a stray quote"
            )
        if name in seen:
            raise InputError(
                f"{path}: {axis} {place} repeats the {kind} id {_shown(name)}; ids must be unique"
            )
        seen.add(name)


def _check_width(path, line, row, header):
    if len(row) != len(header):
        raise InputError(
            f"{path}: line {line} ({_shown(row[0])}) has {len(row)} cells where the header has "
            f"{len(header)}; make them equal"
        )


def _find_bad_cell(path, header):
    """Raise an `InputError` that names the first line or cell that is wrong, if there is one."""
    rows = _rows(path)
    next(rows)
    for line, row in rows:
        _check_width(path, line, row, header)
        for name, cell in zip(header[1:], row[1:], strict=True):
            if cell in MISSING or (NUMBER.fullmatch(cell) and np.isfinite(float(cell))):
                continue
            raise InputError(
                f"{path}: line {line}, feature {_shown(row[0])}, sample {_shown(name)}: "
                f"{_shown(cell)} is not a finite number; correct it, or leave the cell empty if it "
                "is missing"
            )


def _shown(text):
    return repr(text if len(text) <= 60 else text[:57] + "...")


def _line(error):
    return " ".join(str(error).split())
