import numpy as np
import pandas as pd
import pytest

from reference import held_out as naive
from reference.held_out import simulated_splits
from suitability.held_out import intervals

NAMES = ("NC", "LDA", "QDA")
REGION = 0.01


def only(frame, n, candidate):
    (row,) = frame[(frame["N"] == n) & (frame["candidate"] == candidate)].to_dict("records")
    return row


def constant_splits(outside, spread, repeats=4):
    """Splits in which each candidate's held-out performance alternates about a constant."""
    splits = simulated_splits(1, tuple(outside), n=(1,), splits=repeats)
    sign = np.where(splits["repeat"] % 2, 1, -1)
    centre = splits["candidate"].map({**outside, "any": 0.5})
    splits["outside"] = centre + sign * splits["candidate"].map({**spread, "any": 0})
    return splits


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("region", [0.0, 0.01, 0.2])
def test_the_table_is_that_of_plain_loops(seed, region):
    splits = simulated_splits(seed, NAMES)
    frame = intervals.held_out_frame(splits.sample(frac=1, random_state=seed), region)
    expected = naive.held_out(splits, NAMES, region)
    assert len(frame) == len(expected) == 3 * 4
    for row in frame.to_dict("records"):
        other = expected[row["N"], row["candidate"]]
        assert row.keys() == {"N", "candidate", *other}
        for name, value in other.items():
            assert row[name] == pytest.approx(value, abs=1e-12, nan_ok=True), name


def test_rows_are_in_the_order_of_n_and_candidates_with_any_last():
    frame = intervals.held_out_frame(simulated_splits(1, NAMES), REGION)
    assert frame["candidate"].tolist() == [*NAMES, "any"] * 3
    assert frame["N"].tolist() == [1] * 4 + [10] * 4 + [100] * 4


def test_the_leader_is_ahead_by_as_much_as_the_others_are_behind():
    splits = constant_splits({"NC": 0.7, "LDA": 0.8}, {"NC": 0.0, "LDA": 0.0})
    frame = intervals.held_out_frame(splits, REGION)
    behind = only(frame, 1, "NC")
    assert [behind[k] for k in ("behind", "behind_lower", "behind_upper")] == pytest.approx(
        [0.1] * 3
    )
    assert behind["comparison"] == "better"
    best = only(frame, 1, "LDA")
    assert [best[k] for k in ("behind", "behind_lower", "behind_upper")] == [0, 0, 0]
    assert best["comparison"] == "best"


@pytest.mark.parametrize(
    ("difference", "spread", "word"),
    [
        (0.03, 0.005, "better"),
        (0.03, 0.02, "not shown"),
        (0.004, 0.0, "equivalent"),
        (0.004, 0.01, "not shown"),
        (0.0, 0.0, "equivalent"),
    ],
)
def test_a_difference_is_called_one_only_where_its_limits_exclude_the_region(
    difference, spread, word
):
    splits = constant_splits({"NC": 0.7, "LDA": 0.7 - difference}, {"NC": spread, "LDA": 0.0})
    frame = intervals.held_out_frame(splits, REGION)
    assert only(frame, 1, "LDA")["comparison"] == word
    assert only(frame, 1, "NC")["comparison"] == "best"


def test_the_leader_may_be_behind_by_the_largest_limit_of_another_ones_lead():
    splits = constant_splits(
        {"NC": 0.7, "LDA": 0.7, "QDA": 0.6}, {"NC": 0, "LDA": 0.05, "QDA": 0.2}
    )
    frame = intervals.held_out_frame(splits, REGION)
    values = {kind: 0.05 * np.array([1, -1, 1, -1]) for kind in ("half", "nested")}
    halves = np.repeat(values["half"][:, None], 2, axis=1)
    lead = 1.959964 * intervals.behind_error(halves, values["nested"][:, None])
    of_qda = intervals.behind_error(halves * 4, values["nested"][:, None] * 4) * 1.959964 - 0.1
    best = only(frame, 1, "NC")
    assert best["behind_upper"] == pytest.approx(max(lead, of_qda), abs=1e-6)
    assert only(frame, 1, "LDA")["behind_lower"] == 0


def test_limits_are_within_0_and_1():
    splits = constant_splits({"NC": 0.98, "LDA": 0.02}, {"NC": 0.3, "LDA": 0.3})
    frame = intervals.held_out_frame(splits, REGION)
    assert only(frame, 1, "NC")["upper"] == 1
    assert only(frame, 1, "LDA")["lower"] == 0
    assert 0 < only(frame, 1, "NC")["lower"] < 0.98
    for limits in ("lower", "upper", "behind_lower", "behind_upper"):
        assert frame[limits].dropna().between(0, 1).all()


def test_a_single_candidate_leads_and_is_behind_nobody():
    frame = intervals.held_out_frame(simulated_splits(2, ("LDA",)), REGION)
    rows = frame[frame["candidate"] == "LDA"]
    assert (rows[["behind", "behind_lower", "behind_upper"]] == 0).all(axis=None)
    assert (rows["comparison"] == "best").all()
    assert frame.loc[frame["candidate"] == "any", "behind"].isna().all()


def test_a_search_of_all_candidates_never_leads():
    splits = simulated_splits(3, NAMES)
    splits.loc[splits["candidate"] == "any", "outside"] = 1.0
    frame = intervals.held_out_frame(splits, REGION).set_index("candidate")
    assert (frame.loc["any", "comparison"] == "").all()
    assert (frame.loc["any", "outside"] == 1).all()
    assert (frame["comparison"] == "best").sum() == 3


@pytest.mark.parametrize(("region", "n"), [(0.0, 1000), (0.01, 100), (0.021, 10), (0.5, 1)])
def test_the_recommended_n_is_the_smallest_that_is_nearly_as_good_as_the_best(region, n):
    outside = pd.Series([0.6, 0.78, 0.79, 0.8, 0.7], [1, 10, 100, 1000, 10000])
    assert intervals.recommended_n(outside, region) == n


def test_without_signal_no_search_is_recommended():
    assert intervals.recommended_n(pd.Series([0.5, 0.49, 0.47], [1, 10, 100]), 0.01) == 1
