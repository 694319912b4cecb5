"""The decision tree beside its slow twin."""

import numpy as np
import pytest

from reference import c45 as reference
from suitability.core.errors import InputError
from suitability.permutation_tests.classifiers.c45_kernel import LEAF, added_errors
from suitability.permutation_tests.classifiers.c45_tree import C45Tree
from suitability.permutation_tests.classifiers.naive_bayes import MixedNaiveBayes
from suitability.permutation_tests.tables import bundled_table


def drawn(seed, rows, missing):
    """Return values, classes and categories, with ties, dependency and missing values."""
    rng = np.random.default_rng(seed)
    y = rng.integers(rng.integers(2, 5), size=rows)
    numeric = np.column_stack([rng.normal(y), rng.normal(y % 2).round(), rng.normal(size=rows)])
    categories = np.array([0, 0, 0, 2, 5, 12])
    nominal = np.column_stack(
        [
            (y + rng.integers(2, size=rows)) % 2,
            (y + (numeric[:, 0] > 0)) % 5,
            rng.integers(12, size=rows),
        ]
    )
    X = np.column_stack([numeric, nominal])
    X[rng.random(X.shape) < missing] = np.nan
    return X, y, categories


@pytest.mark.parametrize("missing", [0, 0.1, 0.4])
@pytest.mark.parametrize("seed", range(12))
def test_the_tree_is_that_of_its_slow_twin(seed, missing):
    rows = [8, 25, 60, 120][seed % 4]
    X, y, categories = drawn(seed, rows, missing)
    others = drawn(1000 + seed, 80, missing)[0]
    min_rows, confidence = [1, 2, 5][seed % 3], [0.25, 0.05, 0.5][seed % 3]
    tree = C45Tree(categories, confidence, min_rows).fit(X, y)
    classes = np.unique(y)
    of_rows = [(tuple(x), int(np.searchsorted(classes, c)), 1.0) for x, c in zip(X, y, strict=True)]
    twin = reference.grown_and_pruned(of_rows, categories, len(classes), min_rows, confidence)
    for given in (X, others):
        expected = [classes[reference.call(twin, x, categories)] for x in given]
        assert tree.predict(given).tolist() == expected


@pytest.mark.parametrize("seed", range(150))
def test_small_trees_are_those_of_the_slow_twin(seed):
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(6, 40))
    y = rng.integers(rng.integers(2, 4), size=rows)
    columns = [
        (0, rng.integers(4, size=rows) + y),
        (0, rng.integers(3, size=rows) * 0.1),
        (2, rng.integers(2, size=rows)),
        (3, (y + rng.integers(2, size=rows)) % 3),
        (rows, rng.integers(rows, size=rows)),
        (rows // 2, (y + 2 * rng.integers(rows, size=rows)) % (rows // 2)),
    ]
    chosen = rng.choice(6, rng.integers(1, 5), replace=False)
    if seed % 3 == 0:
        chosen = [4, 5]
    categories = np.array([columns[j][0] for j in chosen])
    X = np.column_stack([columns[j][1] for j in chosen]).astype(float)
    X[rng.random(X.shape) < [0, 0.2][seed % 2]] = np.nan
    tree = C45Tree(categories).fit(X, y)
    classes = np.unique(y)
    of_rows = [(tuple(x), int(np.searchsorted(classes, c)), 1.0) for x, c in zip(X, y, strict=True)]
    twin = reference.grown_and_pruned(of_rows, categories, len(classes))
    # Which rows are together does not show in classes alone.
    assert weights_of_leaves(tree._tree) == pytest.approx(
        sorted(weight for leaf in reference.leaves(twin) for weight in leaf["weights"])
    )
    assert tree.predict(X).tolist() == [classes[reference.call(twin, x, categories)] for x in X]


def weights_of_leaves(tree):
    """Return the class weights of all leaves that can be reached, sorted."""
    found, pending = [], [0]
    while pending:
        node = pending.pop()
        if tree.column[node] == LEAF:
            found.extend(tree.weights[node])
        else:
            pending.extend(range(tree.first[node], tree.first[node] + tree.children[node]))
    return sorted(found)


def test_the_rows_that_a_side_of_a_split_needs_are_at_most_25():
    # 30 of 800 rows are known by a large value; a tenth of the mean of the classes would be 40.
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=800)
    X = rng.normal(size=(800, 1))
    X[:30], y[:30] = 10, 1
    assert C45Tree().fit(X, y)._tree.threshold[0] < 10
    assert (C45Tree().fit(X, y).predict(X[:30]) == 1).all()


def test_thresholds_are_values_of_training_rows_up_to_the_middle():
    near = np.nextafter(1.0, 2.0)
    X = np.repeat([1.0, near], 10)[:, None]
    y = np.repeat([0, 1], 10)
    assert (C45Tree().fit(X, y).predict(X) == y).all()
    # 0.17 stands in the middle of 0.16 and 0.18, which rounding puts below it.
    X = np.column_stack([np.repeat([0, 0, 1], 10), np.repeat([0.16, 0.18, 0.17], 10)])
    y = np.repeat([0, 1, 2], 10)
    tree = C45Tree(np.array([2, 0])).fit(X, y)
    assert tree.predict([[0, 0.17], [0, 0.175]]).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"min_rows": 0}, "min_rows: 0 given"), ({"confidence": 0.6}, "confidence: 0.6 given")],
)
def test_parameters_that_no_tree_can_have_are_refused(parameters, message):
    with pytest.raises(InputError, match=message):
        C45Tree(**parameters).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("estimator", [C45Tree(), MixedNaiveBayes()], ids=["tree", "naive Bayes"])
def test_arrays_that_do_not_fit_are_refused(estimator):
    X, y = np.random.default_rng(0).normal(size=(60, 6)), np.arange(60) % 2
    for wrong in ((X, y[:10]), (X[:, :0], y), (np.where(X > 2, np.inf, X), y)):
        with pytest.raises(ValueError):
            estimator.fit(*wrong)
    estimator.fit(X, y)
    for columns in (2, 5):
        with pytest.raises(ValueError, match="features"):
            estimator.predict(X[:, :columns])
    with pytest.raises(InputError, match="categories: 2 given"):
        estimator.set_params(categories=np.zeros(2, int)).fit(X, y)


def test_the_units_of_columns_do_not_matter():
    table = bundled_table("breast_cancer")
    expected = C45Tree().fit(table.X, table.y).predict(table.X)
    for unit in (1e-9, 1e9):
        assert (C45Tree().fit(table.X * unit, table.y).predict(table.X * unit) == expected).all()


def test_pessimistic_errors_are_those_of_c45():
    # Quinlan (1993), Section 4.2: limits of 0 of 6, 0 of 9 and 0 of 1 errors.
    found = [added_errors(rows, 0.0, 0.25, 0.6745) / rows for rows in (6.0, 9.0, 1.0)]
    assert found == pytest.approx([0.206, 0.143, 0.750], abs=0.001)


def test_the_gain_of_a_numeric_split_is_corrected_as_in_c45():
    # 14 of 16 rows on each side are of one class: a gain of 14.6 bits; that 29 thresholds are
    # possible takes 4.9 off.
    y = np.repeat([0, 1], 16)
    y[[3, 9, 20, 27]] ^= 1
    x = np.arange(32.0)[:, None]
    assert (C45Tree().fit(x, y).predict(x) == np.repeat([0, 1], 16)).all()
    # With 11 of 16 the gain is 3.3 bits, and 13 thresholds cost 3.7. One costs nothing.
    y[[1, 5, 12, 17, 22, 30]] ^= 1
    assert len(set(C45Tree(confidence=0.5, min_rows=10).fit(x, y).predict(x))) == 1
    called = C45Tree(confidence=0.5).fit(x > 15, y).predict(x > 15)
    assert (called == np.repeat([0, 1], 16)).all()


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (np.ones((6, 2)), [0, 1, 1, 0, 1, 1]),
        (np.full((6, 2), np.nan), [0, 1, 1, 0, 1, 1]),
        (np.arange(4.0)[:, None], [1, 1, 1, 1]),
        (np.array([[1.0]]), [1]),
    ],
    ids=["constant", "missing", "one class", "one row"],
)
def test_without_a_split_the_most_frequent_class_is_called(X, y):
    assert set(C45Tree().fit(X, y).predict(X)) == {1}


def test_an_unknown_category_is_named():
    tree = C45Tree(np.array([2])).fit([[0], [1], [0], [1]], [0, 1, 0, 1])
    with pytest.raises(InputError, match="column 0 has a value that is none of its 2 categories"):
        tree.predict([[2]])
    with pytest.raises(InputError, match="column 0"):
        C45Tree(np.array([2])).fit([[0], [0.5]], [0, 1])
