"""The verdict in words, and the report that leads with it."""

import base64

import jinja2
import pandas as pd

from suitability.candidates import CANDIDATES
from suitability.win import win_matrix

# The searches that the verdict speaks of.
SEARCHES = (1, 100, 10_000, 1_000_000)

KEEP, LEAN_KEEP, OPEN, LEAN_DROP, DROP = "keep", "rather keep", "open", "rather drop", "drop"
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
        `keep` or `drop` outside the band for as many independent sets as features (beta_F),
        `rather keep` or `rather drop` outside that for as many as pairs only (beta_M), else `open`.
    """
    win = win_matrix(win)
    verdict = pd.DataFrame(OPEN, index=win.index, columns=win.columns)
    for method, below, above in (("beta_M", LEAN_DROP, LEAN_KEEP), ("beta_F", DROP, KEEP)):
        band = bands[bands["method"] == method].set_index("N").loc[win.index]
        verdict = verdict.mask(win.lt(band["lower"], axis=0), below)
        verdict = verdict.mask(win.gt(band["upper"], axis=0), above)
    return verdict


def discount(verdict, controls):
    """Withdraw the verdicts that random labels earn too.

    Parameters
    ----------
    verdict : pandas.DataFrame
        From `judge`.
    controls : list of pandas.DataFrame
        The verdicts of the study's negative controls.

    Returns
    -------
    pandas.DataFrame
        With `as on random labels` where a negative control lies on the same side of chance.
    """
    side = {KEEP: 1, LEAN_KEEP: 1, OPEN: 0, LEAN_DROP: -1, DROP: -1}
    judged_side = verdict.map(side.get)
    for control in controls:
        same = judged_side * control.map(side.get) > 0
        verdict = verdict.mask(same, AS_RANDOM)
    return verdict


def sentence(verdict, win):
    """Return the verdict on one search in words.

    Parameters
    ----------
    verdict, win : pandas.Series
        Of each candidate.

    Returns
    -------
    str
    """
    ranked = win.sort_values(ascending=False, kind="stable").index

    def named(*verdicts):
        return [name for name in ranked if verdict[name] in verdicts]

    parts = []
    if kept := named(KEEP):
        parts.append(f"keep {_and(kept)}")
    if lean := named(LEAN_KEEP):
        parts.append(f"rather keep {_and(lean)}")
    if dropped := named(DROP):
        parts.append(f"drop {_and(dropped)}")
    if lean := named(LEAN_DROP):
        parts.append(f"rather drop {_and(lean)}")
    undecided = named(OPEN, AS_RANDOM)
    if not parts:
        best = ranked[0]
        return f"No candidate stands out; {best} leads with {win[best]:.0%}."
    if undecided:
        parts.append(f"undecided on {_and(undecided)}")
    words = "; ".join(parts)
    return words[0].upper() + words[1:] + "."


def _and(names):
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _control_sentence(judged):
    surely = int(judged.isin([KEEP, DROP]).sum())
    at_all = int((judged != OPEN).sum())
    return (
        f"Nothing to find, yet {surely} of {len(judged)} candidates lie outside the cautious band "
        f"and {at_all} outside the narrow one."
    )


def endpoint_section(name, title, role, summary, win, bands, fit, top_sets, figures, controls):
    """Collect what the report says of one endpoint.

    Parameters
    ----------
    name, title, role : str
    summary : dict
    win, bands, top_sets : pandas.DataFrame
        As in the files of these names.
    fit : pandas.Series
        a, b, their limits, m_over_n_for_1pct.
    figures : dict of str to str
        Addresses by figure name, see `data_address`.
    controls : list of pandas.DataFrame
        Verdicts of the negative controls, empty if this is one.

    Returns
    -------
    dict
        For the template.
    """
    judged = judge(win, bands)
    verdict = discount(judged, controls)
    shares = win_matrix(win)
    searches = [n for n in SEARCHES if n in shares.index]
    return {
        "name": name,
        "title": title or name,
        "role": role,
        "summary": summary,
        "candidates": list(shares.columns),
        "searches": [
            {
                "n": n,
                "sentence": _control_sentence(judged.loc[n])
                if role == "negative control"
                else sentence(verdict.loc[n], shares.loc[n]),
                "needed": None
                if pd.isna(fit["m_over_n_for_1pct"])
                else float(fit["m_over_n_for_1pct"]) * n,
                "cells": [
                    {"share": shares.loc[n, c], "verdict": verdict.loc[n, c]}
                    for c in shares.columns
                ],
            }
            for n in searches
        ],
        "fit": fit.to_dict(),
        "top": top_sets[top_sets["list"] == "all"].head(10).to_dict("records"),
        "clearest": top_sets[(top_sets["list"] != "all") & (top_sets["order"] == 1)].to_dict(
            "records"
        ),
        "figures": figures,
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
        titles={name: candidate.title for name, candidate in CANDIDATES.items()}, **content
    )


def _number(value):
    """Write a large number as people read it: 1,234 or 3.5 million."""
    for size, word in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if value >= size:
            return f"{value / size:.3g} {word}"
    return f"{value:,.0f}"
