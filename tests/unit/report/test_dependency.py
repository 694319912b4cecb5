"""What the report says of the permutation tests of feature sets."""

import re

from suitability.report.dependency import (
    candidate_sentences,
    dependency_sentence,
    uses_dependency,
)

from .conftest import set_tests_of


def test_test_2_is_read_only_where_test_1_is_significant():
    table = set_tests_of(True)
    assert uses_dependency(table) == {"NC": "not shown", "LDA": "yes", "QDA": "yes"}
    table.loc[(table["candidate"] == "QDA") & (table["test"] == "labels"), "significant"] = False
    assert uses_dependency(table)["QDA"] == "not examined"
    found = candidate_sentences(table)
    assert "Test 2" in found[1] and found[1].endswith("between features: yes.")
    assert found[2].endswith("it is not significant, so Test 2 is not shown.")
    assert "no." not in " ".join(found)


def test_an_endpoint_has_one_line():
    assert dependency_sentence(set_tests_of(True)) == (
        "Uses the dependency between features: yes for LDA and QDA; not shown for NC."
    )
    assert dependency_sentence(set_tests_of(False)) == (
        "Uses the dependency between features: not examined for NC, LDA and QDA (no better "
        "than with permuted labels)."
    )
    table = set_tests_of(True).assign(significant=True)
    assert "NC cannot use it: " in dependency_sentence(table)
    assert "NC (cannot use dependency)" in candidate_sentences(table)[0]


def test_a_candidate_that_wins_nothing_has_no_share():
    table = set_tests_of(True).assign(won=0, share=float("nan"), chance=float("nan"))
    assert "nan" not in " ".join(candidate_sentences(table))
    assert "it wins none" in candidate_sentences(table)[0]


def test_the_page_has_the_line_and_the_part(page):
    assert (
        page.count("Uses the dependency between features: yes for LDA and QDA; not shown for NC.")
        == 2
    )
    assert re.search(r'<details id="permutation-tests">.*NC \(cannot use dependency\)', page, re.S)
