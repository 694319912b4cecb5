import numpy as np
import pandas as pd
import pytest

from suitability.core import tables


@pytest.fixture
def write(tmp_path):
    def write(content, name="t.tsv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def names(folder):
    return [path.name for path in folder.iterdir()]


FRAME = pd.DataFrame(
    {
        "sample": ["01005", "NA", 'a "b"\tc'],
        "class": [0, 1, 2**53 + 1],
        "value": [0.1, np.nan, 1e-300],
        "kept": [True, False, True],
        "reason": ["", "nan", ""],
    }
)


def test_tsv_round_trip(tmp_path):
    path = tmp_path / "t.tsv"
    tables.write_tsv(FRAME, path)
    again = tables.read_tsv(path, text=["sample", "reason"])
    pd.testing.assert_frame_equal(again, FRAME, check_exact=True)


def test_tsv_text_is_as_documented(tmp_path):
    path = tmp_path / "t.tsv"
    tables.write_tsv(pd.DataFrame({"x": [1 / 3, 2.0], "kept": [True, False]}), path)
    assert path.read_bytes() == b"x\tkept\n0.3333333333\ttrue\n2\tfalse\n"


def test_parquet_round_trip(tmp_path):
    path = tmp_path / "t.parquet"
    tables.write_parquet(FRAME.set_axis([7, 5, 3]), path)
    pd.testing.assert_frame_equal(tables.read_parquet(path), FRAME, check_exact=True)


def test_arrays_round_trip(tmp_path):
    path = tmp_path / "t.npz"
    tables.write_arrays(path, counts=np.arange(3), scores=np.array([2**62]))
    again = tables.read_arrays(path)
    assert {key: value.tolist() for key, value in again.items()} == {
        "counts": [0, 1, 2],
        "scores": [2**62],
    }


def test_json_round_trip(tmp_path):
    content = {"sets": 10**12, "seconds": 0.1, "title": "é"}
    tables.write_json(content, tmp_path / "t.json")
    assert tables.read_json(tmp_path / "t.json") == content


def test_a_missing_folder_is_created(tmp_path):
    tables.write_tsv(FRAME, tmp_path / "a/b/t.tsv")
    assert names(tmp_path / "a/b") == ["t.tsv"]


def test_the_old_file_stays_until_the_new_one_is_complete(write, tmp_path):
    path = write("old")
    with open(path) as reader:
        with tables.whole_file(path) as temporary:
            temporary.write_text("new")
            assert path.read_text() == "old"
        assert path.read_text() == "new"
        assert reader.read() == "old"
    assert names(tmp_path) == ["t.tsv"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failed_write_leaves_only_the_old_file(write, tmp_path, error):
    path = write("old")
    with pytest.raises(error), tables.whole_file(path) as temporary:
        temporary.write_text("ha")
        raise error
    assert path.read_text() == "old"
    assert names(tmp_path) == ["t.tsv"]


def test_a_table_that_cannot_be_written_leaves_no_file(tmp_path):
    class Unprintable:
        def __str__(self):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        tables.write_tsv(pd.DataFrame({"x": ["fine", Unprintable()]}), tmp_path / "t.tsv")
    assert names(tmp_path) == []
