"""Tables in Excel workbooks, read as text."""

import io
import re
import zipfile
import zlib
from xml.etree import ElementTree

import python_calamine

from suitability.core.errors import InputError
from suitability.core.text import clean, some
from suitability.data.formats.matrix import open_binary, plain_errors

SUFFIXES = (".xls", ".xlsx", ".xlsm", ".xlsb", ".ods")
REFERENCE = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")


def is_workbook(path):
    """Return whether a file is an Excel workbook by its name, compressed with gzip or not."""
    return str(path).lower().removesuffix(".gz").endswith(SUFFIXES)


def workbook_rows(path):
    """Yield (row number from 1, cells as text) for every row that is not blank.

    The sheet is the first one that is not hidden. Whole numbers have no decimal point, however the
    workbook stores them; dates are year-month-day; an empty cell is empty text. All cells of a
    merged range have its value. In .xlsx files an error is its text, such as `#N/A`, and a formula
    without a stored result is the formula, such as `=B2`.

    Parameters
    ----------
    path : path

    Yields
    ------
    (int, list of str)

    Raises
    ------
    InputError
        If the file is missing, a folder or not a workbook, or all its sheets are hidden.
    """
    with plain_errors(path), open_binary(path) as file:
        content = file.read()
    try:
        workbook = python_calamine.load_workbook(io.BytesIO(content))
        name = _visible_sheet(path, workbook)
        sheet = workbook.get_sheet_by_name(name)
        rows = [list(map(_text, row)) for row in sheet.to_python(skip_empty_area=False)]
        merged = sheet.merged_cell_ranges or []
        special = _special_cells(content, name) if zipfile.is_zipfile(io.BytesIO(content)) else {}
    except InputError:
        raise
    except (
        python_calamine.CalamineError,
        ElementTree.ParseError,
        zipfile.BadZipFile,
        zlib.error,
        KeyError,
        StopIteration,
        ValueError,
    ):
        raise InputError(
            f"{path}: cannot be read as an Excel workbook; check that it is the right file, or "
            "save it as text"
        ) from None
    for (row, column), text in special.items():
        if row < len(rows) and column < len(rows[row]):
            rows[row][column] = text
    for (top, left), (bottom, right) in merged:
        for row in rows[top : bottom + 1]:
            width = len(row[left : right + 1])
            row[left : right + 1] = width * [rows[top][left]] if width else []
    for number, cells in enumerate(rows, start=1):
        if any(cells):
            yield number, cells


def _visible_sheet(path, workbook):
    sheets = [
        sheet
        for sheet in workbook.sheets_metadata
        if sheet.typ == python_calamine.SheetTypeEnum.WorkSheet
    ]
    for sheet in sheets:
        if sheet.visible == python_calamine.SheetVisibleEnum.Visible:
            return sheet.name
    raise InputError(
        f"{path}: all its sheets are hidden ({some(sheet.name for sheet in sheets)}); show the one "
        "with the table"
    )


def _special_cells(content, sheet):
    """Return the texts of errors and of formulas without a result, by (row, column) from 0.

    Calamine reads both as empty.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        if "xl/workbook.xml" not in parts.namelist():
            return {}
        part = parts.read(_part_of(parts, sheet))
    cells = {}
    for cell in ElementTree.fromstring(part).iterfind("{*}sheetData/{*}row/{*}c"):
        place = REFERENCE.fullmatch(cell.get("r", ""))
        value, formula = cell.findtext("{*}v"), cell.find("{*}f")
        if not place:
            continue
        column = 0
        for letter in place[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        if cell.get("t") == "e" and value:
            cells[int(place[2]) - 1, column - 1] = value
        elif formula is not None and value is None and cell.find("{*}is") is None:
            cells[int(place[2]) - 1, column - 1] = f"={formula.text or ''}"
    return cells


def _part_of(parts, sheet):
    """Return the name of the part of an .xlsx file that has a sheet."""
    workbook = ElementTree.fromstring(parts.read("xl/workbook.xml"))
    entry = next(e for e in workbook.iterfind("{*}sheets/{*}sheet") if e.get("name") == sheet)
    identity = next(value for key, value in entry.items() if key.endswith("}id"))
    links = ElementTree.fromstring(parts.read("xl/_rels/workbook.xml.rels"))
    target = next(link.get("Target") for link in links if link.get("Id") == identity)
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _text(cell):
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return clean(str(cell))
