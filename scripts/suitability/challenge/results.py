"""The tables of data sets and of methods (paper, Tables 1 and 3)."""

import numpy as np
import pandas as pd

from suitability.challenge.methods import METHODS
from suitability.data.formats.challenge_data import SPLITS


def data_row(name, data):
    """Return what is known of a data set as a table of one row.

    Parameters
    ----------
    name : str
    data : ChallengeData

    Returns
    -------
    pandas.DataFrame
        dataset, kind, features, probes (their share in percent, empty if not known), probes_are
        (listed, inferred or not known), and for each split: its samples, positive ones (empty if
        labels are withheld) and the sum of all values. scored: the split that entries are scored
        on.
    """
    row = {
        "dataset": name,
        "kind": data.kind,
        "features": data.features,
        "probes": np.nan if data.probes is None else 100 * data.probes.mean(),
        "probes_are": data.probes_are,
    }
    for split in SPLITS:
        there = split in data.values
        row[split] = data.values[split].shape[0] if there else np.nan
        known = split in data.labels
        row[f"{split}_positive"] = int((data.labels[split] == 1).sum()) if known else np.nan
        row[f"{split}_sum"] = float(data.values[split].sum()) if there else np.nan
    return pd.DataFrame([row | {"scored": data.scored_split}])


def methods_table(made, others):
    """Return how entries are made (paper, Table 3).

    Parameters
    ----------
    made : sequence of str
        Methods that ship.
    others : dict of str to dict
        Entries as in the config.

    Returns
    -------
    pandas.DataFrame
        entry, title, team, classifier, feature_engine, feature_search, ensemble, transduction.
    """
    rows = []
    for name in dict.fromkeys(made):
        method = METHODS[name]
        codes = method.classifier, method.feature_engine, method.feature_search
        rows.append((name, method.title, name, *codes, False, False))
    for name, stanza in others.items():
        codes = (stanza[key] for key in ("classifier", "feature_engine", "feature_search"))
        rows.append(
            (name, "", stanza["team"] or name, *codes, stanza["ensemble"], stanza["transduction"])
        )
    return pd.DataFrame(
        rows,
        columns=[
            *("entry", "title", "team", "classifier", "feature_engine", "feature_search"),
            *("ensemble", "transduction"),
        ],
    )
