"""Tables in Excel workbooks, read as text."""

import io

import python_calamine

from suitability.core.errors import InputError
from suitability.data.formats.common import open_binary, plain_errors

SUFFIXES = (".xls", ".xlsx", ".xlsm", ".xlsb", ".ods")


def is_workbook(path):
    """Return whether a file is an Excel workbook by its name, compressed with gzip or not."""
    return str(path).lower().removesuffix(".gz").endswith(SUFFIXES)


def workbook_rows(path):
    """Yield (row number from 1, cells as text) for every row of the first sheet that is not blank.

    Whole numbers have no decimal point, however the workbook stores them; dates are year-month-day;
    an empty cell is empty text.

    Parameters
    ----------
    path : path

    Yields
    ------
    (int, list of str)

    Raises
    ------
    InputError
        If the file is missing, a folder or not a workbook.
    """
    with plain_errors(path), open_binary(path) as file:
        content = file.read()
    try:
        workbook = python_calamine.load_workbook(io.BytesIO(content))
        rows = workbook.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except python_calamine.CalamineError:
        raise InputError(
            f"{path}: cannot be read as an Excel workbook; check that it is the right file, or "
            "save it as text"
        ) from None
    for number, row in enumerate(rows, start=1):
        cells = [_text(cell) for cell in row]
        if any(cells):
            yield number, cells


def _text(cell):
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
