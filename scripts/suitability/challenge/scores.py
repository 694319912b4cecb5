"""The scores of the challenge: every entry against every other, over all data sets.

Only ranked entries compete: those that are complete for all data sets, of which the last five of a
team count. The others are shown for each data set, without a score.
"""

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import pandas as pd

from suitability.challenge.comparison import BER, TESTS, Competitor, compare
from suitability.challenge.measures import (
    auc_interval,
    ber_interval,
    discriminant,
    feature_share,
    mean_interval,
    probe_share,
)
from suitability.data.formats.challenge_data import SPLITS

# The last entries of a team that count.
MOST_ENTRIES = 5
ALL = "all"
MEASURES = ("ber", "auc")
COLUMNS = [
    *("dataset", "entry", "team", "ranked", "score", "rank"),
    *("ber", "ber_rank", "auc", "auc_rank", "feat", "probe"),
    *("ber_lower", "ber_upper", "auc_lower", "auc_upper", "note"),
]
NO_FEATURES = "no features, but predictions differ"
UNDECLARED = "uses features that it does not declare"


@dataclass(frozen=True)
class Truth:
    """What entries are compared with on a data set.

    Attributes
    ----------
    labels : int array, shape (samples,), or None
        -1 or 1, of the scored split; None if they are withheld.
    split : str
        Which one it is.
    features : int
        How many there are.
    probes : bool array, shape (features,), or None
        None if it is not known which they are.
    splits : sequence of str
        Those of which the samples are there; a ranked entry has predictions of all.
    """

    labels: np.ndarray | None
    split: str
    features: int
    probes: np.ndarray | None = None
    splits: tuple = SPLITS


@dataclass(frozen=True)
class Entry:
    """An entry and what is known of it.

    Attributes
    ----------
    name, team : str
    predictions : dict of str to Predictions
        By data set.
    undeclared : frozenset of str
        Data sets where predictions changed with features that the entry does not declare.
    """

    name: str
    team: str
    predictions: dict
    undeclared: frozenset = field(default_factory=frozenset)


def ranked_entries(entries, truths):
    """Return the names of the entries that compete.

    Parameters
    ----------
    entries : sequence of Entry
        In the order in which they were made.
    truths : dict of str to Truth

    Returns
    -------
    list of str
        Complete for all data sets, and among the last five such entries of the team.
    """
    complete = [
        entry
        for entry in entries
        if all(entry.predictions[name].covers(truth.splits) for name, truth in truths.items())
    ]
    of_team = {}
    for entry in complete:
        of_team.setdefault(entry.team, []).append(entry.name)
    return [entry.name for entry in complete if entry.name in of_team[entry.team][-MOST_ENTRIES:]]


def competition_ranks(values):
    """Return ranks from 1, the smallest value first; equal values share the lowest rank.

    Parameters
    ----------
    values : sequence of float

    Returns
    -------
    pandas.Series
        NaN where a value is.
    """
    return pd.Series(values, dtype=float).rank(method="min")


def pair_table(entries, truths, test=BER, one_sided=False):
    """Compare all pairs of ranked entries on every data set.

    Parameters
    ----------
    entries : sequence of Entry
    truths : dict of str to Truth
        By data set; those without labels are left out.
    test : str
        `ber` or `mcnemar`.
    one_sided : bool

    Returns
    -------
    pandas.DataFrame
        dataset, entry, other, result, decided_by, p: each pair once.
    """
    ranked = set(ranked_entries(entries, truths))
    rows = []
    for dataset, truth in truths.items():
        if truth.labels is None:
            continue
        competitors = {
            entry.name: competitor_of(entry.predictions[dataset], truth)
            for entry in entries
            if entry.name in ranked
        }
        for one, other in combinations(competitors, 2):
            found = compare(truth.labels, competitors[one], competitors[other], test, one_sided)
            rows.append((dataset, one, other, *found))
    columns = ["dataset", "entry", "other", "result", "decided_by", "p"]
    return pd.DataFrame(rows, columns=columns)


def competitor_of(predictions, truth):
    """Return what the comparison needs of the predictions of a data set."""
    return Competitor(
        predictions.classes[truth.split],
        feature_share(predictions.features, truth.features),
        probe_share(predictions.features, truth.probes),
    )


def pair_scores(pairs, ranked):
    """Return the score of each ranked entry on each data set, from -1 to 1.

    The sum of its results divided by the number of other entries.

    Parameters
    ----------
    pairs : pandas.DataFrame
        From `pair_table`.
    ranked : sequence of str

    Returns
    -------
    pandas.DataFrame, index entries, columns data sets
        NaN for a single entry, which has no other to be compared with.
    """
    datasets = pairs["dataset"].unique()
    sums = pd.DataFrame(0.0, index=list(ranked), columns=datasets)
    for row in pairs.itertuples():
        sums.loc[row.entry, row.dataset] += row.result
        sums.loc[row.other, row.dataset] -= row.result
    return sums / (len(ranked) - 1) if len(ranked) > 1 else sums * np.nan


def score_table(entries, truths, pairs):
    """Return the table of all entries (paper, Table 2), for all data sets together and for each.

    Parameters
    ----------
    entries : sequence of Entry
    truths : dict of str to Truth
    pairs : pandas.DataFrame
        From `pair_table`.

    Returns
    -------
    pandas.DataFrame
        dataset (`all` for the mean over data sets), entry, team, ranked, score (times 100), rank,
        ber and auc in percent with their ranks and 95% limits, feat and probe in percent, note.
        The highest score comes first, then the lowest BER.
    """
    scored = {name: truth for name, truth in truths.items() if truth.labels is not None}
    ranked = ranked_entries(entries, truths)
    scores = pair_scores(pairs, ranked)
    rows = [
        _row(entry, name, truth, ranked)
        for entry in entries
        for name, truth in scored.items()
        if truth.split in entry.predictions[name].classes
    ]
    if scored:
        rows += [_mean_row([row for row in rows if row["entry"] == name]) for name in ranked]
    table = pd.DataFrame(rows, columns=COLUMNS)
    for place, row in table.iterrows():
        if row["ranked"]:
            of_entry = scores.loc[row["entry"]]
            own = of_entry.mean() if row["dataset"] == ALL else of_entry.get(row["dataset"], np.nan)
            table.loc[place, "score"] = own
    table["score"] = table["score"].astype(float)
    order = {name: place for place, name in enumerate((ALL, *scored))}
    parts = []
    for name in order:
        part = table[table["dataset"] == name].copy()
        part["rank"] = competition_ranks(-part["score"].round(12)).to_numpy()
        part["ber_rank"] = competition_ranks(part["ber"].round(12)).to_numpy()
        part["auc_rank"] = competition_ranks(-part["auc"].round(12)).to_numpy()
        # The order of the entries has no say.
        parts.append(part.sort_values(["rank", "ber", "entry"], na_position="last"))
    table = pd.concat(parts, ignore_index=True)
    percent = [name for name in COLUMNS if name in ("score", "feat", "probe")]
    percent += [name for name in COLUMNS if name.split("_")[0] in MEASURES and "rank" not in name]
    table[percent] = table[percent].astype(float) * 100
    return table


def _row(entry, dataset, truth, ranked):
    given = entry.predictions[dataset]
    classes = given.classes[truth.split]
    values = discriminant(classes, given.confidences.get(truth.split))
    row = {
        "dataset": dataset,
        "entry": entry.name,
        "team": entry.team,
        "ranked": entry.name in ranked,
        "feat": feature_share(given.features, truth.features),
        "probe": probe_share(given.features, truth.probes),
        "note": note_of(given, dataset in entry.undeclared),
    }
    for name, found in (
        ("ber", ber_interval(truth.labels, classes)),
        ("auc", auc_interval(truth.labels, values)),
    ):
        row[name], row[f"{name}_lower"], row[f"{name}_upper"] = found
    return row


def note_of(predictions, undeclared):
    """Return what is wrong with the declared features, or an empty text.

    Parameters
    ----------
    predictions : Predictions
    undeclared : bool
        Whether predictions changed with features that are not declared.
    """
    notes = [UNDECLARED] * undeclared
    none = predictions.features is not None and not len(predictions.features)
    if none and any(len(np.unique(classes)) > 1 for classes in predictions.classes.values()):
        notes.append(NO_FEATURES)
    return "; ".join(notes)


def _mean_row(rows):
    """Return the row of an entry over all data sets: unweighted means."""
    row = {key: rows[0][key] for key in ("entry", "team", "ranked")} | {"dataset": ALL}
    for name in MEASURES:
        limits = (name, f"{name}_lower", f"{name}_upper")
        found = mean_interval([[of[key] for key in limits] for of in rows])
        row.update(zip(limits, found, strict=True))
    for name in ("feat", "probe"):
        row[name] = float(np.mean([of[name] for of in rows]))
    row["note"] = "; ".join(dict.fromkeys(of["note"] for of in rows if of["note"]))
    return row


def compare_tests(entries, truths):
    """Return what other tests of the errors change.

    Parameters
    ----------
    entries : sequence of Entry
    truths : dict of str to Truth

    Returns
    -------
    pandas.DataFrame
        test, one_sided, entry, score (times 100), rank, by_errors: the pairs that errors decide,
        over all data sets.
    """
    ranked = ranked_entries(entries, truths)
    rows = []
    for test in TESTS:
        for one_sided in (False, True):
            pairs = pair_table(entries, truths, test, one_sided)
            means = pair_scores(pairs, ranked).mean(axis=1)
            by_errors = int((pairs["decided_by"] == "errors").sum())
            ranks = competition_ranks((-means.round(12)).to_numpy())
            rows += [
                (test, one_sided, name, 100 * means[name], rank, by_errors)
                for name, rank in zip(means.index, ranks, strict=True)
            ]
    table = pd.DataFrame(rows, columns=["test", "one_sided", "entry", "score", "rank", "by_errors"])
    return table.sort_values(["test", "one_sided", "rank", "entry"], ignore_index=True)
