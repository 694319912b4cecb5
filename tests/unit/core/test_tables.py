import os
import random

import numpy as np
import pandas as pd
import pytest

from suitability.core import tables
from suitability.core.errors import InputError
from suitability.core.runs import RUN


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


FILES = {
    "t.tsv": (lambda path: tables.write_tsv(FRAME, path), tables.read_tsv),
    "t.json": (lambda path: tables.write_json({"a": 1, "b": [2, 3]}, path), tables.read_json),
    "t.parquet": (lambda path: tables.write_parquet(FRAME, path), tables.read_parquet),
    "t.npz": (lambda path: tables.write_arrays(path, a=np.arange(9)), tables.read_arrays),
}


@pytest.mark.parametrize("name", FILES)
def test_any_change_of_a_file_that_a_job_wrote_is_found(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(RUN, f"1 {os.getppid()}")
    (tmp_path / "results").mkdir()
    path = tmp_path / "results" / name
    write, read = FILES[name]
    write(f"results/{name}")
    content = path.read_bytes()
    rng = random.Random(1)
    changed = [content[: rng.randrange(len(content))] for _ in range(20)]
    changed += [b"", content + b"1", content.replace(b"1", b"0", 1)[:-1]]
    for _ in range(200):
        flipped = bytearray(content)
        flipped[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        changed.append(bytes(flipped))
    message = f"^results/{name}: is damaged or was edited; delete it and run again$"
    for damaged in changed:
        path.write_bytes(damaged)
        with pytest.raises(InputError, match=message):
            read(f"results/{name}")
    path.write_bytes(content)
    read(f"results/{name}")
    path.unlink()
    write(f"results/{name}")
    read(f"results/{name}")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.tsv", b"sample\tclass\na\t1\nb\t1\t2\n"),
        ("t.tsv", b"\xff\xfe"),
        ("t.tsv", b""),
        ("t.tsv", b"class\n1\n"),
        ("t.json", b'{"a": 1'),
        ("t.json", b"\xff"),
        ("t.parquet", b"PAR1"),
        ("t.npz", b"PK"),
    ],
)
def test_a_file_that_cannot_be_read_is_reported_without_a_record(write, name, content):
    path = write(content, name)
    options = {"text": ["sample"]} if name == "t.tsv" else {}
    with pytest.raises(InputError, match="is damaged or was edited; delete it and run again"):
        FILES[name][1](path, **options)


def test_a_file_of_elsewhere_is_read(write):
    assert tables.read_tsv(write("x\n1\n"))["x"].tolist() == [1]
    assert tables.read_json(write('{"x": 1}', "t.json")) == {"x": 1}
