"""Text tables of users: cells separated by tabs, commas or semicolons."""

import array
import csv
import itertools
import re
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv

from suitability.core.errors import InputError
from suitability.core.text import clean, one_line, shown
from suitability.data.formats.matrix import (
    FEATURE_COUNTS,
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
# The first line that Excel reads as the delimiter, such as sep=;
SEPARATOR = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
# Lines from which the delimiter is found.
LINES_LOOKED_AT = 6
# Rows from which columns of text are found; what is below is checked later.
ROWS_LOOKED_AT = 20
# A table with so few columns and so many rows for each id is taken for a long one.
LONG_COLUMNS, LONG_ROWS_PER_ID = 6, 3
# The first one is taken where a file fits several of them.
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
    lines = [_fitted(path, line, row, header) for line, row in rows]
    header, _ = _without_empty(path, header)
    _check_header(path, header)
    for line in lines:
        _check_empty(path, line[len(header) :], len(header))
    _check_not_empty(path, lines)
    lines = [line[: len(header)] for line in lines]
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


def read_value_table(path, text=(), second_header=False, samples=()):
    """Read a table of values from a text file.

    Parameters
    ----------
    path : path
    text : sequence of str
        Columns that hold text, other than the first.
    second_header : bool
        Whether the row below the header is a second header.
    samples : collection of str
        Ids of samples. Other columns in which no cell is a number are read as text.

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
    header, empty = _without_empty(path, header)
    _check_header(path, header)
    _check_annotation(path, text, header)
    if second_header:
        skip, kinds = next(rows, (skip, []))
        if any(map(is_number, kinds[1:])):
            raise InputError(
                f"{path}: line {skip} holds values where a MAGE-TAB matrix has kinds of value; set "
                "format: table"
            )
    first_rows = [row for _, row in itertools.islice(rows, ROWS_LOOKED_AT)]
    _check_not_empty(path, first_rows)
    kinds = ("sample", "feature") if text else ("feature", "sample")
    positions = FEATURE_COUNTS if tuple(header[1:6]) == FEATURE_COUNTS else ()
    layout = Layout(
        [*header, *empty],
        skip,
        delimiter,
        text=(header[0], *text, *positions, *empty),
        row=kinds[0],
        column=kinds[1],
    )
    values, texts = _read_with_text_columns(path, layout, first_rows, samples)
    for name in empty:
        _check_empty(path, texts.pop(name), layout.header.index(name))
    ids = texts.pop(header[0]).tolist()
    _check_not_long(path, header, ids)
    check_ids(path, ids, "row", kinds[0], first=2 + second_header)
    columns = [name for name in header[1:] if name not in texts]
    return values, ids, columns, texts.rename_axis(header[0])


def _check_annotation(path, text, header):
    for name in text:
        if name == header[0]:
            raise InputError(
                f"{path}: column {shown(name)} is the first one, where ids of the samples are "
                "expected; insert a column of ids before it"
            )
        if name not in header:
            raise InputError(
                f"{path}: there is no column {shown(name)} to use as annotation; correct the name "
                "in the config"
            )


def _read_with_text_columns(path, layout, first_rows, samples):
    """Return values and texts, where columns without numbers are text too."""
    guess = _with_text_columns(layout, first_rows, samples)
    problem = None
    try:
        values, texts, _ = read_cells(path, guess)
        found = itertools.chain(*(texts[name] for name in guess.text if name not in layout.text))
        if not any(map(is_number, found)):
            return values, texts
    except InputError as error:
        problem = error
    # Columns may have words or numbers below the rows that were looked at.
    rows = (row for line, row in text_rows(path, layout.delimiter) if line > layout.skip)
    whole = _with_text_columns(layout, rows, samples)
    if problem and whole.text == guess.text:
        raise problem
    values, texts, _ = read_cells(path, whole)
    return values, texts


def _with_text_columns(layout, rows, samples):
    """Return a layout in which columns with words and no numbers, other than samples, are text."""
    candidates = {
        place: False
        for place, name in enumerate(layout.header)
        if name not in layout.text and name not in samples
    }
    for row in rows:
        if len(row) < len(layout.header):
            continue
        for place in [place for place in candidates if row[place] not in MISSING]:
            if is_number(row[place]):
                del candidates[place]
            else:
                candidates[place] = True
    text = [layout.header[place] for place, found in candidates.items() if found]
    return replace(layout, text=(*layout.text, *text))


def _check_not_long(path, header, ids):
    """Refuse a table that has one row for each feature and sample."""
    if len(header) <= LONG_COLUMNS and len(ids) >= LONG_ROWS_PER_ID * len(set(ids)):
        raise InputError(
            f"{path}: has {len(ids)} rows with {len(set(ids))} ids in column {shown(header[0])}, "
            "like a long table with one row for each feature and sample; reshape it to one row for "
            "each feature and one column for each sample"
        )


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
        words = clean(row.text.lstrip('"'))
        if words and not words.startswith(layout.comment):
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
    except (pa.ArrowInvalid, OSError):
        return _read_cells_one_by_one(path, layout)
    values = np.empty((sum(map(len, blocks)), len(sources)))
    end = len(values)
    while blocks:
        block = blocks.pop()
        values[end - len(block) : end] = block
        end -= len(block)
    # Arrow also accepts inf and unusual spellings of nan, such as -nan.
    odd = np.isfinite(values).sum() + missing < values.size
    if odd or any("\n" in cell or "\r" in cell for name in layout.text[1:] for cell in texts[name]):
        return _read_cells_one_by_one(path, layout)
    texts = {name: list(map(clean, cells)) for name, cells in texts.items()}
    return *_without_empty_rows(values, pd.DataFrame(texts, dtype=object)), comments


def _read_cells_one_by_one(path, layout):
    """Read the rows of a text file like `read_cells`, also numbers between no-break spaces.

    Raises
    ------
    InputError
        It names the line and the cell.
    """
    numbers, texts, comments = array.array("d"), {name: [] for name in layout.text}, []
    for line, row in text_rows(path, layout.delimiter):
        if line <= layout.skip:
            continue
        if _is_comment(row, layout.header, layout.comment):
            comments.append(row[0])
            continue
        for name, cell in zip(layout.header, _fitted(path, line, row, layout.header), strict=True):
            if name in texts:
                texts[name].append(cell)
            elif cell in MISSING:
                numbers.append(np.nan)
            elif is_number(cell):
                numbers.append(float(cell))
            else:
                raise InputError(
                    f"{path}: line {line}, {layout.row} {shown(row[0])}, {layout.column} "
                    f"{shown(name)}: {shown(cell)} is not a finite number; {how_to_write(cell)}, "
                    "or leave the cell empty if it is missing"
                )
    texts = pd.DataFrame(texts, dtype=object)
    values = np.array(numbers).reshape(len(texts), len(layout.header) - len(layout.text))
    return *_without_empty_rows(values, texts), comments


def _without_empty_rows(values, texts):
    """Return values and texts without rows in which all cells are empty."""
    full = (texts != "").any(axis=1).to_numpy() | ~np.isnan(values).all(axis=1)
    if full.all():
        return values, texts
    return values[full], texts[full].reset_index(drop=True)


def text_rows(path, delimiter="\t", errors="strict"):
    """Yield (number of the last line, cells) of every row that is not blank.

    Blanks at the ends of cells are removed. A first line such as sep=; is left out.

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
        first = file.readline()
        lines = itertools.chain([] if SEPARATOR.fullmatch(clean(first)) else [first], file)
        reader = csv.reader(lines, delimiter=delimiter)
        skipped = 1 if SEPARATOR.fullmatch(clean(first)) else 0
        try:
            for row in reader:
                cells = list(map(clean, row))
                if any(cells):
                    _check_not_swallowed(path, reader.line_num + skipped, row, delimiter)
                    yield reader.line_num + skipped, cells
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
    """Return the delimiter with which the first rows have as many cells as the header.

    Tabs come first, then what makes most columns; else the most frequent one in the header.
    """
    with plain_errors(path), open_text(path) as file:
        first = file.readline()
        if named := SEPARATOR.fullmatch(clean(first)):
            return named[1]
        lines = (line for line in itertools.chain([first], file) if clean(line) and line[0] != "#")
        lines = list(itertools.islice(lines, LINES_LOOKED_AT))
    cut = len(lines) == LINES_LOOKED_AT
    lines = re.sub('"[^"]*"', "", "".join(lines)).splitlines()
    # A cell of the last row may go on below the lines that were looked at.
    columns = {
        delimiter: _columns(lines[:-1] if cut else lines, delimiter) for delimiter in DELIMITERS
    }
    if columns["\t"]:
        return "\t"
    if any(columns.values()):
        return max(DELIMITERS, key=columns.get)
    return max(DELIMITERS, key=(lines or [""])[0].count)


def _columns(lines, delimiter):
    """Return the cells of the header if all rows have as many, or one more, else 0."""
    header, *rows = [line.count(delimiter) + 1 for line in lines if clean(line)] or [0]
    return header if header > 1 and set(rows) in ({header}, {header + 1}) else 0


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
            f"{path}: its first visible sheet has fewer than two columns; move the table to it"
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


def _fitted(path, line, row, header):
    """Return a row without surplus empty cells; refuse one of another length than the header."""
    surplus = row[len(header) :]
    if surplus and not any(surplus):
        return row[: len(header)]
    if len(row) != len(header):
        # R's write.table leaves out the name of the first column.
        hint = "; if the first column has no name in the header, add one"
        raise InputError(
            f"{path}: line {line} ({shown(row[0])}) has {len(row)} cells where the header has "
            f"{len(header)}; make them equal{hint if len(row) == len(header) + 1 else ''}"
        )
    return row


def _without_empty(path, header):
    """Return a header without empty names at its end, and stand-ins for these."""
    named = max((place for place, name in enumerate(header, start=1) if name), default=0)
    if named < 2:
        raise InputError(f"{path}: the header names fewer than two columns; name them")
    return header[:named], [f" {place}" for place in range(named, len(header))]


def _check_empty(path, cells, place):
    if any(cells):
        raise InputError(f"{path}: column {place + 1} has no column id; give it one")
