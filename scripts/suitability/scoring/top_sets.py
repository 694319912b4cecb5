"""Tables of the best feature sets."""

import numpy as np
import pandas as pd

from suitability.core.tables import read_tsv
from suitability.scoring.score_table import winner_names

# How many of the sets that a candidate wins most clearly are listed.
CLEAREST_WINS = 10


def read_sets(path):
    """Read a table of feature sets; feature names are text, whatever they look like.

    Parameters
    ----------
    path : path
        Written by `tables.write_tsv`, with columns feature_1 and so on.

    Returns
    -------
    pandas.DataFrame
    """
    return read_tsv(path, text=feature_columns(pd.read_csv(path, sep="\t", nrows=0)))


def top_sets(lists, features, rule):
    """Return a table of the best sets, with the names of their features.

    Parameters
    ----------
    lists : (keys, members, scores)
        From `shards.merge_shards`.
    features : sequence of str
    rule : performance.ScoreRule

    Returns
    -------
    pandas.DataFrame
        list (`all`, or the candidate that wins these sets most clearly), order, feature_1 and so
        on (empty where a set is smaller than others), performance, winners, and each candidate's
        performance.
    """
    candidates, parts = rule.candidates, []
    names = np.array([*features, ""], object)
    for name, keys, members, scores in zip(["all", *candidates], *lists, strict=True):
        count = int((keys >= 0).sum())
        count = count if name == "all" else min(count, CLEAREST_WINS)
        best = scores[:count].max(axis=1)
        wins = rule.winners(scores[:count])
        parts.append(
            pd.DataFrame(
                {
                    "list": name,
                    "order": np.arange(1, count + 1),
                    **{
                        f"feature_{i}": names[column]
                        for i, column in enumerate(members[:count].T, start=1)
                    },
                    "performance": best / rule.highest,
                    "winners": winner_names(wins @ (1 << np.arange(len(candidates))), candidates),
                    **dict(zip(candidates, scores[:count].T / rule.highest, strict=True)),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def feature_columns(table):
    """Return the names of the columns that hold a feature set: feature_1, feature_2, ..."""
    return [name for name in table.columns if name.startswith("feature_")]


def places_of_sets(table, features):
    """Return the feature sets of a table as places in a list of features.

    Parameters
    ----------
    table : pandas.DataFrame
        feature_1, feature_2, ...; a set with fewer features has empty text in the last of them.
    features : list of str

    Returns
    -------
    list of list of int
    """
    place = {name: i for i, name in enumerate(features)}
    rows = table[feature_columns(table)].itertuples(index=False)
    return [[place[name] for name in row if name] for row in rows]
