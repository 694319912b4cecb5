"""Read any file of values and any table of samples by its format."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import shown, some
from suitability.data.formats.arff import read_arff
from suitability.data.formats.binary import read_h5ad, read_parquet_values
from suitability.data.formats.challenge import read_challenge, read_challenge_labels
from suitability.data.formats.gct import read_gct
from suitability.data.formats.geo import read_series_matrix, read_soft
from suitability.data.formats.matrix import Matrix, check_ids, names_of_features, no_annotation
from suitability.data.formats.r_objects import SUFFIXES as R_SUFFIXES
from suitability.data.formats.r_objects import is_r_file, read_r, read_r_frame
from suitability.data.formats.text_table import read_text_table, read_value_table
from suitability.data.plausibility import look_at_matrix

# The format of a file by the end of its name without .gz.
ENDINGS = {
    "_series_matrix.txt": "series_matrix",
    ".soft": "soft",
    ".gct": "gct",
    ".arff": "arff",
    ".data": "challenge",
    ".h5ad": "h5ad",
    ".parquet": "parquet",
    **dict.fromkeys(R_SUFFIXES, "r"),
}
# Readers of tables that have features in rows or in columns.
TABLES = {
    "r": read_r,
    "table": read_value_table,
    "parquet": read_parquet_values,
    "mage_tab": partial(read_value_table, second_header=True),
}
# Readers of formats that define where features are.
MATRICES = {
    "series_matrix": read_series_matrix,
    "soft": read_soft,
    "gct": read_gct,
    "challenge": read_challenge,
    "h5ad": read_h5ad,
}

# Formats whose values are numbers in the file, not text.
BINARY = ("parquet", "h5ad", "r")


def format_of(path, stated):
    """Return the stated format or, if that is `auto`, the format by the end of the name.

    Parameters
    ----------
    path : path
    stated : str

    Returns
    -------
    str
        A format that `read_matrix` knows.
    """
    if stated != "auto":
        return stated
    name = Path(path).name.lower().removesuffix(".gz")
    return next((kind for ending, kind in ENDINGS.items() if name.endswith(ending)), "table")


def read_matrix(path, stated="auto", features_in="auto", annotation=(), ids=None, ids_path=""):
    """Read a file of values in any format.

    Parameters
    ----------
    path : path
    stated : str
        Its format, or `auto`.
    features_in : str
        `rows`, `columns`, or `auto`: on the side opposite to the ids of the samples.
    annotation : sequence of str
        Columns of a table, or numeric attributes of an ARFF file, that describe the samples.
    ids : sequence of str, optional
        The ids of the samples, if there is a table of samples.
    ids_path : path
        That table, for messages.

    Returns
    -------
    matrix.Matrix

    Raises
    ------
    InputError
        If the file cannot be read, or the side of the samples is not clear.
    """
    kind = format_of(path, stated)
    matrix = _read(path, kind, features_in, annotation, ids, ids_path)
    warnings = look_at_matrix(path, matrix, from_text=kind not in BINARY)
    return replace(matrix, warnings=(*matrix.warnings, *warnings))


def _read(path, kind, features_in, annotation, ids, ids_path):
    if kind in TABLES:
        return _read_table(path, kind, features_in, list(annotation), ids, ids_path)
    if kind == "arff":
        _check_unstated(path, kind, features_in, ())
        return read_arff(path, annotation)
    _check_unstated(path, kind, features_in, annotation)
    return MATRICES[kind](path)


def _check_unstated(path, kind, features_in, annotation):
    """Refuse keys that say what the file states itself."""
    if features_in != "auto":
        raise InputError(
            f"config: features_in: '{features_in}' is set for {path}, whose format {kind} states "
            "that itself; leave it out"
        )
    if annotation:
        raise InputError(
            f"config: annotation: columns are named for {path}, whose format {kind} states that "
            "itself; leave it out"
        )


def _read_table(path, kind, features_in, annotation, ids, ids_path):
    if annotation and features_in == "rows":
        raise InputError(
            f"config: annotation: {some(annotation)} cannot be columns of {path} beside features "
            "in rows; set features_in: columns"
        )
    samples = {*(ids if ids is not None else ())}
    read = TABLES[kind](path, annotation, samples=samples)
    if isinstance(read, Matrix):
        _check_unstated(path, kind, features_in, annotation)
        return read
    if ids is None and not annotation:
        raise InputError(
            f"config: samples: none given, and {path} (format {kind}) does not describe its "
            "samples; name a table of samples, or list the columns that describe samples under "
            "annotation"
        )
    values, rows, columns, texts = read
    if ids is not None and texts.index.name and texts.index.name in set(ids):
        raise InputError(
            f"{path}: its first column is the sample {shown(texts.index.name)} where ids are "
            "expected; insert a column of ids before it"
        )
    if annotation:
        features_in = "columns"
    if features_in == "auto":
        features_in = _side_of_features(path, rows, columns, ids, ids_path)
    found = [name for name in texts if name not in annotation]
    what = "without values left out" if features_in == "rows" else "of text describe the samples"
    record = (f"{len(found)} columns {what}: {some(found)}",) if found else ()
    if features_in == "rows":
        return Matrix(
            values,
            rows,
            columns,
            no_annotation(columns),
            names=names_of_features(texts, rows),
            record=record,
        )
    return Matrix(
        values.T, columns, rows, texts.set_axis(pd.Index(rows, dtype=object)), record=record
    )


def _side_of_features(path, rows, columns, ids, ids_path):
    """Return where features are, from where the ids of the samples are."""
    known = set(ids)
    in_columns, in_rows = known.intersection(columns), known.intersection(rows)
    if in_columns and not in_rows:
        return "rows"
    if in_rows and not in_columns:
        return "columns"
    if in_rows:
        raise InputError(
            f"{path}: both its rows and its columns have ids of {ids_path}, such as "
            f"'{min(in_rows)}' and '{min(in_columns)}'; set features_in: rows or columns"
        )
    raise InputError(
        f"{path}: neither its columns ({some(columns[:3])}) nor its rows ({some(rows[:3])}) have "
        f"ids of {ids_path} ({some(list(ids)[:3])}); correct the ids, or describe under join how "
        "they match"
    )


def read_samples(path, unique):
    """Read a table of samples: text, a workbook, an SDRF, R, or labels of the challenge.

    Parameters
    ----------
    path : path
    unique : bool
        Refuse empty and repeated ids in the first column.

    Returns
    -------
    pandas.DataFrame
        All columns text, the first one also as the index.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    if str(path).lower().removesuffix(".gz").endswith(".labels"):
        table = read_challenge_labels(path)
    elif is_r_file(path):
        table = read_r_frame(path)
        if unique:
            check_ids(path, table.index, "row", "sample", first=1)
    else:
        table = read_text_table(path, unique)
    table.insert(0, table.index.name, table.index)
    return table
