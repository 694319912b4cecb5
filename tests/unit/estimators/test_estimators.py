"""Candidates that are not built in, against a plain loop, and those that misbehave."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from reference import estimators as naive
from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.estimators.description import (
    MOST_CANDIDATES,
    check_general,
    described,
    of_gaussian_rule,
    why_general,
)
from suitability.estimators.fitting import Labelling, count_right
from suitability.estimators.short_names import SHORT_NAMES
from suitability.estimators.workers import Failures, count_in_parallel
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.classifier import GaussianRule
from suitability.scoring.any_candidates import lists_of, score_any
from suitability.scoring.cost import check_cost, seconds_per_fit
from suitability.scoring.performance import Contest
from suitability.scoring.permuted_labels import permuted_orders, score_permutations
from suitability.scoring.score_table import to_frame
from suitability.scoring.sets import AllSets, choose_sets
from suitability.scoring.shards import merge_shards, score_shard
from suitability.win.search import search

ROOT = Path(__file__).parents[3]
RNG = np.random.default_rng(3)
LABELS = np.repeat([0, 1], [17, 13])
VALUES = RNG.normal(size=(30, 9)) + 0.8 * LABELS[:, None] * (np.arange(9) < 3)
FOLDS = stratified_folds(LABELS, 2, 3, RNG, None)
PROBLEM = Problem(VALUES, LABELS, FOLDS, name="simulated")
STUDY = [Labelling(LABELS, FOLDS)]
SETS = np.array([[0, 1], [2, 5], [3, 8], [6, 7]])
TREE = {
    "name": "Tree",
    "class": "sklearn.tree.DecisionTreeClassifier",
    "params": {"max_features": 1},
}
LDA_OF_SKLEARN = {
    "name": "LDA-sklearn",
    "class": "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
    "params": {"priors": [0.5, 0.5]},
}
NC_OF_SKLEARN = {"name": "NC-sklearn", "class": "sklearn.neighbors.NearestCentroid"}


def misfit(name):
    return {"name": name, "class": f"reference.misfits.{name}"}


def contest(*candidates):
    names, descriptions = described(candidates)
    return Contest(tuple(names), estimators=tuple(descriptions), seed=1)


def right_of(*candidates, failures=None, **options):
    failures = failures or Failures()
    (found,) = score_any(VALUES, STUDY, SETS, contest(*candidates), failures, **options)
    return found.right


def test_right_decisions_are_those_of_a_plain_loop():
    candidates = ("SVM-linear", "GaussianNB", "LDA", "kNN-3", LDA_OF_SKLEARN, NC_OF_SKLEARN, "NC")
    lda = LinearDiscriminantAnalysis(priors=[0.5, 0.5])
    classifiers = [
        make_pipeline(StandardScaler(), SVC(kernel="linear", class_weight="balanced")),
        GaussianNB(),
        lda,
        make_pipeline(StandardScaler(), KNeighborsClassifier(3)),
        lda,
        NearestCentroid(),
        NearestCentroid(),
    ]
    expected = naive.right_decisions(VALUES, LABELS, FOLDS, SETS, classifiers)
    assert np.array_equal(right_of(*candidates), 2 * expected)


def test_results_depend_neither_on_other_candidates_nor_on_order_or_processes():
    alone = right_of(TREE)
    assert np.array_equal(right_of("NC", TREE, "kNN-3", threads=2)[:, 1], alone[:, 0])
    backwards = count_right(VALUES, STUDY, SETS[::-1], described([TREE])[1], 1)
    assert np.array_equal(backwards.right[0, 0, ::-1], alone)


def test_processes_share_the_splits_of_a_single_set():
    given, failures = [TREE, misfit("FailingSometimes")], Failures()
    one = SETS[:1]
    (divided,) = score_any(VALUES, STUDY, one, contest(*given), failures, threads=4)
    whole = count_right(VALUES, STUDY, one, described(given)[1], 1)
    assert np.array_equal(divided.right, whole.right[0, 0])
    assert failures.found["FailingSometimes"] == {
        "failed": whole.failed[1],
        "fits": whole.fits,
        "first": whole.texts[1],
    }


def test_a_killed_process_is_an_error():
    with pytest.raises(InputError, match=r"was killed.*memory.*\(Constant, Killed\)"):
        right_of(misfit("Constant"), misfit("Killed"), threads=2)
    # The next study has new processes.
    assert right_of(misfit("Constant"), threads=2).any()


def test_shards_give_the_same_table():
    some, sets = contest("NC", TREE), AllSets(9, 1)
    rule = some.rule_of(PROBLEM)
    tables, lists = zip(
        *(
            merge_shards(
                [score_shard(PROBLEM, some, sets, (i, shards)) for i in range(shards)], rule
            )
            for shards in (1, 3)
        ),
        strict=True,
    )
    assert to_frame(tables[0]).equals(to_frame(tables[1]))
    assert all(np.array_equal(*pair) for pair in zip(*lists, strict=True))


def test_the_lists_are_those_of_the_kernel():
    some, built_in = contest("NC", "LDA", misfit("Constant")), Contest(("NC", "LDA"))
    sets = AllSets(9, 2)
    shard = score_shard(PROBLEM, built_in, sets, (0, 1))
    (found,) = score_any(VALUES, STUDY, sets.at(np.arange(sets.total)), some, Failures())
    rule = built_in.rule_of(PROBLEM)
    scores = found.right[:, :2] @ np.array(rule.weights) // 2
    keys, places, listed = lists_of(scores, np.arange(len(scores)), rule)
    assert np.array_equal(keys, shard["keys"])
    assert np.array_equal(listed, shard["listed"])
    there = keys >= 0
    assert np.array_equal(sets.at(places[there]), shard["members"][there])


def test_the_observed_labels_come_first_among_permutations():
    some = contest("LDA", "kNN-3")
    orders = permuted_orders(PROBLEM, 2, 1)
    first, *others = score_permutations(PROBLEM, some, [SETS], orders)
    (found,) = score_any(VALUES, STUDY, SETS, some, Failures())
    scores = found.right @ np.array(some.rule_of(PROBLEM).weights)
    assert np.array_equal(first.scores, np.unique(scores.max(axis=1))[::-1])
    assert all(each.total == len(SETS) for each in others)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("NotANumber", "returned NaN"),
        ("WrongShape", "returned the shape"),
        ("UnknownClass", "returned the class 7"),
        ("Failing", "ValueError: the matrix is singular"),
    ],
)
def test_a_candidate_that_always_fails_is_an_error(name, text):
    with pytest.raises(InputError, match=f"candidate {name}: every fit failed.*{text}"):
        score_shard(PROBLEM, contest(misfit(name)), AllSets(9, 1), (0, 1))


def test_a_failed_fit_counts_as_chance_and_is_counted(capfd):
    failures = Failures()
    right = right_of(misfit("FailingSometimes"), misfit("Constant"), failures=failures)
    failures.check()
    found = failures.found["FailingSometimes"]
    assert 0 < found["failed"] < found["fits"] == len(SETS) * 6
    assert found["first"] == "ValueError: negative"
    assert failures.found["Constant"]["failed"] == 0
    assert np.array_equal(right[:, 1], np.tile([0, 2 * 2 * 13], (len(SETS), 1)))
    assert (right[:, 0, 0] > 0).any()
    assert "FailingSometimes" in capfd.readouterr().err


def test_all_failed_fits_of_a_study_give_the_performance_of_chance():
    (description,) = described([misfit("Failing")])[1]
    counted = count_right(VALUES, STUDY, SETS, [description], 1)
    rule = contest(misfit("Failing")).rule_of(PROBLEM)
    assert (counted.right[0, 0] @ np.array(rule.weights) * 2 == rule.highest).all()


def test_what_a_classifier_prints_is_dropped(capfd):
    right_of(misfit("Printing"))
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "A", "class": "sklearn.svm.SVCC"}, "candidates: A: .*cannot be imported"),
        ({"name": "A", "class": "xyz.B"}, "candidates: A: .*No module named 'xyz'"),
        ({"name": "A", "class": "nowhere.py:B"}, "candidates: A: .*no file nowhere.py"),
        ({"name": "A", "class": "sklearn.svm.SVC", "params": {"D": 1}}, "A: .*'D'"),
        ({"name": "A", "class": "sklearn.svm.SVC", "params": {"C": -1}}, "A: .*'C' parameter"),
        ({"name": "A", "class": "collections.Counter"}, "A: .*no method fit"),
    ],
)
def test_what_cannot_be_built_names_the_candidate(given, message):
    with pytest.raises(InputError, match=message) as error:
        count_in_parallel(VALUES, STUDY, SETS, described([given])[1], 1)
    assert "\n" not in str(error.value)


def test_a_file_of_the_users(tmp_path):
    (tmp_path / "own.py").write_text(
        "import numpy as np\nclass One:\n"
        "    def fit(self, x, y): return self\n"
        "    def predict(self, x): return np.ones(len(x), int)\n"
    )
    given = {"name": "own", "class": f"{tmp_path / 'own.py'}:One"}
    assert right_of(given, threads=2)[:, 0].tolist() == [[0, 52]] * len(SETS)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["NC", "NC"], "'NC' is given twice|NC is given twice|given twice"),
        (["LDAA"], "allowed are NC, DLDA"),
        ([{"name": "A", "class": "SVC"}], "allowed is an import path"),
        ([{"name": "LDA", "class": "sklearn.svm.SVC"}], "choose another name"),
        ([{"name": f"c{i}", "class": "a.B"} for i in range(MOST_CANDIDATES + 1)], "at most 24"),
    ],
)
def test_wrong_candidates_of_a_config(given, message):
    with pytest.raises(InputError, match=message):
        described(given)


@pytest.mark.parametrize(
    "name",
    [name for name in SHORT_NAMES if name not in ("RandomForest", "GradientBoosting", "MLP")],
)
def test_every_short_name_can_be_fitted(name):
    right = count_right(VALUES, STUDY, SETS[:1], described([name])[1], 1)
    assert right.failed.tolist() == [0]
    assert right.right.sum() > 30


def test_twenty_candidates_in_one_study():
    given = [{**NC_OF_SKLEARN, "name": f"c{i}"} for i in range(20)]
    some = contest(*given)
    shard = score_shard(PROBLEM, some, AllSets(9, 1), (0, 1))
    assert set(shard["winners"]) == {2**20 - 1}


@pytest.mark.parametrize("name", CANDIDATES)
def test_a_rule_fitted_on_one_set_decides_as_on_many(name):
    described_rule = {**of_gaussian_rule(name), "name": "alone"}
    counted = count_right(VALUES, STUDY, SETS, [described_rule], 1)
    assert np.array_equal(counted.right[0, 0], right_of(name))


def test_singular_covariances_leave_diagonal_ones():
    wide = RNG.normal(size=(30, 40)) + 0.5 * LABELS[:, None]
    for full, diagonal in (("LDA", "DLDA"), ("QDA", "UDA")):
        calls = [GaussianRule(name).fit(wide, LABELS).predict(wide) for name in (full, diagonal)]
        assert np.array_equal(*calls)
    twice = np.column_stack([VALUES[:, 0], VALUES[:, 0], VALUES[:, 1]])
    calls = [GaussianRule(name).fit(twice, LABELS).predict(twice) for name in ("LDA", "DLDA")]
    assert np.array_equal(*calls)


def test_rules_of_several_classes_call_the_class_of_the_highest_density():
    labels = np.repeat([0, 1, 2], [8, 10, 12])
    x = VALUES[:, :3] + labels[:, None] * np.arange(3) / 3
    of_class = [x[labels == c] for c in range(3)]
    covariances = np.array([np.cov(each.T) for each in of_class])
    pooled = np.tensordot([7, 9, 11], covariances, 1) / 27
    diagonal, spherical = np.eye(3), np.eye(3) / 3
    for name, assumed in (
        ("NC", [np.trace(pooled) * spherical] * 3),
        ("DLDA", [pooled * diagonal] * 3),
        ("LDA", [pooled] * 3),
        ("SDA", [np.trace(each) * spherical for each in covariances]),
        ("UDA", covariances * diagonal),
        ("QDA", covariances),
    ):
        densities = [
            multivariate_normal(each.mean(axis=0), covariance).logpdf(x)
            for each, covariance in zip(of_class, assumed, strict=True)
        ]
        called = GaussianRule(name).fit(x, labels).predict(x)
        assert np.array_equal(called, np.argmax(densities, axis=0)), name


def test_three_classes_are_scored_as_a_plain_loop_does():
    labels = np.repeat([0, 1, 2], [8, 10, 12])
    folds = stratified_folds(labels, 2, 3, np.random.default_rng(1), None)
    problem = Problem(VALUES, labels, folds, name="three")
    some = contest("NC", "kNN-1", misfit("Constant"))
    rule = some.rule_of(problem)
    (found,) = score_any(VALUES, [Labelling(labels, folds)], SETS, some, Failures())
    classifiers = [NearestCentroid(), make_pipeline(StandardScaler(), KNeighborsClassifier(1))]
    expected = naive.right_decisions(VALUES, labels, folds, SETS, classifiers)
    performance = found.right @ np.array(rule.weights) / rule.highest
    balanced = (expected / (2 * np.bincount(labels))).mean(axis=2)
    assert performance[:, :2] == pytest.approx(balanced)
    assert performance[:, 2] == pytest.approx(1 / 3)
    assert to_frame(score_permutations(problem, some, [SETS], permuted_orders(problem, 1, 1))[1])[
        "count"
    ].sum() == len(SETS)


@pytest.mark.parametrize("size", [9, "all"])
def test_large_sets_have_all_candidates(size):
    values = np.column_stack([VALUES, RNG.normal(size=(30, 6))])
    problem = Problem(values, LABELS, FOLDS, name="wide")
    sample = None if size == "all" else 12
    chosen = choose_sets(15, {"size": size, "sample": sample, "replacement": False}, None, RNG)
    shard = score_shard(problem, Contest(("NC", "LDA"), general=True), chosen, (0, 1))
    assert shard["counts"].sum() == (1 if size == "all" else 12)
    assert shard["fitted"].tolist() == ["NC", "LDA"]
    members = shard["members"][0, 0]
    assert len(set(members)) == (15 if size == "all" else 9)


def test_a_search_fits_no_set_twice():
    some = contest("NC", "kNN-1")
    members, performance, winner = search(PROBLEM, some, 500, 1, None, np.random.default_rng(1))
    (found,) = score_any(VALUES, STUDY, np.arange(9)[:, None], some, Failures())
    best = (found.right @ np.array(some.rule_of(PROBLEM).weights)).max()
    assert performance.max() == best / some.rule_of(PROBLEM).highest
    assert winner in some.candidates
    assert len(members) == 1


def test_a_shard_without_sets_merges():
    some = contest("NC", TREE)
    shards = [score_shard(PROBLEM, some, AllSets(9, 9), (i, 2)) for i in range(2)]
    table, _ = merge_shards(shards, some.rule_of(PROBLEM))
    assert table.total == 1


@pytest.mark.parametrize("name", ["Slow", "Sleeping"])
def test_the_cost_names_the_slowest_candidate(name):
    some = contest("NC", "kNN-1", misfit(name))
    seconds = seconds_per_fit(PROBLEM, some, 2)
    assert list(seconds) == ["NC", "kNN-1", name]
    assert seconds["NC"] < seconds["kNN-1"] < seconds[name]
    check_cost(PROBLEM, some, 2, 1, 1)
    with pytest.raises(InputError, match=rf"more than score.most_core_hours, 1; {name} has \d\d%"):
        check_cost(PROBLEM, some, 2, 10**9, 1)


def test_why_sets_are_fitted_one_by_one():
    assert not why_general([], 2, {"column": "a"})
    assert not why_general([], {"1": 1, "8": 2}, {"column": "a"})
    assert "not kNN-3" in why_general(described(["NC", "kNN-3"])[1], 2, {})
    assert "two classes" in why_general([], 2, {"classes": "all"})
    assert "at most 8" in why_general([], {"1": 1, "10": 2}, {})
    assert why_general([], "all", {})


def test_all_pairs_are_only_for_the_built_in_candidates():
    with pytest.raises(InputError, match="null given, but why; give the number of sets to draw"):
        check_general("why", {"size": 2, "sample": None}, 0.5, {})
    check_general("", {"size": 2, "sample": None}, 0.5, {})
    check_general("why", {"size": "all", "sample": None}, 0.5, {})
    with pytest.raises(InputError, match=r"sensitivity_weight: 0\.7 given"):
        check_general("why", {"size": 2, "sample": 10}, 0.7, {"classes": "all"})


def test_the_page_has_every_short_name_with_its_parameters():
    page = (ROOT / "docs/candidates.md").read_text(encoding="utf-8")
    for name, short in SHORT_NAMES.items():
        params = ", ".join(f"`{key}={value!r}`" for key, value in short.params.items())
        row = (
            f"| `{name}` | {short.title} | `{short.path}` | {params or 'defaults'} | "
            f"{'yes' if short.scale else 'no'} | {'linear' if short.linear else 'nonlinear'} |"
        )
        assert row in page
