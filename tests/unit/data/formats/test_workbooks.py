import gzip
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

from suitability.core.errors import InputError
from suitability.data.formats.text_table import read_text_table
from suitability.data.formats.workbooks import is_workbook, workbook_rows

DATA = Path(__file__).parents[3] / "data"


def test_an_old_workbook_is_read_as_the_text_it_shows():
    rows = dict(workbook_rows(DATA / "clininfo.xls"))
    assert len(rows) == 66
    assert rows[1][:4] == ["PATID", "PROT", "SEX", "CELfilename"]
    assert rows[2] == [
        *["1001", "TT2", "male", "P0001-01-FAKE01-U133Plus-2.CEL", "1", "1", "65.42"],
        *["0", "0", "Training", "0"],
    ]
    assert rows[8][7:9] == ["", ""]
    assert rows[66][9] == ""


def test_odd_cells_become_text_and_blank_rows_are_left_out():
    assert list(workbook_rows(DATA / "cells.xlsx")) == [
        (2, ["id", "value", "when"]),
        (3, ["001", "1.5", "2008-06-27"]),
        (5, ["b", "TRUE", ""]),
        (6, ["3", "null", "-2"]),
    ]


@pytest.mark.parametrize("name", ["clininfo.xls", "cells.xlsx"])
def test_a_workbook_may_be_packed(tmp_path, name):
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress((DATA / name).read_bytes()))
    assert list(workbook_rows(packed)) == list(workbook_rows(DATA / name))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("s.xls", b"", "cannot be read as an Excel workbook"),
        ("s.xls", b"sample\toutcome\n", "cannot be read as an Excel workbook"),
        ("s.xlsx", b"<!DOCTYPE html>", "cannot be read as an Excel workbook"),
        ("s.xls", (DATA / "clininfo.xls").read_bytes()[:3000], "cannot be read as an Excel"),
        ("s.xls.gz", b"no gzip", "is an incomplete or damaged gzip file"),
        (
            "s.xls.gz",
            gzip.compress(b"a" * 999, mtime=0)[:-4],
            "is an incomplete or damaged gzip file",
        ),
        ("s.xls", None, "file not found"),
    ],
    ids=["empty", "text", "page", "cut", "no gzip", "gzip cut", "missing"],
)
def test_what_is_no_workbook_is_told_in_one_line(tmp_path, name, content, words):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as info:
        list(workbook_rows(tmp_path / name))
    assert str(info.value).startswith(f"{tmp_path / name}: {words}")
    assert "\n" not in str(info.value)


@pytest.mark.parametrize("name", ["clininfo.xls", "cells.xlsx"])
def test_damaged_workbooks_are_read_or_refused(tmp_path, name):
    whole = np.frombuffer((DATA / name).read_bytes(), np.uint8)
    random = np.random.default_rng(1)
    refused = 0
    for _ in range(60):
        damaged = whole.copy()
        places = random.integers(len(damaged), size=random.integers(1, 40))
        damaged[places] = random.integers(256, size=len(places), dtype=np.uint8)
        (tmp_path / name).write_bytes(damaged.tobytes())
        try:
            list(workbook_rows(tmp_path / name))
        except InputError:
            refused += 1
    assert refused


def test_a_folder_and_a_sheet_without_a_table_are_refused(tmp_path):
    (tmp_path / "s.xlsx").mkdir()
    with pytest.raises(InputError, match=r"s\.xlsx: is a folder; name a file in the"):
        list(workbook_rows(tmp_path / "s.xlsx"))
    with (
        zipfile.ZipFile(DATA / "cells.xlsx") as whole,
        zipfile.ZipFile(tmp_path / "e.xlsx", "w") as empty,
    ):
        for name in whole.namelist():
            text = whole.read(name)
            if name.startswith("xl/worksheets/sheet"):
                text = re.sub(rb"<sheetData.*</sheetData>", b"<sheetData/>", text, flags=re.DOTALL)
            empty.writestr(name, text)
    with pytest.raises(InputError) as info:
        read_text_table(tmp_path / "e.xlsx")
    assert str(info.value) == (
        f"{tmp_path / 'e.xlsx'}: its first sheet has fewer than two columns; move the table to the "
        "first sheet"
    )


def test_workbooks_are_known_by_their_names():
    assert is_workbook("a/s.xls.gz")
    assert is_workbook("S.XLSX")
    assert not is_workbook("s.xls.txt")
    assert not is_workbook("s.tsv.gz")


def test_a_table_of_samples_may_be_a_workbook(tmp_path):
    table = read_text_table(DATA / "clininfo.xls")
    assert table.index[:2].tolist() == ["1001", "1002"]
    assert table["MAQC_Distribution_Status"].value_counts().to_dict() == {
        "Training": 36,
        "Validation": 22,
        "MAQC_Q": 4,
        "": 3,
    }
