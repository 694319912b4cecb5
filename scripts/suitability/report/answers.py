"""The answers of a study: what the tables of an endpoint say, a row an N."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from suitability.data.normality import warn_of_strongest
from suitability.data.similarity import warn_of_similarity
from suitability.estimators.workers import MANY_FAILED
from suitability.held_out.choice import at, not_worse, searched, simplest
from suitability.held_out.intervals import recommended_n
from suitability.held_out.split_values import ANY
from suitability.scoring.performance import chance_level
from suitability.scoring.sets import name_sets

YES, WEAK, NO = "yes", "weak", "no"
PASSED, FAILED = "passed", "failed"
NO_SIGNAL = "none: no signal"
NO_FEATURES = {"features": "", "partners": "", "alone": np.nan}

# The candidates that lead together lead in at least this share of the half-samples.
STABLE_SHARE = 0.9
# Of more candidates to choose from, those that are shown to be worse are named.
MOST_NAMED = 5
# A feature to look at is in one of the ten best sets of at least this share of the outer splits.
RECURRING_SHARE = 0.5
# With fewer samples in a class, half-samples train on fewer than ten of it.
FEW_SAMPLES = 20
# A share of feature sets with a singular covariance that can change win percentages by points.
MANY_DEGENERATE = 0.01
# A feature in more than this share of the best sets makes them one finding.
DOMINANT_SHARE = 0.5

COLUMNS = [
    *["endpoint", "title", "role", "N", "recommended", "signal", "p"],
    *["searched", "inside", "expected", "lower", "upper"],
    *["inside_any", "expected_any", "lower_any", "upper_any", "classifier", "behind_upper"],
    *["leader", "leader_win", "leader_lower", "leader_upper", "leading_group"],
    *["features", "partners", "alone", "control", "warnings"],
]
# To be read as text even where all cells are empty or look like numbers.
TEXT_COLUMNS = [
    *["endpoint", "title", "role", "signal", "searched", "classifier", "leader"],
    *["leading_group", "features", "partners", "control", "warnings"],
]


@dataclass(frozen=True)
class Caution:
    """What changes how far the results of an endpoint can be trusted.

    Attributes
    ----------
    label : str
        A few words for a table.
    text : str
        What was found.
    """

    label: str
    text: str


@dataclass(frozen=True)
class AnswerTables:
    """The tables of an endpoint that its answers follow from.

    Attributes
    ----------
    summary : dict
    held_out, stability, features_alone, beats_chance, top_sets : pandas.DataFrame
    """

    summary: dict
    held_out: pd.DataFrame
    stability: pd.DataFrame
    features_alone: pd.DataFrame
    beats_chance: pd.DataFrame
    top_sets: pd.DataFrame


def answers(name, about, tables, settings):
    """Return the answers for one endpoint, a row an N.

    Parameters
    ----------
    name : str
    about : dict
        title, role.
    tables : AnswerTables
    settings : dict
        level (of the test), region (smaller differences of performance do not matter),
        sensitivity_weight, normality_test.

    Returns
    -------
    pandas.DataFrame
        See docs/results.md; `recommended` is true in one row.
    """
    by_candidate = tables.held_out.set_index(["candidate", "N"])
    together = by_candidate.loc[ANY]
    chance = chance_level(settings["sensitivity_weight"], len(tables.summary["class_sizes"]))
    recommended = recommended_n(together["outside"], settings["region"])
    often = recurring(tables.features_alone)
    cautions = warnings_of(tables.summary, tables.top_sets, settings["normality_test"])
    rows = []
    for n, row in together.iterrows():
        p = p_of_best(tables.beats_chance, n)
        found = signal(p, row["lower"], chance, settings["level"])
        classifier, _, behind_upper = choice(at(tables.held_out, n), found)
        whose = searched(tables.held_out, n, chance)
        reported = by_candidate.loc[(whose, n)]
        wins = at(tables.stability, n)
        leader = wins.loc[wins["win"].idxmax()]
        rows.append(
            {
                "endpoint": name,
                "title": about["title"],
                "role": about["role"],
                "N": n,
                "recommended": n == recommended,
                "signal": found,
                "p": p,
                "searched": whose,
                "inside": reported["inside"],
                "expected": reported["outside"],
                "lower": reported["lower"],
                "upper": reported["upper"],
                "inside_any": row["inside"],
                "expected_any": row["outside"],
                "lower_any": row["lower"],
                "upper_any": row["upper"],
                "classifier": classifier,
                "behind_upper": behind_upper,
                "leader": leader["candidate"],
                "leader_win": leader["win"],
                "leader_lower": leader["lower"],
                "leader_upper": leader["upper"],
                "leading_group": ", ".join(leading_group(wins)),
                **(answers_on_features(often) if found != NO else NO_FEATURES),
                "warnings": "; ".join(dict.fromkeys(each.label for each in cautions)),
            }
        )
    table = pd.DataFrame(rows)
    at_recommended = table.loc[table["recommended"], "signal"].item()
    return table.assign(control=control(about["role"], at_recommended))[COLUMNS]


def p_of_best(beats_chance, n):
    """Return the p-value of the mean best performance of N sets, or of the largest N tested below.

    Parameters
    ----------
    beats_chance : pandas.DataFrame
        measure, N, p.
    n : int

    Returns
    -------
    float
        NaN if no N up to `n` was tested.
    """
    tested = beats_chance[(beats_chance["measure"] == "best") & (beats_chance["N"] <= n)]
    return float(tested.loc[tested["N"].idxmax(), "p"]) if len(tested) else np.nan


def signal(p, lower, chance, level):
    """Return whether there is signal: `yes`, `weak` or `no`.

    Parameters
    ----------
    p : float
        Of the best, from label permutations; NaN if not tested.
    lower : float
        Lower 95% limit of the held-out performance.
    chance : float
        Performance without any signal.
    level : float

    Returns
    -------
    str
        `yes` if p ≤ level and lower > chance, `weak` if only one of both holds, else `no`.
    """
    return (NO, WEAK, YES)[int(p <= level) + int(lower > chance)]


def choice(rows, found=YES):
    """Return which classifier to take at one N.

    Parameters
    ----------
    rows : pandas.DataFrame
        Those of `held_out.tsv` at one N, without `any`.
    found : str
        The signal; without any, no classifier is recommended.

    Returns
    -------
    text : str
        A candidate's name where all others are shown to be worse; `one of ...`, where some are, or
        `any but ...`, where these are few of many; `none shown better; ... as the simplest`, where
        none is.
    names : list of str
        The candidates that are not shown to be worse than the best.
    cost : float
        How far the simplest of them may be behind the best: its upper limit of `behind`.
    """
    if found == NO:
        return NO_SIGNAL, [], np.nan
    names = not_worse(rows)
    first = simplest(names)
    worse = [name for name in rows["candidate"] if name not in names]
    if len(names) == 1:
        text = first
    elif not worse:
        text = f"none shown better; {first} as the simplest"
    elif len(names) > max(len(worse), MOST_NAMED):
        text = f"any but {', '.join(worse)}; {first} as the simplest"
    else:
        text = f"one of {', '.join(names)}; {first} as the simplest"
    return text, names, float(rows.set_index("candidate").loc[first, "behind_upper"])


def leading_group(rows):
    """Return the fewest candidates of which one has the largest win percentage in most halves.

    Parameters
    ----------
    rows : pandas.DataFrame
        Those of `stability.tsv` at one N: candidate, leads.

    Returns
    -------
    list of str
        In the order of the rows; they lead in at least `STABLE_SHARE` of the half-samples.
    """
    ranked = rows.sort_values("leads", ascending=False, kind="stable")
    count = int((ranked["leads"].cumsum() < STABLE_SHARE - 1e-9).sum()) + 1
    return rows.loc[sorted(ranked.index[:count]), "candidate"].tolist()


def recurring(features):
    """Return the features that are among the best in at least half of the outer splits.

    Parameters
    ----------
    features : pandas.DataFrame
        See `features_alone.features_alone`.

    Returns
    -------
    pandas.DataFrame
        Their rows.
    """
    return features[features["splits"] >= RECURRING_SHARE]


def answers_on_features(often):
    """Return which features to look at.

    Parameters
    ----------
    often : pandas.DataFrame
        From `recurring`.

    Returns
    -------
    dict
        features, partners (those of them that come up mostly with the first one) and alone (the
        performance of the first one alone, NaN if there is none).
    """
    if often.empty:
        return NO_FEATURES
    return {
        "features": ", ".join(often["feature"]),
        "partners": ", ".join(often.loc[often["partner"], "feature"]),
        "alone": often["alone"].iloc[0],
    }


def control(role, found):
    """Return whether a control is as it should be; empty for an endpoint.

    Parameters
    ----------
    role : str
        endpoint, positive control or negative control.
    found : str
        The signal at the recommended N.

    Returns
    -------
    str
        A positive control passes if the signal is `yes`. A negative one passes if it is not `yes`:
        `weak` may occur by chance.
    """
    if role == "endpoint":
        return ""
    return PASSED if (found == YES) == (role == "positive control") else FAILED


def warnings_of(summary, top_sets, test):
    """Return what changes how far the results of an endpoint can be trusted.

    Parameters
    ----------
    summary : dict
        See `summary.summarise`, with the record of the data set.
    top_sets : pandas.DataFrame
        See `top_sets.top_sets`.
    test : str
        The normality test that is used.

    Returns
    -------
    list of Caution
    """
    record = summary["record"]
    filtered = warn_of_strongest(record["normality"], test)
    labels = dict.fromkeys(warn_of_similarity(record["similar_samples"]), "similar samples")
    found = [
        Caution(labels.get(text, "check the data"), f"{text[0].upper()}{text[1:]}.")
        for text in record["warnings"]
        if text not in filtered
    ]
    if set(filtered) & set(record["warnings"]):
        found.append(_filtered(record["normality"], test))
    return [
        *found,
        *_failed_fits(summary),
        *_few_samples(summary),
        *_singular(summary),
        *_dominant(summary, top_sets),
    ]


def _filtered(record, test):
    strongest = record["strongest"]
    text = (
        f"{strongest - record['kept'][test]} of the {strongest} features that differ most between "
        "the classes were left out, most of them because their values do not look Gaussian; the "
        f"one that differs most is {record['best_left_out']['feature']}. To include them, run the "
        "study again without the filter (in the config: normality: {test: none})."
    )
    return Caution("filter drops markers", text)


def _few_samples(summary):
    smaller = min(summary["class_sizes"])
    if smaller >= FEW_SAMPLES:
        return []
    text = (
        f"The smaller class has only {smaller} samples: the intervals are wide, and themselves "
        "uncertain."
    )
    return [Caution("few samples", text)]


def _failed_fits(summary):
    return [
        Caution(
            "classifier fails",
            f"{found['failed']:,} of {found['fits']:,} fits of {name} failed and count as chance "
            f"({found['first']}).",
        )
        for name, found in summary.get("failed_fits", {}).items()
        if found["failed"] > MANY_FAILED * found["fits"]
    ]


def _singular(summary):
    share = summary["degenerate_sets"] / summary["sets"]
    if share < MANY_DEGENERATE:
        return []
    text = (
        f"{share:.0%} of the {name_sets(summary['set_size'])} have a singular covariance in some "
        "training fold; there LDA is replaced by DLDA and QDA by UDA."
    )
    return [Caution("failed fits", text)]


def _dominant(summary, top_sets):
    members = top_sets[top_sets["list"] == "all"].filter(like="feature_")
    if members.shape[1] < 2 or len(members) < 2:
        return []
    names = members.melt()["value"]
    counts = names[names != ""].value_counts()
    if counts.iloc[0] <= DOMINANT_SHARE * len(members):
        return []
    text = (
        f"{counts.index[0]} is in {counts.iloc[0]} of the {len(members)} best "
        f"{name_sets(summary['set_size'])}: they are one finding rather than many; see "
        "question 4."
    )
    return [Caution("one feature in most of the best sets", text)]
