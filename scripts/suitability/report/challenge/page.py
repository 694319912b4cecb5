"""The page of the challenge."""

import math

from suitability.challenge.probe_shares import probe_sentence
from suitability.challenge.scores import ALL
from suitability.figures.challenge import protocol_name
from suitability.report.report import data_url, render

TESTS = {"ber": "difference of the BERs", "mcnemar": "McNemar"}
# The entries of the published tables that are shown beside ours.
PUBLISHED_ROWS = 3


def challenge_page(template, tables, figures, test):
    """Return the page of the challenge.

    Parameters
    ----------
    template : str
    tables : dict of str to pandas.DataFrame
        scores, methods, tests, data: of `results/challenge`; published: of
        `data/published/challenge.tsv`.
    figures : dict of str to bytes
        SVG: scores, measures.
    test : dict
        test, one_sided: as in the config.

    Returns
    -------
    str
    """
    scores = tables["scores"]
    protocols = [
        {
            "name": protocol_name(protocol),
            "overall": _rows(part[part["dataset"] == ALL]),
            "sets": [
                {"name": name, "rows": _rows(rows)}
                for name, rows in part[part["dataset"] != ALL].groupby("dataset", sort=False)
            ],
        }
        for protocol, part in scores.groupby("protocol", sort=False)
    ]
    return render(
        template,
        data=_rows(tables["data"]),
        figures={name: data_url(svg) for name, svg in figures.items()},
        methods=_rows(tables["methods"]),
        protocols=protocols,
        published=[
            {"place": place, "rows": _rows(rows.head(PUBLISHED_ROWS))}
            for place, rows in tables["published"].groupby("place")
        ],
        scored=dict(zip(tables["data"]["dataset"], tables["data"]["scored"], strict=True)),
        test=TESTS[test["test"]] + (", one-sided" if test["one_sided"] else ""),
        tests=compared(tables["tests"]),
    )


def compared(tests):
    """Return how each test would rank the entries, a row each entry.

    Parameters
    ----------
    tests : pandas.DataFrame
        protocol, test, one_sided, entry, score, rank, by_errors.

    Returns
    -------
    list of dict
        By protocol: name; tests: their names and pairs decided by errors; rows: entry and the
        (score, rank) of each test.
    """
    result = []
    for protocol, part in tests.groupby("protocol", sort=False):
        groups = list(part.groupby(["test", "one_sided"], sort=False))
        names = [
            {
                "name": TESTS[test] + (", one-sided" if one_sided else ""),
                "by_errors": int(rows["by_errors"].iloc[0]),
            }
            for (test, one_sided), rows in groups
        ]
        indexed = [rows.set_index("entry") for _, rows in groups]
        rows = [
            {
                "entry": entry,
                "cells": [
                    (_number(of_test.loc[entry, "score"]), int(of_test.loc[entry, "rank"]))
                    if not math.isnan(of_test.loc[entry, "score"])
                    else ("", "")
                    for of_test in indexed
                ],
            }
            for entry in (indexed[0].index if indexed else [])
        ]
        result.append({"name": protocol_name(protocol), "tests": names, "rows": rows})
    return result


def _rows(table):
    """Return the rows of a table with numbers as text, empty where there is none."""
    rows = table.to_dict("records")
    return [{key: _text(key, value) for key, value in row.items()} for row in rows]


def _text(key, value):
    if not isinstance(value, float):
        return value
    if math.isnan(value):
        return ""
    whole = key.endswith("rank") or key.startswith(("train", "valid", "test"))
    return f"{value:,.0f}" if whole else _number(value, 2 if key.startswith(("ber", "auc")) else 1)


def _number(value, decimals=1):
    return f"{value:.{decimals}f}"


def with_probe_lines(sections, shares):
    """Return the sections of endpoints with a line on probes, if there are any.

    Parameters
    ----------
    sections : list of dict
        From `report.endpoint_section`.
    shares : list of pandas.DataFrame
        From `probe_shares`, of each endpoint; empty without probes.

    Returns
    -------
    list of dict
    """
    if not shares:
        return sections
    return [
        section | {"probes": probe_sentence(table, section["N"], section["sets"])}
        for section, table in zip(sections, shares, strict=True)
    ]
