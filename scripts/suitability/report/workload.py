"""What a study would compute, told before it is computed."""

from math import comb

import pandas as pd

from suitability.report.summary import compare, expectation
from suitability.scoring.sets import name_sets
from suitability.workflow.resources import scoring_minutes


def workload(name, samples, features, expected, sets, cross_validation, memory, threads):
    """Say what would be scored of one data set.

    Parameters
    ----------
    name : str
    samples, features : pandas.DataFrame
        The data set's tables.
    expected : dict
        See `summary.compare`.
    sets : dict
        size and sample of the feature sets, as in the config.
    cross_validation : dict
        repeats, folds.
    memory : int
        MB that the scoring asks for.
    threads : int
        That it runs on.

    Returns
    -------
    dict
        dataset, label_0, label_1, samples_0, samples_1, features, kept, sets, minutes, memory_mb,
        threads, expectation.
    """
    sizes = [int((samples["class"] == c).sum()) for c in (0, 1)]
    labels = [
        ", ".join(sorted(samples.loc[samples["class"] == c, "label"].unique())) for c in (0, 1)
    ]
    counts = {
        "features": len(features),
        "kept": int(features["kept"].sum()),
        "samples": len(samples),
        "class_sizes": sizes,
    }
    size, sample = sets["size"], sets["sample"]
    number = comb(counts["kept"], size) if sample is None else sample
    listed = sample is not None or size != 2
    return {
        "dataset": name,
        "label_0": labels[0],
        "label_1": labels[1],
        "samples_0": sizes[0],
        "samples_1": sizes[1],
        "features": counts["features"],
        "kept": counts["kept"],
        "sets": number,
        "minutes": round(
            scoring_minutes(
                number, size, listed, len(samples), **cross_validation, threads=threads
            ),
            2,
        ),
        "memory_mb": memory,
        "threads": threads,
        "expectation": expectation(compare(expected, counts)),
    }


def as_text(rows, size):
    """Lay out what would be scored for people to read.

    Parameters
    ----------
    rows : list of dict
        From `workload`.
    size : int or dict of str to float
        See `set_sampling.name_sets`.

    Returns
    -------
    str
        A table, what is not as expected, and the sum of it all.
    """
    table = pd.DataFrame(
        {
            "data set": [row["dataset"] for row in rows],
            "class 0": [f"{row['samples_0']} {_short(row['label_0'])}" for row in rows],
            "class 1": [f"{row['samples_1']} {_short(row['label_1'])}" for row in rows],
            "features": [f"{row['features']:,}" for row in rows],
            "kept": [f"{row['kept']:,}" for row in rows],
            name_sets(size): [f"{row['sets']:,}" for row in rows],
            "minutes": [_minutes(row["minutes"]) for row in rows],
            "memory": [f"{row['memory_mb']:,} MB" for row in rows],
        }
    )
    lines = [table.to_string(index=False), ""]
    lines += [f"{row['dataset']}: {row['expectation']}" for row in rows if row["expectation"]]
    minutes = sum(row["minutes"] for row in rows)
    sets = f"{sum(row['sets'] for row in rows):,} {name_sets(size)}"
    lines.append(
        f"Nothing is scored yet. All {sets} are expected to "
        f"take {'less than a minute' if minutes < 1 else f'{minutes:,.0f} minutes or so'} on "
        f"{'one core' if rows[0]['threads'] == 1 else '{} cores'.format(rows[0]['threads'])}."
    )
    return "\n".join(lines)


def _short(label):
    return label if len(label) <= 24 else label[:21] + "..."


def _minutes(minutes):
    return "< 1" if minutes < 1 else f"{minutes:,.0f}"
