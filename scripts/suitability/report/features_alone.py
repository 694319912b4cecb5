"""What the features that come up again and again do alone, and which of them are partners."""

import numpy as np
import pandas as pd

from suitability.gaussian.rules import right_decisions
from suitability.held_out.choice import simplest
from suitability.scoring.top_sets import places_of_sets

COLUMNS = ["feature", "splits", "candidate", "alone", "others", "together", "partner"]
MOST_FEATURES = 5
# A feature is a partner of the first one if more than this share of its sets contain that one.
PARTNER_SHARE = 0.5


def features_alone(problem, recurring_features, recurring_sets, contest):
    """Return the performance of recurring features alone and in their most frequent set.

    Both are from the cross-validation of all samples, with the simplest candidate. The features
    and sets were chosen on the same samples, so both are too high.

    Parameters
    ----------
    problem : core.problem.Problem
    recurring_features, recurring_sets : pandas.DataFrame
        See `held_out.recurring`.
    contest : scoring.performance.Contest

    Returns
    -------
    pandas.DataFrame
        feature, splits, candidate, alone (performance), others (the other features of its most
        frequent set, separated by commas), together (performance of that set), partner (whether
        most of its sets contain the first feature). At most five rows; features of no recurring
        set are left out.
    """
    sets = places_of_sets(recurring_sets, problem.features)
    weights = recurring_sets["splits"].to_numpy()
    place = {name: i for i, name in enumerate(problem.features)}
    candidate = simplest(contest.candidates)
    rows = []
    for name, splits in recurring_features.head(MOST_FEATURES).itertuples(index=False):
        feature, first = place[name], place[recurring_features["feature"].iloc[0]]
        with_it = np.array([feature in members for members in sets], bool)
        if not with_it.any():
            continue
        most_frequent = sets[int(with_it.argmax())]
        with_first = with_it & np.array([first in members for members in sets], bool)
        share = weights[with_first].sum() / weights[with_it].sum()
        others = [problem.features[i] for i in most_frequent if i != feature]
        alone, together = (
            _performance(problem, members, candidate, contest)
            for members in ([feature], most_frequent)
        )
        partner = feature != first and bool(share > PARTNER_SHARE)
        rows.append((name, splits, candidate, alone, ", ".join(others), together, partner))
    return pd.DataFrame(rows, columns=COLUMNS)


def _performance(problem, members, candidate, contest):
    """Return the performance of one feature set in cross-validation, pooled over the folds."""
    right = right_decisions(problem, np.array([members]), [candidate]).sum(axis=(0, 1, 2))
    rule = contest.rule_of(problem)
    return float(right @ rule.weights) / rule.highest
