"""Both kernels try candidates on held-out samples, and count each candidate's own scores."""

from itertools import combinations

import numba
import numpy as np
import pytest

from reference import held_out as naive
from reference.kernel import Problem, random_problem, scoring
from suitability.gaussian import pair_kernel, set_kernel
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.layout import TILE
from suitability.gaussian.tally import shares_of

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too many pairs for uncompiled code"
)
FEATURES, GROUP = 230, 2 * TILE


def without_some(problem, held_out):
    """Return the problem with some samples in fold -1."""
    folds = problem.folds.copy()
    folds[:, held_out] = -1
    return Problem(problem.values, problem.labels, folds)


@pytest.fixture(scope="module")
def problem():
    problem = random_problem(3, FEATURES, (20, 23), 2, 3)
    values = problem.values.copy()
    # Few values, for ties; and a feature that is constant in a class of the training samples only.
    values[:, :40] = np.round(values[:, :40])
    held_out = np.arange(0, 43, 5)
    training = np.setdiff1d(np.arange(43), held_out)
    values[training[problem.labels[training] == 1], 70] = 2.5
    return without_some(Problem(values, problem.labels, problem.folds), held_out)


@pytest.fixture(scope="module")
def pairs():
    """All pairs within groups that are in different tiles."""
    every = np.array(list(combinations(range(FEATURES), 2)))
    group, tile = every // GROUP, every // TILE
    return every[(group[:, 0] == group[:, 1]) & (tile[:, 0] != tile[:, 1])]


@pytest.fixture(scope="module")
def by_pairs(problem):
    data = pair_kernel.prepare(*problem, group=GROUP)
    blocks = pair_kernel.group_rows(FEATURES, GROUP)
    how = scoring(problem, weights=(1, 1))
    return pair_kernel.score_pairs(data, blocks, how, by_candidate=True, threads=2)


def test_both_kernels_find_the_same(problem, pairs, by_pairs):
    how = scoring(problem, weights=(1, 1))
    data = set_kernel.prepare(*problem)
    (by_sets,) = set_kernel.score_sets(data, pairs, how, by_candidate=True)
    assert (by_sets.counts == by_pairs.counts).all()
    assert (by_sets.by_candidate == by_pairs.by_candidate).all()
    assert (by_sets.keys == by_pairs.keys).all()


def test_the_kernel_finds_what_plain_numpy_finds(problem, pairs, by_pairs):
    usable = pairs[(pairs != 70).all(axis=1)][::7]
    chosen = np.unique(usable)[:30]
    some = Problem(problem.values[:, chosen], problem.labels, problem.folds)
    training = problem.folds[0] >= 0
    weights = np.bincount(problem.labels[training])[::-1]
    how = scoring(some, weights=weights.tolist())
    blocks = pair_kernel.shard_rows(len(chosen), 0, 1)
    found = pair_kernel.score_pairs(pair_kernel.prepare(*some), blocks, how, by_candidate=True)
    scores, reached = naive.every_pair(*some, list(CANDIDATES))
    held_out = np.bincount(problem.labels[~training])
    for c in range(len(CANDIDATES)):
        levels, place = np.unique(scores[:, c] // how.unit, return_inverse=True)
        counts, *right = found.by_candidate[levels, c].T
        assert (counts == np.bincount(place)).all()
        assert counts.sum() == found.by_candidate[:, c, 0].sum()
        mean = (right[0] / held_out[0] + right[1] / held_out[1]) / 2
        assert mean == pytest.approx(np.bincount(place, reached[:, c]))


def test_all_candidates_together_have_the_mean_of_the_winners(problem, by_pairs):
    shares = shares_of(len(CANDIDATES))
    assert shares == 60
    together = by_pairs.by_candidate[:, -1]
    assert (together[:, 0] == by_pairs.counts.sum(axis=1)).all()
    sizes = np.bincount(problem.labels[problem.folds[0] < 0])
    assert (together[:, 1:] <= together[:, :1] * shares * sizes).all()


def test_sets_with_a_constant_feature_do_not_count(pairs, by_pairs):
    assert by_pairs.counts.sum() == (pairs != 70).all(axis=1).sum()


def test_the_held_out_samples_have_no_part_in_the_scores(problem, by_pairs):
    values = problem.values.copy()
    held_out = problem.folds[0] < 0
    values[held_out] = np.random.default_rng(0).permutation(values[held_out])
    other = Problem(values, problem.labels, problem.folds)
    data = pair_kernel.prepare(*other, group=GROUP)
    blocks = pair_kernel.group_rows(FEATURES, GROUP)
    found = pair_kernel.score_pairs(data, blocks, scoring(other, weights=(1, 1)), by_candidate=True)
    assert (found.counts == by_pairs.counts).all()
    assert (found.by_candidate != by_pairs.by_candidate).any()


def test_sorting_within_groups_changes_nothing(problem, by_pairs):
    data = pair_kernel.prepare(*problem)
    blocks = pair_kernel.group_rows(FEATURES, GROUP)
    found = pair_kernel.score_pairs(
        data, blocks, scoring(problem, weights=(1, 1)), by_candidate=True
    )
    assert (found.by_candidate == by_pairs.by_candidate).all()
