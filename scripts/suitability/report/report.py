"""The content of the report, and its page."""

import base64
from dataclasses import dataclass, field

import jinja2
import pandas as pd

from suitability.core.text import large_number
from suitability.estimators.description import title_of
from suitability.held_out.choice import at
from suitability.held_out.intervals import BEST
from suitability.report import sentences
from suitability.report.answers import NO, recurring, warnings_of
from suitability.report.dependency import candidate_sentences, dependency_sentence
from suitability.report.methods import REFERENCES
from suitability.report.summary import expectation
from suitability.report.verdict import ABOVE, BELOW, judge, worth_keeping
from suitability.reproducibility.confirmation import confirmation_sentence
from suitability.scoring.performance import chance_level, performance_name
from suitability.scoring.sets import name_set, name_sets
from suitability.win.epsilon import PLANNED_EPSILON, p_of
from suitability.win.planning import (
    PAPER_CURVE,
    PLANNED_RMSE,
    TABLE_2_N,
    sets_needed,
)

BANDS = {
    "beta_M": "beta_M (of the paper, with all scored sets taken as independent)",
    "beta_F": "beta_F (with as many independent sets as features)",
    "permutation": "the permutation band",
}

# A larger set is shown with some of its features.
MOST_NAMES = 10
# Rows of the table of feature sets.
SHOWN_SETS = 10


@dataclass(frozen=True)
class EndpointResults:
    """What the report needs of one endpoint: the contents of the files of these names.

    Attributes
    ----------
    summary : dict
    answers : pandas.DataFrame
        Its rows of `results/summary.tsv`.
    held_out, stability, recurring_sets, features_alone : pandas.DataFrame
    p_values, beats_chance, fit, top_sets : pandas.DataFrame
    permutation_tests : pandas.DataFrame or None
        None where kernels do not score the sets.
        Of feature sets, see `feature_sets.significance_of_sets`.
    names : dict of str to str
        By feature, where it has a name.
    figures : dict of str to bytes
        SVG by the figure's name.
    lost_sets : dict
        See `split_values.lost_sets`.
    second_cohort : str
        HTML of `second_cohort.second_cohort_part`; empty if there is none.
    reproducibility : pandas.DataFrame, optional
        Of `reproducibility.search.search_index`.
    """

    summary: dict
    answers: pd.DataFrame
    held_out: pd.DataFrame
    stability: pd.DataFrame
    recurring_sets: pd.DataFrame
    features_alone: pd.DataFrame
    p_values: pd.DataFrame
    beats_chance: pd.DataFrame
    fit: pd.DataFrame
    top_sets: pd.DataFrame
    permutation_tests: pd.DataFrame | None
    names: dict[str, str]
    figures: dict[str, bytes]
    lost_sets: dict = field(default_factory=dict)
    second_cohort: str = ""
    reproducibility: pd.DataFrame | None = None


def endpoint_section(results, settings):
    """Return the report's content for one endpoint.

    Parameters
    ----------
    results : EndpointResults
    settings : dict
        level, permutations, region, sensitivity_weight, normality_test, held_out_sets: as in the
        config.

    Returns
    -------
    dict
        For the template.
    """
    summary = results.summary
    row = results.answers[results.answers["recommended"]].iloc[0].to_dict()
    sets = name_sets(summary["set_size"])
    words = {
        "chance": chance_level(settings["sensitivity_weight"], len(summary["class_sizes"])),
        "level": settings["level"],
        "performance": performance_name(settings["sensitivity_weight"]),
        "permutations": settings["permutations"],
        "region": settings["region"],
        "sets": sets,
        "one_set": name_set(summary["set_size"]),
        "total": None if summary["sampled"] else summary["sets"],
    }
    curve = results.held_out[results.held_out["candidate"] == row["searched"]]
    behind, wins = (at(table, row["N"]) for table in (results.held_out, results.stability))
    found, tested = row["signal"] != NO, results.permutation_tests is not None
    return {
        **row,
        "name": row["endpoint"],
        "n": f"{row['N']:,}",
        "found": found,
        "p_text": sentences.p_value_judged(row["p"], settings["level"]),
        "with": sentences.search_with(row["searched"]),
        "take": sentences.classifier(row),
        "draws": sentences.name_count(row["N"], words),
        "summary": summary,
        "sets": sets,
        "one_set": words["one_set"],
        "classes": [
            f"{size} samples {', '.join(labels)}"
            for size, labels in zip(summary["class_sizes"], summary["class_labels"], strict=True)
        ],
        "counts": expectation(summary["expected"]),
        "interval": sentences.limits(row["lower"], row["upper"]),
        "expects": sentences.performance(row["expected"]),
        "cautions": warnings_of(summary, results.top_sets, settings["normality_test"]),
        "control_sentence": sentences.control_sentence(row),
        "anything": sentences.signal_sentences(row, words),
        "expectation": sentences.expectation_sentences(row, curve, words),
        "confirmation": found
        and confirmation_sentence(results.reproducibility, row["N"], sets, row["searched"]),
        "which": sentences.classifier_sentences(row, behind, wins, words),
        "dependency": tested and dependency_sentence(results.permutation_tests),
        "dependency_of_each": tested and candidate_sentences(results.permutation_tests),
        "behind": behind_rows(behind) if found else [],
        "look_at": sentences.feature_sentences(row, results.features_alone, results.names, words),
        "to_look_at": features_to_look_at(results.features_alone, results.names) if found else "",
        "features_shown": feature_rows(results.features_alone, results.names) if found else [],
        "sets_shown": _rows(results.recurring_sets.head(SHOWN_SETS), names_in_sets(results))
        if found
        else [],
        "second_cohort": results.second_cohort,
        "lost_sets": lost_sets_sentence(results.lost_sets, sets),
        "certainty": sentences.certainty_sentences(
            summary, results.fit.iloc[0], settings["held_out_sets"]
        ),
        "inside_and_outside": decades(results.answers, results.beats_chance),
        "unlike_chance": unlike_chance(results.p_values, settings["level"]),
        "halves": halves(wins),
        "fit": results.fit.iloc[0].to_dict(),
        "figures": {key: data_url(svg) for key, svg in results.figures.items()},
        "alt": sentences.figure_texts(curve, behind, wins, words),
    }


def lost_sets_sentence(lost, sets):
    """Return how many sets cannot be fitted in some split of the samples; empty if all can.

    Parameters
    ----------
    lost : dict
        See `split_values.lost_sets`.
    sets : str
        What the feature sets are called.

    Returns
    -------
    str
    """
    if not lost.get("most_lost"):
        return ""
    return (
        f"In {lost['splits_with_loss']:,} of {lost['splits']:,} splits of the samples, up to "
        f"{lost['most_lost']:,} of {lost['drawn']:,} {sets} cannot be fitted, as a feature is "
        "constant in a class; they are left out there."
    )


def behind_rows(behind):
    """Return how far each candidate is behind the best one, as text.

    Parameters
    ----------
    behind : pandas.DataFrame
        Rows of `held_out.tsv` at one N, of candidates only.

    Returns
    -------
    list of dict
        candidate, title, points, interval and comparison.
    """
    spread = (behind["behind_upper"] - behind["behind_lower"]).max()
    columns = (behind[column] for column in ("behind", "behind_lower", "behind_upper"))
    return [
        {
            "candidate": name,
            "title": title_of(name),
            "points": points,
            "interval": f"at most {upper}" if comparison == BEST else f"{lower} to {upper}",
            "comparison": sentences.COMPARISONS[comparison],
        }
        for name, comparison, points, lower, upper in zip(
            behind["candidate"],
            behind["comparison"],
            *(sentences.points(column, spread) for column in columns),
            strict=True,
        )
    ]


def decades(answers, beats_chance):
    """Return what searches report, with permuted labels too, and reach on held-out samples.

    Parameters
    ----------
    answers : pandas.DataFrame
        Of an endpoint.
    beats_chance : pandas.DataFrame
        measure, N, chance.

    Returns
    -------
    list of dict
        For each power of ten of N: n, inside, chance (NaN where not tested), p as text or nothing,
        expected and interval.
    """
    chance = beats_chance[beats_chance["measure"] == "best"].set_index("N")["chance"]
    return [
        {
            "n": row["N"],
            "inside": row["inside_any"],
            "chance": chance.get(row["N"], float("nan")),
            "p": sentences.p_value(row["p"]) if row["N"] in chance.index else "",
            "expected": row["expected_any"],
            "interval": sentences.limits(row["lower_any"], row["upper_any"]),
        }
        for row in answers.to_dict("records")
        if row["N"] in TABLE_2_N
    ]


def unlike_chance(p_values, level):
    """Return the candidates whose win percentage differs from that with permuted labels.

    Parameters
    ----------
    p_values : pandas.DataFrame
        N, candidate, p_familywise, win, chance.
    level : float

    Returns
    -------
    list of dict
        candidate, side (above or below chance), first and last N.
    """
    verdict = judge(p_values, level)
    rows = []
    for name in verdict:
        for side in (ABOVE, BELOW):
            n = verdict.index[verdict[name] == side]
            if len(n):
                rows.append({"candidate": name, "side": side, "first": n.min(), "last": n.max()})
    return rows


def halves(wins):
    """Return how stable the leader is, with the observed labels and with permuted ones.

    Parameters
    ----------
    wins : pandas.DataFrame
        Rows of `stability.tsv` at one N.

    Returns
    -------
    dict
        agree and agree_permuted: how often both halves have the same leader. leader and leads: who
        leads in most halves, and in how many; leader_permuted and leads_permuted likewise.
    """
    leader, permuted = (wins.loc[wins[key].idxmax()] for key in ("leads", "leads_permuted"))
    return {
        "agree": leader["halves_agree"],
        "agree_permuted": leader["halves_agree_permuted"],
        "leader": leader["candidate"],
        "leads": leader["leads"],
        "leader_permuted": permuted["candidate"],
        "leads_permuted": permuted["leads_permuted"],
    }


def features_to_look_at(alone, names):
    """Return the features that are among the best in half of the splits, as text for a table.

    Parameters
    ----------
    alone : pandas.DataFrame
        See `features_alone.features_alone`.
    names : dict of str to str
    """
    often = recurring(alone)
    own, partners = (
        [sentences.named(feature, names) for feature in often.loc[rows, "feature"]]
        for rows in (~often["partner"], often["partner"])
    )
    if not partners:
        return ", ".join(own)
    return f"{', '.join(own)}; partners of the first: {', '.join(partners)}"


def feature_rows(alone, names):
    """Return the rows of the table of features.

    Parameters
    ----------
    alone : pandas.DataFrame
        See `features_alone.features_alone`.
    names : dict of str to str

    Returns
    -------
    list of dict
        feature (with its name), splits, often (whether in at least half), partner, alone.
    """
    often = recurring(alone).index
    return [
        {
            "feature": sentences.named(row.feature, names),
            "splits": row.splits,
            "often": row.Index in often,
            "partner": row.partner,
            "alone": row.alone,
        }
        for row in alone.itertuples()
    ]


def names_in_sets(results):
    """Return the names of features without those that the table of features shows already."""
    shown = set(results.features_alone["feature"])
    return {feature: name for feature, name in results.names.items() if feature not in shown}


def _rows(sets, names):
    """Return the rows of a table of feature sets, with the feature names of each as one text."""
    members = [
        _named([sentences.named(name, names) for name in row if isinstance(name, str) and name])
        for row in sets.filter(like="feature_").to_numpy()
    ]
    return sets.assign(members=members).to_dict("records")


def _named(members):
    """Return the names of a set's features as text, without those in the middle of a large set."""
    if len(members) <= MOST_NAMES:
        return ", ".join(members)
    return f"{', '.join(members[:2])}, ... and {members[-1]} ({len(members):,} features)"


def calibration_rows(table):
    """Return how often each null band flags permuted labels at any N.

    Parameters
    ----------
    table : pandas.DataFrame
        See `calibration.calibration`, with a column dataset.

    Returns
    -------
    list of dict
        For each data set and method: dataset, method, labelings, outside, studies and its limits.
    """
    return table[table["N"].isna()].to_dict("records")


def search_rows(about, tables, answers):
    """Return the report's content on the search of each endpoint.

    Parameters
    ----------
    about : dict of str to dict
        By data set: its title.
    tables : list of pandas.DataFrame
        From `search.search_frame`, in the order of `about`.
    answers : list of pandas.DataFrame
        Of each endpoint.

    Returns
    -------
    list of dict
        For the template: dataset, N, members of the best set, its performance, the held-out
        performance that a search of the largest N up to this one is expected to reach, with its
        interval, the winner, and the expected winners: the candidates that win nearly all searches
        of N, with their win percentages.
    """
    rows = []
    for name, table, of_endpoint in zip(about, tables, answers, strict=True):
        (found,) = _rows(table[table["winner"]], {})
        win = table.set_index("candidate")["win"]
        twin = of_endpoint[of_endpoint["N"] <= found["N"]].iloc[-1]
        rows.append(
            {
                "dataset": name,
                "n": found["N"],
                "members": found["members"],
                "performance": found["performance"],
                "expects": f"{sentences.performance(twin['expected_any'])} "
                f"({sentences.limits(twin['lower_any'], twin['upper_any'])})",
                "winner": found["candidate"],
                "expected": [(winner, win[winner]) for winner in worth_keeping(win)],
            }
        )
    return rows


def search_plan(about, fits):
    """Return the report's content on planning a search.

    Parameters
    ----------
    about : dict of str to dict
        By data set: its title.
    fits : list of pandas.DataFrame
        Fitted error curves, in the order of `about`.

    Returns
    -------
    dict
        For the template: the failure probabilities, the shares of best sets that searches reach (a
        row an N), the wanted errors, and the feature sets to score per set drawn, with 95% limits
        (a row a data set).
    """
    return {
        "epsilons": PLANNED_EPSILON,
        "shares": [
            {"n": n, "reached": [p_of(n, epsilon) for epsilon in PLANNED_EPSILON]}
            for n in TABLE_2_N
        ],
        "errors": PLANNED_RMSE,
        "curves": [
            {
                "dataset": name,
                "needed": [sets_needed(1, rmse, fit.iloc[0]) for rmse in PLANNED_RMSE],
            }
            for name, fit in zip(about, fits, strict=True)
        ],
    }


def data_url(svg):
    """Return the bytes of an SVG as a URL that contains the figure itself."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()


def render(template, **content):
    """Return the report's page; all text from the data is escaped.

    Parameters
    ----------
    template : str
    **content
        The variables of the template.

    Returns
    -------
    str
    """
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["number"] = large_number
    environment.filters["titled"] = sentences.explained
    return environment.from_string(template).render(
        bands=BANDS, paper_curve=PAPER_CURVE, references=REFERENCES, **content
    )
