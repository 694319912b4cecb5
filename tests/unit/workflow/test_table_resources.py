"""Time and memory of the permutation tests of tables."""

import pytest

from suitability.permutation_tests.classifiers.of_paper import CLASSIFIERS
from suitability.permutation_tests.tables import BUNDLED, bundled_table
from suitability.workflow.table_resources import (
    BUNDLED_SHAPES,
    seconds_of_error,
    table_memory,
    table_minutes,
    table_shape,
)


def stanza(file="", folds=10, training_rows=None, randomisations=100, bundled=None):
    return {
        "file": str(file),
        "bundled": bundled,
        "folds": folds,
        "training_rows": training_rows,
        "randomisations": randomisations,
    }


def test_shapes_are_those_of_the_tables(tmp_path):
    for name in BUNDLED:
        table = bundled_table(name)
        assert BUNDLED_SHAPES[name] == (*table.X.shape, table.y.max() + 1)
        assert table_shape(stanza(bundled=name)) == BUNDLED_SHAPES[name]
    path = tmp_path / "a.arff"
    path.write_text(
        "% a\n@relation r\n@ATTRIBUTE a real\n@attribute c {x,y,z}\n@data\n\n1,x\n?,y\n"
    )
    assert table_shape(stanza(path)) == (2, 1, 3)


@pytest.mark.parametrize("classifier", CLASSIFIERS)
def test_time_grows_with_rows_randomisations_and_folds(classifier):
    small, large = BUNDLED_SHAPES["iris"], BUNDLED_SHAPES["breast_cancer"]
    usual = stanza(bundled="iris")
    assert 0.0003 < seconds_of_error(classifier, small, usual) < 0.1
    for other in (seconds_of_error(classifier, large, usual),):
        assert other > seconds_of_error(classifier, small, usual)
    more = table_minutes(classifier, stanza(bundled="iris", randomisations=1000), 10)
    assert more == pytest.approx(table_minutes(classifier, usual, 10) * 2010 / 210)
    folds = {f: seconds_of_error(classifier, small, stanza(folds=f)) for f in (10, "leave-one-out")}
    # The nearest neighbour has nothing to fit.
    times = 1 if classifier == "nearest_neighbour" else 2
    assert folds["leave-one-out"] >= times * folds[10]


def test_memory_has_all_distances_and_products_only_where_they_are_kept(tmp_path):
    path = tmp_path / "a.arff"
    for rows, distances, products in ((5000, 800, 400), (7000, 0, 784), (9000, 0, 0)):
        path.write_text("@attribute a real\n@attribute c {x,y}\n@data\n" + "1,x\n" * rows)
        memory = {name: table_memory(name, stanza(path)) for name in CLASSIFIERS}
        assert memory["nearest_neighbour"] - memory["naive_bayes"] == pytest.approx(
            distances, abs=1
        )
        assert memory["svm"] == pytest.approx(memory["decision_tree"] + 200 + products, abs=1)
