import gzip

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from suitability.core.errors import InputError
from suitability.data.formats import text_table
from suitability.data.formats.matrix import MISSING
from suitability.data.formats.text_table import read_text_table, read_value_table


class Every:
    """All names: no column is taken for text."""

    def __contains__(self, name):
        return True


def read_numbers(path, **options):
    return read_value_table(path, samples=Every(), **options)


READERS = [read_numbers, read_text_table]
PLAIN = b"feature\ta\tb\ng1\t1\t2\ng2\t-3.5\t4e-2\n"
NOT_A_NUMBER = "is not a finite number; correct it, or leave the cell empty if it is missing"


@pytest.fixture
def write(tmp_path):
    def write(content, name="t.tsv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def message(reader, path):
    with pytest.raises(InputError) as caught:
        reader(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    return text.removeprefix(f"{path}: ")


def assert_plain(table):
    values, features, samples, _ = table
    assert values.dtype == np.float64
    assert values.tolist() == [[1, 2], [-3.5, 0.04]]
    assert (features, samples) == (["g1", "g2"], ["a", "b"])


# Tables that the user gives: what is taken


@pytest.mark.parametrize(
    ("name", "content"),
    {
        "t.tsv": PLAIN,
        "bom.tsv": b"\xef\xbb\xbf" + PLAIN,
        "crlf.tsv": PLAIN.replace(b"\n", b"\r\n"),
        "mac.tsv": PLAIN.replace(b"\n", b"\r"),
        "no_last_newline.tsv": PLAIN.rstrip(),
        "blank_lines_at_the_end.tsv": PLAIN + b"\n\r\n\n",
        "blank_lines_at_the_start.tsv": b"\n\r\n" + PLAIN,
        "blank_lines_between.tsv": PLAIN.replace(b"\n", b"\n\n"),
        "lines_of_blanks.tsv": PLAIN.replace(b"\n", b"\n \xc2\xa0\n"),
        "empty_rows.tsv": PLAIN.replace(b"g2", b"\t\t\ng2") + b"\t\t\n\t \t\n",
        "empty_columns.tsv": PLAIN.replace(b"\n", b"\t\t\n"),
        "surplus_empty_cells.tsv": PLAIN.replace(b"2\n", b"2\t\t\n"),
        "separator_named.csv": b"sep=;\r\n" + PLAIN.replace(b"\t", b";"),
        "separator_quoted.csv": b'"sep=|"\n' + PLAIN.replace(b"\t", b"|"),
        "no_break_spaces.tsv": PLAIN.decode()
        .replace("1", "1\xa0")
        .replace("\t", "\t\u200b")
        .encode()
        .replace(b"g1\xc2\xa0", b"g1"),
        "bom_inside.tsv": PLAIN.decode().replace("\n", "\n\ufeff", 2).encode(),
        "full_width_blanks.tsv": PLAIN.decode().replace("\t", "\u3000\t\xad").encode(),
        "quoted.tsv": b'"feature"\t"a"\t"b"\n"g1"\t"1"\t2\n"g2"\t"-3.5"\t"4e-2"\n',
        "spaces.tsv": b"feature\ta\tb\ng1\t 1\t2 \ng2\t-3.5\t+.04\n",
        "t.csv": PLAIN.replace(b"\t", b","),
        "commas.tsv": PLAIN.replace(b"\t", b","),
        "tabs.csv": PLAIN,
        "semicolons.csv": PLAIN.replace(b"\t", b";"),
        "comments.tsv": b"# one\n#\ttwo\t\t\n" + PLAIN + b"# three\n",
        "comments_after_bom.tsv": b"\xef\xbb\xbf# one\n" + PLAIN,
        "t.tsv.gz": gzip.compress(PLAIN, mtime=0),
        "t.csv.gz": gzip.compress(PLAIN.replace(b"\t", b","), mtime=0),
        "two_members.tsv.gz": gzip.compress(PLAIN[:20], mtime=0)
        + gzip.compress(PLAIN[20:], mtime=0),
    }.items(),
)
def test_the_same_table_in_many_guises(write, name, content):
    path = write(content, name)
    assert_plain(read_value_table(path))
    assert_plain(read_value_table(str(path)))
    text = read_text_table(path)
    assert (text.index.tolist(), text.columns.tolist()) == (["g1", "g2"], ["a", "b"])
    assert text.index.name == "feature"
    assert [float(cell) for cell in text.to_numpy().ravel()] == [1, 2, -3.5, 0.04]


@pytest.mark.parametrize("corner", ["", '""'])
def test_pandas_and_r_name_no_column_of_ids(write, corner):
    path = write(PLAIN.replace(b"feature", corner.encode()))
    assert_plain(read_value_table(path))
    text = read_text_table(path)
    assert (text.index.tolist(), text.columns.tolist()) == (["g1", "g2"], ["a", "b"])


def test_the_end_of_a_name_may_be_in_capitals(write):
    assert_plain(read_value_table(write(gzip.compress(PLAIN), "V.TSV.GZ")))


@pytest.mark.parametrize(
    ("content", "expected"),
    {
        gzip.compress(PLAIN, mtime=0): "is compressed with gzip; rename it to end in .gz",
        b"PK\x03\x04\xff\xfe\n": "is an Excel workbook or a zip file; save it as text",
        b"\xd0\xcf\x11\xe0\n": "is an Excel workbook; save it as text",
        b"PAR1\xff\n": "is a Parquet file; rename it to end in .parquet, or set format: parquet",
        b"\x89HDF\n": "is an HDF5 file; if it is an AnnData file, set format: h5ad",
        b"f\xe9\ta\n": "is not UTF-8 text; save it as UTF-8",
        b"\xff\xfef\0": "is UTF-16 text; save it as UTF-8",
        "f\ta\n".encode("utf-16-be"): "is UTF-16 text; save it as UTF-8",
    }.items(),
)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_text_is_called_by_its_name(write, reader, content, expected):
    assert message(reader, write(content)) == expected
    if not expected.startswith("is packed"):
        assert message(reader, write(gzip.compress(content), "t.tsv.gz")) == expected


def test_ids_are_kept_as_text(write):
    path = write("id\t01005\t1e3\t NA\nNA\t1\t2\t3\n007\t1\t2\t3\n1.0\t1\t2\t3\nTrue\t4\t5\t6\n")
    _, features, samples, _ = read_value_table(path)
    assert (features, samples) == (["NA", "007", "1.0", "True"], ["01005", "1e3", "NA"])
    text = read_text_table(path)
    assert (text.index.tolist(), text.columns.tolist()) == (features, samples)


def test_text_cells_are_kept_but_for_blanks_at_their_ends(write):
    text = read_text_table(write("id\tx\ty\ts1\n1\t\tNA\t01\n2\tTrue\t1.50\t é a \n"))
    assert text.to_numpy().tolist() == [["", "NA", "01"], ["True", "1.50", "é a"]]


def test_cells_may_be_quoted(write):
    content = 'f\t"a 1"\tb\n"g""3"\t"5"\t6\n'
    values, features, samples, _ = read_value_table(write(content))
    assert values.tolist() == [[5, 6]]
    assert (features, samples) == (['g"3'], ["a 1", "b"])
    text = read_text_table(write('s\tnote\n1\t"a\ttab,\ntwo lines"\n'))
    assert text.loc["1", "note"] == "a\ttab,\ntwo lines"


@pytest.mark.parametrize("between", ["\t", "\n"])
def test_an_unpaired_quotation_mark_that_joins_cells_or_lines_is_refused(write, between):
    path = write(f'f\ta\n"g1{between}g2"\t3\n')
    with pytest.raises(InputError, match="row 2 has a tab or line break in its feature id"):
        read_value_table(path)
    with pytest.raises(InputError, match="row 2 has a tab or line break in its sample id"):
        read_text_table(path)


@pytest.mark.parametrize("swallowed", ["", "s3,cured,b\n", "\ns3,cured,b\n\ns4,cured,c\n"])
@pytest.mark.parametrize(
    "rows",
    [
        's1,cured,"odd\n{}s9,relapse,end"\n',
        's1,"cured,a\n{}s9,relapse",b\n',
        's1,cured,"\n{}s9,relapse,"\n',
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_unpaired_quotation_marks_in_text_cells_that_join_rows_are_refused(
    write, swallowed, rows, newline
):
    text = "id,outcome,note\ns0,cured,x\n" + rows.format(swallowed) + "s10,cured,y\n"
    path = write(text.replace("\n", newline), "t.csv")
    line = 4 + swallowed.count("\n")
    expected = f"line {line}, cell {2 if 'cured,a' in rows else 3}: "
    assert message(read_text_table, path).startswith(expected)
    assert message(read_text_table, path).endswith(
        "contains parts of several rows; look for an unpaired quotation mark"
    )
    numbers = text.replace("cured", "1").replace("relapse", "2").replace('"1,a', '1,"a')
    path = write(numbers.replace("outcome,note", "g,note"), "n.csv")
    if 'relapse"' not in rows:
        assert "contains parts of several rows; look for an unpaired quotation mark" in message(
            lambda path: read_value_table(path, text=["note"]), path
        )


def test_cells_of_several_lines_are_no_stray_quotes(write):
    cells = ["one\ntwo", "one, two\nthree", "a\n\nb, c\n", "1,2\n3,4", "\n"]
    rows = "".join(f'{i},cured,"{cell}"\n' for i, cell in enumerate(cells))
    assert read_text_table(write("id,outcome,note\n" + rows, "t.csv"))["note"].tolist() == [
        cell.strip() for cell in cells
    ]
    values, ids, columns, texts = read_value_table(
        write("id,g,note\n" + rows.replace("cured", "1"), "n.csv"), text=["note"]
    )
    assert texts["note"].tolist() == [cell.strip() for cell in cells]
    assert (values.tolist(), ids, columns) == ([[1]] * 5, list("01234"), ["g"])


def test_a_row_of_values_is_no_second_header(write):
    assert message(
        lambda path: read_value_table(path, second_header=True), write("f\ta\tb\ng1\t1\t2\n")
    ) == ("line 2 holds values where a MAGE-TAB matrix has kinds of value; set format: table")


def test_line_breaks_may_lie_where_a_large_table_is_cut_in_blocks(write, monkeypatch):
    monkeypatch.setattr(text_table, "BLOCK", 2**20)
    before = (2**20 - 500) // len("g000000\t1\t2\n")
    rows = [f"g{i:06}\t1\t2\n" for i in range(2 * before)]
    rows.insert(before, '"a' + 1000 * "\n" + 'b"\t3\t4\n')
    with pytest.raises(InputError, match=f"row {before + 2} has a tab or line break"):
        read_value_table(write("f\ta\tb\n" + "".join(rows)))


@pytest.mark.parametrize("block", [2, 50, 100_000])
def test_a_table_is_the_same_read_in_any_blocks(write, monkeypatch, block):
    rows = "".join(f"g{i}\t{i}\t{i / 8}\t\n" for i in range(999))
    path = write("f\ta\tb\tc\n" + rows)
    monkeypatch.setattr(text_table, "BLOCK", block)
    values, features, _, _ = read_value_table(path)
    assert features == [f"g{i}" for i in range(999)]
    np.testing.assert_array_equal(values, [[i, i / 8, np.nan] for i in range(999)])


def test_a_row_may_be_longer_than_a_block(write, monkeypatch):
    monkeypatch.setattr(text_table, "BLOCK", 2**12)
    header = "\t".join(["f", *(f"s{i}" for i in range(2000))])
    cells = "\t".join(["g", *(repr(i / 7) for i in range(2000))])
    values, _, _, _ = read_value_table(write(f"{header}\n{cells}\n"))
    assert values.tolist() == [[i / 7 for i in range(2000)]]


@pytest.mark.parametrize("cell", ["", "NA", "NaN", "nan", "null", '""', '"NA"'])
def test_a_missing_cell_becomes_nan(write, cell):
    values, _, _, _ = read_value_table(write(f"f\ta\tb\ng1\t{cell}\t2\ng2\t3\t{cell}\n"))
    np.testing.assert_array_equal(values, [[np.nan, 2], [3, np.nan]])


# Tables that the user gives: what is refused


@pytest.mark.parametrize(
    "cell",
    [
        "x",
        "inf",
        "-Infinity",
        "1e999",
        "-nan",
        "NAN",
        "N/A",
        "NULL",
        "0x10",
        "1_0",
        "\u0661",
    ],
)
def test_a_cell_that_is_no_finite_number_is_named(write, cell):
    path = write(f"f\ta\tb\ng1\t1\t\n\ng2\tNA\t{cell}\n")
    expected = f"line 4, feature 'g2', sample 'b': {cell!r} {NOT_A_NUMBER}"
    assert message(read_numbers, path) == expected
    worse = write(path.read_text() + "g3\tworse\t1\ng4\t1\n")
    assert message(read_numbers, worse) == expected


def test_a_long_cell_is_cut_and_a_line_break_in_it_is_not_shown_as_one(write):
    path = write(f'f\ta\tb\ng1\t1\t"x\n{"x" * 100}"\n')
    shown = "'x\\n" + "x" * 55 + "...'"
    assert message(read_numbers, path) == (
        f"line 3, feature 'g1', sample 'b': {shown} {NOT_A_NUMBER}"
    )


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("content", "expected"),
    {
        "": "the first line has fewer than two columns; columns are separated by "
        "tabs, semicolons, commas",
        "\n\n": "the first line has fewer than two columns; columns are separated by "
        "tabs, semicolons, commas",
        "f|a|b\ng1|1|2\n": (
            "the first line has fewer than two columns; columns are separated by "
            "tabs, semicolons, commas"
        ),
        "f\ta\tb\n": "has no rows below its header; check that it is the right file",
        "f\ta\tb\n\n\n": "has no rows below its header; check that it is the right file",
        "f\ta\tb": "has no rows below its header; check that it is the right file",
        "f\ta\tb\ng1\t1\t2\ng2\t1\n": (
            "line 3 ('g2') has 2 cells where the header has 3; make them equal"
        ),
        "f\ta\tb\ng1\t1\t2\t3\n": (
            "line 2 ('g1') has 4 cells where the header has 3; make them equal; if the first "
            "column has no name in the header, add one"
        ),
        'f\ta\tb\n"g1\t1\t2\ng2\t1\t2\n': (
            "line 3 ('g1\\t1\\t2\\ng2\\t1\\t2') has 1 cells where the header has 3; make them equal"
        ),
        "f\ta\t\ng1\t1\t2\n": "column 3 has no column id; give it one",
        "f\ta\ta\ng1\t1\t2\n": "column 3 repeats the column id 'a'; ids must be unique",
        "f\tf\tb\ng1\t1\t2\n": "column 2 repeats the column id 'f'; ids must be unique",
    }.items(),
)
def test_what_is_no_table_is_refused(write, reader, content, expected):
    assert message(reader, write(content)) == expected


@pytest.mark.parametrize(
    ("reader", "kind"), [(read_numbers, "feature"), (read_text_table, "sample")]
)
def test_ids_must_be_there_and_be_unique(write, reader, kind):
    repeated = write("f\ta\tb\ng1\t1\t2\ng2\t1\t2\ng1\t3\t4\n")
    assert message(reader, repeated) == f"row 4 repeats the {kind} id 'g1'; ids must be unique"
    empty = write("f\ta\tb\ng1\t1\t2\n\t1\t2\n")
    assert message(reader, empty) == f"row 3 has no {kind} id; give it one"


def test_a_decimal_comma_is_refused(write):
    assert message(read_numbers, write("f;a;b\ng1;1,5;2\n", "t.csv")) == (
        "line 2, feature 'g1', sample 'a': '1,5' is not a finite number; write decimals with a "
        "point, or leave the cell empty if it is missing"
    )


@pytest.mark.parametrize("reader", READERS)
def test_a_web_page_in_place_of_a_table_is_refused(write, reader):
    page = "\n<!DOCTYPE html>\n<html><body>404, sorry\n"
    assert message(reader, write(page)) == "is a web page, not a table; download the file again"


def test_comments_and_a_header_that_begins_with_a_hash(write):
    commented = b"# made by hand; 3, 4\n#\n" + PLAIN.replace(b"g2", b"# half\ng2") + b"# end\n"
    assert_plain(read_value_table(write(commented)))
    assert read_text_table(write(commented)).index.tolist() == ["g1", "g2"]
    hashed = write(b"# by hand\n#" + PLAIN)
    assert_plain(read_value_table(hashed))
    assert read_text_table(hashed).index.name == "#feature"


def test_a_row_may_begin_with_a_hash_if_it_is_as_long_as_the_header(write):
    _, features, _, _ = read_value_table(write("f\ta\n#1\t2\n#2\t3\n"))
    assert features == ["#1", "#2"]


@pytest.mark.parametrize(
    ("header", "cells"),
    [("f;a,b;c", 3), ("f,a;b,c", 3), ('f,"a;b;c;d",c', 3), ("f;a,b", 2), ("f\ta,b", 2)],
)
def test_the_widest_delimiter_that_fits_separates_columns(write, header, cells):
    path = write(header + "\n" + header.replace("f", "g", 1) + "\n", "t.csv")
    assert read_text_table(path).shape == (1, cells - 1)


def test_repeated_columns_of_an_sdrf_bear_the_number_of_their_turn(write):
    content = "Source Name\tUnit\tage\tUnit\nS1\tday\t5\tyear\n"
    table = read_text_table(write(content, "E-1.sdrf.txt"))
    assert table.columns.tolist() == ["Unit", "age", "Unit 2"]
    assert message(read_text_table, write(content, "t.txt")) == (
        "column 4 repeats the column id 'Unit'; ids must be unique"
    )


def test_columns_of_text_are_read_beside_the_values(write):
    path = write("id,group,g1,g2\n1,a,1,2\n2,,3,\n")
    values, rows, columns, texts = read_value_table(path, text=["group"])
    np.testing.assert_array_equal(values, [[1, 2], [3, np.nan]])
    assert (rows, columns) == (["1", "2"], ["g1", "g2"])
    assert texts["group"].tolist() == ["a", ""]
    with pytest.raises(InputError, match="there is no column 'Group' to use as annotation"):
        read_value_table(path, text=["Group"])
    with pytest.raises(InputError, match="line 3, sample '2', feature 'g1': 'x' is not a finite"):
        read_numbers(write("id,group,g1\n1,a,1\n2,b,x\n"), text=["group"])


def test_columns_without_numbers_are_read_as_text(write):
    path = write(
        "id\tnote\tg1\tempty\n" + "".join(f"{i}\t\t{i}\t\n" for i in range(30)) + "x\ta b\t\t\n"
    )
    values, _, columns, texts = read_value_table(path)
    assert texts.columns.tolist() == ["note"]
    assert texts["note"].tolist() == [*([""] * 30), "a b"]
    assert columns == ["g1", "empty"]
    np.testing.assert_array_equal(values[:, 0], [*range(30), np.nan])
    assert np.isnan(values[:, 1]).all()
    with pytest.raises(InputError, match="line 32, feature 'x', sample 'note': 'a b' is not"):
        read_value_table(path, samples={"note"})


def test_a_number_in_a_column_makes_its_words_errors(write):
    rows = "".join(f"{i}\tword\t{i}\n" for i in range(30))
    expected = "line 2, feature '0', sample 'note': 'word' is not a finite number"
    with pytest.raises(InputError, match=expected):
        read_value_table(write("id\tnote\tg1\n" + rows + "30\t1\t2\n"))


def test_positions_of_feature_counts_are_no_samples(write):
    path = write(
        "# Program:featureCounts v2.0.1\nGeneid\tChr\tStart\tEnd\tStrand\tLength\ta.bam\tb.bam\n"
        "g1\tchr1;chr1\t1;5\t3;9\t+;+\t7\t10\t20\ng2\tchr2\t5\t9\t-\t4\t30\t40\n"
    )
    values, rows, columns, texts = read_value_table(path)
    assert (values.tolist(), rows) == ([[10, 20], [30, 40]], ["g1", "g2"])
    assert columns == ["a.bam", "b.bam"]
    assert texts["Length"].tolist() == ["7", "4"]


def test_text_in_a_header_does_not_decide_the_delimiter(write):
    path = write("sample\toutcome (a, b, c)\ts1,\n1\tcured\t2\n2\tx\ty\n")
    assert read_text_table(path).columns.tolist() == ["outcome (a, b, c)", "s1,"]
    path = write("f;a,b\ng;1,c\n", "t.csv")
    assert read_text_table(path).shape == (1, 1)
    rows = "".join(f'{i};"x;\ny, z";1\n' for i in range(9))
    assert read_text_table(write('id;"a, b, c";n\n' + rows, "t.csv")).shape == (9, 2)


def test_a_long_table_is_refused(write):
    rows = "".join(f"g{g}\ts{s}\t{g * s}\n" for g in range(3) for s in range(4))
    assert message(read_value_table, write("gene\tsample\tvalue\n" + rows)) == (
        "has 12 rows with 3 ids in column 'gene', like a long table with one row for each feature "
        "and sample; reshape it to one row for each feature and one column for each sample"
    )


def test_the_second_header_of_a_mage_tab_matrix_is_no_row(write):
    path = write("Hybridization REF\ta\tb\nReporter REF\tratio\tratio\n" + "g1\t1\t2\n")
    values, features, samples, _ = read_value_table(path, second_header=True)
    assert (values.tolist(), features, samples) == ([[1, 2]], ["g1"], ["a", "b"])


@pytest.mark.parametrize("reader", READERS)
def test_a_path_that_cannot_be_read_is_refused(tmp_path, write, reader):
    missing = "file not found; correct the path in the config"
    assert message(reader, tmp_path / "none.tsv") == missing
    assert message(reader, tmp_path / "none.tsv.gz") == missing
    assert message(reader, write("") / "t.tsv") == missing
    assert message(reader, tmp_path) == "is a folder; name a file in the config"
    assert message(reader, tmp_path / ("x" * 300)) == "cannot be read: File name too long"


@pytest.mark.parametrize("reader", READERS)
def test_a_gzip_file_cut_anywhere_is_refused(write, reader):
    whole = gzip.compress(b"f\ta\tb\n" + b"".join(b"g%d\t%d\t2\n" % (i, i**3) for i in range(99)))
    for end in range(1, len(whole), 7):
        assert message(reader, write(whole[:end], "t.tsv.gz")) == (
            "is an incomplete or damaged gzip file; download or compress it again"
        )


@pytest.mark.parametrize("reader", READERS)
def test_a_web_page_in_place_of_a_gzip_file_is_refused(write, reader):
    assert message(reader, write("<!DOCTYPE html>\n<html>", "t.tsv.gz")) == (
        "is an incomplete or damaged gzip file; download or compress it again"
    )


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "content",
    [
        "f\tå\tb\ng1\t1\t2\n".encode("latin-1"),
        b"f\ta\tb\n" + b"g1\t1\t2\n" * 5000 + b"g\xe5\t1\t2\n",
    ],
    ids=["header", "far down"],
)
def test_what_is_not_utf8_is_refused(write, reader, content):
    assert message(reader, write(content)) == "is not UTF-8 text; save it as UTF-8"


@pytest.mark.parametrize("reader", READERS)
def test_a_cell_too_large_for_any_table_is_refused(write, reader):
    path = write("f\ta\tb\ng1\t1\t" + "x" * 200_000 + "\n")
    assert message(reader, path) == (
        "cannot be read as a table: field larger than field limit (131072); look for an unpaired "
        "quotation mark"
    )


# Any file makes a table or one line that names the error


def slow_value_table(path):
    """Read a table of values that is known to be sound, cell by cell."""
    text = read_text_table(path)
    missing = text.isin(MISSING).to_numpy()
    cells = np.where(missing, "nan", text.to_numpy(object)).astype(float)
    return cells, text.index.tolist(), text.columns.tolist()


def check_any_content(path):
    for reader in READERS:
        try:
            table = reader(path)
        except InputError as error:
            assert len(str(error).splitlines()) == 1
            continue
        if reader is read_numbers:
            values, features, samples, _ = table
            assert values.shape == (len(features), len(samples))
            slow_values, *slow_ids = slow_value_table(path)
            assert [features, samples] == slow_ids
            # Equal but for a difference that no reader of decimal numbers makes.
            np.testing.assert_array_equal(values, slow_values)


many = settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)
cells = st.sampled_from(
    ["1", "2.5", "NA", "", "x", "inf", "g1", "#", '"', '""', "\t", "\n", "\r", ",", ";"]
)


@many
@given(st.binary(max_size=200), st.sampled_from(["t.tsv", "t.csv", "t.tsv.gz"]))
def test_any_bytes_make_a_table_or_an_input_error(write, content, name):
    check_any_content(write(content, name))


@many
@given(st.text(max_size=100), st.booleans())
def test_any_text_below_a_header_makes_a_table_or_an_input_error(write, content, zipped):
    content = ("f\ta\n" + content).encode("utf-8", "replace")
    path = write(gzip.compress(content), "t.tsv.gz") if zipped else write(content)
    check_any_content(path)


@many
@given(st.lists(st.lists(cells, max_size=8).map("".join), max_size=8))
def test_any_mixture_of_cells_makes_a_table_or_an_input_error(write, lines):
    check_any_content(write("\n".join(lines)))


@many
@given(
    st.lists(
        st.tuples(*2 * [st.sampled_from(["", "1", "-2.5e3", "NA", '"3"', "\n", "x"])]),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
)
def test_the_fast_reader_agrees_with_the_slow_one(write, rows, newline):
    lines = ["f\ta\tb", *(f"g{i}\t" + "\t".join(row) for i, row in enumerate(rows))]
    check_any_content(write(newline.join(lines)))
