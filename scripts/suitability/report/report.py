"""The verdict in words, and the report that leads with it."""

import base64

import jinja2
import pandas as pd

from suitability.gaussian.candidates import CANDIDATES
from suitability.report.summary import compare, expectation
from suitability.scoring.sets import name_set, name_sets
from suitability.win.percentage import win_matrix
from suitability.win.planning import PLANNED_RMSE, TABLE_2_N, p_of, sets_needed

# The searches that the verdict speaks of.
SEARCHES = (1, 100, 10_000, 1_000_000)

# The chances of failure that the plan of a search offers.
PLANNED_EPSILON = (0.05, 0.01, 0.001)

# The candidates that are kept win at least this share of the searches together.
KEPT_SHARE = 0.95

ABOVE, WITHIN, BELOW, UNTESTED = "above chance", "within chance", "below chance", "not tested"

BANDS = {
    "beta_M": "The band that takes every scored set for independent (beta_M, the paper's)",
    "beta_F": "the one that takes only as many for independent as there are features (beta_F)",
    "permutation": "the permutation band",
}

# So many times N random feature sets give win percentages to about 1% (paper, Eq. 2).
ENOUGH = 750


def judge(p_values, level):
    """Say on which side of chance each win percentage lies.

    Parameters
    ----------
    p_values : pandas.DataFrame
        N, candidate, p_familywise, win, chance: see `permutation_null.p_value_frame`.
    level : float

    Returns
    -------
    pandas.DataFrame, one row an N, one column a candidate
        `above chance` or `below chance` where the familywise p-value is at most the level, that is
        outside the permutation band, else `within chance`; `not tested` at the `SEARCHES` that are
        not in the table.
    """
    candidates = p_values["candidate"].unique().tolist()
    p_familywise, win, chance = (
        p_values.pivot(index="N", columns="candidate", values=column)[candidates]
        for column in ("p_familywise", "win", "chance")
    )
    verdict = pd.DataFrame(WITHIN, index=win.index, columns=win.columns)
    verdict = verdict.mask((p_familywise <= level) & (win > chance), ABOVE)
    verdict = verdict.mask((p_familywise <= level) & (win < chance), BELOW)
    return verdict.reindex(verdict.index.union(SEARCHES), fill_value=UNTESTED)


def worth_keeping(win):
    """Return the fewest candidates that together win nearly all searches, best first.

    Parameters
    ----------
    win : pandas.Series
        Win percentage of each candidate for one N.

    Returns
    -------
    list of str
        They win at least `KEPT_SHARE` of the searches, so dropping the others rarely matters.
    """
    ranked = win.sort_values(ascending=False, kind="stable")
    count = int((ranked.cumsum() < KEPT_SHARE - 1e-9).sum()) + 1
    return ranked.index[:count].tolist()


def keep_sentence(win, found):
    """Say in words which candidates win for one N.

    Advice to keep some and drop others is given only where one stands out from chance.
    """
    kept = worth_keeping(win)
    dropped = [name for name in win.sort_values(ascending=False).index if name not in kept]
    verb = "wins" if len(kept) == 1 else "win"
    share = f"{win[kept].sum():.0%}"
    if not dropped:
        least = f"even {kept[-1]} wins {win[kept[-1]]:.0%}."
        return f"Keep all: {least}" if found else f"All win some: {least}"
    if not found:
        return f"{_and(kept)} {verb} {share}."
    return f"Keep {_and(kept)}, which {verb} {share}; drop {_and(dropped)}."


def chance_sentence(verdict):
    """Say in words which candidates stand out from chance for one N."""
    if (verdict == UNTESTED).all():
        return "Not tested against chance."
    parts = [
        f"{words}: {_and(names)}"
        for words in (ABOVE, BELOW)
        if (names := verdict.index[verdict == words].tolist())
    ]
    if not parts:
        return "None stands out from chance."
    text = "; ".join(parts)
    return text[0].upper() + text[1:] + "."


def _and(names):
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def endpoints(
    about, summaries, wins, bands, p_values, beats_chance, fits, top_sets, figures, level
):
    """Collect what the report says of each endpoint.

    Parameters
    ----------
    about : dict of str to dict
        By data set: its title, its role and the counts that were expected.
    summaries : list of dict
    wins, bands, p_values, beats_chance, fits, top_sets : list of pandas.DataFrame
        As in the files of these names, in the order of `about`.
    figures : list of dict of str to bytes
        SVG by figure name.
    level : float
        Of the permutation band.

    Returns
    -------
    list of dict
        For the template.
    """
    sections = []
    for i, (name, stanza) in enumerate(about.items()):
        shares = win_matrix(wins[i])
        verdict = judge(p_values[i], level)
        tested = p_values[i].set_index(["N", "candidate"])
        fit = fits[i].iloc[0]
        implied = bands[i].query("method == 'permutation' and candidate == 'any'")
        sections.append(
            {
                "name": name,
                "title": stanza["title"],
                "role": stanza["role"],
                "best": float(top_sets[i]["performance"].max()),
                "summary": summaries[i],
                "expectation": expectation(compare(stanza["expected"], summaries[i])),
                "candidates": list(shares.columns),
                "searches": [
                    {
                        "n": n,
                        "sentences": [
                            "Nothing to find."
                            if stanza["role"] == "negative control"
                            else keep_sentence(
                                shares.loc[n], verdict.loc[n].isin([ABOVE, BELOW]).any()
                            ),
                            chance_sentence(verdict.loc[n]),
                        ],
                        "needed": fit["m_over_n_for_1pct"] * n,
                        "cells": [
                            {
                                "share": shares.loc[n, c],
                                "verdict": verdict.loc[n, c],
                                "tested": tested["win"].get((n, c)),
                                "chance": tested["chance"].get((n, c)),
                                "p": tested["p_familywise"].get((n, c)),
                                "kept": c in worth_keeping(shares.loc[n]),
                            }
                            for c in shares.columns
                        ],
                    }
                    for n in SEARCHES
                    if n in shares.index
                ],
                "effective": [row for row in implied.to_dict("records") if row["N"] in SEARCHES],
                "share_above": _measures(beats_chance[i], "share_above")[0],
                "best_of": [
                    row for row in _measures(beats_chance[i], "best") if row["N"] in SEARCHES
                ],
                "fit": fit.to_dict(),
                "top": _rows(top_sets[i].query("list == 'all'").head(10)),
                "clearest": _rows(top_sets[i].query("list != 'all' and order == 1")),
                "figures": {key: data_address(svg) for key, svg in figures[i].items()},
            }
        )
    return sections


def _measures(beats_chance, measure):
    return beats_chance[beats_chance["measure"] == measure].to_dict("records")


def calibration_rows(table):
    """Sum up how often each null band flags random labels, at any N.

    Parameters
    ----------
    table : pandas.DataFrame
        See `calibration.calibration`, with a column dataset.

    Returns
    -------
    list of dict
        Of each data set and method: dataset, method, labelings, outside, studies and its limits.
    """
    return table[table["N"].isna()].to_dict("records")


def _rows(sets):
    """Return the rows of a table that names feature sets, with the names of each as one text."""
    members = [", ".join(filter(None, row)) for row in sets.filter(like="feature_").to_numpy()]
    return sets.assign(members=members).to_dict("records")


def searches(about, tables):
    """Collect what the report says of the search of each endpoint.

    Parameters
    ----------
    about : dict of str to dict
        By data set: its title.
    tables : list of pandas.DataFrame
        From `search.search_frame`, in the order of `about`.

    Returns
    -------
    list of dict
        For the template: title, N, members of the best set, its performance, the winner, and whom
        to expect: the candidates that win nearly all searches of N, with their win percentages.
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
    """Collect what the report says of planning a search.

    Parameters
    ----------
    about : dict of str to dict
        By data set: its title.
    fits : list of pandas.DataFrame
        Fitted error curves, in the order of `about`.

    Returns
    -------
    dict
        For the template: the chances of failure, the best shares that searches reach (a row an N),
        the wanted errors, and feature sets to score for each that is drawn, with their 95% limits
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


def data_address(svg):
    """Return an SVG's bytes as an address that stands in the page itself."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()


def render(template, **content):
    """Fill the report's template; every text from the data is escaped.

    Parameters
    ----------
    template : str
    **content
        What the template asks for.

    Returns
    -------
    str
    """
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["number"] = _number
    environment.filters["set_name"] = name_sets
    environment.filters["one_set_name"] = name_set
    return environment.from_string(template).render(
        bands=BANDS,
        enough=ENOUGH,
        kept_share=KEPT_SHARE,
        titles={name: candidate.title for name, candidate in CANDIDATES.items()},
        **content,
    )


def _number(value):
    """Write a large number as people read it: 1,234 or 3.5 million."""
    if value != value:
        return "an unknown number of"
    for size, word in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if value >= size:
            return f"{value / size:.3g} {word}"
    return f"{value:,.0f}"
