import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import permutation as reference
from suitability.scoring.score_table import ScoreTable
from suitability.win import permutation_null as null
from suitability.win.beta_null import effective_sets, sum_of_squared_weights
from suitability.win.percentage import exact_win

NAMES = ("NC", "LDA", "QDA")
N = np.array([1, 10, 100])
# So small that it plays no part, as it does where sets are many.
NONE = np.full(3, 1e-6)


def random_wins(rng, permutations, points=3, spread=(200, 20, 2)):
    """Shares of three candidates, uneven, that scatter more at later points."""
    even = np.array([5, 3, 1])
    return np.stack(
        [
            rng.dirichlet(even / even.sum() * size, size=permutations)
            for size in itertools.islice(itertools.cycle(spread), points)
        ],
        axis=1,
    )


def score_table(cells, names=NAMES):
    scores, winners, counts = (np.array(part, np.int64) for part in zip(*cells, strict=True))
    return ScoreTable(tuple(names), scores, scores / 100, winners, counts)


@pytest.mark.parametrize("least", [NONE, np.array([0.05, 0.1, 0.2])])
def test_deviations_are_those_from_all_other_permutations(least):
    win = random_wins(np.random.default_rng(1), 12)
    assert null.deviations(win, least) == pytest.approx(reference.deviations(win, least), rel=1e-9)


def test_p_values_count_the_observed_labels_and_ties():
    deviation = np.array([2.0, 3.0, 2.0, 1.0, 0.0]).reshape(5, 1, 1)
    p, p_familywise = null.p_values(deviation)
    assert p.item() == p_familywise.item() == 3 / 5
    deviation[0] = 9
    assert null.p_values(deviation)[0].item() == 1 / 5


def test_p_values_are_the_counts_of_the_reference():
    deviation = null.deviations(random_wins(np.random.default_rng(2), 30), NONE)
    p, p_familywise = null.p_values(deviation)
    largest = [each.max() for each in deviation[1:]]
    for place in np.ndindex(p.shape):
        others = [each[place] for each in deviation[1:]]
        assert p[place] == reference.p_value(deviation[0][place], others)
        assert p_familywise[place] == reference.p_value(deviation[0][place], largest)
    assert (p_familywise >= p).all()


@given(st.integers(0, 10**6), st.sampled_from([0.05, 0.1, 0.25]), st.floats(0, 1))
def test_outside_the_band_is_a_familywise_p_value_of_at_most_the_level(seed, level, pull):
    rng = np.random.default_rng(seed)
    win = random_wins(rng, 41)
    win[0] = (1 - pull) * win[0] + pull * np.array([0.0, 0.0, 1.0])
    lower, upper = null.band(win, NONE, level)
    _, p_familywise = null.p_values(null.deviations(win, NONE))
    outside = (win[0] < lower) | (win[0] > upper)
    assert (outside == (p_familywise <= level)).all()


def test_the_band_has_a_centre_of_its_own_for_each_candidate():
    lower, upper = null.band(random_wins(np.random.default_rng(3), 201), NONE, 0.05)
    assert (lower[0] < [5 / 9, 3 / 9, 1 / 9]).all()
    assert (upper[0] > [5 / 9, 3 / 9, 1 / 9]).all()
    assert lower[0, 0] > 1 / 3
    assert upper[0, 2] < 1 / 3


@pytest.mark.parametrize(("permutations", "level"), [(19, 0.05), (39, 0.05), (24, 0.1)])
def test_the_band_holds_its_level_over_all_candidates_and_n(permutations, level):
    """Independent studies in which the judged permutation is one like the others."""
    rng = np.random.default_rng(permutations)
    studies = 2000
    flagged = 0
    for _ in range(studies):
        win = random_wins(rng, 1 + permutations)
        deviation = null.deviations(win, NONE)
        flagged += deviation[0].max() > null.critical_deviation(deviation, level)
    expected = int(level * (permutations + 1) + 1e-9) / (permutations + 1)
    assert abs(flagged / studies - expected) < 4 * np.sqrt(expected * (1 - expected) / studies)


def test_a_candidate_far_out_is_found_and_the_others_are_not():
    win = random_wins(np.random.default_rng(4), 200)
    win[0, 0] = [0.35, 1 / 3, 0.95 - 0.35 - 1 / 3 + 0.05]
    p = null.p_value_frame(N, NAMES, win, 10**6).set_index(["N", "candidate"])["p_familywise"]
    assert p[1, "NC"] == p[1, "QDA"] == 1 / 200
    assert p[1, "LDA"] > 0.05
    assert p[100, "NC"] > 0.05


def test_too_few_permutations_find_nothing():
    win = random_wins(np.random.default_rng(5), 19)
    win[0] = [0, 0, 1]
    lower, upper = null.band(win, NONE, 0.05)
    assert (lower == 0).all()
    assert (upper == 1).all()


@pytest.mark.parametrize("share", [0.0, 1.0, 1 / 3])
def test_a_candidate_that_always_wins_the_same_is_within_chance(share):
    n, win = np.array([1, 10]), np.full((21, 2, 1), share)
    least = null.least_spread(n, 50)
    assert (null.deviations(win, least) == 0).all()
    lower, upper = null.band(win, least, 0.05)
    assert (lower <= share).all()
    assert (upper >= share).all()
    frame = null.permutation_bands(n, ["NC"], win, 50, 0.05)
    assert frame["lower"].notna().all()
    assert frame["effective_M"].isna().all()
    assert null.p_value_frame(n, ["NC"], win, 50)["p"].eq(1).all()


def test_one_that_differs_from_others_that_are_all_the_same_stands_out():
    win = np.full((21, 1, 2), 0.5)
    win[0] = [0.4, 0.6]
    least = null.least_spread(np.array([1]), 100)
    assert least == pytest.approx(0.05)
    assert null.deviations(win, least)[0] == pytest.approx(2, abs=0.02)
    found = null.p_value_frame(np.array([1]), ["NC", "LDA"], win, 100)
    assert found["p_familywise"].eq(1 / 21).all()


def test_a_candidate_that_hardly_ever_wins_does_not_widen_the_band():
    """Eleven permutations of 200 in which it does, each at one N; the rest vary as usual."""
    n = np.arange(1, 21)
    win = random_wins(np.random.default_rng(8), 200, points=20, spread=(200,))
    win = np.concatenate([win, np.zeros((200, 20, 1))], axis=2)
    for place in range(11):
        win[1 + place, place, 3] = 1e-4
    lower, upper = null.band(win, null.least_spread(n, 1000), 0.05)
    assert (upper - lower).max() < 0.4


@pytest.mark.parametrize(("total", "n"), [(40, 1), (40, 5), (200, 20)])
def test_random_winners_of_independent_sets_imply_as_many_sets(total, n):
    """The standard error of a variance of m normal values is its sqrt(2 / m)."""
    rng = np.random.default_rng(total + n)
    m = 2000
    scores = np.arange(total)[::-1]
    win = np.array(
        [
            exact_win(
                ScoreTable(
                    tuple("abc"),
                    scores,
                    scores / total,
                    1 << rng.integers(3, size=total),
                    np.ones(total, np.int64),
                ),
                [n],
            )
            for _ in range(m)
        ]
    )
    implied = null.permutation_bands(np.array([n]), tuple("abc"), win, total, 0.05)
    assert implied["candidate"].tolist() == ["a", "b", "c", "any"]
    tolerance = 4 * np.sqrt(2 / m) + 1 / total
    assert implied["effective_M"].tolist() == pytest.approx([total] * 4, rel=tolerance)


@pytest.mark.parametrize("n", [1, 2, 10, 1000, 10**5, 10**10])
@pytest.mark.parametrize("total", [1, 2, 3, 50, 1234, 10**5, 10**9])
def test_the_number_of_sets_is_found_again_from_its_sum_of_squares(total, n):
    squares = sum_of_squared_weights(total, n)
    if squares < 1:
        assert effective_sets(squares, n) == pytest.approx(total, rel=1e-7, abs=0)
    else:
        assert effective_sets(squares, n) == 1


def test_no_sum_of_squares_implies_no_number_of_sets():
    assert np.isnan(effective_sets(np.nan, 10))
    assert effective_sets(1.3, 10) == 1


def test_the_bands_of_any_candidate_hold_all_bands():
    frame = null.permutation_bands(N, NAMES, random_wins(np.random.default_rng(6), 50), 10**6, 0.05)
    assert set(frame["method"]) == {"permutation"}
    own = frame[frame["candidate"] != "any"].groupby("N")
    shared = frame[frame["candidate"] == "any"].set_index("N")
    assert shared["lower"].equals(own["lower"].min())
    assert shared["upper"].equals(own["upper"].max())


TABLES = [
    score_table([(90, 1, 2), (80, 2, 3), (80, 5, 1), (50, 7, 14)]),
    score_table([(70, 4, 5), (60, 1, 15)]),
    score_table([(95, 2, 1), (60, 3, 4), (40, 1, 15)]),
    score_table([(55, 2, 20)]),
]


def test_searches_of_more_than_a_tenth_of_the_sets_are_not_tested():
    assert null.tested_n(np.array([1, 2, 3, 10]), 29).tolist() == [1, 2]
    assert null.tested_n(np.array([1, 2]), 3).tolist() == [1]
    assert null.tested_n(np.array([1, 2, 10**6]), 3, every=True).tolist() == [1, 2, 10**6]


@pytest.mark.parametrize(("lost", "sets"), [(0, 1000), (10, 1000), (11, 989), (900, 100)])
def test_few_lost_sets_do_not_limit_n(lost, sets):
    tables = [score_table([(50, 1, 1000)]), score_table([(40, 2, 1000 - lost)])]
    assert null.scored_sets(tables) == sets


def test_the_expected_best_is_the_mean_over_all_searches():
    performances = [0.9] * 2 + [0.8] * 4 + [0.5] * 14
    for n, expected in (
        (1, performances),
        (3, map(max, itertools.product(performances, repeat=3))),
    ):
        assert null.expected_best(TABLES[0], [n])[0] == pytest.approx(np.mean(list(expected)))


@pytest.mark.parametrize("level", [0.02, 0.05, 0.1, 0.3, 0.7])
def test_shares_above_are_counted_set_by_set(level):
    performances = [np.repeat(t.scores, t.counts).tolist() for t in TABLES]
    expected = [reference.share_above(performances, i, level) for i in range(len(TABLES))]
    assert null.shares_above(TABLES, level).tolist() == pytest.approx(expected)


def test_a_score_that_just_the_level_of_the_others_exceeds_is_a_threshold():
    tables = [score_table([(score, 1, 5) for score in (90, 80, 70, 60)])] * 2
    assert null.shares_above(tables, 0.25).tolist() == [0.25, 0.25]


def test_performance_is_held_against_the_permutations():
    frame = null.beats_chance(np.array([1, 2]), TABLES, 0.05)
    assert frame["measure"].tolist() == ["share_above", "best", "best"]
    assert frame["N"].isna().tolist() == [True, False, False]
    means = [t.performance @ t.counts / t.total for t in TABLES]
    at_one = frame.iloc[1]
    assert at_one["observed"] == pytest.approx(means[0])
    assert at_one["chance"] == pytest.approx(np.mean(means[1:]))
    assert at_one["upper"] == pytest.approx(np.quantile(means[1:], 0.95))
    assert at_one["p"] == reference.p_value(means[0], means[1:])
