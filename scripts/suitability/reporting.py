"""The verdict in words, and the report that leads with it."""

import base64

import jinja2
import pandas as pd

from suitability.candidates import CANDIDATES
from suitability.planning import PLANNED_RMSE, TABLE_2_N, p_of, sets_needed
from suitability.summary import compare, expectation
from suitability.win import win_matrix

# The searches that the verdict speaks of.
SEARCHES = (1, 100, 10_000, 1_000_000)

# The chances of failure that the plan of a search offers.
PLANNED_EPSILON = (0.05, 0.01, 0.001)

# The candidates that are kept win at least this share of the searches together.
KEPT_SHARE = 0.95

ABOVE, JUST_ABOVE, WITHIN, JUST_BELOW, BELOW = (
    "above chance",
    "perhaps above",
    "within chance",
    "perhaps below",
    "below chance",
)
STRENGTH = {ABOVE: 2, JUST_ABOVE: 1, WITHIN: 0, JUST_BELOW: -1, BELOW: -2}
AS_RANDOM = "as on random labels"


def judge(win, bands):
    """Say on which side of chance each win percentage lies, and how surely.

    Parameters
    ----------
    win : pandas.DataFrame
        N, candidate, win.
    bands : pandas.DataFrame
        method, N, lower, upper.

    Returns
    -------
    pandas.DataFrame, one row an N, one column a candidate
        `above chance` or `below chance` outside the band for as many independent sets as features
        (beta_F), `perhaps above` or `perhaps below` outside that for as many as pairs only
        (beta_M), else `within chance`.
    """
    win = win_matrix(win)
    verdict = pd.DataFrame(WITHIN, index=win.index, columns=win.columns)
    for method, below, above in (("beta_M", JUST_BELOW, JUST_ABOVE), ("beta_F", BELOW, ABOVE)):
        band = bands[bands["method"] == method].set_index("N").loc[win.index]
        verdict = verdict.mask(win.lt(band["lower"], axis=0), below)
        verdict = verdict.mask(win.gt(band["upper"], axis=0), above)
    return verdict


def discount(verdict, win, controls):
    """Withdraw the verdicts that random labels earn too.

    Parameters
    ----------
    verdict : pandas.DataFrame
        From `judge`.
    win : pandas.DataFrame
        N, candidate, win.
    controls : list of (pandas.DataFrame, pandas.DataFrame)
        Verdicts and win percentages of negative controls on the same values.

    Returns
    -------
    pandas.DataFrame
        With `as on random labels` where a control says the same of the candidate at least as
        surely, or takes any candidate as far from an even share.
    """
    even = 1 / verdict.shape[1]
    strength = verdict.map(STRENGTH.get)
    distance = (win_matrix(win) - even).abs()
    as_random = pd.DataFrame(False, index=verdict.index, columns=verdict.columns)
    for control, control_win in controls:
        control_strength = control.map(STRENGTH.get)
        same_side = strength * control_strength > 0
        as_random |= same_side & (control_strength.abs() >= strength.abs())
        furthest = (win_matrix(control_win) - even).abs().max(axis=1)
        as_random |= distance.le(furthest, axis=0)
    return verdict.mask(as_random & (verdict != WITHIN), AS_RANDOM)


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


def keep_sentence(win):
    """Say in words which candidates to keep for one N and which can be dropped."""
    kept = worth_keeping(win)
    dropped = [name for name in win.sort_values(ascending=False).index if name not in kept]
    if not dropped:
        return f"Keep all: even {kept[-1]} wins {win[kept[-1]]:.0%}."
    verb = "wins" if len(kept) == 1 else "win"
    return f"Keep {_and(kept)}, which {verb} {win[kept].sum():.0%}; drop {_and(dropped)}."


def chance_sentence(verdict):
    """Say in words which candidates stand out from chance for one N."""
    parts = [
        f"{words}: {_and(names)}"
        for words in (ABOVE, JUST_ABOVE, JUST_BELOW, BELOW)
        if (names := verdict.index[verdict == words].tolist())
    ]
    if not parts:
        return "None stands out from chance."
    text = "; ".join(parts)
    return text[0].upper() + text[1:] + "."


def control_sentence(judged):
    """Say in words how far a negative control is from having nothing to find."""
    surely = int(judged.isin([ABOVE, BELOW]).sum())
    at_all = int((judged != WITHIN).sum())
    return (
        f"Nothing to find; {surely} of {len(judged)} candidates lie outside the cautious band, "
        f"{at_all} outside the narrow one."
    )


def _and(names):
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def endpoints(about, summaries, wins, bands, fits, top_sets, figures):
    """Collect what the report says of each endpoint.

    Parameters
    ----------
    about : dict of str to dict
        By data set: its title, its role, the table of values it is made from, and the
        counts that were expected.
    summaries : list of dict
    wins, bands, fits, top_sets : list of pandas.DataFrame
        As in the files of these names, in the order of `about`.
    figures : list of dict of str to bytes
        SVG by figure name.

    Returns
    -------
    list of dict
        For the template.
    """
    judged = [judge(win, band) for win, band in zip(wins, bands, strict=True)]
    is_control = [stanza["role"] == "negative control" for stanza in about.values()]
    values = [stanza["expression"] for stanza in about.values()]
    best = [float(sets["performance"].max()) for sets in top_sets]
    sections = []
    for i, (name, stanza) in enumerate(about.items()):
        its_controls = [
            j for j in range(len(about)) if is_control[j] and values[j] == values[i] and j != i
        ]
        controls = [(judged[j], wins[j]) for j in its_controls]
        shares = win_matrix(wins[i])
        verdict = judged[i] if is_control[i] else discount(judged[i], wins[i], controls)
        fit = fits[i].iloc[0]
        sections.append(
            {
                "name": name,
                "title": stanza["title"],
                "role": stanza["role"],
                "has_control": is_control[i] or bool(controls),
                "best": best[i],
                "best_at_random": max((best[j] for j in its_controls), default=None),
                "summary": summaries[i],
                "expectation": expectation(compare(stanza["expected"], summaries[i])),
                "candidates": list(shares.columns),
                "searches": [
                    {
                        "n": n,
                        "sentences": [control_sentence(verdict.loc[n])]
                        if is_control[i]
                        else [keep_sentence(shares.loc[n]), chance_sentence(verdict.loc[n])],
                        "needed": fit["m_over_n_for_1pct"] * n,
                        "cells": [
                            {
                                "share": shares.loc[n, c],
                                "verdict": verdict.loc[n, c],
                                "kept": c in worth_keeping(shares.loc[n]),
                            }
                            for c in shares.columns
                        ],
                    }
                    for n in SEARCHES
                    if n in shares.index
                ],
                "fit": fit.to_dict(),
                "top": top_sets[i].query("list == 'all'").head(10).to_dict("records"),
                "clearest": top_sets[i].query("list != 'all' and order == 1").to_dict("records"),
                "figures": {key: data_address(svg) for key, svg in figures[i].items()},
            }
        )
    return sections


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
    return environment.from_string(template).render(
        kept_share=KEPT_SHARE,
        titles={name: candidate.title for name, candidate in CANDIDATES.items()},
        **content,
    )


def _number(value):
    """Write a large number as people read it: 1,234 or 3.5 million."""
    for size, word in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if value >= size:
            return f"{value / size:.3g} {word}"
    return f"{value:,.0f}"
