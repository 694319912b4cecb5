"""Text tables of users: cells separated by tabs, commas or semicolons."""

import csv
import itertools
import re
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv

from suitability.core.errors import InputError
from suitability.core.text import one_line, shown
from suitability.data.formats.common import (
    MISSING,
    check_ids,
    how_to_write,
    is_number,
    is_packed,
    open_text,
    plain_errors,
)
from suitability.data.formats.workbooks import is_workbook, workbook_rows

# Bytes that Arrow reads at a time.
BLOCK = 2**24
LINE_END = re.compile(r"\r\n|\r|\n")
# The first one is taken where a header has equal numbers of them.
DELIMITERS = {"\t": "tabs", ";": "semicolons", ",": "commas"}


@dataclass(frozen=True)
class Layout:
    """Where the cells of a text file are.

    Attributes
    ----------
    header : list of str
        A name for each column.
    skip : int
        The number of lines before the first row of values.
    delimiter : str
    comment : str
        Lines that begin with it are comments, unless they have as many cells as the header.
    text : tuple of str
        Columns of text; the first one holds the ids of the rows.
    row, column : str
        What rows and columns are, for messages.
    """

    header: list
    skip: int
    delimiter: str = "\t"
    comment: str = "#"
    text: tuple = ()
    row: str = "feature"
    column: str = "sample"


def read_text_table(path, unique=True):
    """Read a table of text, such as the table of samples, from a text file or a workbook.

    Parameters
    ----------
    path : path
    unique : bool
        Refuse empty and repeated ids in the first column.

    Returns
    -------
    pandas.DataFrame
        All columns text, the first one as the index.

    Raises
    ------
    InputError
        If the file is missing, is not a table, or has an empty or repeated id or column name.
    """
    rows = workbook_rows(path) if is_workbook(path) else text_rows(path, _delimiter(path))
    _, header, rows = _header(path, rows)
    if str(path).lower().removesuffix(".gz").endswith(".sdrf.txt"):
        header = number_repeats(header)
    _check_header(path, header)
    lines = []
    for line, row in rows:
        _check_width(path, line, row, header)
        lines.append(row)
    _check_not_empty(path, lines)
    table = pd.DataFrame(lines, columns=header, dtype=str).set_index(header[0])
    if unique:
        check_ids(path, table.index, "row", "sample")
    return table


def check_has_header(path, table, features):
    """Refuse a table of features that has no header.

    Parameters
    ----------
    path : path
    table : pandas.DataFrame
        From `read_text_table`.
    features : sequence of str

    Raises
    ------
    InputError
    """
    if table.index.name in features:
        raise InputError(
            f"{path}: line 1 holds the feature {shown(table.index.name)} where column names are "
            "expected; add a header line above it"
        )


def read_value_table(path, text=(), second_header=False):
    """Read a table of values from a text file.

    Parameters
    ----------
    path : path
    text : sequence of str
        Columns that hold text, other than the first.
    second_header : bool
        Whether the row below the header is a second header.

    Returns
    -------
    values : float64 array, shape (rows, columns)
        NaN where a cell is empty.
    rows, columns : list of str
        Ids, as text.
    texts : pandas.DataFrame
        The columns of text, one row a row of the table; its index has the name of the ids.

    Raises
    ------
    InputError
        If the file is missing, is not a table, or has an empty or repeated id or a cell that is not
        a finite number.
    """
    delimiter = _delimiter(path)
    skip, header, rows = _header(path, text_rows(path, delimiter))
    _check_header(path, header)
    for name in text:
        if name not in header[1:]:
            raise InputError(
                f"{path}: there is no column {shown(name)} to use as annotation; correct the name "
                "in the config"
            )
    if second_header:
        skip, kinds = next(rows, (skip, []))
        if any(map(is_number, kinds[1:])):
            raise InputError(
                f"{path}: line {skip} holds values where a MAGE-TAB matrix has kinds of value; set "
                "format: table"
            )
    _check_not_empty(path, next(rows, None))
    kinds = ("sample", "feature") if text else ("feature", "sample")
    layout = Layout(header, skip, delimiter, text=(header[0], *text), row=kinds[0], column=kinds[1])
    values, texts, _ = read_cells(path, layout)
    ids = texts.pop(header[0]).tolist()
    check_ids(path, ids, "row", kinds[0], first=2 + second_header)
    columns = [name for name in header if name not in layout.text]
    return values, ids, columns, texts.rename_axis(header[0])


def read_cells(path, layout):
    """Read the rows of a text file with Arrow.

    Parameters
    ----------
    path : path
    layout : Layout

    Returns
    -------
    values : float64 array, shape (rows, columns of numbers)
    texts : pandas.DataFrame
        The columns of text.
    comments : list of str
        The comment lines.

    Raises
    ------
    InputError
        If a row differs in length from the header, a number is not finite, or a cell of text
        contains rows.
    """
    comments = []

    def pass_over(row):
        if not row.text.lstrip('"').startswith(layout.comment):
            return "error"
        comments.append(row.text)
        return "skip"

    # By place, since Arrow searches all names for one.
    sources = [place for place, name in enumerate(layout.header) if name not in layout.text]
    options = {
        "read_options": pa.csv.ReadOptions(
            column_names=layout.header,
            skip_rows=layout.skip,
            # A block must hold a row, and should hold many: Arrow's overhead is per column.
            block_size=min(max(BLOCK, 1000 * len(layout.header)), 2**31 - 1),
        ),
        "parse_options": pa.csv.ParseOptions(
            delimiter=layout.delimiter, newlines_in_values=True, invalid_row_handler=pass_over
        ),
        "convert_options": pa.csv.ConvertOptions(
            column_types=dict.fromkeys(layout.header, pa.float64())
            | dict.fromkeys(layout.text, pa.string()),
            null_values=list(MISSING),
        ),
    }
    blocks, texts, missing = [], {name: [] for name in layout.text}, 0
    try:
        # Block by block, so that memory holds no more than the values and one block.
        stream = pa.input_stream(str(path), compression="gzip" if is_packed(path) else None)
        for batch in pa.csv.open_csv(stream, **options):
            block = np.empty((batch.num_rows, len(sources)))
            for place, source in enumerate(sources):
                column = batch.column(source)
                block[:, place] = column.to_numpy(zero_copy_only=False)
                missing += column.null_count
            blocks.append(block)
            for name, cells in texts.items():
                cells += batch[name].to_pylist()
    except (pa.ArrowInvalid, OSError) as error:
        _find_bad_cell(path, layout)
        raise InputError(
            f"{path}: cannot be read as a table: {one_line(error)}; save it again"
        ) from None
    values = np.empty((sum(map(len, blocks)), len(sources)))
    end = len(values)
    while blocks:
        block = blocks.pop()
        values[end - len(block) : end] = block
        end -= len(block)
    if any("\n" in cell or "\r" in cell for name in layout.text[1:] for cell in texts[name]):
        _find_bad_cell(path, layout)
    # Arrow also accepts inf and unusual spellings of nan, such as -nan.
    if np.isfinite(values).sum() + missing < values.size:
        _find_bad_cell(path, layout)
    return values, pd.DataFrame(texts, dtype=object), comments


def text_rows(path, delimiter="\t", errors="strict"):
    """Yield (number of the last line, cells) of every row that is not blank.

    Parameters
    ----------
    path : path
    delimiter : str
    errors : str
        How to treat bytes that are not UTF-8, as for `open`.

    Raises
    ------
    InputError
        If the file cannot be read, or a cell contains rows.
    """
    with plain_errors(path), open_text(path, errors) as file:
        reader = csv.reader(file, delimiter=delimiter)
        try:
            for row in reader:
                if row:
                    _check_not_swallowed(path, reader.line_num, row, delimiter)
                    yield reader.line_num, row
        except csv.Error as error:
            raise InputError(
                f"{path}: cannot be read as a table: {one_line(error)}; look for an unpaired "
                "quotation mark"
            ) from None


def _check_not_swallowed(path, line, row, delimiter):
    """Refuse a cell that two unpaired quotation marks made from several rows.

    Such a cell consists of the end of a row, complete rows, and the beginning of a row, which the
    numbers of delimiters in its lines show. `check_ids` checks ids.
    """
    for place, cell in enumerate(row[1:], start=1):
        if "\n" not in cell and "\r" not in cell:
            continue
        counts = [text.count(delimiter) for text in LINE_END.split(cell)]
        whole = len(row) - 1
        if counts[0] == whole - place and counts[-1] == place and {*counts[1:-1]} <= {whole, 0}:
            raise InputError(
                f"{path}: line {line}, cell {place + 1}: {shown(cell)} contains parts of several "
                "rows; look for an unpaired quotation mark"
            )


def number_repeats(header):
    """Return names in which repeated ones are numbered, as in `Unit`, `Unit 2`."""
    count = {}
    names = []
    for name in header:
        count[name] = count.get(name, 0) + 1
        names.append(name if count[name] == 1 else f"{name} {count[name]}")
    return names


def _delimiter(path):
    """Return the delimiter of the first line that is neither blank nor a comment."""
    with plain_errors(path), open_text(path) as file:
        lines = (line for line in file if line.strip() and not line.startswith("#"))
        unquoted = re.sub('"[^"]*"', "", next(lines, ""))
    return max(DELIMITERS, key=unquoted.count)


def _header(path, rows):
    """Return the line number of the header, the header, and the rows below it.

    Lines at the top that begin with # are comments, except the last one if it has as many cells as
    the line below: then it is the header.
    """
    top = next(rows, (0, [""]))
    comment = None
    while top[1][0].startswith("#"):
        comment, top = top, next(rows, (0, [""]))
    if comment and len(comment[1]) == len(top[1]) > 1:
        rows = itertools.chain([top], rows)
        top = comment
    line, header = top
    if header[0].lstrip().lower().startswith(("<!doctype html", "<html")):
        raise InputError(f"{path}: is a web page, not a table; download the file again")
    if len(header) < 2 and is_workbook(path):
        raise InputError(
            f"{path}: its first sheet has fewer than two columns; move the table to the first sheet"
        )
    if len(header) < 2:
        raise InputError(
            f"{path}: the first line has fewer than two columns; "
            f"columns are separated by {', '.join(DELIMITERS.values())}"
        )
    return line, header, (row for row in rows if not _is_comment(row[1], header))


def _check_header(path, header):
    """Refuse unusable column names; the name of the ids may be empty, as pandas and R write it."""
    check_ids(path, header if header[0] else header[1:], "column", "column", 1 if header[0] else 2)


def _is_comment(row, header, comment="#"):
    return row[0].startswith(comment) and len(row) != len(header)


def _check_not_empty(path, rows):
    if not rows:
        raise InputError(f"{path}: has no rows below its header; check that it is the right file")


def _check_width(path, line, row, header):
    if len(row) != len(header):
        # R's write.table leaves out the name of the first column.
        hint = "; if the first column has no name in the header, add one"
        raise InputError(
            f"{path}: line {line} ({shown(row[0])}) has {len(row)} cells where the header has "
            f"{len(header)}; make them equal{hint if len(row) == len(header) + 1 else ''}"
        )


def _find_bad_cell(path, layout):
    """Raise an `InputError` that names the first wrong line or cell, if there is one."""
    for line, row in text_rows(path, layout.delimiter):
        if line <= layout.skip or _is_comment(row, layout.header, layout.comment):
            continue
        _check_width(path, line, row, layout.header)
        for name, cell in zip(layout.header, row, strict=True):
            if name in layout.text or cell in MISSING or is_number(cell):
                continue
            raise InputError(
                f"{path}: line {line}, {layout.row} {shown(row[0])}, {layout.column} "
                f"{shown(name)}: {shown(cell)} is not a finite number; {how_to_write(cell)}, "
                "or leave the cell empty if it is missing"
            )
