import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_1samp, ttest_rel

from reference import discrimination as reference
from reference import naive
from suitability.core.resampling import stratified_folds
from suitability.figures import best_sets as figures
from suitability.gaussian.candidates import CANDIDATES
from suitability.scoring import best_sets
from suitability.scoring.shards import read_sets

NAMES = list(CANDIDATES)
LABELS = np.repeat([0, 1], (17, 12))


def values_of(features, seed=0):
    """Values with a shift and another spread in class 1, and correlated features."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(len(LABELS), features)) @ rng.normal(size=(features, features))
    return values * (1 + LABELS[:, None]) + LABELS[:, None]


def folds_of(repeats=2, folds=3, labels=LABELS):
    return stratified_folds(labels, repeats, folds, np.random.default_rng(1))


def sets_table(sets, width=2):
    """A table as `feature_sets.top_sets` makes it."""
    rows = [["all", i + 1, *each, *[""] * (width - len(each))] for i, each in enumerate(sets)]
    return pd.DataFrame(
        rows, columns=["list", "order", *(f"feature_{i + 1}" for i in range(width))]
    )


def evaluated(values, sets, folds, candidates=NAMES, width=2):
    features = [f"f{i}" for i in range(values.shape[1])]
    names = [[f"f{i}" for i in each] for each in sets]
    return best_sets.discriminate(
        values, LABELS, folds, features, sets_table(names, width), candidates, 0.5, "d"
    )


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("sensitivity_weight", [0.5, 0.8])
def test_fold_performances_are_those_of_the_textbook(size, sensitivity_weight):
    values, folds = values_of(7), folds_of()
    sets = np.array([range(i, i + size) for i in range(8 - size)][:4])
    fast = best_sets.fold_performances(values, LABELS, folds, sets, NAMES, sensitivity_weight)
    assert fast.shape == (len(sets), 6, 6)
    for place, features in enumerate(sets):
        for c, name in enumerate(NAMES):
            slow = reference.fold_performances(
                values[:, features], LABELS, folds, name, sensitivity_weight
            )
            assert fast[place, :, c] == pytest.approx(slow, abs=1e-12)


def test_pairs_are_called_as_in_the_scoring_also_where_a_covariance_is_singular():
    values = values_of(4)
    values[:, 3] = 2 * values[:, 2] + 1
    folds = folds_of()
    for pair in ([0, 1], [2, 3]):
        slow = naive.calls_of_set(values[:, pair], LABELS, folds)
        for c, name in enumerate(NAMES):
            for split, test in enumerate(best_sets.splits(folds)):
                x = values[:, None, pair]
                gaussians = best_sets.fit(x[~test], LABELS[~test])
                called = best_sets.calls(x[test], name, gaussians)[:, 0]
                assert called.tolist() == slow[c, split // 3, test].tolist()


@pytest.mark.parametrize(
    ("correlations", "singular"),
    [
        ([[1, 0.5], [0.5, 1]], False),
        ([[1, 1], [1, 1]], True),
        ([[1, -1], [-1, 1]], True),
        ([[1, 1 - 2e-10], [1 - 2e-10, 1]], False),
        ([[1, 1 - 5e-11], [1 - 5e-11, 1]], True),
        ([[1, 0.5, 0.5], [0.5, 1, 0.5], [0.5, 0.5, 1]], False),
        # The third is the sum of the two others.
        ([[1, 0, 0.5**0.5], [0, 1, 0.5**0.5], [0.5**0.5, 0.5**0.5, 1]], True),
        ([[1, 1, 0], [1, 1, 0], [0, 0, 1]], True),
    ],
)
def test_a_singular_covariance_is_found_whatever_the_units(correlations, singular):
    units = np.array([1e3, 1e-4, 7.0])[: len(correlations)]
    covariance = np.array(correlations) * np.outer(units, units)
    assert best_sets.is_singular(covariance) == singular


def test_the_paired_test_is_the_textbooks_and_the_corrected_one_more_cautious():
    rng = np.random.default_rng(2)
    first, second = rng.normal(0.02, 0.1, (100, 3)), rng.normal(0, 0.1, (100, 3))
    paired, corrected = best_sets.paired_tests(first - second, folds=5)
    assert paired == pytest.approx(ttest_rel(first, second).pvalue)
    # The same t statistic on differences of a larger spread: 1/100 + 1/4 instead of 1/100.
    off = first - second
    wider = off.mean(axis=0) + (off - off.mean(axis=0)) * 26**0.5
    assert corrected == pytest.approx(ttest_1samp(wider, 0).pvalue)
    assert (corrected > paired).all()


def test_equal_performances_are_no_difference_and_a_constant_lead_is_one():
    differences = np.column_stack([np.zeros(10), np.full(10, 0.25)])
    for p in best_sets.paired_tests(differences, folds=5):
        assert p.tolist() == [1, 0]


def test_the_corrected_test_holds_its_level_where_the_plain_one_does_not():
    """Two candidates that are equally good, told apart by 10 times 5 folds of random samples."""
    flagged = []
    for trial in range(60):
        rng = np.random.default_rng(trial)
        labels = np.repeat([0, 1], 20)
        values = rng.normal(size=(40, 2)) + 0.7 * labels[:, None]
        folds = stratified_folds(labels, 10, 5, rng)
        first, second = (
            best_sets.fold_performances(values, labels, folds, np.array([[feature]]), ["NC"], 0.5)
            for feature in (0, 1)
        )
        paired, corrected = best_sets.paired_tests((first - second)[0], folds=5)
        flagged.append([paired < 0.05, corrected < 0.05])
    plain, cautious = np.mean(flagged, axis=0)[:, 0]
    assert plain > 0.3
    assert cautious < 0.1


def test_intervals_of_the_mean_are_within_what_is_possible():
    performances = np.array([[1.0, 0.5], [1.0, 0.6], [0.9, 0.4], [1.0, 0.5]])
    lower, upper = best_sets.mean_interval(performances, folds=2)
    assert upper[0] == 1
    # 4 values of variance 1/150, t of 3 degrees of freedom, factor 1/4 + 1.
    assert 0.5 - lower[1] == pytest.approx(3.182446 * (1.25 / 150) ** 0.5)
    assert 0.5 + (0.5 - lower[1]) == pytest.approx(upper[1])


def test_the_set_that_shows_a_candidate_is_where_it_leads_most():
    means = np.array([[0.8, 0.7, 0.7], [0.7, 0.75, 0.7], [0.9, 0.95, 0.2], [0.8, 0.7, 0.6]])
    # The second leads by 0.05 twice, the third is least behind in the second set.
    assert best_sets.sets_that_show(means) == [0, 2, 1]
    assert best_sets.sets_that_show(np.array([[0.4], [0.6], [0.6]])) == [1]


def test_every_candidate_has_a_set_and_every_set_a_row_a_candidate():
    values, folds = values_of(5), folds_of(4, 5)
    sets = [(0, 1), (2, 3), (1, 4)]
    table = evaluated(values, sets, folds)
    assert len(table) == 36
    performances = best_sets.fold_performances(values, LABELS, folds, np.array(sets), NAMES, 0.5)
    means = performances.mean(axis=1)
    for shown, part in table.groupby("shown"):
        order = part["order"].unique()
        assert part["feature_1"].unique() == [f"f{sets[order[0] - 1][0]}"]
        assert part["performance"].tolist() == pytest.approx(means[order[0] - 1].tolist())
        top = part.loc[part["performance"].idxmax()]
        assert top[["behind", "p_paired", "p_corrected"]].tolist() == [0, 1, 1]
        assert top["star_paired"] and top["star_corrected"]
        for row in part.itertuples():
            assert row.lower <= row.performance <= row.upper
            assert row.behind == pytest.approx(top["performance"] - row.performance)
            assert row.star_paired == (row.p_paired >= 0.05)
            assert row.star_corrected >= row.star_paired
        leads = [m[NAMES.index(shown)] - np.delete(m, NAMES.index(shown)).max() for m in means]
        assert order[0] - 1 == np.argmax(np.round(leads, 12))
    assert table["on_top"].head(6).sum() >= 3
    assert (table["evaluated"] == 3).all()


def test_sets_of_several_sizes_are_evaluated_together():
    values, folds = values_of(5), folds_of(2, 5)
    table = evaluated(values, [(0, 1, 2), (3,), (1, 4)], folds, width=3)
    assert set(table["evaluated"]) == {3}
    alone = evaluated(values, [(1, 4)], folds)
    both = table[table["order"] == 3].merge(
        alone[["shown", "candidate", "performance"]], on=["shown", "candidate"]
    )
    assert both["performance_x"].tolist() == both["performance_y"].tolist()


def test_a_set_that_is_constant_in_a_training_fold_is_left_out(caplog):
    values, folds = values_of(4), folds_of(2, 5)
    values[LABELS == 1, 3] = 2.0
    table = evaluated(values, [(0, 3), (0, 1)], folds)
    assert set(table["order"]) == {2}
    assert "1 of 2 sets are not evaluated" in caplog.text
    empty = evaluated(values, [(0, 3)], folds)
    assert len(empty) == 0
    assert empty.columns.tolist() == table.columns.tolist()
    figures.draw(empty, {}, SUMMARY, "none")


@pytest.mark.parametrize("candidates", [["LDA"], ["QDA", "NC"]])
def test_few_candidates_will_do(candidates):
    table = evaluated(values_of(4), [(0, 1)], folds_of(2, 5), candidates)
    assert table["shown"].unique().tolist() == candidates
    assert len(table) == len(candidates) ** 2


def test_fine_folds_test_both_classes_and_depend_on_seed_and_data_set_alone():
    folds = best_sets.fine_folds(LABELS, 1, "d")
    assert folds.shape == (20, len(LABELS))
    assert folds.max() == 4
    assert (best_sets.fine_folds(LABELS, 1, "d") == folds).all()
    assert (best_sets.fine_folds(LABELS, 1, "e") != folds).any()
    few = np.repeat([0, 1], (9, 4))
    for fold in best_sets.fine_folds(few, 1, "d"):
        assert set(fold[few == 1]) == {0, 1, 2, 3}


def test_ids_are_text_and_a_smaller_set_ends_early(tmp_path):
    (tmp_path / "t.tsv").write_text("order\tfeature_1\tfeature_2\n1\t007\tNA\n2\t1e5\t\n")
    table = read_sets(tmp_path / "t.tsv")
    assert best_sets.feature_sets(table, ["1e5", "NA", "007"]) == [[2, 1], [0]]


def test_only_who_is_starred_alone_is_alone_on_top_and_marks_tell_the_tests_apart():
    table = pd.DataFrame(
        {
            "shown": ["NC", "NC", "QDA", "QDA"],
            "feature_1": ["a", "a", "b", "b"],
            "feature_2": ["c", "c", "", ""],
            "candidate": ["NC", "QDA", "NC", "QDA"],
            "performance": [0.9, 0.8, 0.7, 0.8],
            "star_paired": [True, False, False, True],
            "star_corrected": [True, True, False, True],
            "on_top": [4, 2, 4, 2],
        }
    )
    assert best_sets.alone_on_top(table, "star_paired") == ["NC", "QDA"]
    assert best_sets.alone_on_top(table, "star_corrected") == ["QDA"]
    rows = best_sets.report_rows(table)
    assert [row["cells"] for row in rows] == [[(0.9, "*"), (0.8, "†")], [(0.7, ""), (0.8, "*")]]
    assert [row["features"] for row in rows] == [["a", "c"], ["b"]]
    assert [row["on_top"] for row in rows] == [4, 2]
    assert best_sets.alone_on_top(table.head(0), "star_paired") == []
    assert best_sets.report_rows(table.head(0)) == []


SUMMARY = {"class_sizes": [17, 12], "class_labels": [["<$a$>"], ["b"]]}


def test_a_panel_shows_the_calls_and_the_candidates_own_gaussians():
    values, folds = values_of(2), folds_of(2, 5)
    panel = best_sets.panel(values, LABELS, folds, "SDA")
    for covariance in panel.covariances:
        assert covariance[0, 0] == covariance[1, 1]
        assert covariance[0, 1] == 0
    row, column = 40, 90
    place = np.array([[panel.across[column], panel.up[row]]])
    share = np.mean(
        [
            reference.calls(place, values[fold != test], LABELS[fold != test], "SDA")
            for fold in folds
            for test in range(5)
        ]
    )
    assert panel.share[row, column] == pytest.approx(share)
    assert panel.across[0] < values[:, 0].min() and values[:, 0].max() < panel.across[-1]
    assert panel.up[0] < values[:, 1].min() and values[:, 1].max() < panel.up[-1]


def test_ellipses_are_one_standard_deviation_from_the_mean():
    values, folds = values_of(2), folds_of(2, 5)
    table = evaluated(values, [(0, 1)], folds)
    panels = {name: best_sets.panel(values, LABELS, folds, name) for name in NAMES}
    figure = figures.draw(table, panels, SUMMARY, "a $title")
    for axes, name in zip(figure.axes, NAMES, strict=True):
        assert axes.get_title(loc="left").split()[1] == name
        for c, ellipse in enumerate(axes.patches):
            outline = ellipse.get_patch_transform().transform(ellipse.get_path().vertices)
            off = outline[::3] - panels[name].means[c]
            squared = np.einsum("pi,ij,pj->p", off, np.linalg.inv(panels[name].covariances[c]), off)
            assert squared == pytest.approx(1, abs=1e-3)


def test_larger_sets_are_not_drawn():
    table = evaluated(values_of(5), [(0, 1, 2)], folds_of(2, 5), width=3)
    figure = figures.draw(table, {}, SUMMARY, "triplets")
    assert [axes.texts[0].get_text() for axes in figure.axes] == ["drawn for pairs only"] * 6
