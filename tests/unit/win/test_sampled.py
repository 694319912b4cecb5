import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from suitability.core.randomness import stream
from suitability.scoring.score_table import ScoreTable
from suitability.win.percentage import exact_win
from suitability.win.sampled import interval_frame, sampled_win, sampling_study

# A few sets with the best scores, ties between candidates, and a candidate that never wins alone.
SCORES = np.array([12, 11, 11, 9, 4, 3])
WINNERS = np.array([0b0100, 0b0001, 0b0110, 0b1111, 0b0001, 0b0011])
COUNTS = np.array([1, 1, 2, 6, 17, 10])
NAMES = ("NC", "DLDA", "LDA", "QDA")


def table_of(counts=COUNTS, scores=SCORES, winners=WINNERS, candidates=NAMES):
    return ScoreTable(candidates, scores, scores / 12, winners, counts)


def rngs(seed, trials):
    return [np.random.default_rng([seed, trial]) for trial in range(trials)]


def test_every_trial_is_the_win_percentage_of_its_own_sample():
    table = table_of()
    n = [1, 10, 100]
    several = sampled_win(table, 500, n, rngs(1, 4), replacement=True)
    assert several.shape == (4, 3, len(NAMES))
    assert_allclose(several.sum(axis=2), 1)
    assert_array_equal(several[2:], sampled_win(table, 500, n, rngs(1, 4)[2:], replacement=True))
    assert not np.array_equal(several[0], several[1])


@pytest.mark.parametrize("replacement", [True, False])
def test_sampled_win_percentages_scatter_about_the_exact_ones(replacement):
    table = table_of(1000 * COUNTS)
    exact = exact_win(table, [1])
    sampled = sampled_win(table, 2000, [1], rngs(2, 200), replacement)
    standard_error = np.sqrt(exact * (1 - exact) / 2000 / 200)
    assert (np.abs(sampled.mean(axis=0) - exact) < 4 * standard_error).all()


def test_a_sample_of_all_sets_without_replacement_is_exact():
    table = table_of()
    n = [1, 10, 10**6]
    sampled = sampled_win(table, table.total, n, rngs(3, 1), replacement=False)
    assert_array_equal(sampled[0], exact_win(table, n))


def test_intervals_are_the_central_95_percent_of_the_trials():
    sampled = np.random.default_rng(4).random((101, 2, 3))
    frame = interval_frame(sampled, 500, [1, 10], ("a", "b", "c"))
    assert frame.columns.tolist() == ["M", "N", "candidate", "mean", "lower", "upper", "trials"]
    row = frame.query("N == 10 and candidate == 'b'").iloc[0]
    values = np.sort(sampled[:, 1, 1])
    assert (row["M"], row["trials"]) == (500, 101)
    assert row["mean"] == pytest.approx(values.mean())
    assert (row["lower"], row["upper"]) == pytest.approx(
        ((values[2] + values[3]) / 2, (values[97] + values[98]) / 2)
    )


@pytest.mark.parametrize("replacement", [True, False])
def test_a_study_gives_the_error_of_its_own_samples(replacement):
    """Also where M is above the number of sets, all of which are then drawn."""
    table, n = table_of(), np.array([1, 3])
    sampled = {"M": [20, 1000], "trials": 3, "replacement": replacement}
    study = sampling_study(table, n, sampled, 5, "name")
    assert study["rmse"][["M", "N"]].to_numpy().tolist() == [[20, 1], [20, 3], [1000, 1], [1000, 3]]
    rows = []
    for size in sampled["M"]:
        own = [stream(5, "name", f"sample {size}", trial) for trial in range(3)]
        drawn = size if replacement else min(size, table.total)
        win = sampled_win(table, drawn, n, own, replacement)
        rows += np.sqrt(((win - exact_win(table, n)) ** 2).mean(axis=(0, 2))).tolist()
        part = study["win"].query(f"M == {size}").reset_index(drop=True)
        pd.testing.assert_frame_equal(part, interval_frame(win, size, n, NAMES))
    assert study["rmse"]["rmse"].tolist() == pytest.approx(rows)
    assert (rows[2] == 0) == (not replacement)


@pytest.mark.parametrize("replacement", [True, False])
@pytest.mark.parametrize(
    ("candidates", "scores", "winners", "counts"),
    [
        (("NC", "QDA"), [7], [0b01], [1]),
        (("NC", "QDA"), [7], [0b11], [5000]),
        (("QDA",), [7, 3], [0b1, 0b1], [10, 4990]),
    ],
    ids=["one set", "all tied", "one candidate"],
)
def test_there_is_no_error_where_nothing_can_differ(
    candidates, scores, winners, counts, replacement
):
    table = table_of(*(np.array(column) for column in (counts, scores, winners)), candidates)
    sampled = {"M": [10, 1000], "trials": 3, "replacement": replacement}
    study = sampling_study(table, np.array([1, 10]), sampled, 1, "name")
    assert study["rmse"]["rmse"].max() < 1e-12
    win = study["win"]
    assert (win["upper"] - win["lower"]).max() < 1e-12
    assert study["rmse_fit"].isna().all(axis=None)
