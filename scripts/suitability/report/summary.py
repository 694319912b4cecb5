"""The summary of a study: what was scored, how much of it, with which versions."""

import platform
from importlib.metadata import version

import numpy as np
import pandas as pd

import suitability
from suitability.core.text import letter

# The counts that a config may expect, as sentences name them.
COUNTS = {
    "features": "features",
    "kept": "features kept",
    "samples": "samples",
    "positive": "samples of class 1",
}
PACKAGES = ("numba", "numpy", "pandas", "pyarrow", "scikit-learn", "scipy", "snakemake")


def count_data(samples, features):
    """Return the size of a data set.

    Parameters
    ----------
    samples, features : pandas.DataFrame
        The data set's tables.

    Returns
    -------
    dict
        samples, class_sizes, class_labels (of each class, in alphabetical order), features, kept;
        if there are probes, they are counted in both, and in probes.
    """
    return {
        "samples": len(samples),
        "class_sizes": np.bincount(samples["class"], minlength=2).tolist(),
        "class_labels": [
            sorted(samples.loc[samples["class"] == c, "label"].unique()) for c in (0, 1)
        ],
        "features": len(features),
        "kept": int(features["kept"].sum()),
        **({"probes": int(features["probe"].sum())} if "probe" in features else {}),
    }


def summarise(samples, features, table, shards, settings):
    """Return the summary of a scored data set.

    Parameters
    ----------
    samples, features : pandas.DataFrame
        The data set's tables.
    table : score_table.ScoreTable
    shards : list of dict
        From `shards.read_shard`.
    settings : dict
        As in the config: cross_validation, expected (see `compare`), seed, and sets.

    Returns
    -------
    dict
    """
    reasons = features["reason"].value_counts()
    sets = settings["sets"]
    summary = {
        **count_data(samples, features),
        "dropped": {reason: int(count) for reason, count in reasons.sort_index().items() if reason},
        "sets": table.total,
        "set_size": sets["size"],
        "sampled": sets["sample"] is not None,
        "degenerate_sets": int(sum(shard["singular"].item() for shard in shards)),
        "candidates": list(table.candidates),
        "cross_validation": dict(settings["cross_validation"]),
        "seed": settings["seed"],
        "versions": {
            "suitability": suitability.__version__,
            "python": platform.python_version(),
            **{name: version(name) for name in PACKAGES},
        },
    }
    return summary | {"expected": compare(settings["expected"], summary)}


def compare(expected, summary):
    """Return the expected counts beside those found.

    Parameters
    ----------
    expected : dict
        features, kept, samples and positive, for example from a paper; 0 where not known.
    summary : dict
        With the features, kept, samples and class_sizes that were found.

    Returns
    -------
    dict of str to dict
        For each known count: expected, found.
    """
    found = {**summary, "positive": summary["class_sizes"][1]}
    for count in ("features", "kept"):
        found[count] -= summary.get("probes", 0)
    return {
        count: {"expected": expected[count], "found": found[count]}
        for count in COUNTS
        if expected[count]
    }


def expectation(compared):
    """Return sentences on which counts are as expected; empty if none was expected.

    Parameters
    ----------
    compared : dict of str to dict
        From `compare`.

    Returns
    -------
    str
    """
    same = [
        f"{pair['found']:,} {COUNTS[count]}"
        for count, pair in compared.items()
        if pair["found"] == pair["expected"]
    ]
    other = [
        f"{pair['found']:,} {COUNTS[count]} (expected: {pair['expected']:,})"
        for count, pair in compared.items()
        if pair["found"] != pair["expected"]
    ]
    return " ".join(
        f"{words}: {', '.join(counts)}."
        for words, counts in (("As expected", same), ("Not as expected", other))
        if counts
    )


def data_sets(names, titles, summaries):
    """Return a table of the data sets of a study, a row each (paper, Table 5).

    Parameters
    ----------
    names, titles : list of str
    summaries : list of dict
        From `summarise`.

    Returns
    -------
    pandas.DataFrame
        panel (the data set's letter in study-wide figures), dataset, title, features, kept (the
        Gaussian ones), sets (scored), class_0, class_1 (samples).
    """
    rows = [
        (
            letter(place),
            name,
            title,
            summary["features"],
            summary["kept"],
            summary["sets"],
            *summary["class_sizes"],
        )
        for place, (name, title, summary) in enumerate(zip(names, titles, summaries, strict=True))
    ]
    return pd.DataFrame(
        rows,
        columns=["panel", "dataset", "title", "features", "kept", "sets", "class_0", "class_1"],
    )
