"""The index, its bound, intervals and biases; the criteria of a prior."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.stats import multivariate_normal, norm

from reference import reproducibility as reference
from suitability.core.errors import InputError
from suitability.report.published import published_table, reproducibility_rows
from suitability.reproducibility.index import (
    Pairs,
    accuracy,
    best_of,
    best_rule,
    bias_of_report,
    gaussian_ratio,
    index_table,
    interval,
    largest_rms,
    pairs_of,
)
from suitability.reproducibility.prior import expected_index, smallest_n


def random_pairs(count, rng, total=60):
    true = np.clip(rng.normal(0.22, 0.03, count), 0, 1)
    return pairs_of(true, rng.binomial(total, 0.2, count), total)


def test_the_index_is_that_of_a_loop():
    pairs = random_pairs(300, np.random.default_rng(1))
    table = index_table(pairs)
    assert len(table) == 4 * 31
    for row in table.to_dict("records"):
        expected, reported = reference.index(pairs.true, pairs.estimates, row["rho"], row["tau"])
        assert row["reported"] == pytest.approx(reported / 300)
        assert row["index"] == pytest.approx(expected, nan_ok=True)


def test_the_index_of_a_known_joint_distribution():
    # True 0.1 or 0.3, estimate 0.1, 0.2 or 0.4 (in 60ths: 6, 12, 24), with these probabilities.
    joint = np.array([[0.2, 0.1, 0.1], [0.3, 0.2, 0.1]])
    rng = np.random.default_rng(2)
    cells = rng.choice(6, 200_000, p=joint.ravel())
    pairs = pairs_of(np.array([0.1, 0.3])[cells // 3], np.array([6, 12, 24])[cells % 3], 60)
    table = index_table(pairs).set_index(["rho", "tau"])
    assert table.loc[(0.05, 0.1), "index"] == pytest.approx(0.2 / 0.5, abs=0.006)
    assert table.loc[(0.1, 0.2), "index"] == pytest.approx(0.5 / 0.8, abs=0.006)
    assert table.loc[(0.05, 0.5), "index"] == pytest.approx(0.5, abs=0.006)


def test_estimates_that_equal_the_threshold_count():
    pairs = pairs_of([0.1, 0.1], np.array([7, 21]), 60)
    table = index_table(pairs, rhos=[0.1], taus=[Fraction(k, 60) for k in (6, 7, 20, 21)])
    assert table["reported"].tolist() == [0, 0.5, 0.5, 1]
    # 10 * 0.1 in steps is above 1 as a float.
    tenths = index_table(pairs_of([0.0], np.array([3]), 10), taus=[Fraction(3, 10)])
    assert (tenths["reported"] == 1).all()


def test_an_empty_condition_leaves_the_index_undefined():
    table = index_table(pairs_of([0.2, 0.3], np.array([30, 40]), 100))
    empty = table[table["tau"] < 0.29]
    assert (empty["reported"] == 0).all()
    assert empty[["index", "lower", "upper"]].isna().all(axis=None)
    assert table.loc[table["tau"] > 0.31, "index"].notna().all()


def test_the_index_rises_with_rho_and_obeys_the_bound():
    rng = np.random.default_rng(3)
    for _ in range(20):
        table = index_table(random_pairs(200, rng, total=30))
        wide = table.pivot(index="tau", columns="rho", values="index").dropna()
        assert (wide.diff(axis=1).iloc[:, 1:] >= -1e-12).all(axis=None)
        known = table.dropna(subset=["index", "bound"])
        assert (known["index"] <= known["bound"] + 1e-12).all()


def test_errors_that_agree_always_are_always_reproduced():
    rng = np.random.default_rng(4)
    counts = rng.integers(0, 20, 100)
    table = index_table(pairs_of(counts / 60 + rng.uniform(-0.01, 0.01, 100), counts, 60), [0.01])
    assert (table["index"].dropna() == 1).all()


def test_intervals_cover():
    rng = np.random.default_rng(5)
    covered = []
    for p in (0.02, 0.5, 0.9):
        hits = rng.binomial(200, p, 2000)
        lower, upper = interval(hits, 200)
        covered.append(((lower <= p) & (p <= upper)).mean())
    assert min(covered) >= 0.95
    assert interval(np.array([0.0, 5.0]), 5)[0].tolist() == pytest.approx([0, 0.4782], abs=1e-4)


def test_the_best_of_several_data_sets_is_that_of_drawn_ones():
    rng = np.random.default_rng(6)
    pairs = random_pairs(400, rng)
    drawn = rng.integers(0, 400, (200_000, 3))
    ranked = pairs.counts[drawn]
    # Of several smallest estimates, the first one drawn is a random one.
    chosen = drawn[np.arange(len(drawn)), ranked.argmin(axis=1)]
    best = best_of(pairs, 3)
    assert best.weights.sum() == pytest.approx(400)
    mean, _ = bias_of_report(best)
    assert mean == pytest.approx((pairs.true - pairs.estimates)[chosen].mean(), abs=5e-4)
    expected, _ = reference.index(pairs.true[chosen], pairs.estimates[chosen], 0.05, 0.2)
    table = index_table(best).set_index(["rho", "tau"])
    assert table.loc[(0.05, 0.2), "index"] == pytest.approx(expected, abs=0.005)


def test_the_standard_error_of_the_bias_is_of_independent_observations():
    true, ones = np.array([0.2, 0.4]), np.ones(2)
    mean, se = bias_of_report(Pairs(true, np.array([0.1, 0.1]), 1, ones, 4))
    assert mean == pytest.approx(0.2)
    assert se == pytest.approx(0.1 / 2)


def test_intervals_of_the_best_of_several_data_sets_cover():
    rng = np.random.default_rng(7)
    truth = index_table(best_of(random_pairs(400_000, rng), 4)).set_index(["rho", "tau"])
    truth = truth.loc[(0.05, 0.25), "index"]
    covered = 0
    for _ in range(200):
        row = index_table(best_of(random_pairs(400, rng), 4)).set_index(["rho", "tau"])
        row = row.loc[(0.05, 0.25)]
        covered += row["lower"] <= truth <= row["upper"]
    assert covered >= 0.93 * 200


def test_ties_between_rules_are_shared():
    true = np.array([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]])
    estimates = np.array([[0.2, 0.2, 0.25], [0.3, 0.2, 0.1]])
    best = best_rule(true, estimates)
    assert best.true.tolist() == [0.1, 0.2, 0.3]
    assert best.weights.tolist() == [0.5, 0.5, 1]
    table = index_table(best, rhos=[0.0005], taus=[Fraction(1, 2)])
    assert table["index"].item() == pytest.approx(0.5)


def test_accuracy_splits_into_bias_and_deviation():
    pairs = random_pairs(500, np.random.default_rng(8))
    found = accuracy(pairs)
    assert found["rms"] ** 2 == pytest.approx(found["bias"] ** 2 + found["deviation_sd"] ** 2)
    assert np.isnan(accuracy(pairs_of([0.5, 0.5], np.array([1, 2]), 4))["correlation"])
    assert largest_rms(1000) <= 0.016


def test_the_ratio_of_the_gaussian_model():
    tau, mean, spread = 0.2, 0.25, (0.02, 0.06)
    rng = np.random.default_rng(9)
    true, estimate = rng.normal(mean, spread, (400_000, 2)).T
    inside = (estimate >= 0) & (true >= 0)
    above = (inside & (estimate < true) & (true <= tau)).sum()
    below = (inside & (true <= estimate) & (estimate <= tau)).sum()
    assert gaussian_ratio(tau, mean, *spread) == pytest.approx(above / below, rel=0.1)
    assert gaussian_ratio(0.15, mean, *spread) > gaussian_ratio(0.3, mean, *spread)
    # Equal spreads have no side.
    assert gaussian_ratio(0.3, mean, 0.05, 0.05) == pytest.approx(1)


def test_the_expected_index_is_the_mean_over_nodes():
    nodes = np.array([[0.2, np.nan], [0.4, np.nan], [np.nan, np.nan]])
    found = expected_index(nodes)
    assert found["mean"][0] == pytest.approx(0.3)
    assert found["least"][0] == pytest.approx(0.2)
    assert found["mean_less_2_sd"][0] == pytest.approx(0.1)
    assert found["empty"].tolist() == [1, 3]
    assert all(np.isnan(found[name][1]) for name in ("mean", "least", "mean_less_2_sd"))


def test_the_smallest_n_is_found():
    def index_at(n):
        return np.array([n / 200, n / 400])

    # The mean is 3 n / 800, the least n / 400, the SD n / 800.
    assert smallest_n(index_at, 0.61, 10)[0] == 164
    assert smallest_n(index_at, 0.61, 10, "least")[0] == 246
    assert smallest_n(index_at, 0.212, 10, "mean_less_2_sd")[0] == 170
    assert smallest_n(index_at, 0.01, 10)[0] == 10
    with pytest.raises(
        InputError, match=r"index: 0\.9 is not reached with n = 2000, where it is 0"
    ):
        smallest_n(lambda n: np.array([0.5]), 0.9, 10)


def test_one_dimension_with_known_joint_distribution():
    """LDA in one dimension and leave-one-out on two points of each class (Section 2)."""
    from suitability.reproducibility.simulation import Estimation, estimator_pairs, simulate
    from suitability.reproducibility.synthetic import SIGMA, Model

    theta, rho = 0.8, 0.05
    nodes, weights = np.polynomial.legendre.leggauss(400)
    sd = SIGMA / np.sqrt(2)
    first = nodes * 8 * sd
    second = theta + first
    grid = np.meshgrid(first, second, indexing="ij")
    density = np.outer(
        weights * norm.pdf(first, 0, sd) * 8 * sd, weights * norm.pdf(second, theta, sd) * 8 * sd
    )
    difference, cut = grid[1] - grid[0], (grid[0] + grid[1]) / 2
    above = norm.sf(cut / SIGMA) + norm.cdf((cut - theta) / SIGMA)
    true = np.where(difference > 0, above, 2 - above) / 2
    # A point at its mean -+ e is wrong if it is at most |2 e| from the other mean, at distance D:
    # |D - e| <= 2 |e| or |D + e| <= 2 |e|; with e = |e|: from D / 3 one, from D on both.
    size = np.abs(difference)
    one, two = (2 * norm.sf(size / part / sd) for part in (3, 1))
    of_class = np.stack([1 - one, one - two, two])
    both = [
        sum(of_class[i] * of_class[k - i] for i in range(3) if 0 <= k - i < 3) for k in range(5)
    ]
    for tau in (0.0, 0.25, 0.5):
        reported = sum((density * both[k]).sum() for k in range(5) if k / 4 <= tau)
        within = sum(
            (density * both[k] * (true <= k / 4 + rho)).sum() for k in range(5) if k / 4 <= tau
        )
        estimation = Estimation(folds=4, repeats=1, resamples=1)
        errors = simulated(simulate, Model(1, (0.0, 0.0), theta), estimation)
        table = index_table(
            estimator_pairs(errors, "leave_one_out", 4, estimation), [rho], [Fraction(tau)]
        )
        row = table.iloc[0]
        assert row["reported"] == pytest.approx(reported, abs=0.01)
        assert row["lower"] - 0.005 <= within / reported <= row["upper"] + 0.005


def simulated(simulate, model, estimation):
    return simulate(model, 4, "NC", range(20_000), estimation, 1)


def test_expected_leave_one_out_error_in_one_dimension():
    """E of the leave-one-out error is that of the true error with one point less."""
    from suitability.reproducibility.simulation import Estimation, simulate
    from suitability.reproducibility.synthetic import SIGMA, Model

    n, theta = 20, 0.8
    errors = simulate(Model(1, (0.0, 0.0), theta), n, "LDA", range(10_000), Estimation(), 1)
    # Wrong if x - cut and the difference of means have opposite signs; both are Gaussian.
    of_class = np.array([n // 2 - 1, n // 2])
    variances = SIGMA**2 / of_class
    covariance = np.array(
        [
            [SIGMA**2 + variances.sum() / 4, (variances[0] - variances[1]) / 2],
            [(variances[0] - variances[1]) / 2, variances.sum()],
        ]
    )
    both = multivariate_normal([-theta / 2, theta], covariance)
    mirrored = multivariate_normal([theta / 2, -theta], covariance)
    # A point of class 0 is called 1 if both are above, or both below, zero.
    expected = mirrored.cdf([0, 0]) + both.cdf([0, 0])
    assert errors["leave_one_out"].mean() / n == pytest.approx(expected, abs=0.005)


def test_published_numbers_stand_beside_ours():
    points = pd.DataFrame(
        {
            "quantity": ["met", "not met", "in words", "not run"],
            "published": [0.832, 0.244, 0.416, 0.575],
            "about": [0.0, 0.0, 0.1, 0.0],
            "index": [0.836, 0.404, 0.47, np.nan],
            "lower": [0.828, 0.392, 0.45, np.nan],
            "upper": [0.844, 0.416, 0.49, np.nan],
            "reported": [0.9, 0.6, 1.0, np.nan],
        }
    )
    expected = pd.DataFrame(
        {"sd": 0.19, "n": [60, 100, 140], "rho": 0.01, "tau": 0.2}
        | {"mean": [0.5, 0.58, 0.62], "se": 0.001}
    )
    rows = published_table(reproducibility_rows(points, expected)).set_index("quantity")
    assert rows["meets"].iloc[:4].tolist() == ["yes", "no", "yes", "not run"]
    thetas = rows[rows.index.str.startswith("Bayes error of")]
    assert thetas["meets"].tolist() == ["yes", "no", "no"]
    planned = rows[rows.index.str.startswith("n for E R(0.01")].iloc[0]
    assert planned["ours"] == pytest.approx(120)
    assert (planned["meets"], planned["lower"] < 120 < planned["upper"]) == ("no", True)
    assert (rows.loc[rows["place"] == "Table 2", "meets"] == "not run").sum() == 12
