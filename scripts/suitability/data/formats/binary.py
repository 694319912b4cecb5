"""Files that are not text: Parquet, AnnData."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet

from suitability.core.errors import InputError
from suitability.core.text import clean, one_line, shown
from suitability.data.formats.matrix import (
    Matrix,
    check_finite,
    check_ids,
    names_of_features,
    open_binary,
    plain_errors,
    text_frame,
)


def read_parquet_values(path, text=(), samples=()):
    """Read a Parquet table of values.

    Parameters
    ----------
    path : path
    text : sequence of str
        Columns that hold text, other than the ids.
    samples : collection of str
        Ids of samples. Other columns that are not numeric are read as text.

    Returns
    -------
    values : float64 array, shape (rows, columns)
    rows, columns : list of str
        Ids, as text: the index that pandas wrote, else the first column.
    texts : pandas.DataFrame
        The columns of text, one row a row of the table; its index has the name of the ids.

    Raises
    ------
    InputError
        If the file is not Parquet, or has unusable ids, a column that is not numeric, or an
        infinite value.
    """
    with plain_errors(path):
        open_binary(path).close()
    try:
        table = pa.parquet.read_table(path)
    except (pa.ArrowException, OSError) as error:
        raise InputError(
            f"{path}: cannot be read as Parquet ({one_line(error).removesuffix('.')}); download it "
            "again, or state its format"
        ) from None
    schema = table.schema.pandas_metadata or {}
    index = (schema.get("index_columns") or [None])[0]
    place = table.column_names.index(index) if index in table.column_names else 0
    table = table.rename_columns(list(map(clean, table.column_names)))
    check_ids(path, table.column_names, "column", "column")
    if table.num_columns < 2 or not table.num_rows:
        raise InputError(
            f"{path}: has {table.num_columns} columns and {table.num_rows} rows; a column of ids, "
            "one of values and a row are needed"
        )
    ids = table.column_names[place]
    for name in text:
        if name == ids:
            raise InputError(
                f"{path}: column {shown(name)} is the first one, where ids of the samples are "
                "expected; insert a column of ids before it"
            )
        if name not in table.column_names:
            raise InputError(
                f"{path}: there is no column {shown(name)} to use as annotation; correct the name "
                "in the config"
            )
    # pandas writes no ids with index=False.
    if _is_fraction(table[ids].type):
        raise InputError(
            f"{path}: column {shown(ids)}, the first, holds numbers with decimals where ids are "
            "expected; write the ids as the first column or as the index"
        )
    rows = _as_text(table[ids])
    if pa.types.is_integer(table[ids].type) and len(set(rows)) < len(rows):
        raise InputError(
            f"{path}: column {shown(ids)}, the first, holds repeated numbers where ids are "
            "expected; write the ids as the first column or as the index"
        )
    check_ids(path, rows, "row", "row", first=1)
    others = [
        name for name in table.column_names if name not in (ids, *text) and name not in samples
    ]
    text = [*text, *(name for name in others if not _is_number(table[name].type))]
    columns = [name for name in table.column_names if name not in (ids, *text)]
    values = np.empty((table.num_rows, len(columns)))
    for place, name in enumerate(columns):
        kind = table[name].type
        if not _is_number(kind):
            raise InputError(
                f"{path}: column {shown(name)} holds {str(kind).removeprefix('large_')}, not "
                "numbers; correct it"
            )
        values[:, place] = table[name].cast(pa.float64(), safe=False).to_numpy()
    check_finite(path, values, rows, columns)
    texts = pd.DataFrame({name: _as_text(table[name]) for name in text}, dtype=object)
    texts = texts.rename_axis(ids)
    return values, rows, columns, texts


def _is_number(kind):
    return _is_fraction(kind) or pa.types.is_integer(kind) or pa.types.is_null(kind)


def _is_fraction(kind):
    return pa.types.is_floating(kind) or pa.types.is_decimal(kind)


def _as_text(column):
    return ["" if cell is None else clean(str(cell)) for cell in column.to_pylist()]


def read_h5ad(path):
    """Read an AnnData file, if the package anndata is installed.

    Parameters
    ----------
    path : path

    Returns
    -------
    Matrix
        X, with the columns of obs as annotation.

    Raises
    ------
    InputError
        If anndata is not installed or cannot read the file.
    """
    with plain_errors(path):
        open_binary(path).close()
    try:
        # Large, and needed for this format only.
        import anndata
    except ImportError:
        raise InputError(
            f"{path}: AnnData files need the package anndata; install it (pip install anndata)"
        ) from None
    try:
        data = anndata.read_h5ad(path)
    except Exception as error:  # h5py and anndata raise errors of many kinds
        raise InputError(
            f"{path}: anndata cannot read it ({one_line(error)}); download it again, or state its "
            "format"
        ) from None
    samples, features = (
        list(map(clean, names.astype(str))) for names in (data.obs_names, data.var_names)
    )
    if data.X is None or not samples or not features:
        raise InputError(
            f"{path}: has no values in X for {len(samples)} samples and {len(features)} features; "
            "write them to X"
        )
    check_ids(path, samples, "row", "sample", first=1)
    check_ids(path, features, "column", "feature")
    values = np.asarray(data.X.toarray() if hasattr(data.X, "toarray") else data.X, dtype=float).T
    check_finite(path, values, features, samples)
    names = names_of_features(text_frame(data.var), features)
    return Matrix(values, features, samples, text_frame(data.obs, samples), names=names)
