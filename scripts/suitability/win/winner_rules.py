"""Win percentages under other winner rules, which let near-ties win too.

The paper's discussion suggests it: two repeats of three folds rank coarsely, so that the best of
six is often best by luck. The paper expects win percentages to come nearer to even shares.
"""

import numpy as np
import pandas as pd

from suitability.gaussian.rules import right_decisions
from suitability.scoring.paired_tests import paired_tests
from suitability.scoring.performance import fold_performances
from suitability.scoring.score_table import ScoreTable
from suitability.win.calibration import outside_beta
from suitability.win.percentage import exact_win, win_frame

TOLERANCES = (0.0, 0.01, 0.02, 0.05)
LEVEL = 0.05
# How many random pairs are scored: this way is slow.
SETS = 10_000


def rule_names():
    """Return the names of the winner rules."""
    tolerances = [f"within {tolerance:g}" if tolerance else "best" for tolerance in TOLERANCES]
    return [*tolerances, "paired test", "corrected test"]


def winners_by_rule(right, problem, contest):
    """Return who wins each feature set under each winner rule.

    Parameters
    ----------
    right : int64 array, shape (sets, splits, candidates, 2)
        From `gaussian.rules.right_decisions`.
    problem : core.problem.Problem
    contest : performance.Contest

    Returns
    -------
    scores : int64 array, shape (sets, candidates)
        As the study scores them.
    wins : dict of str to bool array, shape (sets, candidates)
        By `rule_names`: performances within a tolerance of the best, or not significantly below
        it over the test folds in a t-test, plain or corrected (see `paired_tests.paired_tests`).
    """
    rule = contest.rule_of(problem)
    scores = (right * np.array(rule.weights)).sum(axis=(1, 3))
    best = scores.max(axis=1, keepdims=True)
    behind = best - scores
    wins = [behind <= tolerance * rule.highest + 1e-9 for tolerance in TOLERANCES]
    performances = fold_performances(right, problem.test_sizes, contest)
    top = performances[np.arange(len(right)), :, scores.argmax(axis=1)]
    differences = (top[:, :, None] - performances).transpose(1, 0, 2)
    p_values = paired_tests(differences, problem.fold_count)
    wins += [(p >= LEVEL) | (behind == 0) for p in p_values]
    return scores, dict(zip(rule_names(), wins, strict=True))


def compare_winner_rules(problem, contest, sets, n, level):
    """Compute win percentages under each winner rule, and how many lie outside the beta bands.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : performance.Contest
    sets : int array, shape (sets, features of a set)
        See `gaussian.rules.right_decisions`.
    n : int array, shape (points,)
    level : float
        Of the beta bands.

    Returns
    -------
    win : pandas.DataFrame
        rule, N, candidate, win.
    rules : pandas.DataFrame
        rule, winners (mean number a set), furthest (largest distance of a win percentage from an
        even share), outside_beta_M and outside_beta_F (share of the win percentages outside).
    """
    contest.check_built_in("the table of near-ties")
    rule, candidates = contest.rule_of(problem), contest.candidates
    scores, wins = winners_by_rule(right_decisions(problem, sets, candidates), problem, contest)
    frames, rows = [], []
    for name, winning in wins.items():
        table = ScoreTable.from_winners(scores.max(axis=1), winning, rule)
        win = exact_win(table, n)
        frame = win_frame(n, candidates, win=win)
        frame.insert(0, "rule", name)
        frames.append(frame)
        rows.append(
            {
                "rule": name,
                "winners": winning.sum(axis=1).mean(),
                "furthest": np.abs(win - 1 / len(candidates)).max(),
                "outside_beta_M": outside_beta(win[None], n, len(sets), level).mean(),
                "outside_beta_F": outside_beta(win[None], n, problem.values.shape[1], level).mean(),
            }
        )
    return pd.concat(frames, ignore_index=True), pd.DataFrame(rows)
