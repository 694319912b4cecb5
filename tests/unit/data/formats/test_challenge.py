"""The files of the feature-selection challenge."""

import zipfile

import numpy as np
import pytest
from scipy import sparse

from suitability.core.errors import InputError
from suitability.data.formats import challenge_data as data
from suitability.data.formats import challenge_entry as entry
from suitability.data.formats.dispatch import read_matrix

SIZES = {"toy": {"train": 2, "valid": 3, "test": 1}}
FEATURES = {"toy": 4}
FILES = {
    "toy_train.resu": "1\n-1\n",
    "toy_valid.resu": "+1\n-1\n1.0\n",
    "toy_test.resu": "-1\n",
    "toy_valid.conf": "0.5\n0\n2e1\n",
    "toy.feat": "3\n1\n",
}
PARAM = """Data type: sparse
Number of features: 4
Number of examples and check-sums:
     \tPos_ex\tNeg_ex\tTot_ex\tCheck_sum
Train\t    1\t    1\t    2\t  7.50
"""


@pytest.fixture
def write(tmp_path):
    def written(text, name):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return written


def message(function, *args):
    with pytest.raises(InputError) as caught:
        function(*args)
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize("kind", data.KINDS)
def test_values_are_read_as_they_were_written(tmp_path, kind):
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2, (6, 5)).astype(float)
    values[2] = 0
    if kind != data.BINARY:
        values[0, 1] = 0.1 + 0.2
    data.write_values(values, tmp_path / "a.data", kind)
    read = data.read_values(tmp_path / "a.data", kind, 5)
    assert sparse.issparse(read) == (kind != data.DENSE)
    np.testing.assert_array_equal(read if kind == data.DENSE else read.toarray(), values)


def test_a_blank_line_of_a_sparse_file_is_a_sample_of_zeros(write):
    read = data.read_values(write("\n2:3\n\n", "a.data"), data.SPARSE, 4)
    assert read.toarray().tolist() == [[0, 0, 0, 0], [0, 3, 0, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (data.DENSE, "1 2\n1 2 3\n", "line 2 has 3 values where 2 values are expected"),
        (data.DENSE, "1 2\n\n1 2\n", "line 2 is blank where 2 values are expected"),
        (data.DENSE, "1 inf\n", "line 1, value 2: 'inf' is not a finite number"),
        (data.DENSE, "", "has no values"),
        (data.SPARSE, "1:2\n3:1\n", "line 2, entry 1: '3' is not the index of a feature, from 1"),
        (data.SPARSE, "0:2\n", "line 1, entry 1: '0' is not the index of a feature"),
        (data.SPARSE, "1:2 1:3\n", "line 1: feature 1 is there twice; remove one"),
        (data.SPARSE, "1:2 2\n", "line 1, entry 2: '2' is not index:value"),
        (data.SPARSE, "1:nan\n", "line 1, entry 1: '1:nan' is not index:value with a finite"),
        (data.BINARY, "1 2\n2 -1\n", "line 2, entry 2: '-1' is not the index of a feature"),
        (data.BINARY, "1:1\n", "line 1, entry 1: '1:1' is not the index of a feature"),
    ],
)
def test_malformed_values_are_refused_with_their_line(write, kind, text, expected):
    path = write(text, "a.data")
    assert message(data.read_values, path, kind, 2).startswith(f"{path}: {expected}")


def test_the_parameters_are_read_as_they_were_written(tmp_path, write):
    read = data.read_parameters(write(PARAM, "toy.param"))
    row = {"positive": 1, "negative": 1, "total": 2, "sum": 7.5}
    assert read == data.DataParameters(4, data.SPARSE, {"train": row})
    data.write_parameters(read, tmp_path / "again.param")
    assert data.read_parameters(tmp_path / "again.param") == read


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("non-sparse", data.DENSE),
        ("Sparse", data.SPARSE),
        ("sparse-binary", data.BINARY),
        ("cubic", None),
    ],
)
def test_stated_types(write, text, kind):
    path = write(f"Data type: {text}\nNumber of features: 3\n", "toy.param")
    assert data.read_parameters(path).kind == kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Data type: sparse\n", "has no line 'Number of features: ...'"),
        ("Number of features: x\n", "line 1: 'x' is not a number of features"),
        ("Train 1 1 3\n", "line 1: 1 positive and 1 negative samples are not 3 in all"),
        ("Train 1 1\n", "line 1: the numbers of positive, negative and all samples"),
        ("Train 1 1 2 x\n", "line 1: 'x' is not a sum of values"),
    ],
)
def test_malformed_parameters_are_refused(write, text, expected):
    path = write(text, "toy.param")
    assert message(data.read_parameters, path).startswith(f"{path}: {expected}")


def test_values_and_labels_are_compared_with_the_parameters(write):
    parameters = data.read_parameters(write(PARAM, "toy.param"))
    values = sparse.csr_array([[7.5, 0, 0, 0], [0, 0, 0, 0]])
    data.check_values("a", values, parameters, "train")
    data.check_values("a", values[:1], parameters, "valid")
    assert "the sum of all values is 15.00" in message(
        data.check_values, "a", 2 * values, parameters, "train"
    )
    assert "has 1 samples" in message(data.check_values, "a", values[:1], parameters, "train")
    data.check_labels("a", np.array([1, -1]), parameters, "train")
    assert "has 2 positive and 0 negative labels" in message(
        data.check_labels, "a", np.array([1, 1]), parameters, "train"
    )


def test_a_study_reads_a_sparse_file_with_its_parameters(write):
    path = write("4:2\n\n", "toy_train.data")
    assert "put toy.param beside it" in message(read_matrix, path)
    write(PARAM, "toy.param")
    matrix = read_matrix(path)
    assert matrix.values.tolist() == [[0, 0], [0, 0], [0, 0], [2, 0]]
    assert matrix.samples == ["1", "2"]


def packed(tmp_path, files):
    path = tmp_path / "entry.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def read(path):
    return entry.read_entry([path], SIZES, FEATURES)["toy"]


@pytest.mark.parametrize("folder", ["", "results/", "a/b/"])
def test_an_entry_is_read_from_a_zip_file_or_a_folder(tmp_path, folder):
    files = {f"{folder}{name}": text for name, text in FILES.items()}
    path = packed(tmp_path, {**files, "readme.txt": "\xff"})
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(path) as archive:
        archive.extractall(unpacked)
    for found in (read(path), read(unpacked)):
        assert found.covers(data.SPLITS)
        assert {split: c.tolist() for split, c in found.classes.items()} == {
            "train": [1, -1],
            "valid": [1, -1, 1],
            "test": [-1],
        }
        assert found.confidences["valid"].tolist() == [0.5, 0, 20]
        assert found.features.tolist() == [2, 0]


@pytest.mark.parametrize("missing", ["toy_train.resu", "toy_test.resu", "toy.feat"])
def test_an_entry_without_a_file_is_not_complete(tmp_path, missing):
    files = {name: text for name, text in FILES.items() if name != missing}
    assert not read(packed(tmp_path, files)).covers(data.SPLITS)


def test_an_empty_list_of_features_is_a_list(tmp_path):
    found = read(packed(tmp_path, {**FILES, "toy.feat": ""}))
    assert found.covers(data.SPLITS)
    assert found.features.tolist() == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("toy_test.resu", "0\n", "line 1: '0' is not -1 or 1; correct it"),
        ("toy_test.resu", "x\n", "line 1: 'x' is not -1 or 1"),
        ("toy_train.resu", "1\n", "has 1 lines where 2 samples are expected"),
        ("toy_valid.resu", "1\n\n1\n", "line 2 is blank"),
        ("toy_valid.conf", "1\n-2\n1\n", "line 2: '-2' is not a finite number of at least 0"),
        ("toy_valid.conf", "1\nnan\n1\n", "line 2: 'nan' is not a finite number"),
        ("toy_valid.conf", "1\n", "has 1 lines where 3 samples are expected"),
        ("toy.feat", "1\n5\n", "line 2: '5' is not the index of a feature, from 1 to 4"),
        ("toy.feat", "0\n", "line 1: '0' is not the index of a feature"),
        ("toy.feat", "2\n3\n2\n", "line 3: feature 2 is already in line 1; remove one"),
    ],
)
def test_malformed_entries_are_refused_with_file_and_line(tmp_path, name, text, expected):
    path = packed(tmp_path, {**FILES, name: text})
    assert message(read, path).startswith(f"{path}:{name}: {expected}")


def test_other_things_than_entries_are_refused(tmp_path, write):
    path = write("not a zip file", "entry.zip")
    assert message(read, path) == (
        f"{path}: is not a zip file that can be read; name a zip file or a folder"
    )
    assert "file not found" in message(read, tmp_path / "absent.zip")
    twice = packed(tmp_path, {"a/toy.feat": "1\n", "b/toy.feat": "1\n"})
    assert "in more than one folder" in message(read, twice)


def test_an_entry_is_read_as_it_was_written(tmp_path):
    given = entry.Predictions(
        {split: np.ones(count, np.int64) for split, count in SIZES["toy"].items()},
        {"test": np.array([0.25])},
        np.array([3, 0]),
    )
    path = tmp_path / "entry.zip"
    entry.write_entry({"toy": given}, path)
    first = path.read_bytes()
    entry.write_entry({"toy": given}, path)
    assert path.read_bytes() == first
    found = read(path)
    assert found.features.tolist() == [3, 0]
    assert found.confidences["test"].tolist() == [0.25]
    assert found.covers(data.SPLITS)
