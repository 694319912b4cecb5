import numpy as np
import pandas as pd
import pytest

from reference import discrimination as reference
from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.figures import discrimination as figures
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.rules import right_decisions
from suitability.scoring import discrimination
from suitability.scoring.performance import Contest, fold_performances
from suitability.scoring.top_sets import places_of_sets, read_sets

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
    """A table as `top_sets.top_sets` makes it."""
    rows = [["all", i + 1, *each, *[""] * (width - len(each))] for i, each in enumerate(sets)]
    return pd.DataFrame(
        rows, columns=["list", "order", *(f"feature_{i + 1}" for i in range(width))]
    )


def evaluated(values, sets, folds, candidates=NAMES, width=2):
    features = tuple(f"f{i}" for i in range(values.shape[1]))
    names = [[f"f{i}" for i in each] for each in sets]
    problem = Problem(values, LABELS, folds, features, name="d")
    return discrimination.discriminate(problem, sets_table(names, width), Contest(candidates))


def test_the_most_favourable_set_is_where_a_candidate_leads_most():
    means = np.array([[0.8, 0.7, 0.7], [0.7, 0.75, 0.7], [0.9, 0.95, 0.2], [0.8, 0.7, 0.6]])
    # The second leads by 0.05 twice, the third is least behind in the second set.
    assert discrimination.most_favourable_sets(means) == [0, 2, 1]
    assert discrimination.most_favourable_sets(np.array([[0.4], [0.6], [0.6]])) == [1]


def test_every_candidate_has_a_set_and_every_set_a_row_a_candidate():
    values, folds = values_of(5), folds_of(4, 5)
    sets = [(0, 1), (2, 3), (1, 4)]
    table = evaluated(values, sets, folds)
    assert len(table) == 36
    problem = Problem(values, LABELS, folds)
    right = right_decisions(problem, np.array(sets), NAMES)
    performances = fold_performances(right, problem.test_sizes, Contest(NAMES))
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


def test_fine_folds_keep_groups_together():
    labels, groups = np.repeat([0, 1], [9, 12]), np.repeat(np.arange(7), 3)
    folds = discrimination.fine_folds(labels, 1, "d", groups)
    assert folds.shape == (20, 21)
    # Class 0 has three groups.
    assert set(folds.ravel()) == {0, 1, 2}
    for fold in folds:
        assert (fold[::3] == fold[1::3]).all()
        assert (fold[::3] == fold[2::3]).all()


def test_fine_folds_test_both_classes_and_depend_on_seed_and_data_set_alone():
    folds = discrimination.fine_folds(LABELS, 1, "d")
    assert folds.shape == (20, len(LABELS))
    assert folds.max() == 4
    assert (discrimination.fine_folds(LABELS, 1, "d") == folds).all()
    assert (discrimination.fine_folds(LABELS, 1, "e") != folds).any()
    few = np.repeat([0, 1], (9, 4))
    for fold in discrimination.fine_folds(few, 1, "d"):
        assert set(fold[few == 1]) == {0, 1, 2, 3}


def test_ids_are_text_and_a_smaller_set_ends_early(tmp_path):
    (tmp_path / "t.tsv").write_text("order\tfeature_1\tfeature_2\n1\t007\tNA\n2\t1e5\t\n")
    table = read_sets(tmp_path / "t.tsv")
    assert places_of_sets(table, ["1e5", "NA", "007"]) == [[2, 1], [0]]


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
    assert discrimination.alone_on_top(table, "star_paired") == ["NC", "QDA"]
    assert discrimination.alone_on_top(table, "star_corrected") == ["QDA"]
    rows = discrimination.report_rows(table)
    assert [row["cells"] for row in rows] == [[(0.9, "*"), (0.8, "†")], [(0.7, ""), (0.8, "*")]]
    assert [row["features"] for row in rows] == [["a", "c"], ["b"]]
    assert [row["on_top"] for row in rows] == [4, 2]
    assert discrimination.alone_on_top(table.head(0), "star_paired") == []
    assert discrimination.report_rows(table.head(0)) == []


SUMMARY = {"class_sizes": [17, 12], "class_labels": [["<$a$>"], ["b"]]}


def test_a_panel_shows_the_calls_and_the_candidates_own_gaussians():
    values, folds = values_of(2), folds_of(2, 5)
    panel = discrimination.panel(Problem(values, LABELS, folds), "SDA")
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
    panels = {name: discrimination.panel(Problem(values, LABELS, folds), name) for name in NAMES}
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
