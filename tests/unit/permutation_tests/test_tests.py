"""Randomisations, errors, p-values and the function for any classifier."""

import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import GroupKFold, LeaveOneOut, permutation_test_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

import suitability
from reference import permutation_tests as reference
from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.permutation_tests.classifiers.of_paper import CLASSIFIERS, ScaledSVM, classifier
from suitability.permutation_tests.measured_errors import measured_errors
from suitability.permutation_tests.p_values import (
    largest_monte_carlo_error,
    mean_p_value,
    monte_carlo_error,
    p_interval,
    p_values,
    significant,
)
from suitability.permutation_tests.power import (
    correct_by_correlation,
    power_of_columns_test,
    power_of_labels_test,
    rows_needed,
)
from suitability.permutation_tests.randomisations import (
    RANDOMISATIONS,
    permute_columns_within_classes,
    randomised,
)
from suitability.permutation_tests.result_tables import rendered
from suitability.permutation_tests.row_splits import draw_validation, error
from suitability.permutation_tests.sequential import sequential_ratio_test, stop_at_exceedances
from suitability.permutation_tests.simulation import simulated_table
from suitability.permutation_tests.tables import Table, bundled_table, numeric_table, read_table
from suitability.permutation_tests.toy_data import toy_table
from suitability.report.published import (
    permutation_test_rows,
    power_rows,
    published_table,
    toy_rows,
    verdict_rows,
    win_percentage_rows,
)


def mixed(seed=0, rows=40, missing=0.1):
    """Return a table with numeric and nominal columns and missing values."""
    rng = np.random.default_rng(seed)
    y = rng.integers(3, size=rows)
    X = np.column_stack([rng.normal(y), rng.normal(size=rows), rng.integers(4, size=rows)])
    X = np.column_stack([X, np.minimum(y, 1) ^ (rng.random(rows) < 0.2)])
    X[rng.random(X.shape) < missing] = np.nan
    return Table(X, y, np.array([0, 0, 4, 2]))


@pytest.mark.parametrize(
    ("name", "mean_2", "sd_2", "p_2"),
    [("D_1", 0.06, 0.06, (0.29, 0.48)), ("D_2", 0.62, 0.14, None)],
)
def test_the_toy_data_of_the_paper(name, mean_2, sd_2, p_2):
    table, errors = toy_table(name), {}
    for test, count in (("original", 10), ("labels", 999), ("columns", 999)):
        errors[test] = measured_errors(
            table, "nearest_neighbour", test, range(count), "leave-one-out", 1
        )
    assert (errors["original"] == 0).all()
    assert errors["labels"].mean() == pytest.approx(0.53, abs=0.03)
    assert errors["labels"].std() == pytest.approx(0.14, abs=0.02)
    assert mean_p_value(errors["original"], errors["labels"]) == pytest.approx(0.001)
    assert errors["columns"].mean() == pytest.approx(mean_2, abs=0.02)
    assert errors["columns"].std() == pytest.approx(sd_2, abs=0.02)
    p = mean_p_value(errors["original"], errors["columns"])
    assert p == pytest.approx(0.001) if p_2 is None else p_2[0] < p < p_2[1]


def test_the_function_has_a_sequential_test_that_says_how_many_randomisations_it_used():
    table = simulated_table(0.0, 0.5, np.random.default_rng(0))
    for sequential in ("besag-clifford", "wald"):
        found = suitability.permutation_tests(
            GaussianNB(), table.X, table.y, n_permutations=500, sequential=sequential
        )
        assert found.decided == "not significant" and found.pvalue > 0.05
        assert 10 <= len(found.permutation_scores) < 200
    with pytest.raises(InputError, match="allowed are None, besag-clifford, wald"):
        suitability.permutation_tests(GaussianNB(), table.X, table.y, sequential="yes")


def test_the_function_does_not_depend_on_processes_and_takes_mixed_frames():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.normal(size=30), "b": rng.integers(3, size=30)})
    frame.index = frame.index + 100
    seen = []

    class Looking(GaussianNB):
        def fit(self, X, y):
            seen.append(X)
            return super().fit(X, y)

    y = np.repeat([0, 1], 15)
    suitability.permutation_tests(Looking(), frame, y, test="columns", n_permutations=2, cv=3)
    assert len(seen) == 9
    assert all(each.dtypes.equals(frame.dtypes) for each in seen)
    one, two = (
        suitability.permutation_tests(GaussianNB(), frame, y, n_permutations=9, n_jobs=n_jobs)
        for n_jobs in (None, 2)
    )
    assert (one.permutation_scores == two.permutation_scores).all()


def test_the_full_permutation_is_close_to_test_1():
    table = simulated_table(0.0, 0.3, np.random.default_rng(1))
    labels, full = (
        suitability.permutation_tests(GaussianNB(), table.X, table.y, test=test, n_permutations=99)
        for test in ("labels", "full")
    )
    means = labels.permutation_scores.mean(), full.permutation_scores.mean()
    assert means[0] == pytest.approx(means[1], abs=0.02)
    assert labels.pvalue == full.pvalue == 0.01


@pytest.mark.parametrize("classifier_name", ["naive_bayes", "nearest_neighbour"])
def test_the_mean_p_with_ties_is_conservative(classifier_name):
    for test in ("labels", "columns"):
        p = []
        for study in range(60):
            rng = np.random.default_rng(study)
            table = numeric_table(rng.normal(size=(20, 2)), rng.permutation([0, 1] * 10))
            observed = measured_errors(table, classifier_name, "original", range(10), 5, study)
            errors = measured_errors(table, classifier_name, test, range(39), 5, study)
            p.append(mean_p_value(observed, errors))
        # At most 0.05 and 0.2 in expectation, with two standard errors of 60 studies.
        assert np.mean(np.array(p) <= 0.05) <= 0.05 + 0.06
        assert np.mean(np.array(p) <= 0.2) <= 0.2 + 0.1


@pytest.mark.parametrize("test", RANDOMISATIONS)
def test_randomisations_keep_classes_columns_and_missing_values(test):
    table = mixed()
    X, y = randomised(test, table.X, table.y, np.random.default_rng(1))
    assert (np.bincount(y) == np.bincount(table.y)).all()
    assert np.array_equal(np.sort(X, axis=0), np.sort(table.X, axis=0), equal_nan=True)
    assert not (np.array_equal(X, table.X, equal_nan=True) and np.array_equal(y, table.y))
    if test == "labels":
        assert X is table.X
    if test == "columns":
        assert (y == table.y).all()
        for c in range(3):
            own, before = np.sort(X[y == c], axis=0), np.sort(table.X[y == c], axis=0)
            assert np.array_equal(own, before, equal_nan=True)


def test_groups_with_the_same_classes_change_places_column_by_column():
    # Six patients with tumour and normal tissue, four with two tumours, and one like no other.
    groups = np.repeat(np.arange(11), [2] * 10 + [3])
    y = np.concatenate([[0, 1] * 6, [1, 1] * 4, [0, 0, 1]])
    X = np.repeat((100.0 * groups + y)[:, None], 4, axis=1)
    drawn, labels = permute_columns_within_classes(X, y, np.random.default_rng(0), groups)
    assert (labels == y).all() and (drawn[groups == 10] == X[groups == 10]).all()
    sources, classes = drawn // 100, drawn % 100
    assert (classes == y[:, None]).all()
    for first, last in ((0, 6), (6, 10)):
        for column in sources.T:
            of_group = [set(column[groups == group]) for group in range(first, last)]
            assert all(len(each) == 1 for each in of_group)
            assert set.union(*of_group) == set(range(first, last))
    assert len({tuple(column) for column in sources.T}) == 4


def test_folds_are_stratified_and_take_a_class_of_one_row():
    y = np.array([0] * 23 + [1] * 11 + [2])
    order, folds = draw_validation(y, 5, np.random.default_rng(0))
    assert (np.sort(order) == np.arange(35)).all() and (np.diff(folds) >= 0).all()
    assert (np.bincount(folds) == 7).all()
    for c in (0, 1):
        sizes = np.bincount(folds[y[order] == c], minlength=5)
        assert sizes.max() - sizes.min() <= 1
    order, folds = draw_validation(y, {"training_rows": 30}, np.random.default_rng(0))
    assert (folds == [-1] * 30 + [0] * 5).all()
    for cv in (1, 36, {"training_rows": 35}):
        with pytest.raises(InputError, match="cv: "):
            draw_validation(y, cv, np.random.default_rng(0))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cv", [4, "leave-one-out"])
def test_shortcuts_give_the_errors_of_the_naive_twins(seed, cv):
    table = mixed(seed)
    order, folds = draw_validation(table.y, cv, np.random.default_rng(seed))
    X, y = table.X[order], table.y[order]
    twins = {
        "naive_bayes": reference.naive_bayes_error(table, order, folds),
        "nearest_neighbour": reference.nearest_neighbour_error(table, order, folds),
    }
    rng_of = "suitability.permutation_tests.measured_errors.draw_validation"
    for name, expected in twins.items():
        assert error(classifier(name, table), X, y, folds) == pytest.approx(expected)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rng_of, lambda *_: (order, folds))
            found = measured_errors(table, name, "original", [0], cv, seed)
        assert found[0] == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(20))
def test_naive_bayes_meets_its_limits_as_its_naive_twin(seed):
    rng = np.random.default_rng(seed)
    y = np.append(rng.integers(3, size=17), [3, 3, 4])
    X = np.column_stack(
        [
            # Constant within a class, far apart, the same everywhere, and as many values as rows.
            np.where(rng.random(20) < 0.9, 10.0 * y, 1e4),
            rng.normal(1e3 * y, 1e-3),
            np.ones(20),
            rng.normal(y) - 100,
            rng.integers(3, size=20),
        ]
    )
    # A class without a known value, and missing values elsewhere.
    X[y == 3, 3] = np.nan
    X[rng.random(X.shape) < 0.2] = np.nan
    table = Table(X, y, np.array([0, 0, 0, 0, 3]))
    order, folds = draw_validation(y, 5, rng)
    expected = reference.naive_bayes_error(table, order, folds)
    found = error(classifier("naive_bayes", table), X[order], y[order], folds)
    assert found == pytest.approx(expected)


def test_a_class_that_was_never_measured_in_a_column_has_no_advantage():
    rng = np.random.default_rng(0)
    y = (np.arange(200) < 10).astype(int)
    X = rng.normal(size=(200, 3))
    X[:, 0] += 3 * y
    X[y == 1, 1:] = np.nan
    table = numeric_table(X, y)
    assert measured_errors(table, "naive_bayes", "original", range(3), 10, 1).max() < 0.05


@pytest.mark.parametrize("test", ["labels", "columns"])
@pytest.mark.parametrize("name", ["decision_tree", "svm"])
@pytest.mark.parametrize(
    "table", [mixed(3), mixed(4, missing=0), bundled_table("wine")], ids=["mixed", "known", "wine"]
)
def test_errors_are_those_of_the_pipelines(table, name, test):
    rng = stream(1, "", f"permutation tests, {test}", 0)
    X, y = randomised(test, table.X, table.y, rng)
    order, folds = draw_validation(y, 4, rng)
    expected = error(classifier(name, table), X[order], y[order], folds)
    assert measured_errors(table, name, test, [0], 4, 1)[0] == expected


# Inner products of nine rows of which some are nearly equal, found in a permuted data set.
PRODUCTS = [
    [10.184636694663872],
    [8.25791835209337, 10.833114143063074],
    [7.3336406949216695, 8.68348458080159, 11.14871159297909],
    [7.31852418199764, 8.792948783293383, 8.381739382110442, 11.182181982797646],
    [
        10.180702268434365,
        8.253984570851769,
        7.32557834609071,
        7.314589755768131,
        10.176864590390828,
    ],
    [
        7.312467754862744,
        8.772746328443814,
        8.32557834609071,
        11.158442214784525,
        7.308630076819207,
        11.1524825358356,
    ],
    [
        10.184604697216951,
        8.257792377892887,
        7.3336406949216695,
        7.318319263964853,
        10.180670270987441,
        7.312262836829957,
        10.184572741761428,
    ],
    [
        7.335338295645979,
        7.385080834566856,
        9.841169781484433,
        7.397583655537333,
        7.3272759468150195,
        7.3272759468150195,
        7.335338295645979,
        10.890966069397516,
    ],
    [
        10.316402181092252,
        8.776680109685415,
        7.3336406949216695,
        8.162376641014035,
        10.312467754862745,
        8.156320213879138,
        10.316197263059465,
        7.335338295645979,
        11.160254640108647,
    ],
]


def test_nearly_equal_rows_do_not_keep_the_support_vector_machine_from_its_end():
    lower = np.zeros((9, 9))
    for i, row in enumerate(PRODUCTS):
        lower[i, : i + 1] = row
    products, y = lower + np.tril(lower, -1).T, np.array([1, 1, 1, 0, 0, 1, 1, 1, 1])

    def steps(products):
        with warnings.catch_warnings(action="ignore"):
            machine = SVC(kernel="precomputed", C=1.0, max_iter=20_000)
            return machine.fit(products, y).n_iter_.item()

    assert steps(products) == 20_000 and steps(products.astype(np.float32)) < 200
    X = np.random.default_rng(0).normal(size=(30, 3))
    seen = ScaledSVM().fit(X, np.arange(30) % 2)._seen_by_machine(X)
    assert seen.dtype == np.float32


def test_errors_do_not_depend_on_how_randomisations_are_grouped():
    table = mixed()
    whole = measured_errors(table, "svm", "columns", range(4), 4, 1)
    parts = [measured_errors(table, "svm", "columns", [i], 4, 1)[0] for i in (3, 0, 2, 1)]
    assert (whole[[3, 0, 2, 1]] == parts).all()


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize(
    ("X", "y"),
    [
        (np.zeros((6, 2)), [0, 0, 0, 0, 1, 1]),
        (np.arange(8.0)[:, None], [0, 0, 0, 1, 1, 1, 1, 2]),
        (np.repeat(np.arange(3.0), 4)[:, None], [0, 1] * 6),
    ],
    ids=["constant", "one feature, a class of one row", "duplicated rows"],
)
def test_unusual_tables(name, X, y):
    table = numeric_table(X, y)
    for test in ("original", "labels", "columns", "full"):
        found = measured_errors(table, name, test, [0], 3, 1)
        assert 0 <= found[0] <= 1


def test_the_classifiers_reach_the_published_errors_of_iris():
    table = bundled_table("iris")
    for name, published in (
        ("decision_tree", 0.05),
        ("naive_bayes", 0.05),
        ("nearest_neighbour", 0.05),
        ("svm", 0.04),
    ):
        errors = measured_errors(table, name, "original", range(4), 10, 1)
        assert errors.mean() == pytest.approx(published, abs=0.012), name


def test_p_values_count_ties_and_are_never_zero():
    assert p_values([0.1, 0.2, 0.0], [0.1, 0.2, 0.3]).tolist() == [0.5, 0.75, 0.25]
    assert mean_p_value([0.1, 0.2, 0.0], [0.1, 0.2, 0.3]) == 0.5
    assert p_values([0.5], [0.4]).tolist() == [1.0]
    assert monte_carlo_error(0.5, 100) == largest_monte_carlo_error(100) == 0.05
    low, high = p_interval(5, 100)
    assert low < 0.05 < high


def test_false_discoveries_are_those_of_benjamini_and_hochberg():
    p = np.random.default_rng(3).beta(0.3, 1, 50)
    assert significant(p).tolist() == reference.benjamini_hochberg(p, 0.05)
    assert significant(p).any() and not significant(p).all()


def test_p_is_uniform_under_the_null_hypothesis():
    for test in ("labels", "columns"):
        p = []
        for study in range(150):
            rng = np.random.default_rng(study)
            table = numeric_table(rng.normal(size=(24, 2)), rng.permutation([0, 1] * 12))
            observed = measured_errors(table, "naive_bayes", "original", [0], 4, study)
            errors = measured_errors(table, "naive_bayes", test, range(59), 4, study)
            below, ties = (errors < observed).sum(), (errors == observed).sum()
            p.append((below + rng.random() * (ties + 1)) / 60)
        assert stats.kstest(p, "uniform").pvalue > 0.01, test


def test_sequential_tests_stop_early_and_say_after_how_many():
    rng = np.random.default_rng(0)
    errors = rng.random(10_000)
    high = stop_at_exceedances(errors.__getitem__, 0.5)
    assert high.decided == "not significant" and high.randomisations < 60
    assert high.p == pytest.approx(0.5, abs=0.25)
    low = stop_at_exceedances(errors.__getitem__, -1.0)
    assert (low.p, low.randomisations, low.decided) == (1 / 1000, 999, "significant")
    assert sequential_ratio_test(errors.__getitem__, 0.5).randomisations < 60
    found = sequential_ratio_test(errors.__getitem__, 0.001)
    assert found.decided == "significant" and found.randomisations < 1000
    hits = int((errors[: found.randomisations] <= 0.001).sum())
    assert found.p == (hits + 1) / (found.randomisations + 1)
    assert sequential_ratio_test(errors.__getitem__, 0.05, most=20).decided == "undecided"


def test_power_is_that_of_the_equations():
    assert power_of_labels_test(200, 0.4, 0.01) == pytest.approx(0.70, abs=0.01)
    assert power_of_columns_test(200, 0.4, 0.01) == pytest.approx(0.923, abs=0.001)
    assert power_of_labels_test(50, 0.5, 0.05) == pytest.approx(0.05)
    assert power_of_columns_test(50, 0.0, 0.05) == pytest.approx(0.05)
    assert correct_by_correlation(0.0) == 0.5 and correct_by_correlation(1.0) == 1
    rows = rows_needed("columns", 0.2, 0.9, 0.01)
    assert power_of_columns_test(rows, 0.2, 0.01) >= 0.9
    assert power_of_columns_test(rows - 1, 0.2, 0.01) < 0.9
    with pytest.raises(InputError, match="does not reach"):
        rows_needed("labels", 0.5, 0.9, 0.01)


def test_correlation_is_used_by_the_svm_and_not_by_naive_bayes():
    table = simulated_table(0.8, 0.0, np.random.default_rng(0))
    for name, found in (("svm", True), ("naive_bayes", False)):
        observed = measured_errors(table, name, "original", range(3), 10, 1)
        errors = measured_errors(table, name, "columns", range(39), 10, 1)
        assert (mean_p_value(observed, errors) <= 0.05) == found


ARFF = """@relation r
@attribute a numeric
@attribute b {x, y}
@attribute c {1, 3}
@attribute class {n, p, unused}
@data
1.5, x, 1, n
?, y, 3, p
2, ?, 3, n
"""


def test_a_table_is_read_with_its_missing_values(tmp_path):
    path = tmp_path / "a.arff"
    path.write_text(ARFF)
    table = read_table(path, ["c"])
    expected = [[1.5, 0, 1], [np.nan, 1, 3], [2, np.nan, 3]]
    assert np.array_equal(table.X, expected, equal_nan=True)
    assert table.categories.tolist() == [0, 2, 0] and table.y.tolist() == [0, 1, 0]
    assert (table.columns, table.classes) == (("a", "b", "c"), ("n", "p"))
    for numeric in (["b"], ["absent"]):
        with pytest.raises(InputError, match="numeric"):
            read_table(path, numeric)
    path.write_text(ARFF.replace("3, p", "3, q"))
    with pytest.raises(InputError, match="is not valid ARFF"):
        read_table(path)


class Failing(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        raise ValueError("no luck")


def test_a_classifier_that_fails_is_named():
    with pytest.raises(InputError, match=r"Failing.*no luck"):
        error(Failing(), np.zeros((4, 1)), np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1]))


def test_the_function_has_the_shape_of_that_of_scikit_learn():
    table = simulated_table(0.9, 0.0, np.random.default_rng(0))
    X, y = table.X, table.y
    nearest = KNeighborsClassifier(1)
    found = suitability.permutation_tests(nearest, X, y, test="columns", n_permutations=19)
    assert found.pvalue == 0.05 and found.permutation_scores.shape == (19,)
    assert found.interval[0] == 0 and 0.1 < found.interval[1] < 0.2
    score, scores, _ = found[:3]
    theirs = permutation_test_score(nearest, X, y, n_permutations=19, random_state=0)
    ours = suitability.permutation_tests(nearest, X, y, n_permutations=19)
    assert score == ours.score == theirs[0] and ours.pvalue == theirs[2]
    assert abs(ours.permutation_scores.mean() - theirs[1].mean()) < 0.05
    framed = suitability.permutation_tests(
        nearest, pd.DataFrame(X, columns=["a", "b"]), y, test="columns", n_permutations=19
    )
    assert (framed.permutation_scores == scores).all()
    one = suitability.permutation_tests(GaussianNB(), X, y, test="columns", n_permutations=1)
    assert one.pvalue in (0.5, 1.0)
    with pytest.raises(InputError, match="allowed are labels, columns, full"):
        suitability.permutation_tests(GaussianNB(), X, y, test="rows")


PUBLISHED = Path(__file__).parents[3] / "data/published"


@pytest.mark.filterwarnings("ignore")
def test_a_score_that_is_not_a_number_is_refused():
    X, y = np.random.default_rng(1).normal(size=(12, 2)), np.arange(12) % 2
    with pytest.raises(InputError, match="scoring: the score of a test fold is not a number"):
        suitability.permutation_tests(
            GaussianNB(), X, y, cv=LeaveOneOut(), scoring="roc_auc", n_permutations=3
        )


@pytest.mark.filterwarnings("ignore")
def test_labels_are_permuted_whatever_holds_the_values():
    X, y = np.random.default_rng(1).normal(size=(20, 3)), np.arange(20) % 2
    nearest = KNeighborsClassifier(1)
    expected = suitability.permutation_tests(nearest, X, y, n_permutations=5).permutation_scores
    for held in (csr_array(X), X.tolist()):
        found = suitability.permutation_tests(nearest, held, y, n_permutations=5)
        assert found.permutation_scores.tolist() == expected.tolist()
    with pytest.raises(InputError, match="X: is sparse; test='columns' needs dense values"):
        suitability.permutation_tests(nearest, csr_array(X), y, test="columns")


@pytest.mark.parametrize("test", ["labels", "columns", "full"])
def test_groups_stay_together_in_folds_and_in_what_is_permuted(test):
    rng = np.random.default_rng(0)
    y, groups = np.repeat([0, 1], 30), np.repeat(np.arange(20), 3)
    X = (rng.normal(size=(20, 2)) + y[::3, None])[groups]
    seen = []

    class Watching(GaussianNB):
        def fit(self, X, y):
            seen.append(np.unique(np.column_stack([X, y]), axis=0).shape[0] / len(y))
            return super().fit(X, y)

    found = suitability.permutation_tests(
        Watching(), X, y, test=test, groups=groups, cv=GroupKFold(4), n_permutations=30
    )
    # Rows of a group are equal, in the original and in all randomised data.
    assert np.allclose(seen, 1 / 3) and len(seen) == 4 * 31
    assert len(set(found.permutation_scores)) > 5
    if test == "labels":
        few = slice(24, 36)
        with pytest.raises(InputError, match="6 ways only; at least 20"):
            suitability.permutation_tests(GaussianNB(), X[few], y[few], groups=groups[few])


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [("string", "xy", "is text; delete it"), ("real", ("1", "inf"), "has an infinite value")],
)
def test_a_column_that_cannot_be_used_is_refused_by_name(tmp_path, kind, values, message):
    path = tmp_path / "table.arff"
    rows = f"{values[0]},a\n{values[1]},b\n"
    path.write_text(f"@relation r\n@attribute id {kind}\n@attribute c {{a,b}}\n@data\n{rows}")
    with pytest.raises(InputError, match=f"attribute id {message}"):
        read_table(path)


def test_a_table_without_rows_or_columns_is_refused(tmp_path):
    path = tmp_path / "table.arff"
    for attributes, rows in (("", "a\nb\n"), ("@attribute x real\n", "")):
        path.write_text(f"@relation r\n{attributes}@attribute c {{a,b}}\n@data\n{rows}")
        with pytest.raises(InputError, match="at least one other attribute and a row are needed"):
            read_table(path)
    with pytest.raises(InputError, match="cv: there are 1 rows; at least 2 are needed"):
        draw_validation(np.zeros(1, int), "leave-one-out", np.random.default_rng(0))


def test_the_errors_of_the_toy_data_and_the_powers_meet_the_published_ones():
    printed = pd.read_csv(PUBLISHED / "toy-data.tsv", sep="\t")
    table = published_table([*toy_rows(printed, 1), *power_rows()])
    # p of D_1 depends on how ties of distances are broken.
    other = table.loc[table["meets"] != "yes", "quantity"].tolist()
    assert other == ["D_1: p, Test 2"]


def test_table_2_of_the_win_percentage_paper_is_met_to_every_digit():
    printed = pd.read_csv(PUBLISHED / "win-percentage-table-2.tsv", sep="\t", dtype=str)
    win = pd.DataFrame({"N": range(1, 4), "candidate": ["c3", "c2", "c1"], "win": 0.5})
    synthetic = {"M": [1e3], "rmse": 0.03, "lower": 0.02, "upper": 0.04, "paper": 0.04}
    rows = win_percentage_rows(printed, win, pd.DataFrame(synthetic), {})
    table = published_table(rows)
    assert (table.loc[table["place"] == "Table 2", "meets"] == "yes").sum() == 10
    leads = table[table["place"] == "illustrative example"]
    assert leads["ours"].tolist() == [2, 2] and (leads["meets"] == "no").all()


def test_the_page_has_the_verdicts_of_the_paper_and_names_missing_data_sets():
    printed = pd.read_csv(PUBLISHED / "permutation-tests.tsv", sep="\t")
    ours = printed[printed["dataset"] == "yeast"].assign(randomisations=100, significant_1=True)
    ours["significant_2"] = ours["classifier"] == "nearest_neighbour"
    own = ours.head(1).assign(dataset="mine")
    tables = dict(iter(ours.groupby("classifier")))
    tables["decision_tree"] = pd.concat([tables["decision_tree"], own])
    page = rendered(tables, printed)
    assert "<b>0.720 ± 0.045</b>" in page and "0.010 ± 0.010" in page
    # The decision tree (p = 0.03) fails by Benjamini and Hochberg's rule, against the paper's text.
    assert "Test 2 that agree with the paper's: 4 of 4." in page
    assert "connect-4" in page and "yeast" not in page[page.index("missing:") :]


def test_verdicts_are_counted():
    printed = pd.read_csv(PUBLISHED / "permutation-tests.tsv", sep="\t")
    ours = printed[printed["dataset"].isin(["iris", "adult"])].assign(
        significant_1=True, significant_2=[True] + [False] * 7
    )
    table = published_table(verdict_rows(printed, ours)).set_index("quantity")
    assert table.loc["significant by the paper's p-values in Test 2, svm", "ours"] == 7
    agree = table.loc["verdicts of Test 2 that agree, of those run"]
    assert (agree["published"], agree["ours"], agree["meets"]) == (4, 3, "no")
    assert (table.drop(agree.name)["meets"] == "yes").all()


def test_published_numbers_stand_beside_ours():
    printed = pd.read_csv(PUBLISHED / "permutation-tests.tsv", sep="\t")
    # The paper's own p-values give these numbers.
    assert len(printed) == 132
    assert significant(printed["test1_p"]).sum() == 128
    assert significant(printed["test2_p"]).sum() == 39
    ours = printed[printed["dataset"].isin(["iris", "adult"])].assign(
        significant_1=True, significant_2=False
    )
    ours.loc[ours["classifier"] == "svm", "error"] += 0.1
    table = published_table(permutation_test_rows(printed, ours)).set_index("quantity")["meets"]
    assert table["svm iris: error, original"] == "no"
    assert table["naive_bayes iris: error, original"] == "yes"
    assert table["naive_bayes iris: significant in Test 2"] == "yes"
    assert table["svm adult: error, Test 1"] == "not comparable"
    assert table["svm zoo: error, Test 1"] == "not run"
