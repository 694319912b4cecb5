import itertools

import numpy as np
import pytest
from scipy.stats import ttest_rel

from reference import kernel, naive
from suitability.gaussian.rules import right_decisions
from suitability.scoring.performance import Contest
from suitability.win.beta_null import beta_band, sum_of_squared_weights
from suitability.win.winner_rules import (
    TOLERANCES,
    compare_winner_rules,
    rule_names,
    winners_by_rule,
)

PROBLEM = kernel.random_problem(3, 7, (14, 19), 2, 3)
PAIRS = np.array(list(itertools.combinations(range(7), 2)))
CONTEST = Contest(naive.CANDIDATES)
RULE = CONTEST.rule_of(PROBLEM.study)
SIZES = PROBLEM.study.test_sizes


def decisions():
    return right_decisions(PROBLEM.study, PAIRS, naive.CANDIDATES)


def test_scores_are_those_of_the_reference():
    scores, _ = winners_by_rule(decisions(), PROBLEM.study, CONTEST)
    expected = naive.scores_of_pairs(*PROBLEM, RULE.weights)
    assert [tuple(row) for row in scores.tolist()] == [expected[tuple(p)] for p in PAIRS.tolist()]


def test_right_decisions_are_counted_by_fold_and_class():
    right = decisions()
    assert right.shape == (len(PAIRS), 6, 6, 2)
    assert (right <= SIZES[:, None]).all()


@pytest.mark.parametrize("tolerance", TOLERANCES)
def test_candidates_within_the_tolerance_win(tolerance):
    scores, wins = winners_by_rule(decisions(), PROBLEM.study, CONTEST)
    won = wins[rule_names()[TOLERANCES.index(tolerance)]]
    for row, winning in zip(scores, won, strict=True):
        mask = naive.winners(row.tolist(), tolerance * RULE.highest + 1e-9)
        assert winning.tolist() == [bool(mask >> c & 1) for c in range(6)]


def test_candidates_win_that_a_paired_test_does_not_put_below_the_best():
    right = decisions()
    scores, wins = winners_by_rule(right, PROBLEM.study, CONTEST)
    performances = (right / SIZES[:, None] / 2).sum(axis=-1)
    undecided = 0
    for i, (row, winning) in enumerate(zip(scores, wins["paired test"], strict=True)):
        top = int(row.argmax())
        for c in range(6):
            off = performances[i, :, top] - performances[i, :, c]
            if row[c] == row[top] or np.ptp(off) < 1e-12:
                continue
            p = ttest_rel(performances[i, :, top], performances[i, :, c]).pvalue
            assert winning[c] == (p >= 0.05)
            undecided += 1
    assert undecided > len(PAIRS)
    assert (wins["corrected test"] >= wins["paired test"]).all()
    assert wins["best"].sum() < wins["paired test"].sum()


def test_win_percentages_follow_from_the_winners():
    n = np.array([1, 2])
    win, rules = compare_winner_rules(PROBLEM.study, CONTEST, PAIRS, n, 0.05)
    assert rules["rule"].tolist() == rule_names()
    _, wins = winners_by_rule(decisions(), PROBLEM.study, CONTEST)
    for name, summary in zip(rule_names(), rules.to_dict("records"), strict=True):
        share = (wins[name] / wins[name].sum(axis=1, keepdims=True)).mean(axis=0)
        at_one = win[(win["rule"] == name) & (win["N"] == 1)]["win"]
        assert at_one.tolist() == pytest.approx(share.tolist())
        of_rule = win[win["rule"] == name]
        assert summary["winners"] == pytest.approx(wins[name].sum() / len(PAIRS))
        assert summary["furthest"] == pytest.approx((of_rule["win"] - 1 / 6).abs().max())
        for column, total in (("outside_beta_M", len(PAIRS)), ("outside_beta_F", 7)):
            limits = {
                each: beta_band(6, sum_of_squared_weights(total, each), 0.05) for each in n.tolist()
            }
            outside = [
                not limits[row.N][0] <= row.win <= limits[row.N][1] for row in of_rule.itertuples()
            ]
            assert summary[column] == pytest.approx(np.mean(outside))
