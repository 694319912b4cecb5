import numpy as np
import pandas as pd
import pytest

from suitability.core.errors import InputError
from suitability.data.labels import (
    check_columns,
    choose,
    group_replicates,
    make_labels,
    one_label,
)

TABLE = pd.DataFrame(
    {
        "group": ["a", "b", "a", "", "c"],
        "age": ["50", "61.5", "", "NA", "70"],
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
    labels, words, notes = make_labels(table, endpoint, "s.tsv")
    assert labels.dtype == np.int64
    assert labels.index.equals(words.index)
    assert notes.warnings == ()
    return labels.to_dict(), words.tolist(), list(notes.left_out)


# Classes


def test_values_of_a_column():
    assert classes({"column": "group", "negative": ["a"], "positive": ["b"]}) == (
        {"s1": 0, "s2": 1, "s3": 0},
        ["a", "b", "a"],
        ["2 samples left out: other values of 'group' (no value 1, 'c' 1)"],
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
        [
            "3 samples left out: other values of 'characteristics' (no value 1, 'er: PP' 1, "
            "'sex: F' 1)"
        ],
    )


@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [
        (
            {"column": "Group", "threshold": 1},
            "s.tsv: there is no column 'Group'; its columns are 'group', 'age', 'days', 'status', "
            "'characteristics'; did you mean 'group'?",
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
    chosen, notes = choose(TABLE, {"group": ["a", "b"], "status": ["dead"]}, "s")
    assert chosen.index.tolist() == ["s1", "s2"]
    assert notes.left_out == (
        "2 samples left out by where: other values of 'group' (no value 1, 'c' 1)",
        "1 samples left out by where: other values of 'status' ('alive' 1)",
    )
    assert notes.warnings == ()


def test_a_sample_of_which_where_chooses_another_row_is_not_left_out():
    table = pd.DataFrame(
        {"dye": ["Cy3", "Cy5", "Cy3"], "group": ["a", "b", "c"]}, index=["s1", "s1", "s2"]
    )
    chosen, notes = choose(table, {"dye": ["Cy5"]}, "s")
    assert chosen["group"].tolist() == ["b"]
    assert notes.left_out == ("1 samples left out by where: other values of 'dye' ('Cy3' 1)",)


ALIKE = TABLE.assign(group=["a", "A", "b", "b\xa0b", "b b"])


def test_values_that_look_like_a_wanted_one_bring_a_warning():
    expected = (
        "s.tsv: column 'group' of 1 samples is 'A', which differs from 'a' in upper and lower "
        "case; write them alike, or list both in the config",
        "s.tsv: column 'group' of 1 samples is 'b\\xa0b', which differs from 'b b' in blanks; "
        "write them alike, or list both in the config",
    )
    assert choose(ALIKE, {"group": ["a", "b b"]}, "s.tsv")[1].warnings == expected
    endpoint = {"column": "group", "negative": ["a"], "positive": ["b b"]}
    assert make_labels(ALIKE, endpoint, "s.tsv")[2].warnings == expected
    endpoint = {**endpoint, "negative": ["a", "A"]}
    assert make_labels(ALIKE, endpoint, "s.tsv")[2].warnings == expected[1:]
    assert error_of(choose, ALIKE, {"group": ["B"]}, "s.tsv") == (
        "s.tsv: column 'group' has no value 'B' among the chosen samples; it has 'A', 'a', 'b', "
        "'b b', 'b\\xa0b'; 'b', which differs from 'B' in upper and lower case"
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        {"column": "group", "negative": ["a"], "positive": ["b"]},
        {"column": "group", "negative": ["^a"], "positive": ["^b"], "regex": True},
        {"column": "group", "threshold": 1},
    ],
)
def test_columns_that_look_alike_bring_a_warning(endpoint):
    words = ["1", "2", "", "NA"] if "threshold" in endpoint else ["a", "b", "", "NA"]
    table = pd.DataFrame(
        {"group": words, "Group": ["", "1", "1", "1"], "GROUP ": ["", "1", "", ""]},
        index=["s1", "s2", "s3", "s4"],
        dtype=object,
    )
    assert make_labels(table, endpoint, "s.tsv")[2].warnings == (
        "s.tsv: column 'group' is empty for 2 samples that have a value in 'Group'; the names "
        "differ in upper and lower case; give both columns one name",
    )


def test_codes_for_missing_are_refused_where_numbers_make_classes():
    coded = TABLE.assign(age=["50", "61.5", "-666", "58", "70"], days=["1", "2", "9999", "9", "7"])
    assert "column 'age' is -666 for 1 samples, such as 's3', and 50 to 70" in error_of(
        make_labels, coded, {"column": "age", "threshold": 61}, "s.tsv"
    )
    assert "column 'days' is 9999 for 1 samples, such as 's3', and 1 to 9" in error_of(
        make_labels, coded, {**SURVIVAL, "cutoff": 5}, "s.tsv"
    )


@pytest.mark.parametrize("word", ["=B2", "=", "#REF!", "#DIV/0!"])
def test_cells_of_a_workbook_without_a_value_are_refused(word):
    kind = "an error" if word[0] == "#" else "a formula without a stored result"
    table = TABLE.assign(group=["a", "b", word, "a", word])
    assert error_of(choose, table, {"group": ["a"]}, "s.xlsx") == (
        f"s.xlsx: column 'group': '{word}' is {kind}; correct it in the workbook, and save it with "
        "a spreadsheet program"
    )
    assert choose(table, {"status": ["dead"]}, "s.xlsx")[0].index.tolist() == ["s1", "s2", "s5"]


def test_a_column_that_is_a_feature_is_named():
    stanza = {"where": {}, "endpoint": {"column": "g1"}, "replicates": {"column": ""}}
    assert error_of(check_columns, TABLE, ["g1", "g2"], stanza, "e.arff") == (
        "e.arff: 'g1' is read as a feature, since it is numeric; list it under annotation in the "
        "config"
    )
    stanza["endpoint"] = {"random": True}
    stanza["where"] = {"Days": ["1"]}
    assert error_of(check_columns, TABLE, ["g1"], stanza, "e.arff").endswith("did you mean 'days'?")
    stanza["where"] = {}
    check_columns(TABLE, ["days"], stanza | {"endpoint": SURVIVAL}, "e.arff")


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


@pytest.mark.parametrize("word", ["", "NA", "NaN", "nan", "null"])
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
        "s: samples 's1' and 's3' are replicates but are in different classes; correct one of "
        "them, or leave replicates out if they are a pair, such as tumour and normal of one patient"
    )
