"""What was computed, from how much, with what."""

import platform
from importlib.metadata import version

import suitability

PACKAGES = ("numba", "numpy", "pandas", "pyarrow", "scikit-learn", "scipy", "snakemake")


def summarise(samples, features, table, shards, candidates, cross_validation, seed):
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

    Returns
    -------
    dict
    """
    reasons = features["reason"].value_counts()
    return {
        "samples": len(samples),
        "class_sizes": samples["class"].value_counts().sort_index().tolist(),
        "class_labels": [
            sorted(samples.loc[samples["class"] == c, "label"].unique()) for c in (0, 1)
        ],
        "features": len(features),
        "kept": int(features["kept"].sum()),
        "dropped": {reason: int(count) for reason, count in reasons.sort_index().items() if reason},
        "sets": table.total,
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
