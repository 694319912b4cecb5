import collections
import functools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from reference import batched, compiled, kernel, naive
from suitability.gaussian import pair_kernel
from suitability.gaussian.tally import LIST_LENGTH, merge
from suitability.scoring.performance import Contest
from suitability.workflow import resources

TESTS = Path(__file__).parents[2]
LIBRARY = TESTS.parent / "scripts/suitability"
compiled_only = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too many pairs for uncompiled code"
)
kernel_property = settings(
    max_examples=2 if numba.config.DISABLE_JIT else 40,
    # Random seeds have no simpler neighbours to shrink to.
    phases=[Phase.generate],
)

SMALL_SHAPES = [
    (2, (6, 7), 1, 2),
    (2, (5, 9), 2, 2),
    (4, (9, 6), 1, 3),
]
SHAPES = [
    (2, (20, 10), 3, 5),
    (12, (10, 40), 2, 5),
    (16, (11, 27), 2, 3),
    (24, (7, 7), 3, 3),
    (63, (9, 14), 1, 3),
    (64, (6, 6), 1, 2),
    (65, (25, 7), 1, 2),
    (130, (10, 11), 1, 2),
]
ALL_SHAPES = SMALL_SHAPES + [pytest.param(*shape, marks=compiled_only) for shape in SHAPES]

# Candidates by place, in orders other than that of the kernel.
SUBSETS = [(5,), (0, 2), (2, 0), (4, 1, 3), (5, 4, 3, 2, 1, 0), (0, 1, 2, 3, 4, 5)]


def identical(tally, other):
    return all(np.array_equal(a, b) for a, b in zip(tally, other, strict=True))


def histogram(tally, how):
    unit, mask = np.nonzero(tally.counts)
    counts = tally.counts[unit, mask]
    score = unit * how.unit
    return dict(zip(zip(score.tolist(), mask.tolist(), strict=True), counts.tolist(), strict=True))


def listed(tally, place, features):
    """Return the pairs of a list and their scores, best first."""
    some = tally.keys[place] >= 0
    pairs = [divmod(int(pair), features) for pair in tally.places[place, some]]
    return pairs, [tuple(scores) for scores in tally.scores[place, some].tolist()]


def scores_of_the_pair(values, labels, folds):
    (scores,) = kernel.scores_of_pairs(kernel.Problem(values, labels, folds)).values()
    return scores


@pytest.mark.parametrize(("features", "class_sizes", "repeats", "folds"), ALL_SHAPES)
def test_scores_and_histogram_are_the_naive_ones(features, class_sizes, repeats, folds):
    problem = kernel.random_problem(1, features, class_sizes, repeats, folds)
    expected = naive.scores_of_pairs(*problem, problem.weights)
    assert kernel.scores_of_pairs(problem) == expected
    assert histogram(kernel.tally_of(problem), kernel.scoring(problem)) == naive.score_table(
        expected
    )


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=compiled_only)])
def test_folds_may_be_of_any_size_and_lack_a_class(seed):
    rng = np.random.default_rng(seed)
    features = 3 if numba.config.DISABLE_JIT else 20
    labels = rng.permutation(np.repeat([0, 1], (13, 8)))
    values = rng.normal(size=(21, features)) + labels[:, None]
    folds = np.array([[0] * 6 + [1] * 14 + [2], [2, 1, 0] * 5 + [1] * 6])
    problem = kernel.Problem(values, labels, folds)
    expected = naive.scores_of_pairs(*problem, problem.weights)
    assert kernel.scores_of_pairs(problem) == expected


@compiled_only
def test_decisions_on_real_data_are_the_naive_ones():
    problem = kernel.real_problem("golub", 120)
    found = kernel.scores_of_pairs(problem)
    assert len(found) == 120 * 119 / 2
    for first, second in sorted(found)[::3]:
        a, b = problem.values[:, first], problem.values[:, second]
        expected = naive.scores_of_pair(a, b, problem.labels, problem.folds, problem.weights)
        assert found[first, second] == expected
        assert naive.winners(found[first, second]) == naive.winners(expected)


@compiled_only
def test_no_winner_set_differs_on_many_real_pairs():
    problem = kernel.real_problem("all", 200)
    how = kernel.scoring(problem)
    first, second = np.triu_indices(problem.features, 1)
    scores = batched.scores(*problem, first, second, problem.weights)
    best = scores.max(axis=1)
    winners = (scores == best[:, None]) @ (1 << np.arange(6))
    expected = collections.Counter(zip(best.tolist(), winners.tolist(), strict=True))
    assert histogram(kernel.tally_of(problem, how), how) == expected


@compiled_only
def test_no_winner_set_differs_on_a_million_real_pairs():
    problem = kernel.real_problem("golub", 1415)
    how = kernel.scoring(problem)
    found = kernel.tally_of(problem, how)
    assert found.counts.sum() > 1e6
    assert np.array_equal(found.counts, compiled.counts(*problem, problem.weights, how.unit))


def in_float64_alone(data):
    """Make every float32 value unsure, so that all decisions are made in float64."""
    return data._replace(rounded_tiles=np.full_like(data.rounded_tiles, np.nan))


@compiled_only
def test_float32_decides_nothing_on_a_million_real_pairs():
    problem = kernel.real_problem("all", 1415)
    data, how = pair_kernel.prepare(*problem), kernel.scoring(problem)
    blocks = pair_kernel.shard_rows(problem.features, 0, 1)
    found = pair_kernel.score_pairs(data, blocks, how)
    assert found.counts.sum() > 1e6
    assert identical(found, pair_kernel.score_pairs(in_float64_alone(data), blocks, how))


@compiled_only
@pytest.mark.parametrize("exponent", [0, -70])
@pytest.mark.parametrize("kind", ["few values", "nearly dependent", "tiny beside another"])
def test_float32_decides_nothing_where_it_is_poor(kind, exponent):
    features = 3 if numba.config.DISABLE_JIT else 70
    problem = kernel.random_problem(10, features, (9, 12), 2, 3)
    values, rng = problem.values.copy(), np.random.default_rng(11)
    if kind == "few values":
        values = np.round(values)
    elif kind == "nearly dependent":
        values = values[:, :1] + 1e-6 * rng.normal(size=values.shape)
    else:
        values[:, 1:] *= 2.0 ** -rng.integers(20, 70, features - 1)
    problem = problem._replace(values=np.ldexp(values, exponent))
    data, how = pair_kernel.prepare(*problem), kernel.scoring(problem)
    blocks = pair_kernel.shard_rows(problem.features, 0, 1)
    found = pair_kernel.score_pairs(data, blocks, how)
    assert identical(found, pair_kernel.score_pairs(in_float64_alone(data), blocks, how))


def test_places_of_very_many_features_or_samples_take_wider_integers(monkeypatch):
    problem = kernel.random_problem(12, 3, (6, 7), 1, 2)
    tally = kernel.tally_of(problem)
    assert pair_kernel.prepare(*problem).places.dtype == np.int16
    assert pair_kernel.SHORT_PLACES == resources.SHORT_PLACES
    monkeypatch.setattr(pair_kernel, "SHORT_PLACES", 2)
    assert pair_kernel.prepare(*problem).places.dtype == np.int32
    assert identical(kernel.tally_of(problem), tally)


@functools.cache
def problem_and_scores(features):
    problem = kernel.random_problem(2, features, (7, 8), 1, 3)
    return problem, naive.scores_of_pairs(*problem, problem.weights)


@compiled_only
@pytest.mark.parametrize("candidates", SUBSETS)
@pytest.mark.parametrize("features", [12, 40])
def test_lists_are_the_best_of_all_pairs_sorted(features, candidates):
    problem, all_six = problem_and_scores(features)
    scores = naive.choose(all_six, candidates)
    how = kernel.scoring(problem, candidates)
    tally = kernel.tally_of(problem, how)

    best = naive.best_pairs(scores, LIST_LENGTH)
    assert listed(tally, 0, features) == (best, [scores[pair] for pair in best])
    for place in range(len(candidates)):
        best = naive.clearest_pairs(scores, place, LIST_LENGTH)
        assert listed(tally, 1 + place, features) == (best, [scores[pair] for pair in best])
    assert histogram(tally, how) == naive.score_table(scores)


@pytest.mark.parametrize(
    "candidates", [(2, 5, 0), *(pytest.param(c, marks=compiled_only) for c in SUBSETS)]
)
def test_candidates_keep_their_scores_in_any_company_and_order(candidates):
    problem = kernel.random_problem(3, 3, (8, 6), 1, 2)
    all_six = kernel.scores_of_pairs(problem)
    chosen = kernel.scores_of_pairs(problem, kernel.scoring(problem, candidates))
    assert chosen == naive.choose(all_six, candidates)


@compiled_only
@pytest.mark.parametrize("tolerance", [0.0, 0.01, 0.05, 0.1, 1.0])
def test_winners_are_all_within_the_tolerance_of_the_best(tolerance):
    problem = kernel.random_problem(4, 16, (9, 12), 2, 3)
    rule = Contest(naive.CANDIDATES, tie_tolerance=tolerance).rule_of(problem.study)
    how = kernel.scoring(problem, weights=rule.weights, tolerance=rule.tolerance)
    scores = kernel.scores_of_pairs(problem)
    found = histogram(kernel.tally_of(problem, how), how)
    assert found == naive.score_table(scores, tolerance * rule.highest)


@compiled_only
@pytest.mark.parametrize("sensitivity_weight", [0.0, 0.3, 0.5, 2 / 3, 1.0])
def test_weighted_scores_are_the_naive_ones(sensitivity_weight):
    problem = kernel.random_problem(5, 10, (9, 12), 2, 3)
    rule = Contest(naive.CANDIDATES, sensitivity_weight).rule_of(problem.study)
    how = kernel.scoring(problem, weights=rule.weights)
    expected = naive.scores_of_pairs(*problem, rule.weights)
    assert kernel.scores_of_pairs(problem, how) == expected
    assert histogram(kernel.tally_of(problem, how), how) == naive.score_table(expected)


@pytest.fixture
def with_copies():
    """Features 0, 1, 2; then copies of 0 and 1, the negative of 2, and 0 copied in class 1 only."""
    problem = kernel.random_problem(6, 3, (8, 9), 1, 2)
    a, b, c = problem.values.T
    only_in_class_1 = np.where(problem.labels == 1, a, np.roll(a, 1))
    values = np.column_stack([a, b, c, a, b, -c, only_in_class_1])
    return problem._replace(values=values)


def test_singular_pairs_fall_back_to_the_diagonal_rules(with_copies):
    features = [0, 2, 3, 5] if numba.config.DISABLE_JIT else range(7)
    problem = with_copies._replace(values=with_copies.values[:, features])
    expected = naive.scores_of_pairs(*problem, problem.weights)
    assert kernel.scores_of_pairs(problem) == expected


@pytest.mark.parametrize(("first", "second"), [(0, 3), (1, 4), (2, 5)])
def test_lda_is_dlda_and_qda_is_uda_on_linearly_dependent_features(with_copies, first, second):
    values = with_copies.values[:, [first, second]]
    _, dlda, lda, _, uda, qda = scores_of_the_pair(values, with_copies.labels, with_copies.folds)
    assert lda == dlda
    assert qda == uda


def test_only_qda_falls_back_where_one_class_is_singular(with_copies):
    values, labels, folds = with_copies.values[:, [0, 6]], with_copies.labels, with_copies.folds
    scores = scores_of_the_pair(values, labels, folds)
    assert scores[5] == scores[4]
    training = folds[0] != 0
    assert naive.is_singular(np.cov(values[training & (labels == 1)], rowvar=False))
    assert not naive.is_singular(np.cov(values[training & (labels == 0)], rowvar=False))
    assert scores == naive.scores_of_pair(*values.T, labels, folds, with_copies.weights)


def test_singular_pairs_are_counted_once(with_copies):
    features = [0, 2, 3] if numba.config.DISABLE_JIT else range(7)
    problem = with_copies._replace(values=with_copies.values[:, features])
    expected = sum(
        naive.pair_is_singular(
            problem.values[:, i], problem.values[:, j], problem.labels, problem.folds
        )
        for i, j in naive.combinations(range(problem.features), 2)
    )
    assert expected > 0
    assert kernel.tally_of(problem).singular == expected


class Wide:
    """Features over several tiles, blocks and shards, and more pairs than the lists take."""

    features = 300

    def __init__(self):
        self.problem = kernel.random_problem(7, self.features, (12, 17), 2, 3)
        self.data = pair_kernel.prepare(*self.problem)
        self.scoring = kernel.scoring(self.problem)
        self.blocks = pair_kernel.shard_rows(self.features, 0, 1)
        self.tally = self.score(self.blocks)

    def score(self, blocks, **options):
        return pair_kernel.score_pairs(self.data, blocks, self.scoring, **options)

    def shards(self, count):
        return [
            self.score(pair_kernel.shard_rows(self.features, shard, count))
            for shard in range(count)
        ]


@pytest.fixture(scope="module")
def wide():
    return Wide()


@compiled_only
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_do_not_matter(wide, threads):
    assert identical(wide.score(wide.blocks, threads=threads), wide.tally)


@compiled_only
@pytest.mark.parametrize("count", [1, 2, 7])
def test_shards_do_not_matter(wide, count):
    assert identical(merge(wide.shards(count)), wide.tally)


def test_shards_may_outnumber_the_rows():
    problem = kernel.random_problem(7, 4, (6, 5), 1, 2)
    data, how = pair_kernel.prepare(*problem), kernel.scoring(problem)
    parts = [
        pair_kernel.score_pairs(data, pair_kernel.shard_rows(4, shard, 9), how)
        for shard in range(9)
    ]
    assert identical(merge(parts), kernel.tally_of(problem))


@compiled_only
def test_order_and_grouping_of_merges_do_not_matter(wide):
    parts = wide.shards(7)
    assert identical(merge(parts[::-1]), wide.tally)
    grouped = [merge(parts[2:5]), merge(parts[5:] + parts[:2])]
    assert identical(merge(grouped), wide.tally)


@compiled_only
def test_tiles_do_not_matter(tmp_path):
    library = tmp_path / "suitability"
    shutil.copytree(LIBRARY, library, ignore=shutil.ignore_patterns("__pycache__"))
    for module, sizes in {
        "layout": {"TILE": 32},
        "pair_kernel": {"ROWS_PER_PASS": 5, "ROWS_PER_BLOCK": 100},
        "set_kernel": {"TILES_PER_BLOCK": 3},
    }.items():
        path = library / f"gaussian/{module}.py"
        for name, value in sizes.items():
            text, changes = re.subn(
                rf"^{name} = \d+$", f"{name} = {value}", path.read_text(), flags=re.M
            )
            assert changes == 1
            path.write_text(text)
    other = subprocess.run(
        [sys.executable, "-c", "from reference import kernel; print(*kernel.digests())"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(TESTS)])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.split() == kernel.digests()


@compiled_only
def test_order_of_blocks_does_not_matter(wide):
    assert identical(wide.score(wide.blocks[::-1], threads=2), wide.tally)


@compiled_only
def test_a_pair_scores_the_same_in_any_place(wide):
    places = [0, 63, 64, 70, 200, 299]
    few = wide.problem._replace(values=wide.problem.values[:, places])
    many = kernel.scores_of_pairs(wide.problem)
    for (i, j), scores in kernel.scores_of_pairs(few).items():
        assert many[places[i], places[j]] == scores


@compiled_only
def test_progress_adds_up_to_all_pairs(wide):
    seen = []
    wide.score(wide.blocks, threads=2, progress=seen.append)
    assert sum(seen) == wide.tally.counts.sum() == wide.features * (wide.features - 1) / 2


@pytest.mark.parametrize("features", [2, 3, 63, 64, 65, 128, 129, 130, 700])
@pytest.mark.parametrize("shards", [1, 2, 7, 5000])
def test_shards_cover_each_pair_once(features, shards):
    seen = np.zeros((features, features), int)
    counted = 0
    for shard in range(shards):
        for tile, start, stop in pair_kernel.shard_rows(features, shard, shards):
            pairs = seen[start:stop, tile * pair_kernel.TILE : (tile + 1) * pair_kernel.TILE]
            pairs += 1
            counted += pair_kernel.pairs_in((tile, start, stop), features)
    assert (np.triu(seen, 1) == np.triu(np.ones_like(seen), 1)).all()
    assert counted == features * (features - 1) / 2


@pytest.mark.parametrize("shards", [2, 7, 50])
def test_shards_have_as_many_rows(shards):
    rows = [
        sum(stop - start for _, start, stop in pair_kernel.shard_rows(1000, shard, shards))
        for shard in range(shards)
    ]
    assert max(rows) - min(rows) <= 1


def test_no_candidate_is_listed_for_pairs_it_ties():
    rng = np.random.default_rng(8)
    labels = np.repeat([0, 1], 6)
    values = rng.normal(size=(12, 2)) + 100 * labels[:, None]
    problem = kernel.Problem(values, labels, np.array([[0, 1] * 6]))
    tally = kernel.tally_of(problem)
    assert listed(tally, 0, 2) == ([(0, 1)], [(72,) * 6])
    assert all(listed(tally, place, 2) == ([], []) for place in range(1, 7))
    assert histogram(tally, kernel.scoring(problem)) == {(72, 0b111111): 1}


@st.composite
def pairs(draw):
    """A pair of continuous features: no decision is a tie at zero."""
    folds = draw(st.integers(2, 4))
    sizes = draw(st.tuples(*[st.integers(2 * folds, 2 * folds + 7)] * 2))
    seed = draw(st.integers(0, 2**32 - 1))
    return kernel.random_problem(seed, 2, sizes, draw(st.integers(1, 2)), folds)


@kernel_property
@given(pairs())
def test_scores_are_the_naive_ones_for_any_pair(problem):
    a, b = problem.values.T
    expected = naive.scores_of_pair(a, b, problem.labels, problem.folds, problem.weights)
    assert scores_of_the_pair(*problem) == expected


@kernel_property
@given(pairs())
def test_scores_do_not_change_when_the_classes_are_swapped(problem):
    swapped = problem._replace(labels=1 - problem.labels)
    assert scores_of_the_pair(*swapped) == scores_of_the_pair(*problem)


@kernel_property
@given(pairs())
def test_scores_do_not_change_when_the_features_are_swapped(problem):
    swapped = problem._replace(values=problem.values[:, ::-1])
    assert scores_of_the_pair(*swapped) == scores_of_the_pair(*problem)


@kernel_property
@given(pairs(), st.randoms(use_true_random=False))
def test_scores_do_not_change_when_the_samples_are_reordered(problem, random):
    order = random.sample(range(len(problem.labels)), len(problem.labels))
    reordered = problem.values[order], problem.labels[order], problem.folds[:, order]
    assert scores_of_the_pair(*reordered) == scores_of_the_pair(*problem)


@kernel_property
@given(pairs(), st.tuples(*[st.floats(-1000, 1000)] * 2))
def test_scores_do_not_change_when_features_are_shifted(problem, shift):
    shifted = problem._replace(values=problem.values + shift)
    assert scores_of_the_pair(*shifted) == scores_of_the_pair(*problem)


@kernel_property
@given(pairs(), st.tuples(*[st.integers(-40, 40)] * 2))
def test_rules_that_scale_by_feature_do_not_mind_the_units_of_each(problem, exponents):
    scaled = problem._replace(values=problem.values * 2.0 ** np.array(exponents))
    _, *now = scores_of_the_pair(*scaled)
    _, *before = scores_of_the_pair(*problem)
    for free in (0, 1, 3, 4):
        assert now[free] == before[free]


@kernel_property
@given(pairs(), st.integers(-40, 40))
def test_no_rule_minds_the_common_unit(problem, exponent):
    scaled = problem._replace(values=problem.values * 2.0**exponent)
    assert scores_of_the_pair(*scaled) == scores_of_the_pair(*problem)


def test_nc_and_sda_mind_the_unit_of_one_feature():
    changed = np.zeros(6, bool)
    for seed in range(2 if numba.config.DISABLE_JIT else 10):
        problem = kernel.random_problem(seed, 2, (9, 9), 1, 2)
        scaled = problem._replace(values=problem.values * [1, 1024])
        before, now = scores_of_the_pair(*problem), scores_of_the_pair(*scaled)
        changed |= np.array(now) != before
    assert changed[[0, 3]].all()
