"""The exact expectation over all searches, against every pair one by one and simulated searches."""

import numba
import numpy as np
import pytest

from reference import held_out as naive
from reference.kernel import random_problem
from suitability.core.problem import Problem
from suitability.gaussian.candidates import CANDIDATES
from suitability.held_out.scoring import score_splits
from suitability.held_out.splits import Plan, splits_of
from suitability.scoring.drawn_sets import draw_groups
from suitability.scoring.performance import Contest

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too many pairs for uncompiled code"
)

N = (1, 7, 60)


@pytest.fixture(scope="module", params=[CANDIDATES, ("LDA", "QDA")], ids=["six", "two"])
def scored(request):
    """A problem, its splits, the table of them, and every pair of one nested split and one half."""
    values, labels, folds = random_problem(5, 12, (17, 14), 2, 3)
    problem, contest = Problem(values, labels, folds, name="x"), Contest(tuple(request.param))
    plan = Plan(splits=2, outer_folds=3, outer_repeats=1, sets=100)

    def draw(values, labels):
        return draw_groups(values.shape[1], 100, np.random.default_rng(1))

    table = score_splits(problem, contest, draw, plan, np.array(N), seed=3).splits
    return problem, contest.candidates, splits_of(problem, plan, 3), table


@pytest.mark.parametrize("kind", ["nested", "half"])
def test_the_engine_finds_the_expectation_over_all_searches(scored, kind):
    problem, candidates, splits, table = scored
    for split in [split for split in splits if split.kind == kind][:2]:
        scores, reached = naive.every_pair(problem.values, split.labels, split.folds, candidates)
        here = table[
            (table[["kind", "repeat", "part"]] == [kind, split.repeat, split.part]).all(axis=1)
        ]
        for row in here.itertuples():
            some = slice(None) if row.candidate == "any" else [candidates.index(row.candidate)]
            expected = naive.exact_search(scores[:, some], reached[:, some], row.N)
            assert row.outside == pytest.approx(expected, abs=1e-12)


def test_simulated_searches_reach_the_expectation(scored):
    problem, candidates, splits, _ = scored
    split = next(split for split in splits if split.kind == "nested")
    scores, reached = naive.every_pair(problem.values, split.labels, split.folds, candidates)
    rng = np.random.default_rng(4)
    for n in N:
        found = naive.searches(scores, reached, n, 4000, rng)
        error = max(found.std() / np.sqrt(len(found)), 1e-9)
        assert abs(found.mean() - naive.exact_search(scores, reached, n)) < 4 * error
