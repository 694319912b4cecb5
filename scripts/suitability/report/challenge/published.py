"""The published numbers of the challenge, and what follows from them by arithmetic."""

import numpy as np
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from suitability.challenge.measures import ber_interval
from suitability.challenge.steps import RbfSvm, classes_of
from suitability.report.published import INCOMPARABLE, NOT_RUN, published_row

PAPER = "Guyon et al. 2004"
DATA_SETS = 5
# Half a unit of the last printed digit.
SCORE_MARGIN, BER_MARGIN = 0.05, 0.0051
ENTRIES = {"Table 2a": 56, "Table 2b": 36}
# Shares of features and of probes of the entry BayesNN-E.
NEARLY_ALL, ITS_PROBES = 96.8, 56.7
NOT_PRINTED = "not printed"
RBF_C, RBF_WIDTH, LINEAR_C = 3, 2, 0.01


def fewest_entries(scores):
    """Return the smallest number of entries with which printed scores are possible.

    A score is a mean over five data sets of sums of results divided by the number of other entries.

    Parameters
    ----------
    scores : array, shape (entries,)
        In percent, with one decimal.

    Returns
    -------
    int
    """
    others = 1
    while np.abs(nearest_scores(scores, others + 1) - scores).max() > SCORE_MARGIN + 1e-9:
        others += 1
    return others + 1


def nearest_scores(scores, entries):
    """Return the possible scores that are nearest to given ones, in percent."""
    steps = DATA_SETS * (entries - 1) / 100
    return np.round(np.asarray(scores) * steps) / steps


def largest_probe_share(probes, features):
    """Return the largest mean share of probes among used features.

    Parameters
    ----------
    probes : array, shape (data sets,)
        Share of probes in each data set, from 0 to 1.
    features : float
        The mean share of features that are used.

    Returns
    -------
    float
        It is largest if all features that are not used are in one data set, and are no probes.
    """
    probes = np.asarray(probes, float)
    left_out = len(probes) * (1 - features)
    within = np.minimum(left_out, 1 - probes)
    gains = probes / (1 - within) - probes
    return float((probes.sum() + gains.max()) / len(probes))


def arithmetic_rows(entries, methods, data):
    """Return what follows from the paper's tables by arithmetic.

    Parameters
    ----------
    entries, methods, data : pandas.DataFrame
        Of `data/published`: challenge, challenge-methods and challenge-data.

    Returns
    -------
    list of dict
        See `published.published_row`.
    """
    rows = []
    for place, part in entries.groupby("place"):
        count = ENTRIES[place]
        nearest = nearest_scores(part["score"], count)
        rows += [
            published_row(
                PAPER, place, f"score of {entry}, nearest possible", score, own, SCORE_MARGIN
            )
            for entry, score, own in zip(part["entry"], part["score"], nearest, strict=True)
        ]
        quantity = "entries, fewest with these scores"
        rows.append(published_row(PAPER, place, quantity, count, fewest_entries(part["score"]), 0))
    difference = entries["auc"] - (100 - entries["ber"])
    equal, less = np.abs(difference) < BER_MARGIN, difference < -BER_MARGIN
    kernel = methods["classifier"].str.contains("K").sum()
    survey = published_row(PAPER, "Section 3", "kernel methods among 19", 12, np.nan, 0)
    rows += [
        published_row(PAPER, "Table 2", "entries with AUC = 100 - BER", 11, equal.sum(), 0),
        published_row(PAPER, "Table 2", "entries with AUC < 100 - BER", 2, less.sum(), 0),
        published_row(PAPER, "Table 3", "kernel methods among 9", 7, kernel, 0),
        survey | {"meets": INCOMPARABLE},
        published_row(
            *(PAPER, "Table 3", "teams with transduction", 2),
            *((methods["transduction"] == "Yes").sum(), 0),
        ),
    ]
    for share in (30, 50):
        shares = data.set_index("dataset")["probes"].astype(float)
        shares["gisette"] = share
        most = 100 * largest_probe_share(shares / 100, NEARLY_ALL / 100)
        quantity = f"largest share of probes at {NEARLY_ALL}% of features, Gisette with {share}%"
        row = published_row(PAPER, "Table 2a", quantity, ITS_PROBES, most, 0)
        met = "yes" if most >= ITS_PROBES else "no"
        rows.append(row | {"lower": ITS_PROBES, "upper": np.nan, "meets": met})
    return rows


def data_rows(printed, ours):
    """Return the sizes of the data sets (Table 1) beside those of the files at hand.

    Parameters
    ----------
    printed : pandas.DataFrame
        `data/published/challenge-data.tsv`.
    ours : pandas.DataFrame or None
        Of `results/challenge/data`, of the data sets at hand.

    Returns
    -------
    list of dict
    """
    found = None if ours is None else ours.set_index("dataset")
    rows = []
    for of_set in printed.to_dict("records"):
        name = of_set["dataset"]
        there = found is not None and name in found.index
        for what in ("features", "probes", "train", "valid", "test"):
            own = float(found.loc[name, what]) if there else np.nan
            margin = 0.5 if what == "probes" else 0
            rows.append(
                published_row(PAPER, "Table 1", f"{name}: {what}", of_set[what], own, margin)
            )
    return rows


def madelon_rows(data):
    """Return whether Madelon needs a Gaussian kernel.

    Parameters
    ----------
    data : challenge.data.ChallengeData or None
        Madelon with inferred probes; None if it is not there.

    Returns
    -------
    list of dict
        Of machines on the 20 features that are no probes, on validation samples.
    """
    quantities = {
        "Madelon, 20 features: BER of a Gaussian SVM": np.nan,
        "Madelon, 20 features: BER of a linear SVM": np.nan,
        "Madelon: largest AUC of a single feature": np.nan,
    }
    needs = np.nan
    if data is not None:
        own = np.flatnonzero(~data.probes)
        train, valid = (data.values[split][:, own] for split in ("train", "valid"))
        y, labels = data.labels["train"], data.labels["valid"]
        found = []
        for machine in (
            RbfSvm(C=RBF_C, width=RBF_WIDTH),
            LinearSVC(C=LINEAR_C, dual=False, class_weight="balanced"),
        ):
            model = make_pipeline(StandardScaler(), machine).fit(train, y)
            found.append(ber_interval(labels, classes_of(model.decision_function(valid))))
        areas = [roc_auc_score(y, column) for column in data.values["train"].T]
        best = max(max(area, 1 - area) for area in areas)
        values = [100 * found[0][0], 100 * found[1][0], best]
        quantities = dict(zip(quantities, values, strict=True))
        needs = float(found[0][2] < found[1][1])
    rows = [published_row(PAPER, "Section 3", "Madelon needs a Gaussian kernel", 1, needs, 0)]
    for quantity, value in quantities.items():
        row = published_row(PAPER, "Section 3", quantity, np.nan, value, np.nan)
        rows.append(row | {"meets": NOT_RUN if np.isnan(value) else NOT_PRINTED})
    return rows
