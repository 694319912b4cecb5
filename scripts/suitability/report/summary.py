"""What was computed, from how much, with what."""

import platform
from importlib.metadata import version

import pandas as pd

import suitability
from suitability.core.text import letter

# The counts that a config may expect, in words.
COUNTS = {
    "features": "features",
    "kept": "features kept",
    "samples": "samples",
    "positive": "samples of class 1",
}
PACKAGES = ("numba", "numpy", "pandas", "pyarrow", "scikit-learn", "scipy", "snakemake")


def summarise(samples, features, table, shards, candidates, cross_validation, seed, sets, expected):
    """Describe a scored data set.

    Parameters
    ----------
    samples, features : pandas.DataFrame
        The data set's tables.
    table : score_table.ScoreTable
    shards : list of dict
        From `feature_sets.score_shard`.
    candidates : list of str
    cross_validation : dict
        repeats, folds.
    seed : int
    sets : dict
        size and sample of the feature sets, as in the config.
    expected : dict
        See `compare`.

    Returns
    -------
    dict
    """
    reasons = features["reason"].value_counts()
    summary = {
        "samples": len(samples),
        "class_sizes": samples["class"].value_counts().sort_index().tolist(),
        "class_labels": [
            sorted(samples.loc[samples["class"] == c, "label"].unique()) for c in (0, 1)
        ],
        "features": len(features),
        "kept": int(features["kept"].sum()),
        "dropped": {reason: int(count) for reason, count in reasons.sort_index().items() if reason},
        "sets": table.total,
        "set_size": sets["size"],
        "sampled": sets["sample"] is not None,
        "degenerate_sets": int(sum(shard["singular"].item() for shard in shards)),
        "scoring_seconds": round(sum(shard["seconds"].item() for shard in shards), 2),
        "candidates": list(candidates),
        "cross_validation": dict(cross_validation),
        "seed": seed,
        "versions": {
            "suitability": suitability.__version__,
            "python": platform.python_version(),
            **{name: version(name) for name in PACKAGES},
        },
    }
    return summary | {"expected": compare(expected, summary)}


def compare(expected, summary):
    """Set what was found beside the counts that were expected.

    Parameters
    ----------
    expected : dict
        features, kept, samples and positive, such as a paper gives them; 0 where not known.
    summary : dict
        features, kept, samples and class_sizes that were found.

    Returns
    -------
    dict of str to dict
        For each count that is known: expected, found.
    """
    found = {**summary, "positive": summary["class_sizes"][1]}
    return {
        count: {"expected": expected[count], "found": found[count]}
        for count in COUNTS
        if expected[count]
    }


def expectation(compared):
    """Say in words which counts are as expected and which are not; empty if none was expected."""
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
    """Describe the data sets of a study, a row each (paper, Table 5).

    Parameters
    ----------
    names, titles : list of str
    summaries : list of dict
        From `summarise`.

    Returns
    -------
    pandas.DataFrame
        panel (the letter of the data set in the figures of the whole study), dataset, title,
        features, kept (the Gaussian ones), sets (how many are scored), class_0, class_1 (samples).
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
