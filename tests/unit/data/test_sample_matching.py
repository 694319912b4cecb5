import numpy as np
import pandas as pd
import pytest

from suitability.core.errors import InputError
from suitability.data.formats.matrix import Matrix, no_annotation
from suitability.data.sample_matching import join_samples

JOIN = {"values": "", "samples": "", "pattern": "", "unmatched": "error"}


def error_of(function, *args, **options):
    with pytest.raises(InputError) as caught:
        function(*args, **options)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def matrix(annotation=None, samples=("x", "y", "z")):
    samples = list(samples)
    if annotation is None:
        annotation = no_annotation(samples)
    return Matrix(np.zeros((1, len(samples))), ["g"], samples, annotation)


def table(**columns):
    frame = pd.DataFrame(columns, dtype=object)
    return frame.set_index(frame.columns[0], drop=False)


def join(matrix, table, **options):
    joined, notes = join_samples(matrix, table, JOIN | options, "e.txt", "s.tsv")
    assert notes.warnings == ()
    return joined, list(notes.left_out)


def test_samples_are_matched_by_their_ids_in_the_order_of_their_table():
    joined, record = join(matrix(), table(id=["z", "x", "y"], group=["3", "1", "2"]))
    assert joined.index.tolist() == ["z", "x", "y"]
    assert joined["group"].tolist() == ["3", "1", "2"]
    assert joined["id"].tolist() == ["z", "x", "y"]
    assert record == []


def test_samples_are_matched_by_title_and_part_of_a_file_name():
    own = pd.DataFrame({"title": ["P1", "P2", "P3"], "age": ["1", "2", "3"]}, index=["x", "y", "z"])
    about = table(no=["1", "2", "3"], file=["P3.CEL", "P1.CEL", "P2.CEL"], age=["30", "10", "20"])
    joined, _ = join(matrix(own), about, values="title", samples="file", pattern=r"(.+)\.CEL")
    assert joined.index.tolist() == ["z", "x", "y"]
    assert joined["title"].tolist() == ["P3", "P1", "P2"]
    assert joined["age"].tolist() == ["30", "10", "20"]
    whole, _ = join(matrix(own), about, values="title", samples="file", pattern=r"P\d")
    assert whole.equals(joined)


def test_samples_of_one_file_only_may_be_left_out_and_are_counted():
    joined, record = join(
        matrix(), table(id=["y", "w", "v"], group=["2", "0", "0"]), unmatched="drop"
    )
    assert joined.index.tolist() == ["y"]
    assert record == [
        "2 samples left out: only in the file of values",
        "2 samples left out: only in the table of samples",
    ]


@pytest.mark.parametrize("word", ["", "NA", "null"])
def test_samples_without_names_do_not_match_each_other(word):
    own = pd.DataFrame({"title": ["P1", word, word]}, index=["x", "y", "z"])
    about = table(no=["1", "2", "3"], file=["P1.CEL", f"{word}.CEL", "other"], n=["1", "2", "3"])
    options = {"values": "title", "samples": "file", "pattern": r"(.*)\.CEL"}
    joined, record = join(matrix(own), about, **options, unmatched="drop")
    assert joined["n"].to_dict() == {"x": "1"}
    assert record == [
        "2 samples left out: only in the file of values",
        "2 samples left out: only in the table of samples",
    ]
    assert error_of(join, matrix(own), about, **options) == (
        "e.txt: 2 of 3 samples are not in s.tsv: 'y', 'z'; both files must have the same samples, "
        "or set join: {unmatched: drop}"
    )


def test_an_id_may_be_na():
    joined, record = join(matrix(samples=["x", "NA"]), table(id=["NA", "x"], n=["1", "2"]))
    assert joined["n"].to_dict() == {"NA": "1", "x": "2"}
    assert record == []


def test_no_sample_in_common_is_refused():
    assert error_of(join, matrix(), table(id=["a", "b"], n=["1", "2"]), unmatched="drop") == (
        "s.tsv: none of its 2 samples ('a', 'b') is in e.txt ('x', 'y', 'z'); correct the ids, or "
        "describe under join how they match"
    )


def test_a_table_of_samples_without_a_header_does_not_lose_its_first_sample():
    assert error_of(join, matrix(), table(x=["y", "z"], cured=["a", "b"]), unmatched="drop") == (
        "s.tsv: line 1 holds the sample 'x' where column names are expected; add a header line "
        "above it"
    )


def test_without_a_table_the_file_of_values_describes_the_samples():
    own = pd.DataFrame({"title": ["P1", "P2", "P3"]}, index=["x", "y", "z"])
    joined, record = join(matrix(own), None)
    assert joined.equals(own)
    assert record == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            {"samples": "file"},
            "s.tsv: there is no column 'file'; its columns are 'id', 'name'",
        ),
        (
            {"values": "name"},
            "e.txt: there is no column 'name'; its columns are 'title'",
        ),
        (
            {"values": "title"},
            "e.txt: 'title' is 'P1' for two samples, so that it cannot identify them; choose "
            "another column for join.values",
        ),
        (
            {"pattern": "*"},
            "config: join.pattern: '*' is not a regular expression (nothing to repeat at position "
            "0); "
            "correct it",
        ),
        (
            {"pattern": "CEL"},
            "config: join.pattern: 'CEL' matches no cell of s.tsv, such as 'x'; correct it",
        ),
        (
            {"samples": "name"},
            "e.txt: 1 of 3 samples are not in s.tsv: 'z'; both files must have the same samples, "
            "or set join: {unmatched: drop}",
        ),
        (
            {"pattern": "[xy]"},
            "e.txt: 1 of 3 samples are not in s.tsv: 'z'; both files must have the same samples, "
            "or set join: {unmatched: drop}",
        ),
    ],
)
def test_what_cannot_be_joined_is_refused(options, expected):
    own = pd.DataFrame({"title": ["P1", "P1", "P2"]}, index=["x", "y", "z"])
    about = table(id=["x", "y", "z"], name=["x", "y", "x"])
    assert error_of(join, matrix(own), about, **options) == expected


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (["X", "y", "z"], "'x' ('X', which differs from 'x' in upper and lower case)"),
        (["y", "z", "x\xa0"], "'x' ('x\\xa0', which differs from 'x' in blanks)"),
        (["y", "z", "w"], "'x'"),
    ],
)
def test_the_nearest_id_of_the_other_file_is_shown(ids, expected):
    assert error_of(join, matrix(), table(id=ids, n=["1", "2", "3"])) == (
        f"e.txt: 1 of 3 samples are not in s.tsv: {expected}; both files must have the same "
        "samples, or set join: {unmatched: drop}"
    )


def test_samples_left_out_that_look_like_others_bring_a_warning():
    about = table(id=["X", "y", "q"], n=["1", "2", "3"])
    _, notes = join_samples(matrix(), about, JOIN | {"unmatched": "drop"}, "e.txt", "s.tsv")
    assert notes.warnings == (
        "e.txt: 1 samples left out look like samples of the other file: 'X', which differs from "
        "'x' in upper and lower case; write them alike, or they stay out",
    )
