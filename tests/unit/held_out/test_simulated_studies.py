import numba
import numpy as np
import pytest

from suitability.held_out import simulated_studies
from suitability.held_out.population import Population
from suitability.held_out.splits import Plan
from suitability.scoring.performance import Contest

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too many pairs for uncompiled code"
)

CONTEST = Contest(("NC", "LDA", "QDA"))
DESIGN = simulated_studies.Design(
    sizes=(20, 16),
    repeats=2,
    folds=3,
    plan=Plan(splits=6, outer_folds=4, outer_repeats=3, sets=190),
    n=(1, 20),
    studies=6,
    independent=20,
    tested=200,
    seed=1,
)
FEATURES = 20


def population(difference, name):
    means = np.zeros((2, FEATURES))
    means[1, :5] = difference
    return Population(name, means, np.stack([np.eye(FEATURES)] * 2))


@pytest.fixture(scope="module")
def table():
    populations = [population(1.5, "strong"), population(0.0, "null")]
    found = simulated_studies.validate(populations, CONTEST, DESIGN, threads=1)
    return found.set_index(["population", "N", "measure"])["value"]


def test_the_truth_without_any_difference_is_chance():
    truth = simulated_studies.truth_of(population(0.0, "null"), CONTEST, DESIGN)
    assert truth.outside == pytest.approx(0.5, abs=0.02)
    assert truth.win.sum(axis=1) == pytest.approx(1)
    assert ((truth.agree > 0) & (truth.agree < 1)).all()


def test_the_truth_with_a_difference_is_that_of_the_best_rule():
    # A pair of two of the five features is found by a search of 20 of 190 pairs in most cases.
    truth = simulated_studies.truth_of(population(3.0, "strong"), CONTEST, DESIGN)
    assert (truth.outside[1] > 0.9).all()
    assert (truth.outside[0] < 0.8).all()


def test_estimates_agree_with_the_truth(table):
    for n in DESIGN.n:
        assert table["null", n, "mean outside"] == pytest.approx(0.5, abs=0.06)
        assert -0.06 < table["strong", n, "bias of outside"] < 0.04
        for name in ("strong", "null"):
            assert table[name, n, "coverage of behind"] > 0.8
            assert table[name, n, "coverage of win"] > 0.7
            assert table[name, n, "called better"] < 0.1


def test_the_plain_estimate_is_too_high_and_the_other_ones_less_so(table):
    plain, nested = (table["null", 20, f"bias of {m}"] for m in ("cross-validated", "outside"))
    assert plain > 0.1
    assert abs(nested) < plain / 2
    assert table["null", 20, "bias of BBC-CV"] < plain
    assert table["null", 20, "bias of Tibshirani"] < plain


def test_studies_differ_but_can_be_repeated():
    one, again, other = (
        simulated_studies.simulated_problem(population(1.0, "x"), DESIGN, i) for i in (0, 0, 1)
    )
    assert (one.values == again.values).all()
    assert (one.folds == again.folds).all()
    assert not (one.values == other.values).any()
