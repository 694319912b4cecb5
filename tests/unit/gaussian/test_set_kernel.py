import numba
import numpy as np
import pytest

from reference import kernel, naive
from suitability.gaussian import set_kernel
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.tally import LIST_LENGTH, merge
from suitability.scoring import permuted_labels, score_table
from suitability.scoring.performance import Contest

compiled_only = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too many sets for uncompiled code"
)


def identical(tally, other):
    return all(np.array_equal(a, b) for a, b in zip(tally, other, strict=True))


@pytest.fixture(scope="module", params=kernel.REAL)
def real(request):
    return kernel.real_problem(request.param)


def random_sets(rng, features, size, count):
    return np.array([np.sort(rng.choice(features, size, replace=False)) for _ in range(count)])


def scores_of_sets(problem, sets, orders=None):
    """Return the scores of every set under every permutation: (permutations, sets, 6)."""
    data = set_kernel.prepare(*problem, orders)
    how = kernel.scoring(problem)
    scores = np.full((len(data.test_order), len(sets), 6), -1)
    for start in range(0, len(sets), LIST_LENGTH):
        some = sets[start : start + LIST_LENGTH]
        for permutation, tally in enumerate(set_kernel.score_sets(data, some, how, first=start)):
            here = tally.keys[0] >= 0
            scores[permutation, tally.places[0, here]] = tally.scores[0, here]
    return scores


def naive_scores(problem, sets, labels=None, folds=None):
    labels = problem.labels if labels is None else labels
    folds = problem.folds if folds is None else folds
    return np.array(
        [
            naive.scores_of_set(problem.values[:, members], labels, folds, problem.weights)
            for members in sets
        ]
    )


@compiled_only
@pytest.mark.parametrize(("size", "count"), [(1, 300), (2, 300), (3, 300), (4, 150), (8, 100)])
def test_decisions_on_real_data_are_the_naive_ones(real, size, count):
    sets = random_sets(np.random.default_rng(size), real.features, size, count)
    assert (scores_of_sets(real, sets)[0] == naive_scores(real, sets)).all()


@pytest.mark.parametrize("size", [1, 3])
def test_decisions_on_random_data_are_the_naive_ones(size):
    problem = kernel.random_problem(size, 5, (9, 7), 1, 3)
    sets = random_sets(np.random.default_rng(size), 5, size, 3)
    assert (scores_of_sets(problem, sets)[0] == naive_scores(problem, sets)).all()


@compiled_only
@pytest.mark.parametrize("candidates", [range(6), (5, 2, 0)])
def test_every_real_pair_is_scored_as_by_the_pair_kernel(candidates):
    problem = kernel.real_problem("golub")
    features = problem.features
    sets = np.argwhere(np.triu(np.ones((features, features), bool), 1))
    data, how = set_kernel.prepare(*problem), kernel.scoring(problem, candidates)
    (found,) = set_kernel.score_sets(data, sets, how, threads=2)
    expected = kernel.tally_of(problem, how, threads=2)
    assert found.counts.sum() == len(sets) > 10**6
    for part in ("counts", "keys", "scores", "singular"):
        assert np.array_equal(getattr(found, part), getattr(expected, part)), part
    some = found.keys >= 0
    assert some.any(axis=1).all()
    assert (sets[found.places[some]] @ [features, 1] == expected.places[some]).all()


@compiled_only
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_permutation_scores_as_if_its_labels_and_folds_were_given(real, size):
    rng = np.random.default_rng(size)
    sets = random_sets(rng, real.features, size, 150)
    orders = np.array([rng.permutation(len(real.labels)) for _ in range(3)])
    found = scores_of_sets(real, sets, orders)
    for order, scores in zip(orders, found, strict=True):
        labels, folds = np.empty_like(real.labels), np.empty_like(real.folds)
        labels[order], folds[:, order] = real.labels, real.folds
        assert (scores == naive_scores(real, sets, labels, folds)).all()
    assert (found[0] != found[1]).any()


def dependent(size_of_class_1=9):
    """Features 0 to 3; then 0 + 1, 0 + 1 but for noise in class 0, and a copy of 2."""
    problem = kernel.random_problem(6, 4, (10, size_of_class_1), 1, 2)
    a, b, c, d = problem.values.T
    only_in_class_1 = np.where(problem.labels == 1, a + b, np.roll(a, 1))
    return problem._replace(values=np.column_stack([a, b, c, d, a + b, only_in_class_1, c]))


@pytest.mark.parametrize("members", [(0, 1, 4), (4, 1, 0), (0, 1, 5), (2, 3, 6), (1, 2, 3)])
def test_dependent_features_fall_back_to_the_diagonal_rules(members):
    problem = dependent()
    x = problem.values[:, members]
    (scores,) = scores_of_sets(problem, np.array([members]))[0]
    assert scores.tolist() == naive_scores(problem, [members])[0].tolist()
    singular = [
        naive.is_singular(covariance)
        for covariance in naive.class_covariances([x[problem.labels == c] for c in (0, 1)])
    ]
    _, dlda, lda, _, uda, qda = scores
    if singular[2]:
        assert lda == dlda
    if singular[0] or singular[1]:
        assert qda == uda
    assert any(singular) == (members != (1, 2, 3))


@compiled_only
def test_singular_sets_are_counted_as_often_as_they_count():
    problem = dependent()
    sets = np.array(list(naive.combinations(range(7), 3)))
    expected = np.array(
        [naive.set_is_singular(problem.values[:, m], problem.labels, problem.folds) for m in sets]
    )
    counts = np.arange(1, len(sets) + 1)
    (tally,) = set_kernel.score_sets(
        set_kernel.prepare(*problem), sets, kernel.scoring(problem), counts=counts
    )
    assert 0 < expected.sum() < len(sets)
    assert tally.singular == counts[expected].sum()
    assert tally.counts.sum() == counts.sum()


@compiled_only
def test_a_class_of_few_samples_has_no_full_covariance():
    problem = kernel.random_problem(3, 8, (12, 6), 1, 3)
    members = np.arange(8)[None]
    (scores,) = scores_of_sets(problem, members)[0]
    assert scores[5] == scores[4]
    assert scores.tolist() == naive_scores(problem, members)[0].tolist()


@compiled_only
@pytest.mark.parametrize("threads", [1, 3])
def test_neither_threads_nor_places_in_a_tile_matter(threads):
    problem = kernel.random_problem(7, 60, (12, 17), 2, 3)
    sets = random_sets(np.random.default_rng(0), 60, 2, 3000)
    data, how = set_kernel.prepare(*problem, threads=threads), kernel.scoring(problem)
    (whole,) = set_kernel.score_sets(data, sets, how, threads=threads)
    parts = [
        set_kernel.score_sets(data, sets[start:stop], how, first=start)[0]
        for start, stop in ((0, 7), (7, 1500), (1500, 3000))
    ]
    assert identical(whole, merge(parts[::-1]))


@compiled_only
def test_the_order_of_features_in_a_set_does_not_matter():
    problem = kernel.random_problem(8, 20, (14, 15), 2, 3)
    sets = random_sets(np.random.default_rng(0), 20, 3, 100)
    forward, backward = (scores_of_sets(problem, s)[0] for s in (sets, sets[:, ::-1]))
    assert (forward == backward).all()


@compiled_only
def test_progress_adds_up_to_all_sets():
    problem = kernel.random_problem(7, 60, (12, 17), 1, 3)
    sets = random_sets(np.random.default_rng(0), 60, 2, 3000)
    seen = []
    set_kernel.score_sets(
        set_kernel.prepare(*problem), sets, kernel.scoring(problem), progress=seen.append
    )
    assert sum(seen) == 3000


def tables(problem, sets, orders, **options):
    return permuted_labels.score_permutations(
        problem.study, Contest(CANDIDATES), [sets], orders, **options
    )


@compiled_only
def test_sets_of_several_sizes_are_counted_together():
    problem = kernel.random_problem(7, 30, (12, 13), 2, 3)
    rng = np.random.default_rng(0)
    sizes = [random_sets(rng, 30, size, 200) for size in (1, 3)]
    orders = np.array([np.arange(25), rng.permutation(25)])
    together = permuted_labels.score_permutations(problem.study, Contest(CANDIDATES), sizes, orders)
    apart = [tables(problem, sets, orders) for sets in sizes]
    for table, *parts in zip(together, *apart, strict=True):
        assert identical(table_arrays(table), table_arrays(score_table.merge(parts)))


@compiled_only
def test_permutations_may_come_in_any_groups(monkeypatch):
    problem = kernel.random_problem(7, 30, (12, 13), 2, 3)
    rng = np.random.default_rng(0)
    sets = random_sets(rng, 30, 2, 500)
    orders = np.array([rng.permutation(25) for _ in range(5)] + [np.arange(25)])
    at_once = tables(problem, sets, orders, threads=2)
    monkeypatch.setattr(permuted_labels, "GROUP_BYTES", 1)
    one_by_one = tables(problem, sets, orders)
    for table, other in zip(at_once, one_by_one, strict=True):
        assert table.total == 500
        assert identical(table_arrays(table), table_arrays(other))


def table_arrays(table):
    return table.scores, table.performance, table.winners, table.counts


@compiled_only
def test_a_set_does_not_count_where_a_feature_is_constant_in_a_training_fold():
    problem = kernel.random_problem(7, 6, (8, 8), 1, 2)
    values = problem.values.copy()
    values[:, 0] = 0.0
    values[:6, 0] = np.arange(6)
    problem = problem._replace(values=values)
    sets = np.array(list(naive.combinations(range(6), 2)))
    rng = np.random.default_rng(0)
    orders = np.array([rng.permutation(16) for _ in range(20)])
    totals = []
    for order, table in zip(orders, tables(problem, sets, orders), strict=True):
        x = values[order, 0]
        constant = any(
            np.ptp(x[(problem.folds[0] != test) & (problem.labels == c)]) == 0
            for test in (0, 1)
            for c in (0, 1)
        )
        totals.append(table.total)
        assert table.total == (10 if constant else 15)
    assert set(totals) == {10, 15}
