import numpy as np
import pandas as pd
import pytest

from suitability.core.errors import InputError
from suitability.data.formats.common import Matrix, no_annotation
from suitability.data.labels import (
    choose,
    group_replicates,
    join_samples,
    make_labels,
    one_label,
)

JOIN = {"values": "", "samples": "", "pattern": "", "unmatched": "error"}
TABLE = pd.DataFrame(
    {
        "group": ["a", "b", "a", "", "c"],
        "age": ["50", " 61.5", "", "NA", "70"],
        "days": ["900", "899.9", "100", "2000", ""],
        "status": ["dead", "dead", "alive", "alive", "dead"],
        "characteristics": ["er: P; age: 50", "er: N", "er: PP", "", "sex: F"],
    },
    index=["s1", "s2", "s3", "s4", "s5"],
    dtype=object,
)
SURVIVAL = {"time": "days", "event": "status", "negative": ["alive"], "positive": ["dead"]}


def error_of(function, *args, **options):
    with pytest.raises(InputError) as caught:
        function(*args, **options)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def classes(endpoint, table=TABLE):
    labels, words, record = make_labels(table, endpoint, "s.tsv")
    assert labels.dtype == np.int64
    assert labels.index.equals(words.index)
    return labels.to_dict(), words.tolist(), record


# Classes


def test_values_of_a_column():
    assert classes({"column": "group", "negative": ["a"], "positive": ["b"]}) == (
        {"s1": 0, "s2": 1, "s3": 0},
        ["a", "b", "a"],
        ["2 samples left out: other values of 'group' ('' 1, 'c' 1)"],
    )
    assert classes({"column": "group", "negative": ["a", ""], "positive": ["b", "c"]})[2] == []


def test_a_threshold():
    assert classes({"column": "age", "threshold": 61.5}) == (
        {"s1": 0, "s2": 0, "s5": 1},
        ["age at most 61.5", "age at most 61.5", "age above 61.5"],
        ["2 samples left out: no number in 'age'"],
    )


@pytest.mark.parametrize(
    ("days", "status", "label"),
    [
        ("899", "dead", 1),
        ("900", "dead", 0),
        ("901", "dead", 0),
        ("899", "alive", None),
        ("900", "alive", 0),
        ("901", "alive", 0),
        ("0", "dead", 1),
        ("", "dead", None),
        ("899", "lost", None),
        ("901", "lost", None),
    ],
)
def test_survival(days, status, label):
    table = pd.DataFrame({"days": [days, "1", "1e3"], "status": [status, "dead", "alive"]})
    found = classes({**SURVIVAL, "cutoff": 900}, table)[0]
    assert found.get(0) == label
    assert (found[1], found[2]) == (1, 0)


def test_samples_left_out_of_survival_are_counted_by_reason():
    table = pd.concat([TABLE, TABLE.assign(status="lost").iloc[:2]]).set_axis(range(7))
    assert classes({**SURVIVAL, "cutoff": 900}, table) == (
        {0: 0, 1: 1, 3: 0},
        ["no status before 900", "status before 900", "no status before 900"],
        [
            "2 samples left out: other values of 'status' ('lost' 2)",
            "1 samples left out: no number in 'days'",
            "1 samples left out: no event, but followed for less than 900",
        ],
    )


def test_a_time_below_zero_is_a_code_and_no_early_event():
    table = TABLE.assign(days=["900", "899.9", "100", " -999", ""])
    assert error_of(classes, {**SURVIVAL, "cutoff": 900}, table) == (
        "s.tsv: sample 's4', column 'days': -999 is below zero, but times cannot be negative; "
        "correct it, or leave the cell empty if it is missing"
    )
    assert classes({**SURVIVAL, "cutoff": 900}, table.assign(days=["900", "0", "", "950", "950"]))[
        0
    ] == {"s1": 0, "s2": 1, "s4": 0, "s5": 0}


def test_a_decimal_comma_is_refused():
    table = TABLE.assign(age=["50", "0,5", "", "NA", "70"])
    assert error_of(classes, {"column": "age", "threshold": 1}, table) == (
        "s.tsv: sample 's2', column 'age': '0,5' is not a finite number; write decimals with a "
        "point, or leave the cell empty if it is missing"
    )


def test_regular_expressions():
    endpoint = {"column": "characteristics", "regex": True}
    assert classes({**endpoint, "negative": ["er: N"], "positive": [r"er: P\b"]}) == (
        {"s1": 1, "s2": 0},
        ["er: P; age: 50", "er: N"],
        ["3 samples left out: other values of 'characteristics' ('' 1, 'er: PP' 1, 'sex: F' 1)"],
    )


@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [
        (
            {"column": "Group", "threshold": 1},
            "s.tsv: there is no column 'Group'; its columns are 'group', 'age', 'days', 'status', "
            "'characteristics'",
        ),
        (
            {"column": "group", "threshold": 1},
            "s.tsv: sample 's1', column 'group': 'a' is not a finite number; correct it, or leave "
            "the cell empty if it is missing",
        ),
        (
            {**SURVIVAL, "cutoff": 1, "time": "group"},
            "s.tsv: sample 's1', column 'group': 'a' is not a finite number; correct it, or leave "
            "the cell empty if it is missing",
        ),
        (
            {**SURVIVAL, "cutoff": 1, "positive": ["died"]},
            "s.tsv: column 'status' has no value 'died' among the chosen samples; it has 'alive', "
            "'dead'",
        ),
        (
            {**SURVIVAL, "cutoff": 1, "positive": ["alive"]},
            "config: endpoint 'status' has 'alive' both as negative and as positive; assign it to "
            "one class",
        ),
        (
            {"column": "group", "regex": True, "negative": ["("], "positive": ["b"]},
            "config: endpoint.negative: '(' is not a regular expression (missing ), unterminated "
            "subpattern at position 0); correct it",
        ),
        (
            {"column": "group", "regex": True, "negative": ["a"], "positive": ["z"]},
            "config: endpoint.positive: 'z' matches 'group' of no chosen sample of s.tsv; it "
            "holds '', 'a', 'b'",
        ),
        (
            {"column": "group", "regex": True, "negative": ["a"], "positive": ["[ab]"]},
            "s.tsv: sample 's1' is in both classes: its 'group' is 'a'; make the expressions "
            "narrower",
        ),
    ],
)
def test_an_endpoint_that_cannot_be_made_is_refused(endpoint, expected):
    assert error_of(make_labels, TABLE, endpoint, "s.tsv") == expected


def test_where_chooses_by_any_column():
    assert choose(TABLE, {"group": ["a", "b"], "status": ["dead"]}, "s").index.tolist() == [
        "s1",
        "s2",
    ]


# Replicates


def groups(how, column="group", table=TABLE.iloc[:3]):
    return group_replicates(table, column, how, "s.tsv")


def test_the_first_replicate_represents_the_others():
    assert groups("first").to_dict() == {"s1": "s1", "s2": "s2", "s3": "s1"}
    assert groups("error", column="").to_dict() == {"s1": "s1", "s2": "s2", "s3": "s3"}
    assert groups("error", column="days").tolist() == ["s1", "s2", "s3"]


def test_replicates_where_none_may_be_are_refused():
    assert error_of(groups, "error") == (
        "s.tsv: samples 's1' and 's3' are replicates: their 'group' is 'a'; set replicates: "
        "{how: first} or mean"
    )


@pytest.mark.parametrize("word", ["", " ", "NA", "NaN", "nan", "null", " NA "])
@pytest.mark.parametrize("how", ["first", "mean", "error"])
def test_a_sample_without_a_patient_id_is_no_replicate(word, how):
    table = TABLE.assign(patient=["p1", word, "p2", word, "p3"])
    assert error_of(groups, how, "patient", table) == (
        "s.tsv: sample 's2' has no value in column 'patient', which identifies replicates; fill it "
        "in"
    )


def test_replicates_have_one_label():
    labels = pd.Series([0, 1, 0], index=["s1", "s2", "s3"])
    assert one_label(labels, groups("first"), "s.tsv").to_dict() == {"s1": 0, "s2": 1}
    assert error_of(
        one_label, labels.replace({0: 1}).where(labels.index != "s3", 0), groups("first"), "s"
    ) == (
        "s: samples 's1' and 's3' are replicates but are in different classes; correct one of them"
    )


# Joining


def matrix(annotation=None, samples=("x", "y", "z")):
    samples = list(samples)
    if annotation is None:
        annotation = no_annotation(samples)
    return Matrix(np.zeros((1, len(samples))), ["g"], samples, annotation)


def table(**columns):
    frame = pd.DataFrame(columns, dtype=object)
    return frame.set_index(frame.columns[0], drop=False)


def join(matrix, table, **options):
    joined, record = join_samples(matrix, table, JOIN | options, "e.txt", "s.tsv")
    return joined, record


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


@pytest.mark.parametrize("word", ["", "NA", " null"])
def test_samples_without_names_do_not_match_each_other(word):
    word = word.strip()
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
