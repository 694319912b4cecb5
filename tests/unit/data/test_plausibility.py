import numpy as np
import pandas as pd
import pytest

from suitability.core.errors import InputError
from suitability.data.formats.matrix import Matrix, no_annotation
from suitability.data.plausibility import check_numbers, look_at_matrix, warn_of_dates


def check(*words):
    words = pd.Series(words, index=[f"s{i}" for i in range(len(words))], dtype=object)
    numbers = words.map(lambda word: float(word) if word else np.nan)
    return check_numbers(words, numbers, "age", "s.tsv")


AGES = ("50", "61.5", "", "70")


@pytest.mark.parametrize("code", ["-9", "-99", "-666", "-999.0", "-9999", "999", "9999", "99999."])
def test_a_code_for_missing_is_refused(code):
    with pytest.raises(InputError) as caught:
        check(*AGES, code, "66", code)
    number = f"{float(code):g}"
    assert str(caught.value) == (
        f"s.tsv: column 'age' is {number} for 2 samples, such as 's4', and 50 to 70 for the "
        "others, so that it looks like a code for a missing value; leave these cells empty, or "
        f"write {number}e0 if it is a true value"
    )
    assert check(*AGES, f"{number}e0", "66") == []


@pytest.mark.parametrize(
    "words",
    [
        AGES,
        ("998", "999", "1000", "1010"),
        ("-12", "-9", "3", "5"),
        ("999", "999"),
        ("100", "6000", "9999"),
        ("1", "2", "98", "100"),
    ],
    ids=["no code", "among the others", "negative too", "nothing else", "not far", "no code above"],
)
def test_a_true_value_is_no_code(words):
    assert check(*words) == []


def test_a_code_that_is_not_far_away_brings_a_warning():
    assert check("100", "6000", "9999", "9999") == [
        "s.tsv: column 'age' is 9999 for 2 samples, such as 's2', and 100 to 6000 for the others; "
        "if it is a code for a missing value, leave these cells empty"
    ]


def test_points_between_thousands_are_refused():
    with pytest.raises(InputError) as caught:
        check("987", "1.144", "", "12")
    assert str(caught.value) == (
        "s.tsv: sample 's1', column 'age': '1.144' may have a point between thousands, since the "
        "other numbers are whole and below 1000; write 1144, or 1.144e0 if the point is the "
        "decimal one"
    )
    for words in (
        ("987", "1.144e0", "12"),
        ("7", "1.144", "12"),
        ("987", "1.14", "1.144"),
        ("987.0", "1.144"),
        ("1987", "1.144"),
        ("987", "0.144"),
    ):
        assert check(*words) == []


def matrix(values, features=None, names=()):
    values = np.asarray(values, float)
    features = features or [f"g{i}" for i in range(len(values))]
    samples = [f"s{i}" for i in range(values.shape[1])]
    return Matrix(values, features, samples, no_annotation(samples), names=names)


RANDOM = np.random.default_rng(1).normal(8, 1, size=(30, 8))


@pytest.mark.parametrize("first", [0, 1])
def test_running_numbers_bring_a_warning(first):
    values = RANDOM.copy()
    values[4] = np.array([3, 1, 0, 2, 7, 6, 5, 4]) + first
    values[5] = values[4] + 2
    values[6] = np.minimum(values[4], first + 6)
    assert look_at_matrix("e.csv", matrix(values), True) == [
        f"e.csv: feature 'g4' has the numbers {first} to {first + 7}, one for each sample; if it "
        "only numbers the samples, remove it or list it under annotation"
    ]


def test_ranks_and_few_samples_have_no_running_numbers():
    assert look_at_matrix("e.csv", matrix(RANDOM.argsort(axis=1)), True) == []
    assert look_at_matrix("e.csv", matrix([[0, 1, 2, 3, 4]]), True) == []


def test_row_numbers_of_pandas_bring_a_warning():
    features = ["Unnamed: 0", *(f"g{i}" for i in range(29))]
    assert look_at_matrix("e.csv", matrix(RANDOM, features), False) == [
        "e.csv: 'Unnamed: 0' may be row numbers that pandas wrote; if so, remove them or list them "
        "under annotation"
    ]


@pytest.mark.parametrize(
    "name",
    [
        *("1-Mar", "2-Sep", "Mar-01", "10-Dec", "1. Mrz", "2023-03-01", "2023-03-01 00:00:00"),
        *("SEPT-2", "03/01/2023"),
    ],
)
def test_names_that_are_dates_bring_a_warning(name):
    assert warn_of_dates("e.csv", ["TP53", name], "features") == [
        f"e.csv: 1 features look like dates, '{name}', which spreadsheets make of gene symbols "
        "such as MARCH1; use a file that no spreadsheet has changed"
    ]


@pytest.mark.parametrize(
    "name", ["MARCH1", "SEPT2", "DEC1", "1007_s_at", "1-x", "12", "MAR-A1", ""]
)
def test_other_names_are_no_dates(name):
    assert warn_of_dates("e.csv", [name], "features") == []


def test_points_between_thousands_of_values_bring_a_warning():
    counts = np.random.default_rng(1).integers(1, 4000, size=(40, 8))
    shown = np.where(counts > 999, counts / 1000, counts)
    (warning,) = look_at_matrix("e.csv", matrix(shown), True)
    assert warning.startswith("e.csv: whole numbers up to 99")
    assert warning.endswith("if the point separates thousands, save the file without it")
    assert look_at_matrix("e.csv", matrix(shown), False) == []
    assert look_at_matrix("e.csv", matrix(counts), True) == []
    assert look_at_matrix("e.csv", matrix(np.round(RANDOM, 3)), True) == []
    assert look_at_matrix("e.csv", matrix(np.round(100 * RANDOM, 3)), True) == []
    assert look_at_matrix("e.csv", matrix(np.where(counts > 999, counts / 16, counts)), True) == []


def test_missing_values_are_passed_over():
    assert look_at_matrix("e.csv", matrix(np.full((3, 8), np.nan)), True) == []
