import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm

from reference import naive
from suitability.core.randomness import stream
from suitability.scoring.score_table import ScoreTable
from suitability.win.percentage import exact_win, win_matrix
from suitability.win.theory import (
    ILLUSTRATIVE,
    SEARCHES,
    Mixture,
    draw,
    illustrative_study,
    joint_density,
    random_mixture,
    rmse_with_interval,
    sampled_mixture_win,
    synthetic_study,
    theoretical_win,
)

LONE = Mixture(("c1",), np.ones(1), np.array([0.6]), np.array([0.1]))


def rngs(seed, trials):
    return [np.random.default_rng([seed, trial]) for trial in range(trials)]


def mixture_of(seed):
    return random_mixture(np.random.default_rng(seed))


def test_the_leaders_of_the_illustrative_example_are_those_published():
    """Equal at N = 1; then c3 leads, c2 from N = 12 on and c1 from N = 27 on."""
    win = theoretical_win(ILLUSTRATIVE, SEARCHES)
    assert_allclose(win[0], 1 / 3, atol=1e-9)
    leaders = win[1:].argmax(axis=1) + 1
    assert leaders.tolist() == [3] * len(range(2, 12)) + [2] * len(range(12, 27)) + [1] * 14


@pytest.mark.parametrize("n", [1, 2, 5, 12, 27, 40, 1000, 10**6])
def test_win_percentages_are_the_integrals_of_the_formula(n):
    for mixture in (ILLUSTRATIVE, mixture_of(1), mixture_of(2)):
        expected = naive.theoretical_win(mixture.priors, mixture.means, mixture.deviations, n)
        assert_allclose(theoretical_win(mixture, [n])[0], expected, atol=1e-7)


@settings(max_examples=10)
@given(st.integers(0, 10**9))
def test_win_percentages_of_any_mixture_sum_to_one_and_start_at_the_priors(seed):
    mixture = mixture_of(seed)
    win = theoretical_win(mixture, [1, 7, 40, 1e10])
    assert_allclose(win.sum(axis=1), 1, atol=1e-9)
    assert_allclose(win[0], mixture.priors, atol=1e-9)
    assert (win >= -1e-12).all()


def test_narrow_peaks_are_not_missed():
    narrow = Mixture(("a", "b"), np.array([0.5, 0.5]), np.array([0.2, 0.8]), np.array([1e-9, 1e-6]))
    n = np.array([1, 2, 10])
    assert_allclose(theoretical_win(narrow, n)[:, 0], 0.5**n, atol=1e-9)


def test_equal_densities_share_by_their_priors():
    mixture = Mixture(("a", "b"), np.array([0.3, 0.7]), np.full(2, 0.6), np.full(2, 0.1))
    assert_allclose(theoretical_win(mixture, [1, 40, 10**6]), [[0.3, 0.7]] * 3, atol=1e-9)


def test_the_largest_deviation_wins_at_large_n():
    assert theoretical_win(ILLUSTRATIVE, [1e10])[0, 0] > 0.999


def test_a_single_candidate_always_wins():
    n = [1, 40, 1e10]
    assert_allclose(theoretical_win(LONE, n), 1, atol=1e-9)
    assert_allclose(sampled_mixture_win(LONE, 100, n, rngs(0, 2)), 1, rtol=1e-12)


def test_joint_density_is_that_of_the_gaussians():
    x = np.linspace(0, 1, 11)
    expected = [
        prior * norm.pdf(x, mean, deviation)
        for prior, mean, deviation in zip(
            ILLUSTRATIVE.priors, ILLUSTRATIVE.means, ILLUSTRATIVE.deviations, strict=True
        )
    ]
    assert_allclose(joint_density(ILLUSTRATIVE, x), np.transpose(expected), rtol=1e-12)
    assert joint_density(ILLUSTRATIVE, 0.5).shape == (3,)


def test_drawn_feature_sets_have_the_moments_of_the_mixture():
    """Means and standard deviations, within four standard errors."""
    size = 100_000
    mixture = mixture_of(3)
    performances, winners = draw(mixture, size, np.random.default_rng(4))
    for c, prior in enumerate(mixture.priors):
        own = performances[winners == c]
        share_error = np.sqrt(prior * (1 - prior) / size)
        mean_error = mixture.deviations[c] / np.sqrt(len(own))
        assert abs(len(own) / size - prior) < 4 * share_error
        assert abs(own.mean() - mixture.means[c]) < 4 * mean_error
        assert abs(own.std() - mixture.deviations[c]) < 4 * mean_error / np.sqrt(2)


def test_sampled_win_percentages_are_those_of_a_score_table():
    size = 500
    sampled = sampled_mixture_win(ILLUSTRATIVE, size, SEARCHES, rngs(5, 3))
    for found, rng in zip(sampled, rngs(5, 3), strict=True):
        performances, winners = draw(ILLUSTRATIVE, size, rng)
        order = np.argsort(performances)[::-1]
        scores = np.arange(size)[::-1]
        masks = 1 << winners[order]
        table = ScoreTable(
            ILLUSTRATIVE.candidates, scores, scores / size, masks, np.ones(size, np.int64)
        )
        assert_allclose(found, exact_win(table, SEARCHES), rtol=1e-12, atol=1e-15)


def test_random_searches_win_as_the_theory_says():
    """In 20,000 searches, within four standard errors."""
    searches, n = 20_000, 12
    performances, winners = draw(ILLUSTRATIVE, searches * n, np.random.default_rng(6))
    order = np.random.default_rng(7).permutation(searches * n).reshape(searches, n)
    best = performances[order].argmax(axis=1)
    won = np.bincount(winners[order][np.arange(searches), best], minlength=3) / searches
    expected = theoretical_win(ILLUSTRATIVE, [n])[0]
    assert (np.abs(won - expected) < 4 * np.sqrt(expected * (1 - expected) / searches)).all()


def test_random_mixtures_are_drawn_as_published():
    """Means of 3,000, within four standard errors."""
    drawn = [mixture_of(seed) for seed in range(1000)]
    means = np.concatenate([mixture.means for mixture in drawn])
    deviations = np.concatenate([mixture.deviations for mixture in drawn])
    priors = np.stack([mixture.priors for mixture in drawn])
    assert abs(means.mean() - 0.5) < 4 * 0.1 / np.sqrt(3000)
    assert abs(np.sqrt((deviations**2).mean()) - 0.1) < 4 * 0.1 / np.sqrt(2 * 3000)
    assert (deviations > 0).all()
    assert_allclose(priors.sum(axis=1), 1)
    # Uniform over all triples: each share is beta(1, 2), of variance 1/18.
    assert np.abs(priors.var(axis=0) - 1 / 18).max() < 4 * 0.06 / np.sqrt(1000)


def test_the_intervals_of_the_illustrative_study_contain_the_theory():
    tables = illustrative_study(seed=1)
    win = win_matrix(tables["win"])
    assert win.shape == (40, 3)
    intervals = tables["intervals"]
    exact = tables["win"]["win"]
    held = (intervals["lower"] <= exact) & (exact <= intervals["upper"])
    assert held.all()
    # Intervals from 10,000 sets: a few percentage points at N = 40, about one at N = 1.
    width = (intervals["upper"] - intervals["lower"]).to_numpy().reshape(40, 3)
    assert width[0].max() < 0.03
    assert 0.03 < width[-1].max() < 0.15


def test_the_error_interval_contains_the_true_error_about_as_often_as_claimed():
    errors = np.random.default_rng(8).gamma(2, size=(200, 100))
    held = 0
    for place, each in enumerate(errors):
        rmse, lower, upper = rmse_with_interval(each, np.random.default_rng([9, place]))
        assert lower <= rmse <= upper
        held += lower <= np.sqrt(2) <= upper
    # 190 are expected; the probability of fewer than 175 is below 0.001.
    assert held >= 175


def test_the_synthetic_study_adds_up():
    tables = synthetic_study(seed=1, mixtures=4, trials=3)
    assert len(tables["mixtures"]) == 4 * 3
    assert len(tables["errors"]) == 2 * 4 * len(SEARCHES)
    squared = tables["errors"].assign(squared=tables["errors"]["rmse"] ** 2)
    expected = np.sqrt(squared.groupby("M")["squared"].mean())
    found = tables["error"].set_index("M")
    assert_allclose(found["rmse"], expected)
    assert found["paper"].to_dict() == {1_000: 0.042, 10_000: 0.010}
    assert ((found["lower"] <= found["rmse"]) & (found["rmse"] <= found["upper"])).all()


def test_an_error_of_the_synthetic_study_is_that_of_its_own_trials():
    tables = synthetic_study(seed=1, mixtures=2, trials=3)
    mixture = random_mixture(stream(1, "synthetic", "mixture", 1))
    own = [stream(1, "synthetic", "sample 1000", trial) for trial in (3, 4, 5)]
    off = sampled_mixture_win(mixture, 1000, SEARCHES, own) - theoretical_win(mixture, SEARCHES)
    part = tables["errors"].query("mixture == 2 and M == 1000")
    assert_allclose(part["rmse"], np.sqrt((off**2).mean(axis=(0, 2))))


def test_studies_are_the_same_every_time():
    first, second = (synthetic_study(seed=3, mixtures=2, trials=2) for _ in range(2))
    for name in first:
        assert first[name].equals(second[name])
    other = synthetic_study(seed=4, mixtures=2, trials=2)
    assert not first["error"].equals(other["error"])
    assert_array_equal(first["error"]["M"], [1_000, 10_000])
