"""Searches that are confirmed or not, studies drawn from data, and the planner."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_ind

from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.core.resampling import stratified_folds
from suitability.plan import main, plan
from suitability.reproducibility import real_data
from suitability.reproducibility.confirmation import confirmation_sentence
from suitability.reproducibility.search import (
    Plan,
    confirmation,
    independent_trials,
    search_index,
    searched_splits,
)
from suitability.reproducibility.simulation import Estimation
from suitability.scoring.performance import Contest
from suitability.scoring.sets import random_sets

CONTEST = Contest(("NC", "LDA", "QDA"))


def problem_of(samples=60, features=40, effect=1.5, seed=1):
    rng = np.random.default_rng(seed)
    labels = np.tile([0, 1], samples // 2)
    values = rng.standard_normal((samples, features))
    values[labels == 1, :4] += effect
    folds = stratified_folds(labels, 2, 3, rng)
    return Problem(values, labels, folds, tuple(f"f{i}" for i in range(features)), (), "made")


def draw(values, labels, count, rng):
    return random_sets(values.shape[1], 2, count, None, rng)


@pytest.fixture(scope="module")
def searches():
    return searched_splits(problem_of(), CONTEST, draw, Plan(5, 2, 200, 6), 1)


def test_searches_of_more_sets_report_more(searches):
    means = searches.groupby(["candidate", "N"])["inside"].mean().unstack()
    assert (means.diff(axis=1).iloc[:, 1:] > 0).all(axis=None)
    assert means.loc["any", 1] > means.loc["LDA", 1]
    assert set(searches["candidate"]) == {"NC", "LDA", "QDA", "any"}
    assert searches["N"].max() == 100
    assert searches["outside"].between(0, 1).all()


def test_the_index_of_searches_rises_with_rho(searches):
    table = search_index(searches)
    wide = table.pivot(index=["N", "candidate", "tau"], columns="rho", values="index").dropna()
    assert (wide.diff(axis=1).iloc[:, 1:] >= 0).all(axis=None)
    # There are no limits where only one part has such reports.
    known = table.dropna(subset=["index", "lower"])
    assert known["index"].between(known["lower"], known["upper"]).all()
    empty = table[table["reported"] == 0]
    assert len(empty)
    assert empty[["observed", "index", "lower", "upper"]].isna().all(axis=None)


def test_searches_do_not_depend_on_chance(searches):
    again = searched_splits(problem_of(), CONTEST, draw, Plan(5, 2, 200, 6), 1)
    pd.testing.assert_frame_equal(searches, again)


def test_the_sampling_error_of_held_out_samples_is_separated():
    # Many rules with true performances of mean 0.7 and SD 0.1, each tested on 20 samples.
    rng = np.random.default_rng(1)
    true = rng.beta(14, 6, 20_000)
    outside = rng.binomial(20, true) / 20
    least = np.full(len(true), 0.8)
    found = confirmation(outside, np.full(len(true), 20.0), least, 1000).mean()
    assert found == pytest.approx((true >= 0.8).mean(), abs=0.01)
    assert (outside >= 0.8).mean() > found + 0.05
    # Without any difference only the error of the mean is left.
    same = rng.binomial(20, 0.7, 20_000) / 20
    below, above = (
        confirmation(same, np.full(len(same), 20.0), np.full(len(same), value), 1000).mean()
        for value in (0.65, 0.75)
    )
    assert below > 0.95
    assert above < 0.05


def test_independent_trials_are_those_of_balanced_accuracy():
    assert independent_trials(CONTEST.rule((10, 10), 1), np.array([10, 10])) == pytest.approx(20)
    assert independent_trials(CONTEST.rule((5, 20), 1), np.array([5, 20])) == pytest.approx(16)


def test_the_report_has_a_sentence():
    table = pd.DataFrame(
        {"N": [1, 100], "candidate": "any", "rho": 0.05, "tau": 0.5}
        | {"inside": [0.6, 0.9], "index": [0.3, 0.85], "lower": 0.2, "upper": [0.4, 0.95]}
    )
    assert confirmation_sentence(table, 5000, "pairs") == (
        "Would a larger study confirm this? A large follow-up study reaches at least what the "
        "search reports, less 0.05, with a probability of 85% (95% interval 20% to 95%); computed "
        "for 100 pairs with all candidates."
    )
    of_one = confirmation_sentence(table.assign(candidate="NC"), 5000, "pairs", "NC")
    assert of_one.endswith("computed for 100 pairs with NC.")
    assert confirmation_sentence(table.assign(index=np.nan), 1, "pairs") == ""


def test_features_are_selected_by_t_in_every_design():
    problem = problem_of(features=30)
    values = problem.values - problem.values.mean(axis=0)
    rng = np.random.default_rng(2)
    weights = (rng.random((5, 60)) < 0.7).astype(float)
    found = real_data.largest_t(values, problem.labels, weights, 5)
    for row, chosen in zip(weights > 0, found, strict=True):
        x, y = values[row], problem.labels[row]
        t = np.abs(ttest_ind(x[y == 0], x[y == 1]).statistic)
        assert chosen.tolist() == sorted(np.argsort(-t)[:5])


@pytest.mark.parametrize("rule", ["LDA", "L-SVM"])
def test_studies_are_drawn_from_data(rule):
    problem = problem_of(samples=80)
    estimation = Estimation(folds=4, repeats=2)
    found = real_data.real_errors(problem, [rule], 40, 3, 4, estimation, 1)
    assert found["draw"].tolist() == [0, 1, 2, 3]
    assert found["true"].between(0, 0.4).all()
    assert found["leave_one_out"].between(0, 15).all()
    assert found["cross_validation"].between(0, 30).all()


def test_too_few_samples_are_refused():
    with pytest.raises(InputError, match="of 60 samples, studies of 50 leave 10 to test"):
        real_data.real_errors(problem_of(), ["LDA"], 50, 3, 4, Estimation(), 1)
    with pytest.raises(InputError, match=r"has 40 features; reproducibility\.real\.features is 41"):
        real_data.real_errors(problem_of(), ["LDA"], 30, 41, 4, Estimation(), 1)


STUDY = ["--reproducibility", "0.5", "--rho", "0.1", "--tau", "0.4", "--theta", "1.2"]


def test_a_study_is_planned(monkeypatch):
    monkeypatch.setattr("suitability.plan.SIMULATED_STUDIES", 40)
    lines = {name: value for name, value, _ in plan([*STUDY, "--theta-sd", "0"])}
    assert lines["n"] % 2 == 0
    assert lines["mean"] > 0.5
    assert lines["empty"] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (STUDY, "--reproducibility: needs --theta-sd as well"),
        ([*STUDY, "--theta-sd", "-1"], "sd: -1 given; allowed is at least 0"),
        (
            [*STUDY, "--theta-sd", "0", "--N", "10"],
            "--reproducibility: plans a study, not a search",
        ),
        ([*STUDY, "--theta-sd", "0", "--rule", "CART"], "--rule: 'CART' given; allowed: NC, DLDA"),
        (["--N", "10", "--p", "0.1", "--rho", "0"], "--rho: used only with --reproducibility"),
        ([*STUDY, "--theta-sd", "0", "--dimension", "7"], "dimension: 7 given; allowed are 1 to 5"),
    ],
)
def test_bad_plans_are_refused_in_one_line(arguments, message, capsys):
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
