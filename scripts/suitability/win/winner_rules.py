"""What becomes of win percentages if candidates also win that are hardly worse than the best.

The paper's discussion asks for it: two repeats of three folds rank coarsely, so that the best of
six is often best by luck. The paper expects win percentages to come nearer to even shares.
"""

import numpy as np
import pandas as pd

from suitability.scoring.best_sets import calls, fit, paired_tests, splits
from suitability.scoring.score_table import from_histogram, score_rule
from suitability.win.calibration import outside_beta
from suitability.win.percentage import exact_win, win_frame

TOLERANCES = (0.0, 0.01, 0.02, 0.05)
LEVEL = 0.05
# How many random pairs are scored: this way is slow.
SETS = 10_000
SETS_A_BATCH = 1000


def rule_names():
    """Return the names of the winner rules."""
    tolerances = [f"within {tolerance:g}" if tolerance else "best" for tolerance in TOLERANCES]
    return [*tolerances, "paired test", "corrected test"]


def right_decisions(values, labels, folds, sets, candidates):
    """Count the right test decisions of every candidate in every fold.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
    folds : int array, shape (repeats, samples)
    sets : int array, shape (sets, features of a set)
        Columns of `values`; none is constant within a class of a training fold.
    candidates : list of str

    Returns
    -------
    int64 array, shape (sets, splits, candidates, 2)
        By class.
    """
    result = []
    for start in range(0, len(sets), SETS_A_BATCH):
        x = values[:, sets[start : start + SETS_A_BATCH]]
        of_splits = []
        for test in splits(folds):
            gaussians = fit(x[~test], labels[~test])
            called = np.stack([calls(x[test], name, gaussians) for name in candidates])
            truth = labels[test]
            of_splits.append(
                [(called[:, truth == c] == c).sum(axis=1, dtype=np.int64) for c in (0, 1)]
            )
        result.append(np.array(of_splits).transpose(3, 0, 2, 1))
    return np.concatenate(result)


def winners_by_rule(right, test_sizes, rule, sensitivity_weight, folds):
    """Say who wins each feature set under each winner rule.

    Parameters
    ----------
    right : int64 array, shape (sets, splits, candidates, 2)
        From `right_decisions`.
    test_sizes : int64 array, shape (splits, 2)
        Test samples of each class.
    rule : score_table.ScoreRule
        Of all folds together.
    sensitivity_weight : float
    folds : int
        In each repeat.

    Returns
    -------
    scores : int64 array, shape (sets, candidates)
        As the study scores them.
    wins : dict of str to bool array, shape (sets, candidates)
        By `rule_names`: performances within a tolerance of the best, or not significantly below
        it over the test folds in a t-test, plain or corrected (see `discrimination.paired_tests`).
    """
    weights = np.array(rule.weights)
    scores = (right * weights).sum(axis=(1, 3))
    best = scores.max(axis=1, keepdims=True)
    behind = best - scores
    wins = [behind <= tolerance * rule.highest + 1e-9 for tolerance in TOLERANCES]
    of_folds = [score_rule(sizes, 1, sensitivity_weight) for sizes in test_sizes]
    performances = np.stack(
        [right[:, k] @ of_fold.weights / of_fold.highest for k, of_fold in enumerate(of_folds)],
        axis=1,
    )
    top = performances[np.arange(len(right)), :, scores.argmax(axis=1)]
    p_values = paired_tests((top[:, :, None] - performances).transpose(1, 0, 2), folds)
    wins += [(p >= LEVEL) | (behind == 0) for p in p_values]
    return scores, dict(zip(rule_names(), wins, strict=True))


def among_the_better(values, labels, folds, sets, n, candidates, sensitivity_weight, kept, level):
    """Compute win percentages under each winner rule, and how many lie outside the beta bands.

    Parameters
    ----------
    values, labels, folds, sets, candidates
        See `right_decisions`.
    n : int array, shape (points,)
    sensitivity_weight : float
    kept : int
        Features that the sets are drawn from, F.
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
    rule = score_rule(np.bincount(labels), len(folds), sensitivity_weight)
    right = right_decisions(values, labels, folds, sets, candidates)
    test_sizes = np.array([np.bincount(labels[test], minlength=2) for test in splits(folds)])
    scores, wins = winners_by_rule(right, test_sizes, rule, sensitivity_weight, folds.max() + 1)
    frames, rows = [], []
    for name, winning in wins.items():
        histogram = np.zeros((rule.highest // rule.unit + 1, 2 ** len(candidates)), np.int64)
        masks = winning @ (1 << np.arange(len(candidates)))
        np.add.at(histogram, (scores.max(axis=1) // rule.unit, masks), 1)
        win = exact_win(from_histogram(histogram, rule, candidates), n)
        frame = win_frame(n, candidates, win=win)
        frame.insert(0, "rule", name)
        frames.append(frame)
        rows.append(
            {
                "rule": name,
                "winners": winning.sum(axis=1).mean(),
                "furthest": np.abs(win - 1 / len(candidates)).max(),
                "outside_beta_M": outside_beta(win[None], n, len(sets), level).mean(),
                "outside_beta_F": outside_beta(win[None], n, kept, level).mean(),
            }
        )
    return pd.concat(frames, ignore_index=True), pd.DataFrame(rows)
