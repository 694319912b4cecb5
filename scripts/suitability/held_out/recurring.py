"""Feature sets and features that are among the best again and again, without some samples."""

import numpy as np
import pandas as pd

MOST_ROWS = 100
# Before and after all other characters.
FIRST, LAST = "\0", "\U0010ffff"


def recurring_sets(best):
    """Return how often each feature set is among the best sets of an outer split.

    Parameters
    ----------
    best : pandas.DataFrame
        From `scoring.score_splits`, with the names of features.

    Returns
    -------
    pandas.DataFrame
        feature_1, feature_2 and so on; splits: the share of outer splits in which the set is among
        the best ten; inside, outside: the mean performance of its winners there, in the
        cross-validation and on the held-out samples. At most 100 rows, most splits first.
    """
    names = _feature_columns(best)
    # One text a set, which sorts like its names: sets may have thousands of features.
    keys = best[names].fillna(LAST).agg(FIRST.join, axis=1).rename("set")
    found = best.groupby(keys, sort=True).agg(
        splits=("repeat", "size"), inside=("inside", "mean"), outside=("outside", "mean")
    )
    found["splits"] /= _outer_splits(best)
    found = found.sort_values(["splits", "outside"], ascending=False, kind="stable").head(MOST_ROWS)
    members = best[names].groupby(keys, sort=False).head(1).set_index(keys.drop_duplicates())
    return members.loc[found.index].join(found).reset_index(drop=True)


def recurring_features(best):
    """Return how often each feature is in one of the best sets of an outer split.

    Parameters
    ----------
    best : pandas.DataFrame
        See `recurring_sets`.

    Returns
    -------
    pandas.DataFrame
        feature; splits: the share of outer splits; at most 100 rows, most splits first. Without
        rows if all sets are the same, which chooses no features.
    """
    names = _feature_columns(best)
    if (best[names] == best[names].iloc[0]).all(axis=None):
        return pd.DataFrame({"feature": pd.Series(dtype=str), "splits": pd.Series(dtype=float)})
    long = best.melt(["repeat", "part"], names, value_name="feature").dropna(subset="feature")
    once = long.drop_duplicates(["repeat", "part", "feature"])
    splits = once.groupby("feature", sort=True).size() / _outer_splits(best)
    splits = splits.sort_values(ascending=False, kind="stable").head(MOST_ROWS)
    return splits.rename("splits").reset_index()


def _feature_columns(best):
    return [name for name in best.columns if name.startswith("feature_")]


def _outer_splits(best):
    return len(best[["repeat", "part"]].drop_duplicates())


def name_features(best, features):
    """Return the best sets with names in place of the numbers of features.

    Parameters
    ----------
    best : pandas.DataFrame
        See `scoring.Scored`; -1 stands for no feature.
    features : sequence of str

    Returns
    -------
    pandas.DataFrame
        Features of a set in the order of the data; no name in place of -1.
    """
    named = np.array([*features, None], object)
    columns = {name: named[best[name].to_numpy()] for name in _feature_columns(best)}
    return best.assign(**columns)
