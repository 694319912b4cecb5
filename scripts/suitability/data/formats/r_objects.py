"""R objects in .rds and .RData files: matrices, data frames and the containers of Bioconductor."""

import contextlib
import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import clean, one_line, shown, some
from suitability.data.formats.matrix import (
    Matrix,
    check_finite,
    check_ids,
    names_of_features,
    open_binary,
    plain_errors,
    text_frame,
)

SUFFIXES = (".rds", ".rdata", ".rda")
# How R writes NULL in a slot.
NULL = "\x01NULL\x01"
KINDS = "a matrix, a data frame, an ExpressionSet or a SummarizedExperiment"


@dataclass(frozen=True)
class _Values:
    """A matrix of R with the names of its rows and columns, None where it has none."""

    values: np.ndarray
    rows: list | None
    columns: list | None


def is_r_file(path):
    """Return whether a file is one of R by its name, compressed with gzip or not."""
    return str(path).lower().removesuffix(".gz").endswith(SUFFIXES)


def read_r(path, text=(), samples=()):
    """Read values from an R object.

    Parameters
    ----------
    path : path
        An .rds file, or an .RData file with one of these objects, or with a matrix and a data frame
        that describes its samples.
    text : sequence of str
        Columns of a data frame that describe the samples.
    samples : collection of str
        Ids of samples. Columns of a data frame that are not numeric are read as text, unless they
        are samples.

    Returns
    -------
    Matrix or tuple
        A `Matrix` of an ExpressionSet, a SummarizedExperiment, or a matrix beside a data frame: the
        annotation is that of the samples. Of a matrix or a data frame alone values, rows, columns
        and texts as `read_value_table` returns them.

    Raises
    ------
    InputError
        If rdata cannot read the file, it has no such object or several, or these have no names of
        rows and columns or a value that is no number.
    """
    with _readable(path):
        return _read_object(path, _usable(path, _objects(path)), text, samples)


def _read_object(path, found, text, samples):
    sets = {name: data for name, data in found.items() if _is_container(data)}
    matrices = {name: data for name, data in found.items() if isinstance(data, _Values)}
    frames = {name: data for name, data in found.items() if isinstance(data, pd.DataFrame)}
    if len(sets) == 1 and not matrices:
        return _from_container(path, next(iter(sets.values())))
    if not sets and len(matrices) == 1 and len(frames) <= 1:
        matrix, frame = next(iter(matrices.values())), next(iter(frames.values()), None)
        described = None if frame is None else _described(path, matrix, frame)
        return described or _from_matrix(path, matrix, text)
    if not sets and not matrices and len(frames) == 1:
        return _from_frame(path, next(iter(frames.values())), text, samples)
    raise InputError(
        f"{path}: has several objects, {some(found)}; save the one with the values with saveRDS"
        if found
        else f"{path}: has none of {KINDS}; save one with saveRDS"
    )


def read_r_frame(path):
    """Read a data frame of R as a table of samples.

    Parameters
    ----------
    path : path

    Returns
    -------
    pandas.DataFrame
        All columns text; the index, `sample`, holds the names of the rows.

    Raises
    ------
    InputError
        If the file has no data frame, or several.
    """
    with _readable(path):
        frames = [data for data in _objects(path).values() if isinstance(data, pd.DataFrame)]
        if len(frames) != 1:
            raise InputError(
                f"{path}: has {len(frames)} data frames where one is expected; save it with saveRDS"
            )
        frame = frames[0]
        table = text_frame(_spelled(frame), _names(frame.index) if _has_names(frame) else None)
        if not _has_names(frame):
            table = table.set_index(table.columns[0])
        return table.rename_axis(table.index.name or "sample")


@contextlib.contextmanager
def _readable(path):
    """Turn the errors of rdata, and those of objects that are not what they seem, into one line."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # rdata raises errors of many kinds
        raise InputError(
            f"{path}: rdata cannot read it ({one_line(error).removesuffix('.')}); save it again "
            "with saveRDS"
        ) from None


def _objects(path):
    """Return the objects of a file by name; that of an .rds file has an empty one."""
    # Slow to import, and used here only.
    from rdata import conversion, parser

    with plain_errors(path), open_binary(path) as file:
        content = file.read()
    single = str(path).lower().removesuffix(".gz").endswith(".rds")
    classes = {**conversion.DEFAULT_CLASS_MAP, "Date": _days, "POSIXct": _seconds}
    with warnings.catch_warnings():
        # Classes without a constructor come as their slots, which is what is wanted.
        warnings.simplefilter("ignore")
        parsed = parser.parse_data(content, extension=".rds" if single else ".rda")
        data = conversion.convert(parsed, classes, default_encoding="utf-8")
    if single:
        return {"": data}
    return data if isinstance(data, dict) else {}


def _days(days, _):
    return _as_written(days, "D", "%Y-%m-%d")


def _seconds(seconds, _):
    return _as_written(seconds, "s", "%Y-%m-%d %H:%M:%S")


def _as_written(times, unit, form):
    times = pd.to_datetime(np.ma.filled(np.ma.asarray(times, dtype=float), np.nan), unit=unit)
    return np.array(times.strftime(form), dtype=object)


def _usable(path, objects):
    """Return the objects that can hold values or describe samples, matrices as `_Values`."""
    found = {}
    for name, data in objects.items():
        matrix = _matrix(path, data)
        if matrix is not None:
            found[name] = matrix
        elif isinstance(data, pd.DataFrame) or _is_container(data):
            found[name] = data
    return found


def _class_of(data):
    names = getattr(data, "class", None)
    return "" if names is None else str(np.ravel(names)[0])


def _is_container(data):
    return hasattr(data, "assayData") or hasattr(data, "assays")


def _matrix(path, data):
    """Return a matrix of numbers with its names, None if the object is none."""
    if _class_of(data) == "dgCMatrix":
        values = np.zeros(tuple(data.Dim))
        columns = np.repeat(np.arange(values.shape[1]), np.diff(data.p))
        values[data.i, columns] = data.x
        names = [None if names is None else _names(names) for names in data.Dimnames]
        return _Values(_plain(values), *names)
    if getattr(data, "ndim", 0) != 2 or isinstance(data, pd.DataFrame):
        return None
    if np.asarray(data).dtype.kind not in "iufb":
        raise InputError(f"{path}: has a matrix that does not hold numbers; convert it in R")
    names = [getattr(data, "coords", {}).get(dim) for dim in getattr(data, "dims", (None, None))]
    return _Values(
        _plain(np.asarray(data, dtype=float)),
        *(None if of is None else _names(of.values) for of in names),
    )


def _plain(values):
    """Return values with the usual NaN, since arithmetic warns of the one that R uses for NA."""
    return np.where(np.isnan(values), np.nan, values)


def _names(values):
    return [clean(str(name)) for name in values]


def _from_matrix(path, matrix, text):
    if text:
        raise InputError(
            f"config: annotation: columns are named for {path}, which holds a matrix; save a data "
            "frame, or leave annotation out"
        )
    rows, columns = _checked_names(path, matrix.rows, matrix.columns)
    check_finite(path, matrix.values, rows, columns)
    return matrix.values, rows, columns, pd.DataFrame(index=pd.RangeIndex(len(rows)))


def _checked_names(path, rows, columns):
    for names, kind in ((rows, "row"), (columns, "column")):
        if names is None:
            raise InputError(f"{path}: has no {kind} names; set them in R with {kind}names()")
        check_ids(path, names, kind, kind, first=1)
    return rows, columns


def _has_names(frame):
    """Return whether a data frame has names of rows, other than numbers that R gave."""
    return not pd.api.types.is_integer_dtype(frame.index.dtype)


def _from_frame(path, frame, text, samples):
    columns = _names(frame.columns)
    check_ids(path, columns, "column", "column")
    ids = None
    if not _has_names(frame):
        first = frame.iloc[:, 0] if len(columns) else pd.Series(dtype=float)
        if len(columns) < 2 or _is_numeric(first):
            raise InputError(
                f"{path}: has no row names, and no column of text as the first; set them in R with "
                "rownames()"
            )
        ids, columns, frame = columns[0], columns[1:], frame.set_index(frame.columns[0])
    rows = list(text_frame(frame.index.to_frame()).iloc[:, 0])
    check_ids(path, rows, "row", "row", first=1)
    for name in text:
        if name not in columns:
            raise InputError(
                f"{path}: there is no column {shown(name)} to use as annotation; correct the name "
                "in the config"
            )
    frame = frame.set_axis(columns, axis=1)
    numeric = {name: _is_numeric(frame[name]) for name in columns}
    texts = [name for name in columns if name in text or not (numeric[name] or name in samples)]
    values = [name for name in columns if name not in texts]
    wrong = [name for name in values if not numeric[name]]
    if wrong:
        raise InputError(
            f"{path}: column {shown(wrong[0])} holds {frame[wrong[0]].dtype}, not numbers; correct "
            "it"
        )
    numbers = _plain(frame[values].to_numpy(float, na_value=np.nan))
    check_finite(path, numbers, rows, values)
    described = text_frame(_spelled(frame[texts]), range(len(rows)))
    return numbers, rows, values, described.rename_axis(ids)


def _is_numeric(column):
    types = pd.api.types
    return types.is_numeric_dtype(column.dtype) and not types.is_bool_dtype(column.dtype)


def _spelled(frame):
    """Return a data frame with TRUE and FALSE as R writes them."""
    words = {True: "TRUE", False: "FALSE"}
    logical = [name for name in frame if pd.api.types.is_bool_dtype(frame[name].dtype)]
    return frame.assign(**{str(name): frame[name].astype(object).map(words) for name in logical})


def _described(path, matrix, frame):
    """Return a matrix and the data frame that describes its samples, None if it does not."""
    rows, columns = _checked_names(path, matrix.rows, matrix.columns)
    names = _names(frame.index) if _has_names(frame) else []
    for values, features, samples in (
        (matrix.values, rows, columns),
        (matrix.values.T, columns, rows),
    ):
        if set(samples) <= set(names) and len(set(names)) == len(names):
            check_finite(path, values, features, samples)
            return Matrix(
                values, features, samples, text_frame(_spelled(frame), names).loc[samples]
            )
    return None


def _from_container(path, data):
    """Return the matrix of an ExpressionSet or a SummarizedExperiment."""
    if hasattr(data, "assayData"):
        assays = _assays(data.assayData)
        samples, features = data.phenoData.data, data.featureData.data
        names = None
    else:
        assays = _assays(data.assays)
        samples, ranges = _data_frame(data.colData), getattr(data, "rowRanges", None)
        features = _data_frame(getattr(data if ranges is None else ranges, "elementMetadata", None))
        names = _row_names(data, ranges)
    if not assays:
        raise InputError(f"{path}: its {_class_of(data)} has no values in the file; save them too")
    chosen = "exprs" if "exprs" in assays else next(iter(assays))
    matrix = _matrix(path, assays[chosen])
    if matrix is None:
        raise InputError(
            f"{path}: the values {shown(chosen)} of its {_class_of(data)} are not a matrix; "
            "convert them in R with as.matrix()"
        )
    columns = _names(samples.index) if _has_names(samples) else matrix.columns
    rows, columns = _checked_names(path, names or matrix.rows, columns)
    check_finite(path, matrix.values, rows, columns)
    others = [name for name in assays if name != chosen]
    also = f"the values are {shown(chosen)}; the file also has {some(others)}"
    return Matrix(
        matrix.values,
        rows,
        columns,
        text_frame(_spelled(samples), columns),
        names=names_of_features(text_frame(features), rows) if len(features) == len(rows) else [],
        record=(also,) if others else (),
    )


def _assays(node, depth=4):
    """Return the matrices in the slots of an object, by name."""
    if isinstance(node, dict) or hasattr(node, "maps"):
        found = dict(node)
        inner = {str(name): data for name, data in found.items() if _is_matrix(data)}
        return inner or next(
            (a for data in found.values() if depth and (a := _assays(data, depth - 1))), {}
        )
    slots = getattr(node, "__dict__", {}).values()
    return next((a for data in slots if depth and (a := _assays(data, depth - 1))), {})


def _is_matrix(data):
    return getattr(data, "ndim", 0) == 2 or hasattr(data, "Dim")


def _data_frame(node):
    """Return a DataFrame of Bioconductor as one of pandas; empty if there is none."""
    columns = getattr(node, "listData", None)
    columns = columns if isinstance(columns, dict) else {}
    names = getattr(node, "rownames", NULL)
    count = int(np.ravel(node.nrows)[0]) if hasattr(node, "nrows") else 0
    index = pd.RangeIndex(1, count + 1) if isinstance(names, str) else pd.Index(_names(names))
    flat = {
        str(name): pd.array(column.tolist() if np.ma.isMA(column) else column)
        for name, column in columns.items()
        if getattr(column, "ndim", 0) == 1 and len(column) == count
    }
    return pd.DataFrame(flat, index=index)


def _row_names(data, ranges):
    for names in (
        getattr(data, "NAMES", NULL),
        getattr(getattr(ranges, "ranges", None), "NAMES", NULL),
        getattr(getattr(data, "elementMetadata", None), "rownames", NULL),
    ):
        if not isinstance(names, str) and names is not None:
            return _names(names)
    return None
