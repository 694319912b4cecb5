"""The measures and scores of the challenge, by hand and by other programs."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest
from sklearn.metrics import roc_auc_score

from suitability.challenge import measures, scores
from suitability.challenge.comparison import (
    Competitor,
    ber_p_value,
    compare,
    discordant,
    mcnemar_p_value,
)
from suitability.data.formats.challenge_data import SPLITS
from suitability.data.formats.challenge_entry import Predictions

LABELS = np.array([1, 1, 1, 1, -1, -1])


def competitor(wrong=(), features=0.5, probes=np.nan, labels=LABELS):
    classes = labels.copy()
    classes[list(wrong)] *= -1
    return Competitor(classes, features, probes)


def test_the_balanced_error_rate_by_hand():
    # One of four positive and one of two negative samples are wrong.
    classes = np.array([1, 1, 1, -1, -1, 1])
    assert measures.balanced_error_rate(LABELS, classes) == (1 / 4 + 1 / 2) / 2
    assert measures.balanced_error_rate(LABELS, LABELS) == 0
    assert measures.balanced_error_rate(LABELS, -LABELS) == 1
    assert measures.balanced_error_rate(LABELS, np.ones(6, int)) == 0.5


def test_the_auc_counts_ties_half_and_is_one_less_ber_without_confidences():
    classes = np.array([1, 1, 1, -1, -1, 1])
    ber = measures.balanced_error_rate(LABELS, classes)
    auc, _, _ = measures.auc_interval(LABELS, measures.discriminant(classes))
    assert auc == pytest.approx(1 - ber)
    # A confident error can make it less: two published rows are so.
    confidences = np.array([1, 1, 1, 9, 1, 9])
    values = measures.discriminant(classes, confidences)
    auc, _, _ = measures.auc_interval(LABELS, values)
    assert auc == pytest.approx(roc_auc_score(LABELS, values))
    assert auc < 1 - ber


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=8, max_size=8))
def test_the_auc_is_that_of_scikit_learn(values):
    labels = np.array([1, -1] * 4)
    auc, lower, upper = measures.auc_interval(labels, np.array(values, float))
    assert auc == pytest.approx(roc_auc_score(labels, values))
    assert 0 <= lower <= auc <= upper <= 1


def test_errors_are_those_of_the_negative_then_of_the_positive_class():
    labels = np.array([-1, -1, -1, -1, 1, 1])
    classes = np.array([-1, -1, -1, 1, 1, 1])
    assert measures.error_rates(labels, classes) == (0.25, 0)


def test_limits_of_an_auc_of_0_of_1_and_of_one_sample_in_a_class():
    labels = np.repeat([-1, 1], [4, 6])
    _, upper = measures.wilson(0, 4)
    assert measures.auc_interval(labels, -labels.astype(float)) == (0, 0, pytest.approx(upper))
    assert measures.auc_interval(labels, labels.astype(float)) == (1, pytest.approx(1 - upper), 1)
    auc, lower, upper = measures.auc_interval(np.array([-1, 1, 1]), np.array([2.0, 1.0, 3.0]))
    assert (auc, lower, upper) == (0.5, 0, 1)


def test_the_variance_of_delong_by_its_definition():
    rng = np.random.default_rng(1)
    labels = np.repeat([-1, 1], (7, 5))
    values = rng.integers(0, 6, 12).astype(float)
    low, high = (values[labels == c] for c in (-1, 1))
    wins = (high[:, None] > low) + 0.5 * (high[:, None] == low)
    of_low, of_high = measures.placements(labels, values)
    np.testing.assert_allclose(of_high, wins.mean(axis=1))
    np.testing.assert_allclose(of_low, wins.mean(axis=0))


def test_the_shares_of_features_and_probes():
    probes = np.array([False, True, True, False])
    assert measures.feature_share(np.array([0, 1]), 4) == 0.5
    assert measures.probe_share(np.array([0, 1]), probes) == 0.5
    assert measures.feature_share(np.array([], int), 4) == 0
    assert np.isnan(measures.probe_share(np.array([], int), probes))
    assert np.isnan(measures.probe_share(np.array([0]), None))
    assert np.isnan(measures.feature_share(None, 4))


# Of statsmodels 0.15, proportion_confint(method="wilson").
WILSON = {
    (0, 10): (0.0, 0.2775327998628892),
    (3, 10): (0.10779126740630082, 0.6032218525388546),
    (10, 10): (0.7224672001371107, 1.0),
}


@pytest.mark.parametrize("case", WILSON)
def test_wilsons_interval_is_that_of_statsmodels(case):
    np.testing.assert_allclose(measures.wilson(*case), WILSON[case], atol=1e-12)


def coverage_of_ber(sizes, rates):
    """Return how often the interval of the BER covers it, summed over all numbers of errors."""
    truth, covered = np.mean(rates), 0
    chances = [binom.pmf(np.arange(n + 1), n, rate) for n, rate in zip(sizes, rates, strict=True)]
    limits = [[(k / n, *measures.wilson(k, n)) for k in range(n + 1)] for n in sizes]
    for k0, one in enumerate(limits[0]):
        for k1, other in enumerate(limits[1]):
            _, lower, upper = measures.mean_interval([one, other])
            covered += chances[0][k0] * chances[1][k1] * (lower <= truth <= upper)
    return covered


@pytest.mark.parametrize(
    ("sizes", "rates"), [((40, 30), (0.1, 0.2)), ((60, 10), (0.05, 0.3)), ((50, 50), (0.02, 0.02))]
)
def test_the_interval_of_the_ber_covers_as_often_as_it_should(sizes, rates):
    assert 0.93 <= coverage_of_ber(sizes, rates) <= 0.99


@pytest.mark.parametrize("shift", [0.5, 1.5])
def test_the_interval_of_the_auc_covers_as_often_as_it_should(shift):
    from scipy.stats import norm

    rng = np.random.default_rng(1)
    labels, truth = np.repeat([-1, 1], (40, 25)), norm.cdf(shift / np.sqrt(2))
    covered = 0
    for _ in range(600):
        _, lower, upper = measures.auc_interval(labels, rng.normal(size=65) + shift * (labels > 0))
        covered += lower <= truth <= upper
    # Three standard errors of the simulation around 95%.
    assert 0.923 <= covered / 600 <= 0.98


def naive_ber_p_value(counts, sizes):
    """Return the p-value by listing which entry is wrong on every discordant sample."""
    d0, d1 = counts.sum(axis=1)
    observed = abs(sum(sizes[1 - c] * (counts[c, 0] - counts[c, 1]) for c in (0, 1)))
    hits = 0
    for flips in range(2 ** (d0 + d1)):
        signs = np.array([1 if flips >> bit & 1 else -1 for bit in range(d0 + d1)], int)
        statistic = sizes[1] * signs[:d0].sum() + sizes[0] * signs[d0:].sum()
        hits += abs(statistic) >= observed
    return hits / 2 ** (d0 + d1)


COUNTS = st.lists(st.integers(0, 3), min_size=4, max_size=4).map(lambda x: np.reshape(x, (2, 2)))


@settings(max_examples=25, deadline=None)
@given(COUNTS, st.integers(6, 9), st.integers(6, 9))
def test_the_test_of_the_bers_by_listing_all_outcomes(counts, n0, n1):
    p = ber_p_value(counts, (n0, n1))
    assert p == pytest.approx(naive_ber_p_value(counts, (n0, n1)))
    assert ber_p_value(counts[:, ::-1], (n0, n1)) == pytest.approx(p)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=4, max_size=4))
def test_it_is_mcnemars_exact_test_where_classes_are_of_equal_size(cells):
    counts = np.reshape(cells, (2, 2))
    assert ber_p_value(counts, (80, 80)) == pytest.approx(mcnemar_p_value(counts))
    assert ber_p_value(counts, (80, 80), True) == pytest.approx(mcnemar_p_value(counts, True))


# Of statsmodels 0.15, mcnemar(table, exact=True).pvalue, by the two discordant cells.
STATSMODELS = {
    (5, 15): 0.04138946533203125,
    (0, 6): 0.03125,
    (7, 7): 1.0,
    (121, 59): 4.4344492637551645e-06,
}


@pytest.mark.parametrize("cells", STATSMODELS)
def test_mcnemars_test_is_that_of_statsmodels(cells):
    counts = np.array([[cells[0], cells[1]], [0, 0]])
    assert mcnemar_p_value(counts) == pytest.approx(STATSMODELS[cells], rel=1e-12)
    n = sum(cells)
    assert binomtest(cells[0], n).pvalue == pytest.approx(STATSMODELS[cells])


def test_the_test_weighs_classes_of_unequal_size():
    # Six more errors among 1000 negative samples, none in the positive ones.
    counts = np.array([[0, 6], [0, 0]])
    assert ber_p_value(counts, (1000, 20)) == pytest.approx(2 / 2**6)
    # Against three in 20 positive samples they do not count.
    counts = np.array([[0, 6], [3, 0]])
    assert ber_p_value(counts, (1000, 20)) == pytest.approx(2 / 2**3)
    assert mcnemar_p_value(counts) == pytest.approx(binomtest(3, 9).pvalue)


def test_errors_decide_before_features_and_those_before_probes():
    labels = np.repeat([1, -1], 10)

    def one(wrong, *shares):
        return competitor(wrong, *shares, labels=labels)

    worse = range(6)
    assert compare(labels, one(()), one(worse, 0.1)) == (1, "errors", 2 / 2**6)
    assert compare(labels, one(worse, 0.1), one(())) == (-1, "errors", 2 / 2**6)
    assert compare(labels, one((), 0.2), one((0,), 0.1))[:2] == (-1, "features")
    # A difference of 5% of the larger share is a tie.
    assert compare(labels, one((), 0.100), one((0,), 0.095, 0.3))[:2] == (0, "")
    assert compare(labels, one((), 0.100, 0.2), one((0,), 0.095, 0.3))[:2] == (1, "probes")
    assert compare(labels, one((), 0.1, 0.2), one((), 0.1, 0.2))[:2] == (0, "")
    assert compare(labels, one((), 0.0), one((), 0.0))[:2] == (0, "")
    assert compare(labels, one((), 0.0), one((), 0.01))[:2] == (1, "features")


def predictions(classes, features=(0,), splits=SPLITS, confidences=None):
    features = None if features is None else np.array(features, int)
    given = dict.fromkeys(splits, classes)
    return Predictions(given, {} if confidences is None else {"test": confidences}, features)


def entry(name, team=None, **of_datasets):
    return scores.Entry(name, team or name, of_datasets)


RNG = np.random.default_rng(3)
TRUTH = np.repeat([1, -1], (30, 20))
TRUTHS = {name: scores.Truth(TRUTH, "test", 100, np.arange(100) >= 50) for name in ("one", "two")}


def noisy(rate):
    return np.where(RNG.random(50) < rate, -TRUTH, TRUTH)


def random_entry(name, team=None):
    return entry(
        name,
        team,
        **{
            key: predictions(noisy(RNG.random() / 2), RNG.permutation(100)[: RNG.integers(1, 90)])
            for key in TRUTHS
        },
    )


ENTRIES = [random_entry(f"entry{place}") for place in range(7)]


def table_of(entries, truths=None):
    truths = truths or TRUTHS
    return scores.score_table(entries, truths, scores.pair_table(entries, truths))


def test_scores_sum_to_zero_and_do_not_depend_on_the_order_of_the_entries():
    table = table_of(ENTRIES)
    assert table.groupby("dataset")["score"].sum().abs().max() < 1e-9
    assert set(table["dataset"]) == {"all", "one", "two"}
    pd.testing.assert_frame_equal(table_of(ENTRIES[::-1]), table)
    overall = table[table["dataset"] == "all"].set_index("entry")["score"]
    means = table[table["dataset"] != "all"].groupby("entry")["score"].mean()
    pd.testing.assert_series_equal(overall.sort_index(), means, check_names=False)


def test_the_score_by_hand():
    # c is worse than both others (10 errors against none); a and b tie in errors, and a has fewer
    # features.
    wrong = TRUTH.copy()
    wrong[:10] *= -1
    entries = [
        entry("a", one=predictions(TRUTH, range(10))),
        entry("b", one=predictions(TRUTH, range(20))),
        entry("c", one=predictions(wrong, range(10))),
    ]
    truths = {"one": TRUTHS["one"]}
    table = table_of(entries, truths)
    overall = table[table["dataset"] == "all"].set_index("entry")
    assert overall["score"].to_dict() == {"a": 100, "b": 0, "c": -100}
    assert overall["rank"].to_dict() == {"a": 1, "b": 2, "c": 3}
    assert overall["ber_rank"].to_dict() == {"a": 1, "b": 1, "c": 3}
    assert overall["ber"].to_dict() == pytest.approx({"a": 0, "b": 0, "c": 100 * 10 / 30 / 2})
    assert overall["feat"].to_dict() == {"a": 10, "b": 20, "c": 10}
    assert overall["probe"].to_dict() == {"a": 0, "b": 0, "c": 0}


def test_constants_the_truth_and_its_inverse():
    confidences = np.linspace(1, 2, 50)
    entries = [
        entry("constant", one=predictions(np.ones(50, int), ())),
        entry("truth", one=predictions(TRUTH, range(100))),
        entry("inverse", one=predictions(-TRUTH, range(100), confidences=confidences)),
    ]
    truths = {"one": TRUTHS["one"]}
    overall = table_of(entries, truths).query("dataset == 'all'").set_index("entry")
    assert overall["ber"].to_dict() == {"constant": 50, "truth": 0, "inverse": 100}
    assert overall["auc"].to_dict() == {"constant": 50, "truth": 100, "inverse": 0}
    assert overall["score"].to_dict() == {"constant": 0, "truth": 100, "inverse": -100}
    assert overall.loc["constant", "feat"] == 0
    assert np.isnan(overall.loc["constant", "probe"])
    # Constant predictions need no features.
    assert set(overall["note"]) == {""}


def test_an_empty_list_of_features_with_other_than_constant_predictions_is_flagged():
    flagged = table_of([entry("none", one=predictions(TRUTH, ()))], {"one": TRUTHS["one"]})
    assert set(flagged["note"]) == {scores.NO_FEATURES}
    # A single entry has no other to be compared with.
    assert flagged["score"].isna().all()


def test_an_entry_for_one_data_set_is_shown_there_without_a_rank():
    partial = entry("partial", one=predictions(TRUTH), two=Predictions())
    without = entry("without", one=predictions(TRUTH, None), two=predictions(TRUTH, None))
    table = table_of([*ENTRIES, partial, without])
    of_partial = table[table["entry"] == "partial"]
    assert of_partial["dataset"].tolist() == ["one"]
    assert not of_partial["ranked"].any()
    assert of_partial["score"].isna().all()
    assert of_partial["ber"].tolist() == [0]
    assert len(table[table["entry"] == "without"]) == 2
    # It changes nothing for those that compete.
    ours = table[table["ranked"].astype(bool)].set_index(["dataset", "entry"])
    others = table_of(ENTRIES).set_index(["dataset", "entry"])
    pd.testing.assert_series_equal(ours["score"].sort_index(), others["score"].sort_index())


def test_the_last_five_entries_of_a_team_count():
    entries = [random_entry(f"e{place}", team="a") for place in range(7)]
    entries.insert(3, entry("e9", "a", one=predictions(TRUTH), two=Predictions()))
    assert scores.ranked_entries(entries, TRUTHS) == ["e2", "e3", "e4", "e5", "e6"]


def test_a_data_set_without_labels_is_not_scored():
    truths = {**TRUTHS, "two": scores.Truth(None, "test", 100)}
    assert set(table_of(ENTRIES, truths)["dataset"]) == {"all", "one"}


def test_what_other_tests_change_is_shown():
    table = scores.compare_tests(ENTRIES, TRUTHS)
    assert len(table) == 4 * len(ENTRIES)
    first = table[(table["test"] == "ber") & ~table["one_sided"]].set_index("entry")["score"]
    own = table_of(ENTRIES).query("dataset == 'all'").set_index("entry")["score"]
    pd.testing.assert_series_equal(first.sort_index(), own.sort_index())
    decided = table.groupby(["test", "one_sided"])["by_errors"].first()
    assert decided["ber", True] >= decided["ber", False]


def test_discordant_samples_by_hand():
    first, other = np.array([1, 1, -1, 1, -1, 1]), np.array([-1, 1, 1, 1, 1, -1])
    assert discordant(LABELS, first, other).tolist() == [[1, 1], [1, 1]]
