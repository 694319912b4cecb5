"""Candidates that are not built in, against a plain loop, and those that misbehave."""

import numpy as np
import pytest
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
from suitability.estimators.description import MOST_CANDIDATES, check_sample, described
from suitability.estimators.fitting import Labelling, count_right
from suitability.estimators.short_names import SHORT_NAMES
from suitability.estimators.workers import Failures, count_in_parallel
from suitability.scoring.any_candidates import lists_of, score_any
from suitability.scoring.performance import Contest
from suitability.scoring.permuted_labels import permuted_orders, score_permutations
from suitability.scoring.score_table import to_frame
from suitability.scoring.sets import AllSets
from suitability.scoring.shards import merge_shards, score_shard

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


def test_all_pairs_are_only_for_the_built_in_candidates():
    _, descriptions = described(["NC", "kNN-3"])
    with pytest.raises(InputError, match="give the number of sets to draw"):
        check_sample(descriptions, {"size": 2, "sample": None})
    check_sample([], {"size": 2, "sample": None})


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
