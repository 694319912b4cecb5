import pytest

from suitability.core.text import (
    BLANKS,
    clean,
    difference,
    hint,
    letter,
    nearest,
    one_line,
    shown,
    shown_alike,
    some,
)


def test_every_blank_of_unicode_is_cut():
    spaces = {chr(code) for code in range(0x110000) if chr(code).isspace()}
    assert spaces <= set(BLANKS)
    invisible = "\ufeff\u200b\u200c\u200d\u200e\u2060\xad"
    assert clean(f"{BLANKS}a b{invisible}\xa0c{BLANKS}") == f"a b{invisible}\xa0c"


@pytest.mark.parametrize("text", ["", "a", "-1", ".", "_", "e\u0301", "\u0661"])
def test_nothing_else_is_cut(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("cured", "Cured", "upper and lower case"),
        ("a b", "ab", "blanks"),
        ("a b c", "ab  c", "blanks"),
        ("ab c", "a bc", "blanks"),
        ("a b", "a\xa0b", "blanks"),
        ("s\u200b1", "s1", "blanks"),
        ("caf\xe9", "cafe\u0301", "Unicode form"),
        ("\uff11", "1", "Unicode form"),
        ("A\u030a b", "\xe5b", "upper and lower case and Unicode form and blanks"),
        ("a", "a", ""),
        ("a", "b", ""),
        ("a-1", "a1", ""),
    ],
)
def test_the_difference_of_texts_that_look_alike(one, other, expected):
    assert difference(one, other) == difference(other, one) == expected


@pytest.mark.parametrize(
    ("name", "others", "expected"),
    [
        ("S 01", ["s02", "s01"], "s01"),
        ("X01005", ["01006", "01005"], "01005"),
        ("P0001.CEL.gz", ["P0002", "P0001"], "P0001"),
        ("P-003", ["P003", "P030"], "P003"),
        ("a", ["ab", "abc"], None),
        ("05", ["06.CEL", "05.CEL"], "05.CEL"),
        ("tumour", ["normal"], None),
        ("x", [], None),
    ],
)
def test_the_nearest_name(name, others, expected):
    assert nearest(name, others) == expected


def test_hints_at_missing_names():
    assert hint(["z", "S1"], ["s1", "q"]) == (
        " ('s1', which differs from 'S1' in upper and lower case)"
    )
    assert hint(["X0105"], ["0105"]) == " ('X0105' may be '0105')"
    assert hint(["", "abc"], ["abc", "q"]) == ""
    assert shown_alike("\xe9", "e\u0301") == (
        "'\\xe9', which differs from 'e\\u0301' in Unicode form"
    )


def test_values_in_messages():
    assert [shown(value) for value in (True, None, 1.5, "a\nb")] == [
        *("true", "nothing", "1.5", "'a\\nb'")
    ]
    assert shown("x" * 99) == repr("x" * 57 + "...")
    assert some(range(13)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ..."
    assert one_line(ValueError("a\n  b")) == "a b"
    assert [letter(place) for place in (0, 25, 26)] == ["A", "Z", "AA"]
