import numpy as np
import pandas as pd
import pytest

from reference import held_out as naive
from reference.held_out import simulated_splits
from suitability.held_out import stability

NAMES = ("NC", "LDA", "QDA")


@pytest.mark.parametrize("seed", range(4))
def test_the_table_is_that_of_plain_loops(seed):
    splits = simulated_splits(seed, NAMES)
    frame = stability.stability_frame(splits.sample(frac=1, random_state=seed))
    expected = naive.stability(splits, NAMES)
    assert len(frame) == len(expected) == 3 * 3
    for row in frame.to_dict("records"):
        other = expected[row["N"], row["candidate"]]
        assert row.keys() == {"N", "candidate", *other}
        for name, value in other.items():
            assert row[name] == pytest.approx(value, abs=1e-12), name


def test_a_single_candidate_always_wins():
    frame = stability.stability_frame(simulated_splits(1, ("LDA",)))
    shown = ["win", "lower", "upper", "leads", "halves_agree", "leads_permuted"]
    assert frame[shown].to_numpy() == pytest.approx(1)
    assert frame["folds_sd"].to_numpy() == pytest.approx(0, abs=1e-12)


def test_halves_that_do_not_differ_leave_no_width():
    win = np.array([0.0, 0.2, 0.8, 1.0])
    lower, upper = stability.win_interval(win, np.broadcast_to(win, (5, 2, 4)))
    assert lower == pytest.approx(win, abs=1e-12)
    assert upper == pytest.approx(win, abs=1e-12)


def test_limits_stay_within_0_and_1_where_halves_differ_completely():
    halves = np.tile([[0.0], [1.0]], (5, 1, 1))
    for win in (0.0, 0.5, 1.0):
        lower, upper = stability.win_interval(np.array([win]), halves)
        assert lower[0] == pytest.approx(0)
        assert upper[0] == pytest.approx(1)


def test_the_interval_of_few_wins_is_one_sided():
    halves = np.tile([[0.0], [0.04]], (5, 1, 1))
    lower, upper = stability.win_interval(np.array([0.0]), halves)
    assert lower[0] == 0
    # SD = arcsin(0.2) / sqrt(2)
    assert upper[0] == pytest.approx(np.sin(1.959964 * np.arcsin(0.2) / np.sqrt(2)) ** 2, abs=1e-6)


def test_ties_lead_in_equal_parts_and_agree_only_with_the_same_tie():
    tie, alone = [0.4, 0.4, 0.2], [0.5, 0.3, 0.2]
    halves = np.array([[tie, tie], [tie, alone], [alone, alone], [alone, [0.2, 0.2, 0.6]]])
    leads, agree = stability.leading(halves[:, :, None])
    assert leads[0] == pytest.approx([(0.5 * 3 + 4) / 8, 0.5 * 3 / 8, 1 / 8])
    assert agree == pytest.approx([0.5])


def test_rounding_breaks_no_tie():
    third = 1 / 3
    halves = np.array([[[[third, 1 - 2 * third, third + 1e-16]]] * 2])[:, :, 0]
    leads, agree = stability.leading(halves[:, :, None])
    assert leads[0] == pytest.approx([third] * 3)
    assert agree == [1]


@pytest.mark.parametrize(
    ("share", "group", "leads", "permuted"),
    [
        (0.0, ("QDA",), 0.38, 0.7),
        (0.38, ("QDA",), 0.38, 0.7),
        (0.5, ("SDA", "QDA"), 0.7, 0.8),
        (0.95, ("SDA", "UDA", "QDA"), 0.97, 0.9),
        (1.0, ("NC", "SDA", "UDA", "QDA"), 1.0, 1.0),
    ],
)
def test_the_smallest_group_that_leads_often_enough(share, group, leads, permuted):
    rows = {
        "candidate": ["NC", "SDA", "UDA", "LDA", "QDA"],
        "leads": [0.03, 0.32, 0.27, 0.0, 0.38],
        "leads_permuted": [0.1, 0.1, 0.1, 0.0, 0.7],
    }
    table = pd.DataFrame(rows).assign(N=10)
    other = table.assign(N=1, leads=[1.0, 0, 0, 0, 0])
    found = stability.leading_group(pd.concat([other, table]), 10, share)
    assert found.candidates == group
    assert found.leads == pytest.approx(leads)
    assert found.leads_permuted == pytest.approx(permuted)
