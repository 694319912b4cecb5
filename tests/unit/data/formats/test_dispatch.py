"""Every format: what is taken, what is refused in which words, and whatever else the file holds."""

import gzip
import re
import tracemalloc
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from suitability.core.errors import InputError
from suitability.data.formats.challenge import read_challenge_labels
from suitability.data.formats.dispatch import format_of, read_matrix, read_samples
from suitability.data.formats.geo import describe_samples
from suitability.data.formats.matrix import names_of_features

SERIES = """\
!Series_title\t"A study of ""two"" things"
!Series_summary\t"Line one
and line two, in one cell"
!Series_sample_id\t"GSM1 GSM2 GSM3 "

!Sample_title\t"first\r patient"\t"second"\t"third"
!Sample_geo_accession\t"GSM1"\t"GSM2"\t"GSM3"
!Sample_characteristics_ch1\t"er_status: P"\t"age: 61"\t"er_status: null"
!Sample_characteristics_ch1\t"age: 50"\t"er_status: N"\t"no colon"
!Sample_characteristics_ch1\t""\t"pcr: RD"\t"null"
!Sample_description\t"Split: Training"\t"Split: Validation"\t"free text"
!Sample_description\t"age: 99"\t""\t""
!Sample_platform_id\t"GPL96"\t"GPL96"\t"GPL96"
!series_matrix_table_begin
"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"
"007_at"\t1.5\tnull\t-3
"AFFX ""quoted"" probe"\t\t2\t3e1
"NA"\t1\t2\t3
!series_matrix_table_end
"""
SOFT = """\
^DATABASE = GeoMiame
!Database_name = Gene Expression Omnibus
^SERIES = GSE1
!Series_title = A study
^PLATFORM = GPL96
!Platform_title = An array
#ID = probe
#Gene = its gene
!platform_table_begin
ID\tGene
a_at\tA
!platform_table_end
^SAMPLE = GSM1
!Sample_title = first
!Sample_geo_accession = GSM1
!Sample_platform_id = GPL96
!Sample_characteristics_ch1 = er_status: P
!Sample_characteristics_ch1 = age: 50
!Sample_characteristics_ch2 = age: 30
#ID_REF = probe
#VALUE = log ratio
#ABS_CALL = present or absent
!sample_table_begin
ID_REF\tVALUE\tABS_CALL
a_at\t1.5\tP
b_at\tnull\tA
!sample_table_end
^SAMPLE=GSM2
!Sample_title = second
!Sample_geo_accession = GSM2
!Sample_platform_id = GPL96
!Sample_characteristics_ch1 = age: 61
!Sample_characteristics_ch1 = er_status: N
#ID_REF = probe
#VALUE = log ratio
!sample_table_begin
ID_REF\tVALUE
b_at\t4
a_at\t-3
!sample_table_end
"""
GCT2 = "#1.2\n2\t3\nNAME\tDescription\ts1\ts2\ts3\ng1\tfirst\t1\t2\t3\ng2\t\t4\t\t6\n"
GCT3 = (
    "#1.3\n2\t3\t2\t2\nid\tgene\tchr\ts1\ts2\ts3\nage\tna\tna\t50\t61\t\nsex\tna\tna\tF\tM\tF\n"
    "g1\tA\t1\t1\t2\t3\ng2\tB\tX\t4\tNaN\t6\n"
)
ARFF = """\
% a comment
@relation 'two words'
@attribute age numeric
@attribute 'a class' {'it is "odd"', b}
@attribute size REAL
@attribute note string
@data
50,'it is "odd"',1.5,'x, y'
?,b,-2e1,?
"""
SPARSE = "@relation r\n@attribute a numeric\n@attribute c {no,yes}\n@data\n{0 3}\n{1 yes}\n"
CHALLENGE = "1 2 3 \n-4 5.5 6e1 \n"


@pytest.fixture
def write(tmp_path):
    def write(content, name):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def message(reader, path, *args, **options):
    with pytest.raises(InputError) as caught:
        reader(path, *args, **options)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value).replace(f"{path}: ", "", 1)


def values_of(matrix):
    return np.where(np.isnan(matrix.values), -999, matrix.values).tolist()


# Which format


@pytest.mark.parametrize(
    ("name", "kind"),
    {
        "a/GSE1_series_matrix.txt.gz": "series_matrix",
        "GSE1-GPL96_series_matrix.txt": "series_matrix",
        "GSE1_family.soft.gz": "soft",
        "x.gct": "gct",
        "x.ARFF": "arff",
        "arcene_train.data": "challenge",
        "x.h5ad": "h5ad",
        "x.parquet": "parquet",
        "x.tsv": "table",
        "x.csv.gz": "table",
        "x.txt": "table",
        "x": "table",
        "x.parquet/y": "table",
    }.items(),
)
def test_the_end_of_the_name_defines_the_format_unless_it_is_stated(name, kind):
    assert format_of(name, "auto") == kind
    assert format_of(Path(name), "gct") == "gct"


# GEO series matrix


def changed(text, old, new):
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_series_matrix_with_all_the_faults_of_real_ones(write, packed, newline):
    content = SERIES.replace("\n", newline).encode()
    name = "GSE1_series_matrix.txt"
    path = write(gzip.compress(content), name + ".gz") if packed else write(content, name)
    matrix = read_matrix(path)
    assert matrix.features == ["007_at", 'AFFX "quoted" probe', "NA"]
    assert matrix.samples == ["GSM1", "GSM2", "GSM3"]
    assert values_of(matrix) == [[1.5, -999, -3], [-999, 2, 30], [1, 2, 3]]
    annotation = matrix.annotation
    assert annotation.index.tolist() == matrix.samples
    assert annotation["er_status"].tolist() == ["P", "N", ""]
    assert annotation["age"].tolist() == ["50", "61", ""]
    assert annotation["pcr"].tolist() == ["", "RD", ""]
    assert annotation["Split"].tolist() == ["Training", "Validation", ""]
    assert annotation["title"].tolist() == ["first\r patient", "second", "third"]
    assert annotation["characteristics"].tolist() == [
        "er_status: P; age: 50",
        "age: 61; er_status: N; pcr: RD",
        "er_status: null; no colon",
    ]
    assert annotation["description"].tolist()[0] == "Split: Training; age: 99"


def test_samples_are_described_by_their_accession_not_their_place(write):
    moved = changed(
        SERIES,
        '!Sample_geo_accession\t"GSM1"\t"GSM2"\t"GSM3"',
        '!Sample_geo_accession\t"GSM3"\t"GSM1"\t"GSM2"',
    )
    annotation = read_matrix(write(moved, "a_series_matrix.txt")).annotation
    assert annotation.loc["GSM3", "er_status"] == "P"
    assert annotation.index.tolist() == ["GSM1", "GSM2", "GSM3"]


def test_a_column_that_looks_like_truth_for_a_thousand_rows_holds_numbers(write):
    rows = "".join(f'"p{i}"\t{i % 2}\t1\t0\n' for i in range(1500)) + '"last"\t0.25\t7\t-1\n'
    start = SERIES.index('"007_at"')
    content = SERIES[:start] + rows + "!series_matrix_table_end\n"
    matrix = read_matrix(write(content, "a_series_matrix.txt"))
    assert matrix.values.shape == (1501, 3)
    assert matrix.values[-1].tolist() == [0.25, 7, -1]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "!series_matrix_table_begin\n",
            "",
            "has no line !series_matrix_table_begin, so it is not a GEO series matrix; download it "
            "again, or state its format",
        ),
        (
            "!series_matrix_table_end\n",
            "",
            "has no line !series_matrix_table_end, so it was truncated; download it again",
        ),
        (
            "!series_matrix_table_end\n",
            '!series_matrix_table_end\n!Series_title\t"x"\n!series_matrix_table_begin\n',
            "has 2 matrices, one for each platform; keep one of them in the file",
        ),
        (
            "!series_matrix_table_end\n",
            '!series_matrix_table_end\n!Series_title\t"x"\n\n"more"\t1\t2\t3\n',
            "line 22 is below !series_matrix_table_end and is not a comment; download the file "
            "again",
        ),
        (
            '!Sample_geo_accession\t"GSM1"\t"GSM2"\t"GSM3"\n',
            "",
            "has no line !Sample_geo_accession, so that the samples of its other lines cannot be "
            "identified; download the file again",
        ),
        (
            '!Sample_title\t"first\r patient"\t"second"',
            '!Sample_title\t"second"',
            "line 6 ('!Sample_title') has 2 cells for 3 samples; download the file again",
        ),
        (
            '!Sample_geo_accession\t"GSM1"',
            '!Sample_geo_accession\t"GSM9"',
            "the line !Sample_geo_accession and the header of the values name different samples; "
            "download the file again",
        ),
        (
            '"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"',
            '"ID_REF"\t"GSM1"\t"GSM2"\t"GSM2"',
            "column 4 repeats the sample id 'GSM2'; ids must be unique",
        ),
        (
            "\t3e1",
            "\tP",
            "line 18, feature 'AFFX \"quoted\" probe', sample 'GSM3': 'P' is not a finite number; "
            "correct it, or leave the cell empty if it is missing",
        ),
        (
            '"NA"\t1\t2\t3',
            '"NA"\t1\t2',
            "line 19 ('NA') has 3 cells where the header has 4; make them equal",
        ),
        ('"NA"', '"007_at"', "row 3 repeats the feature id '007_at'; ids must be unique"),
        (
            SERIES[SERIES.index('"ID_REF"') :],
            "!series_matrix_table_end\n",
            "has no values; GEO has them in another file of the series",
        ),
        (
            SERIES[SERIES.index('"007_at"') :],
            "!series_matrix_table_end\n",
            "has no values; GEO has them in another file of the series",
        ),
    ],
)
def test_an_invalid_series_matrix_is_refused(write, old, new, expected):
    path = write(changed(SERIES, old, new), "a_series_matrix.txt")
    assert message(read_matrix, path) == expected


def test_keys_become_columns_under_any_name():
    annotation = describe_samples(
        {
            "b": {
                "title": ["t"],
                "characteristics_ch1": ["title: x", "time: 12:30", "a: 1", "a: 2", "a: 1"],
                "characteristics_ch2": ["a: 3"],
                "description": ["a: 4", "d: 5"],
            },
            "a": {},
        }
    )
    assert annotation.index.tolist() == ["b", "a"]
    assert annotation.loc["b"].to_dict() == {
        "title": "t",
        "characteristics": "title: x; time: 12:30; a: 1; a: 2",
        "characteristics_ch2": "a: 3",
        "description": "a: 4; d: 5",
        "title (characteristics)": "x",
        "time": "12:30",
        "a": "1; 2",
        "a_ch2": "3",
        "d": "5",
    }
    assert set(annotation.loc["a"]) == {""}


# GEO SOFT


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_samples_of_a_soft_family_may_have_different_orders_of_rows(write, newline):
    path = write(gzip.compress(SOFT.replace("\n", newline).encode()), "GSE1_family.soft.gz")
    matrix = read_matrix(path)
    assert (matrix.features, matrix.samples) == (["a_at", "b_at"], ["GSM1", "GSM2"])
    assert values_of(matrix) == [[1.5, -3], [-999, 4]]
    annotation = matrix.annotation
    assert annotation["er_status"].tolist() == ["P", "N"]
    assert annotation["age"].tolist() == ["50", "61"]
    assert annotation["age_ch2"].tolist() == ["30", ""]
    assert annotation["platform_id"].tolist() == ["GPL96", "GPL96"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (SOFT[SOFT.rindex("#ID_REF") : SOFT.rindex("!sample_table_end")], ""),
        (SOFT[SOFT.rindex("#ID_REF") : SOFT.rindex("!sample_table_end") + 18], ""),
        (
            "#VALUE = log ratio\n!sample_table_begin\nID_REF\tVALUE\nb",
            "\n!sample_table_begin\nx\nb",
        ),
    ],
)
def test_a_sample_without_a_table_has_no_values(write, old, new):
    matrix = read_matrix(write(changed(SOFT, old, new), "a.soft"))
    assert matrix.samples == ["GSM1", "GSM2"]
    assert values_of(matrix) == [[1.5, -999], [-999, -999]]


def test_ids_of_a_soft_family_are_text(write):
    text = SOFT.replace("a_at", "1e2").replace("b_at", "00")
    text = changed(text, "!sample_table_end\n^SAMPLE=", "0\t5\nNA\t6\n!sample_table_end\n^SAMPLE=")
    matrix = read_matrix(write(text, "a.soft"))
    assert matrix.features == ["1e2", "00", "0", "NA"]
    assert values_of(matrix) == [[1.5, -3], [-999, 4], [5, -999], [6, -999]]


def test_gene_symbols_of_a_platform_are_names(write):
    text = changed(SOFT, "ID\tGene\na_at\tA\n", "ID\tNote\tGene Symbol\nx\t\tX\na_at\tn\tABC1\n")
    assert read_matrix(write(text, "a.soft")).names == ["ABC1", ""]
    assert read_matrix(write(SOFT, "b.soft")).names == []


def test_samples_of_several_platforms_share_a_matrix_with_holes(write):
    text = changed(SOFT, "b_at\t4\na_at\t-3\n", "c_at\t4\n")
    matrix = read_matrix(write(text, "a.soft"))
    assert matrix.features == ["a_at", "b_at", "c_at"]
    assert values_of(matrix) == [[1.5, -999], [-999, -999], [-999, 4]]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            SOFT[SOFT.index("^SAMPLE =") :],
            "",
            "has no line ^SAMPLE, so it is not a SOFT family of a series; download the series' "
            "_family.soft.gz",
        ),
        (
            SOFT,
            SOFT.replace("\tVALUE", "\tvalue"),
            "no sample has a table with a column VALUE; use the series matrix, or another file of "
            "the series",
        ),
        (
            SOFT[SOFT.index("-3\n") :],
            "",
            "the table that begins in line 36 has no line !sample_table_end, so it was truncated; "
            "download it again",
        ),
        (
            "!platform_table_end\n",
            "",
            "the table that begins in line 9 has no line !platform_table_end, so it was truncated; "
            "download it again",
        ),
        (
            "^SAMPLE=GSM2",
            "^SAMPLE = GSM1",
            "line 28 starts the sample 'GSM1' again; keep one of them",
        ),
        (
            "!Series_title = A study\n",
            "!Series_sample_id = GSM1\n!Series_sample_id = GSM2\n!Series_sample_id = GSM3\n",
            "lacks 1 of the 3 samples that !Series_sample_id names, 'GSM3', so it was truncated; "
            "download it again",
        ),
        (
            "a_at\t-3",
            "b_at\t-3",
            "sample 'GSM2' has the feature 'b_at' twice; keep one of them",
        ),
        (
            "a_at\t-3",
            "a_at\tlow",
            "feature 'a_at', sample 'GSM2': 'low' is not a finite number; correct it, or leave the "
            "cell empty if it is missing",
        ),
        (
            "b_at\t4\na_at\t-3",
            "b_at\tTrue\na_at\tFalse",
            "feature 'b_at', sample 'GSM2': 'True' is not a finite number; correct it, or leave "
            "the cell empty if it is missing",
        ),
        (
            "a_at\t-3",
            "a_at\tinf",
            "feature 'a_at', sample 'GSM2': 'inf' is not a finite number; correct it, or leave "
            "the cell empty if it is missing",
        ),
        ("a_at\t-3", "\t-3", "row 3 has no feature id; give it one"),
        (
            "^PLATFORM",
            "^SERIES = GSE2\n!Series_title = x\n^PLATFORM",
            "line 5 starts a second series; keep one series in the file",
        ),
    ],
)
def test_an_invalid_soft_family_is_refused(write, old, new, expected):
    assert message(read_matrix, write(changed(SOFT, old, new), "a.soft")) == expected


# GCT


def test_gct_of_both_versions(write):
    matrix = read_matrix(write(GCT2, "a.gct"))
    assert (matrix.features, matrix.samples) == (["g1", "g2"], ["s1", "s2", "s3"])
    assert values_of(matrix) == [[1, 2, 3], [4, -999, 6]]
    assert matrix.annotation.shape == (3, 0)
    matrix = read_matrix(write(gzip.compress(GCT3.encode()), "a.gct.gz"))
    assert (matrix.features, matrix.samples) == (["g1", "g2"], ["s1", "s2", "s3"])
    assert values_of(matrix) == [[1, 2, 3], [4, -999, 6]]
    assert matrix.annotation.to_dict("list") == {"age": ["50", "61", ""], "sex": ["F", "M", "F"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "line 1 is '' where a GCT file has #1.2 or #1.3; check that it is the right file"),
        (
            changed(GCT2, "#1.2", "#1.1"),
            "line 1 is '#1.1' where a GCT file has #1.2 or #1.3; check that it is the right file",
        ),
        (
            changed(GCT2, "2\t3\n", "2\n"),
            "line 2 has 1 whole numbers where version 1.2 has 2; download the file again",
        ),
        (
            changed(GCT3, "sex\tna", "age\tna"),
            "line 5 repeats the field 'age' of the samples; keep one of them",
        ),
        (
            changed(GCT2, "2\t3\n", "2\t4\n"),
            "line 3 has 5 columns where line 2 states 6; download the file again",
        ),
        (
            changed(GCT2, "2\t3\n", "999999999\t3\n"),
            "has 2 rows of values where line 2 states 999999999; download the file again",
        ),
        (
            changed(GCT3, "2\t3\t2\t2", "2\t3\t2\t9"),
            "line 8 has 0 cells where the header has 6; make them equal",
        ),
        (
            changed(GCT2, "g2", "g1"),
            "row 5 repeats the feature id 'g1'; ids must be unique",
        ),
        (
            changed(GCT2, "\t6\n", "\tsix\n"),
            "line 5, feature 'g2', sample 's3': 'six' is not a finite number; correct it, or leave "
            "the cell empty if it is missing",
        ),
    ],
)
def test_an_invalid_gct_is_refused(write, text, expected):
    assert message(read_matrix, write(text, "a.gct")) == expected


# ARFF


def test_numeric_attributes_are_features_and_the_others_describe_the_samples(write):
    matrix = read_matrix(write(ARFF, "a.arff"))
    assert (matrix.features, matrix.samples) == (["age", "size"], ["1", "2"])
    assert values_of(matrix) == [[50, -999], [1.5, -20]]
    assert matrix.annotation.to_dict("list") == {
        "a class": ['it is "odd"', "b"],
        "note": ["x, y", ""],
    }
    again = read_matrix(write(ARFF, "a.arff"), annotation=["age"])
    assert again.features == ["size"]
    assert again.annotation["age"].tolist() == ["50", ""]


def test_a_sparse_arff_leaves_out_zeros(write):
    matrix = read_matrix(write(SPARSE, "a.arff"))
    assert values_of(matrix) == [[3, 0]]
    assert matrix.annotation["c"].tolist() == ["no", "yes"]


@pytest.mark.parametrize("kind", ["integer", "INTEGER", "Real\t", "numeric \r"])
def test_decimals_are_read_also_of_attributes_declared_integer(write, kind):
    text = changed(ARFF, "age numeric", f"'an integer' {kind}")
    matrix = read_matrix(write(changed(text, "50,", "7.126,"), "a.arff"))
    assert matrix.features == ["an integer", "size"]
    assert values_of(matrix) == [[7.126, -999], [1.5, -20]]
    sparse = changed(changed(SPARSE, "numeric", kind), "{0 3}", "{0 3.5}")
    assert values_of(read_matrix(write(sparse, "a.arff"))) == [[3.5, 0]]


def test_the_keyword_of_a_numeric_attribute_may_have_any_ending(write):
    # liac-arff reads it; the values were numbers in place of text.
    text = changed(ARFF, "@attribute age", "@attributes age")
    assert values_of(read_matrix(write(text, "a.arff"))) == values_of(
        read_matrix(write(ARFF, "b.arff"))
    )


def test_numeric_annotation_is_written_as_whole_numbers(write):
    text = changed(ARFF, "50,", "50.0,")
    annotation = read_matrix(write(text, "a.arff"), annotation=["age"]).annotation
    assert annotation["age"].tolist() == ["50", ""]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            changed(ARFF, "50,", "old,"),
            {},
            "feature 'age', sample '1': 'old' is not a finite number; correct it, or write ? if it "
            "is missing",
        ),
        (
            changed(ARFF, "50,", "1_0,"),
            {},
            "feature 'age', sample '1': '1_0' is not a finite number; correct it, or write ? if it "
            "is missing",
        ),
        (
            changed(ARFF, "50,", "\u0665,"),
            {},
            "feature 'age', sample '1': '\u0665' is not a finite number; correct it, or write ? if "
            "it is missing",
        ),
        (
            changed(ARFF, "?,b", "?,5%t"),
            {},
            "is not valid ARFF: Data value 5%t not found in nominal declaration, at line 9; "
            "correct that line",
        ),
        (
            changed(ARFF, "?,b", "?,c"),
            {},
            "is not valid ARFF: Data value c not found in nominal declaration, at line 9; "
            "correct that line",
        ),
        (
            "hello\n",
            {},
            "is not valid ARFF: Invalid layout of the ARFF file, at line 1; correct that line",
        ),
        (
            "@relation r\n@attribute c {a,b}\n@data\na\n",
            {},
            "has 0 numeric attributes and 1 rows; both are needed",
        ),
        (
            ARFF[: ARFF.index("50,")],
            {},
            "has 2 numeric attributes and 0 rows; both are needed",
        ),
        (
            ARFF,
            {"annotation": ["Age"]},
            "there is no attribute 'Age' to use as annotation; correct the name in the config",
        ),
        (
            changed(ARFF, "50,", "inf,"),
            {},
            "feature 'age', sample '1': 'inf' is not a finite number; correct it, or write ? if it "
            "is missing",
        ),
    ],
)
def test_an_invalid_arff_is_refused(write, text, options, expected):
    assert message(read_matrix, write(text, "a.arff"), **options) == expected


# The challenge


def test_numbers_without_names(write):
    matrix = read_matrix(write(CHALLENGE, "a.data"))
    assert (matrix.features, matrix.samples) == (["1", "2", "3"], ["1", "2"])
    assert matrix.values.tolist() == [[1, -4], [2, 5.5], [3, 60]]
    for name in ("a.labels", "A.LABELS"):
        labels = read_samples(write("-1\n1\n", name), unique=True)
        assert labels["label"].to_dict() == {"1": "-1", "2": "1"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "has no values; check that it is the right file"),
        (
            "1 2\n1 x\n",
            "line 2, value 2: 'x' is not a finite number; correct it, or state the format if it is "
            "a different one",
        ),
        (
            "5.1,3.5,Iris-setosa\n",
            "line 1, value 1: '5.1,3.5,Iris-setosa' is not a finite number; correct it, or state "
            "the format if it is a different one",
        ),
        ("1 1_0\n", "line 1, value 2: '1_0' is not a finite number"),
        ("1 nan\n", "line 1, value 2: 'nan' is not a finite number"),
        ("1 \u0661\n", "line 1, value 2: '\u0661' is not a finite number"),
        (
            "1 2\n\n3 4\n",
            "line 2 is blank, but samples are identified by their line; fill it in, or delete it "
            "here and in the other file",
        ),
        (
            "3 9 12\n1\n",
            "line 2 has 1 values where the first has 3; correct it, or put a.param beside it if "
            "the file is sparse",
        ),
    ],
)
def test_an_invalid_challenge_file_is_refused(write, text, expected):
    assert message(read_matrix, write(text, "a.data")).startswith(expected)


def test_what_is_no_file_of_labels_is_refused(write):
    assert message(read_challenge_labels, write("1\n-1 1\n", "a.labels")) == (
        "line 2 has 2 words where one label is expected; check that it is the right file"
    )
    assert message(read_challenge_labels, write("1\n\n-1\n", "a.labels")) == (
        "line 2 is blank, but samples are identified by their line; fill it in, or delete it here "
        "and in the other file"
    )
    assert len(read_challenge_labels(write("1\n-1\n\n\n", "a.labels"))) == 2
    assert message(read_challenge_labels, write("", "a.labels")) == (
        "has no labels; check that it is the right file"
    )


# Parquet


@pytest.fixture
def parquet(tmp_path):
    def write(frame, **options):
        frame.to_parquet(tmp_path / "t.parquet", **options)
        return tmp_path / "t.parquet"

    return write


FRAME = pd.DataFrame({"a": [1, 2], "b": [0.5, np.nan]}, index=["g1", "g2"])


def test_parquet_with_ids_as_index_or_as_first_column(parquet):
    for path in (
        parquet(FRAME),
        parquet(FRAME.rename_axis("id")),
        parquet(FRAME.rename_axis("id").reset_index(), index=False),
    ):
        matrix = read_matrix(path, ids=["a", "b"])
        assert (matrix.features, matrix.samples) == (["g1", "g2"], ["a", "b"])
        assert values_of(matrix) == [[1, 0.5], [2, -999]]


def test_parquet_with_features_in_columns_and_annotation(parquet):
    matrix = read_matrix(parquet(FRAME.assign(group=["x", None])), annotation=["group"])
    assert (matrix.features, matrix.samples) == (["a", "b"], ["g1", "g2"])
    assert matrix.annotation["group"].tolist() == ["x", ""]


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (
            FRAME.assign(a=["x", "y"]),
            "column 'a' holds string, not numbers; correct it",
        ),
        (
            FRAME.set_axis([1, 1]),
            "column '__index_level_0__', the first, holds repeated numbers where ids are expected; "
            "write the ids as the first column or as the index",
        ),
        (
            FRAME.assign(b=np.inf),
            "feature 'g1', sample 'b': inf is not a finite number; correct it",
        ),
        (
            FRAME.reset_index(drop=True).rename_axis("id").iloc[:, ::-1].set_index("b"),
            "column 'b', the first, holds numbers with decimals where ids are expected; write the "
            "ids as the first column or as the index",
        ),
        (FRAME.set_axis(["g1", "g1"]), "row 2 repeats the row id 'g1'; ids must be unique"),
        (
            FRAME.iloc[:0],
            "has 3 columns and 0 rows; a column of ids, one of values and a row are needed",
        ),
    ],
)
def test_an_invalid_parquet_is_refused(parquet, frame, expected):
    assert message(read_matrix, parquet(frame), ids=["a", "b"]) == expected


def test_columns_of_text_in_parquet_are_names_or_annotation(parquet):
    frame = FRAME.assign(symbol=["A ", None], chromosome=["1", "X"])
    matrix = read_matrix(parquet(frame), ids=["a", "b"])
    assert (matrix.samples, matrix.names) == (["a", "b"], ["A", ""])
    assert matrix.record == ("2 columns without values left out: 'symbol', 'chromosome'",)
    frame = FRAME.T.assign(sex=["F", "M\xa0"])
    matrix = read_matrix(parquet(frame), ids=["a", "b"])
    assert matrix.annotation["sex"].to_dict() == {"a": "F", "b": "M"}
    assert (matrix.features, matrix.names) == (["g1", "g2"], [])
    with pytest.raises(InputError, match="column 'g1' is the first one"):
        read_matrix(parquet(FRAME.T.set_index("g1")), annotation=["g1"])


def test_parquet_without_ids_does_not_lose_its_first_sample(tmp_path):
    path = tmp_path / "t.parquet"
    FRAME.iloc[:, ::-1].to_parquet(path, index=False)
    assert message(read_matrix, path, ids=["a", "b"]) == (
        "column 'b', the first, holds numbers with decimals where ids are expected; write the ids "
        "as the first column or as the index"
    )
    FRAME.to_parquet(path, index=False)
    assert message(read_matrix, path, ids=["a", "b"]) == (
        "its first column is the sample 'a' where ids are expected; insert a column of ids "
        "before it"
    )


def test_what_is_no_parquet_is_refused(write):
    assert message(read_matrix, write("PAR1", "t.parquet"), ids=["a"]).startswith(
        "cannot be read as Parquet ("
    )
    assert message(read_matrix, write("", "u.parquet").parent / "v.parquet", ids=["a"]) == (
        "file not found; correct the path in the config"
    )


# AnnData


def test_anndata(tmp_path):
    anndata = pytest.importorskip("anndata")
    from scipy import sparse

    values = np.array([[1.0, 0, 3], [4, 5.5, 0]])
    about = pd.DataFrame(
        {"group": pd.Categorical(["x", None]), "age": [50, 61]}, index=["s1", "s2"]
    )
    for content in (values, sparse.csr_matrix(values)):
        data = anndata.AnnData(content, obs=about, var=pd.DataFrame(index=["g1", "g2", "g3"]))
        data.write_h5ad(tmp_path / "t.h5ad")
        matrix = read_matrix(tmp_path / "t.h5ad")
        assert (matrix.features, matrix.samples) == (["g1", "g2", "g3"], ["s1", "s2"])
        assert matrix.values.tolist() == values.T.tolist()
        assert matrix.annotation.to_dict("list") == {"group": ["x", ""], "age": ["50", "61"]}
    (tmp_path / "bad.h5ad").write_bytes(b"\x89HDF\r\n\x1a\n")
    assert message(read_matrix, tmp_path / "bad.h5ad").startswith("anndata cannot read it (")


def test_anndata_that_is_not_installed_is_refused(write, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "anndata", None)
    assert message(read_matrix, write("", "t.h5ad")) == (
        "AnnData files need the package anndata; install it (pip install anndata)"
    )


# Orientation

TABLE = "id\ta\tb\tc\ng1\t1\t2\t3\ng2\t4\t5\t6\n"


@pytest.mark.parametrize("ids", [["a", "b", "c"], ["c", "x"]])
def test_features_are_in_rows_if_columns_bear_the_ids_of_the_samples(write, ids):
    matrix = read_matrix(write(TABLE, "t.tsv"), ids=ids)
    assert (matrix.features, matrix.samples) == (["g1", "g2"], ["a", "b", "c"])
    assert matrix.values.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_features_are_in_columns_if_rows_bear_the_ids_of_the_samples(write):
    for options in ({"ids": ["g2", "g1"]}, {"ids": ["g1", "a"], "features_in": "columns"}):
        matrix = read_matrix(write(TABLE, "t.tsv"), **options)
        assert (matrix.features, matrix.samples) == (["a", "b", "c"], ["g1", "g2"])
        assert matrix.values.tolist() == [[1, 4], [2, 5], [3, 6]]


def test_a_table_without_ids_does_not_lose_its_first_sample(write):
    path = write("a\tb\tc\n1.5\t2\t3\n4\t5\t6\n", "t.tsv")
    assert message(read_matrix, path, ids=["a", "b", "c"]) == (
        "its first column is the sample 'a' where ids are expected; insert a column of ids "
        "before it"
    )


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        (
            "t.tsv",
            {"ids": ["g1", "a"], "ids_path": "s.tsv"},
            "both its rows and its columns have ids of s.tsv, such as 'g1' and 'a'; set "
            "features_in: rows or columns",
        ),
        (
            "t.tsv",
            {"ids": ["A", "B"], "ids_path": "s.tsv"},
            "neither its columns ('a', 'b', 'c') nor its rows ('g1', 'g2') have ids of s.tsv ('A', "
            "'B'); correct the ids, or describe under join how they match",
        ),
        (
            "t.tsv",
            {},
            "config: samples: none given, and PATH (format table) does not describe its samples; "
            "name a table of samples, or list the columns that describe samples under annotation",
        ),
        (
            "t.tsv",
            {"annotation": ["a"], "features_in": "rows"},
            "config: annotation: 'a' cannot be columns of PATH beside features in rows; set "
            "features_in: columns",
        ),
        (
            "t.gct",
            {"features_in": "rows"},
            "config: features_in: 'rows' is set for PATH, whose format gct states that itself; "
            "leave it out",
        ),
        (
            "t.gct",
            {"annotation": ["a"]},
            "config: annotation: columns are named for PATH, whose format gct states that itself; "
            "leave it out",
        ),
    ],
)
def test_what_cannot_be_recognised_is_not_guessed(write, name, options, expected):
    path = write(TABLE, name)
    assert message(read_matrix, path, **options).replace(str(path), "PATH") == expected


def test_a_column_of_the_file_of_values_may_describe_its_samples(write):
    path = write("id,group,g1\n01,x,1\n02,y,2\n", "t.csv")
    matrix = read_matrix(path, annotation=["group"])
    assert (matrix.features, matrix.samples) == (["g1"], ["01", "02"])
    assert matrix.annotation.loc["02", "group"] == "y"


# Any file makes a matrix or one line that names the error

many = settings(
    max_examples=300,
    deadline=2000,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
    database=None,
)
SOUND = {
    "a_series_matrix.txt": SERIES,
    "a.soft": SOFT,
    "a.gct": GCT3,
    "a.arff": ARFF,
    "a.data": CHALLENGE,
}
BITS = ["\n", "\t", '"', "!", "^", "#", "@", "{", "}", ",", "?", ":", "=", "\r", "\0", "\x85", "é"]
WORDS = ["NA", "null", "nan", "1e999", "True", "999999999", "%", "numeric", "SAMPLE", "", "\ufeff"]


def check(path, **options):
    try:
        matrix = read_matrix(path, **options)
    except InputError as error:
        assert str(error).count("\n") == 0
        return
    assert matrix.values.shape == (len(matrix.features), len(matrix.samples))
    assert matrix.values.dtype == np.float64
    assert not np.isinf(matrix.values).any()
    assert matrix.annotation.index.tolist() == matrix.samples
    assert len(set(matrix.samples)) == len(matrix.samples)
    assert len(set(matrix.features)) == len(matrix.features)
    for column in matrix.annotation:
        assert all(isinstance(cell, str) for cell in matrix.annotation[column])


@many
@given(st.sampled_from([*SOUND, "a.parquet"]), st.binary(max_size=200), st.booleans())
def test_any_bytes_make_a_matrix_or_an_input_error(write, name, content, packed):
    if packed and name != "a.parquet":
        check(write(gzip.compress(content), name + ".gz"), ids=None)
    check(write(content, name), ids=None if name in SOUND else ["a"])


@pytest.mark.parametrize("name", SOUND)
@many
@given(data=st.data())
def test_a_valid_file_with_changes_makes_a_matrix_or_an_input_error(write, name, data):
    text = SOUND[name]
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 0, 1, 1, 5, 60])))
        text = text[:start] + data.draw(st.sampled_from(BITS + WORDS)) + text[end:]
    check(write(text, name))


@pytest.mark.parametrize("name", SOUND)
def test_a_file_cut_anywhere_makes_a_matrix_or_an_input_error(write, name):
    text = SOUND[name]
    for end in range(0, len(text), 9):
        check(write(text[:end], name))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.gct", "#1.2\n2000000000\t2000000000\nNAME\tDescription\ts1\ng1\tx\t1\n"),
        ("a.gct", "#1.3\n1\t1\t0\t2000000000\nid\ts1\ng1\t1\n"),
        ("a.arff", "@relation r\n@attribute a numeric\n@data\n{2000000000 1}\n"),
        ("a.data", "1 " * 20_000),
        ("a_series_matrix.txt", "!Sample_title\t" * 2000 + "\n!series_matrix_table_begin\n"),
        ("a.soft", "^SAMPLE = x\n" * 500),
        ("a.tsv", "a\t" * 5000 + "\n" + "\t" * 5000 + "\n"),
    ],
)
def test_no_number_in_a_file_makes_the_reader_use_more_memory_than_the_size_allows(
    write, name, text
):
    path = write(text, name)
    check(path, ids=["a"])
    tracemalloc.start()
    try:
        check(path, ids=["a"])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000 + 200 * len(text)


# Readable names of features


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"Description": ["x", "y"], "Gene Symbol": ["A", ""]}, ["A", ""]),
        ({"chromosome": ["1", "X"], "name": ["a", "b"]}, ["a", "b"]),
        ({"info": ["p", "q"]}, ["p", "q"]),
        ({"Description": ["na", "na"]}, []),
        ({"Name": ["g1", "g2"]}, []),
        ({"Chr": ["1", "X"], "Strand": ["+", "-"]}, []),
        ({}, []),
    ],
)
def test_names_of_features(columns, expected):
    assert names_of_features(pd.DataFrame(columns, dtype=object), ["g1", "g2"]) == expected


def test_gct_has_names_of_features(write):
    assert read_matrix(write(GCT2, "a.gct")).names == ["first", ""]
    assert read_matrix(write(GCT3, "b.gct")).names == ["A", "B"]


@pytest.mark.parametrize("name", SOUND)
def test_blanks_of_any_kind_at_the_ends_of_cells_do_not_count(write, name):
    plain = read_matrix(write(SOUND[name], name))
    blank = "\xa0"
    text = re.sub(r"(?<=[\w\"])(?=[\t,\n])(?!\n[!#^@])", blank, SOUND[name].split("\n", 2)[2])
    text = "\n".join([*SOUND[name].split("\n", 2)[:2], text])
    if name == "a.arff":
        head, data = SOUND[name].split("@data\n")
        text = head + "@data\n" + data.replace("1.5", "1.5\xa0").replace("x, y", "x, y\ufeff")
    if name == "a.data":
        text = SOUND[name].replace("2 ", "\u200b2\u3000\ufeff ")
    assert text != SOUND[name]
    again = read_matrix(write(text, name))
    assert (again.features, again.samples) == (plain.features, plain.samples)
    assert values_of(again) == values_of(plain)
    pd.testing.assert_frame_equal(again.annotation, plain.annotation)
