"""R objects, written by R itself (tests/data/r/make.R)."""

import gzip
import shutil
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from suitability.core.errors import InputError
from suitability.data.formats.dispatch import read_matrix, read_samples

R = Path(__file__).parents[3] / "data/r"
TEXT = pd.read_csv(R / "values.tsv", sep="\t", index_col=0)
SAMPLES, FEATURES = list(TEXT), list(TEXT.index)
COUNTS = np.round(2**TEXT)
SYMBOLS = ["DDR1", "RFC2", "", "PAX8"]


def message(path, read=read_matrix, **options):
    with pytest.raises(InputError) as caught:
        read(path, **options)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value).replace(f"{path}: ", "", 1)


def assert_values(matrix, expected=TEXT):
    assert (matrix.features, matrix.samples) == (FEATURES, SAMPLES)
    np.testing.assert_array_equal(matrix.values, expected)
    assert matrix.values.dtype == np.float64


def assert_described(annotation):
    assert annotation.index.tolist() == SAMPLES
    assert annotation.to_dict("list") == {
        "outcome": ["cured", "relapse"] * 4,
        "age": ["50", "61.5", "", "47", "38", "70", "55", "66"],
        "grade": [str(i) for i in range(1, 9)],
        "treated": ["TRUE", "FALSE", "", "TRUE"] * 2,
        "note": ["a", "", "ü", *"defgh"],
        "diagnosed": [f"2001-05-0{i}" for i in range(1, 9)],
    }


@pytest.mark.parametrize("name", ["expressionset.rds", "ranged.rds", "one_set.RData"])
def test_containers_have_values_phenotypes_and_gene_symbols(name):
    matrix = read_matrix(R / name)
    assert_values(matrix)
    assert_described(matrix.annotation)
    assert matrix.names == SYMBOLS
    assert (matrix.record, matrix.warnings) == ((), ())


def test_the_first_assay_is_read_and_the_others_are_named():
    matrix = read_matrix(R / "summarizedexperiment.rds")
    assert_values(matrix, COUNTS)
    assert_described(matrix.annotation)
    assert matrix.names == []
    assert matrix.record == ("the values are 'counts'; the file also has 'logcounts'",)


@pytest.mark.parametrize("name", ["matrix.rds", "frame.rds", "dimnames.rds"])
def test_a_matrix_or_a_data_frame_is_a_table(name):
    matrix = read_matrix(R / name, ids=SAMPLES)
    assert_values(matrix)
    assert matrix.annotation.shape == (8, 0)
    turned = read_matrix(R / name, ids=FEATURES, features_in="columns")
    assert (turned.features, turned.samples) == (SAMPLES, FEATURES)
    np.testing.assert_array_equal(turned.values, TEXT.T)


def test_integers_are_numbers():
    matrix = read_matrix(R / "counts.rds", ids=SAMPLES)
    assert_values(matrix, np.arange(1, 33).reshape(8, 4).T)


def test_a_matrix_beside_the_phenotypes():
    matrix = read_matrix(R / "matrix_and_frame.RData")
    assert_values(matrix)
    assert_described(matrix.annotation)


def test_columns_of_a_data_frame_describe_the_samples():
    for options in ({"ids": SAMPLES}, {"annotation": ["outcome"]}):
        matrix = read_matrix(R / "samples_in_rows.rds", **options)
        assert_values(matrix)
        assert matrix.annotation["outcome"].tolist() == ["cured", "relapse"] * 4
    assert message(R / "samples_in_rows.rds", annotation=["Outcome"]) == (
        "there is no column 'Outcome' to use as annotation; correct the name in the config"
    )


def test_a_tibble_has_its_ids_in_the_first_column():
    matrix = read_matrix(R / "tibble.rds", ids=["s01", "s02"])
    assert (matrix.features, matrix.samples) == (FEATURES, ["s01", "s02"])
    assert matrix.names == SYMBOLS
    assert matrix.record == ("1 columns without values left out: 'symbol'",)
    np.testing.assert_array_equal(matrix.values, np.c_[TEXT["s01"], range(1, 5)])


def test_sparse_matrices():
    counts = COUNTS * (TEXT > 7)
    assert_values(read_matrix(R / "sparse.rds", ids=SAMPLES), counts.mask(TEXT.isna()))
    assert_values(read_matrix(R / "sparse_experiment.rds"), counts.mask(TEXT.isna()))


def test_a_table_of_samples_may_be_a_data_frame():
    table = read_samples(R / "samples.rds", True)
    assert table.columns[0] == table.index.name == "sample"
    assert_described(table.drop(columns="sample"))
    table = read_samples(R / "tibble.rds", True)
    assert (table.index.name, table.index.tolist()) == ("gene", FEATURES)
    assert message(R / "matrix.rds", read=lambda path: read_samples(path, True)) == (
        "has 0 data frames where one is expected; save it with saveRDS"
    )


def test_values_with_na_of_r_bring_no_warnings():
    # R's NA is a NaN that makes the processor complain.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in ("matrix.rds", "frame.rds", "sparse.rds"):
            matrix = read_matrix(R / name, ids=SAMPLES)
            assert np.isnan((matrix.values + 1).min(axis=1)).sum() == 1


@pytest.mark.parametrize("name", ["matrix.rds", "one_set.RData"])
def test_a_file_may_be_packed_and_its_name_in_capitals(tmp_path, name):
    packed = tmp_path / f"{name.upper()}.GZ"
    packed.write_bytes(gzip.compress((R / name).read_bytes()))
    assert_values(read_matrix(packed, ids=SAMPLES))


@pytest.mark.parametrize(
    ("name", "expected"),
    {
        "several.rda": (
            "has several objects, 'values', 'other', 'eset'; save the one with the values with "
            "saveRDS"
        ),
        "list.rds": (
            "has none of a matrix, a data frame, an ExpressionSet or a SummarizedExperiment; save "
            "one with saveRDS"
        ),
        "model.rds": (
            "has none of a matrix, a data frame, an ExpressionSet or a SummarizedExperiment; save "
            "one with saveRDS"
        ),
        "words.rds": (
            "has none of a matrix, a data frame, an ExpressionSet or a SummarizedExperiment; save "
            "one with saveRDS"
        ),
        "symmetric.rds": (
            "has none of a matrix, a data frame, an ExpressionSet or a SummarizedExperiment; save "
            "one with saveRDS"
        ),
        "unnamed.rds": "has no row names; set them in R with rownames()",
    }.items(),
)
def test_other_objects_are_refused(name, expected):
    assert message(R / name, ids=SAMPLES) == expected


def test_what_the_object_says_is_not_stated():
    path = R / "expressionset.rds"
    assert message(path, features_in="rows") == (
        f"config: features_in: 'rows' is set for {path}, whose format r states that itself; leave "
        "it out"
    )
    assert message(path, annotation=["outcome"]) == (
        f"config: annotation: columns are named for {path}, whose format r states that itself; "
        "leave it out"
    )
    assert message(R / "matrix.rds", annotation=["outcome"]) == (
        f"config: annotation: columns are named for {R / 'matrix.rds'}, which holds a matrix; save "
        "a data frame, or leave annotation out"
    )
    assert message(R / "matrix.rds").startswith("config: samples: none given, and ")


@pytest.mark.parametrize("name", ["frame.rds", "expressionset.rds", "several.rda", "sparse.rds"])
def test_damaged_files_are_read_or_refused(tmp_path, name):
    whole = (R / name).read_bytes()
    whole = np.frombuffer(gzip.decompress(whole) if whole[:1] == b"\x1f" else whole, np.uint8)
    random = np.random.default_rng(1)
    refused = 0
    for trial in range(80):
        damaged = whole.copy()
        places = random.integers(len(damaged), size=random.integers(1, 6))
        damaged[places] = random.integers(256, size=len(places), dtype=np.uint8)
        content = damaged.tobytes()[: len(damaged) if trial % 3 else random.integers(len(damaged))]
        (tmp_path / name).write_bytes(content)
        try:
            read_matrix(tmp_path / name, ids=SAMPLES)
        except InputError as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > 20


def test_what_is_no_r_object_is_refused(tmp_path):
    for name, content in (("a.rds", b""), ("b.rds", b"f\ta\n"), ("c.RData", b"<html>")):
        (tmp_path / name).write_bytes(content)
        assert message(tmp_path / name, ids=["a"]).startswith("rdata cannot read it (")
    shutil.copy(R / "matrix.rds", tmp_path / "d.RData")
    assert message(tmp_path / "d.RData", ids=["a"]).startswith("has none of a matrix")
    assert message(tmp_path / "none.rds", ids=["a"]) == (
        "file not found; correct the path in the config"
    )
