"""The content of the report, and its page."""

import base64
from dataclasses import dataclass

import jinja2
import pandas as pd

from suitability.core.text import large_number
from suitability.gaussian.candidates import CANDIDATES
from suitability.report.summary import expectation
from suitability.report.verdict import (
    ABOVE,
    BELOW,
    KEPT_SHARE,
    SEARCHES,
    chance_sentence,
    judge,
    keep_sentence,
    worth_keeping,
)
from suitability.scoring.best_sets import alone_on_top, report_rows
from suitability.scoring.sets import name_set, name_sets
from suitability.win.budget import p_of
from suitability.win.percentage import win_matrix
from suitability.win.planning import (
    PAPER_CURVE,
    PLANNED_EPSILON,
    PLANNED_RMSE,
    TABLE_2_N,
    sets_needed,
)

BANDS = {
    "beta_M": "beta_M (of the paper, with all scored sets taken as independent)",
    "beta_F": "beta_F (with as many independent sets as features)",
    "permutation": "the permutation band",
}

# M / N at which a sample of feature sets gives win percentages to about 1% (paper, Eq. 2).
ENOUGH = 750


@dataclass(frozen=True)
class EndpointResults:
    """What the report needs of one endpoint: the contents of the files of these names.

    Attributes
    ----------
    summary : dict
    win, bands, p_values, beats_chance, fit, top_sets, discrimination : pandas.DataFrame
    figures : dict of str to bytes
        SVG by the figure's name.
    """

    summary: dict
    win: pd.DataFrame
    bands: pd.DataFrame
    p_values: pd.DataFrame
    beats_chance: pd.DataFrame
    fit: pd.DataFrame
    top_sets: pd.DataFrame
    discrimination: pd.DataFrame
    figures: dict[str, bytes]


def endpoint_section(name, about, results, level):
    """Return the report's content for one endpoint.

    Parameters
    ----------
    name : str
    about : dict
        title, role.
    results : EndpointResults
    level : float
        Of the permutation band.

    Returns
    -------
    dict
        For the template.
    """
    win = win_matrix(results.win)
    bands, top = results.bands, results.top_sets
    implied = bands[(bands["method"] == "permutation") & (bands["candidate"] == "any")]
    return {
        "name": name,
        "title": about["title"],
        "role": about["role"],
        "best": float(top["performance"].max()),
        "summary": results.summary,
        "expectation": expectation(results.summary["expected"]),
        "candidates": list(win.columns),
        "searches": _verdicts(win, about["role"], results, level),
        "effective": [row for row in implied.to_dict("records") if row["N"] in SEARCHES],
        "share_above": _measures(results.beats_chance, "share_above")[0],
        "best_of": [row for row in _measures(results.beats_chance, "best") if row["N"] in SEARCHES],
        "fit": results.fit.iloc[0].to_dict(),
        "top": _rows(top[top["list"] == "all"].head(10)),
        "clearest": _rows(top[(top["list"] != "all") & (top["order"] == 1)]),
        "discrimination": _best_sets(results.discrimination),
        "figures": {key: data_url(svg) for key, svg in results.figures.items()},
    }


def _verdicts(win, role, results, level):
    """Return the sentences and the table cells of each of the `SEARCHES`."""
    verdict = judge(results.p_values, level)
    tested = results.p_values.set_index(["N", "candidate"])
    m_over_n = results.fit["m_over_n_for_1pct"].iloc[0]
    rows = []
    for n in SEARCHES:
        if n not in win.index:
            continue
        shares, kept = win.loc[n], worth_keeping(win.loc[n])
        differs = verdict.loc[n].isin([ABOVE, BELOW]).any()
        rows.append(
            {
                "n": n,
                "sentences": [
                    "Nothing to find."
                    if role == "negative control"
                    else keep_sentence(shares, differs),
                    chance_sentence(verdict.loc[n]),
                ],
                "needed": m_over_n * n,
                "cells": [
                    {
                        "share": shares[c],
                        "verdict": verdict.loc[n, c],
                        "tested": tested["win"].get((n, c)),
                        "chance": tested["chance"].get((n, c)),
                        "p": tested["p_familywise"].get((n, c)),
                        "kept": c in kept,
                    }
                    for c in win.columns
                ],
            }
        )
    return rows


def _measures(beats_chance, measure):
    return beats_chance[beats_chance["measure"] == measure].to_dict("records")


def _best_sets(table):
    """Return the content on each candidate's most favourable set."""
    return {
        "rows": report_rows(table),
        "evaluated": int(table["evaluated"].max()) if len(table) else 0,
        "alone_paired": alone_on_top(table, "star_paired"),
        "alone_corrected": alone_on_top(table, "star_corrected"),
    }


def _rows(sets):
    """Return the rows of a table of feature sets, with the feature names of each as one text."""
    members = [", ".join(filter(None, row)) for row in sets.filter(like="feature_").to_numpy()]
    return sets.assign(members=members).to_dict("records")


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


def search_rows(about, tables):
    """Return the report's content on the search of each endpoint.

    Parameters
    ----------
    about : dict of str to dict
        By data set: its title.
    tables : list of pandas.DataFrame
        From `search.search_frame`, in the order of `about`.

    Returns
    -------
    list of dict
        For the template: title, N, members of the best set, its performance, the winner, and the
        expected winners: the candidates that win nearly all searches of N, with their win
        percentages.
    """
    rows = []
    for stanza, table in zip(about.values(), tables, strict=True):
        (found,) = _rows(table[table["winner"]])
        win = table.set_index("candidate")["win"]
        rows.append(
            {
                "title": stanza["title"],
                "n": found["N"],
                "members": found["members"],
                "performance": found["performance"],
                "winner": found["candidate"],
                "expected": [(name, win[name]) for name in worth_keeping(win)],
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
                "title": stanza["title"],
                "needed": [sets_needed(1, rmse, fit.iloc[0]) for rmse in PLANNED_RMSE],
            }
            for stanza, fit in zip(about.values(), fits, strict=True)
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
    environment.filters["set_name"] = name_sets
    environment.filters["one_set_name"] = name_set
    return environment.from_string(template).render(
        bands=BANDS,
        enough=ENOUGH,
        kept_share=KEPT_SHARE,
        paper_curve=PAPER_CURVE,
        titles={name: candidate.title for name, candidate in CANDIDATES.items()},
        **content,
    )
