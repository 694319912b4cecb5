"""What a study would compute, told before it is computed."""

from math import comb

import pandas as pd

from suitability.summary import compare, expectation

# Measured on one core of an AMD EPYC (AVX2), six candidates: a pair takes as long as so many
# samples are tested in a second, where a fold counts as FOLD_SAMPLES more for its coefficients.
# That is 0.75 million pairs a second at 240 samples and 2 x 3 folds; 1.0 million was the best.
SAMPLES_PER_SECOND = 4.5e8
FOLD_SAMPLES = 20


def scoring_minutes(sets, samples, repeats, folds, threads):
    """Return how many minutes the scoring of feature pairs is expected to take.

    Parameters
    ----------
    sets, samples, repeats, folds, threads : int

    Returns
    -------
    float
    """
    tests = sets * repeats * (samples + FOLD_SAMPLES * folds)
    return tests / SAMPLES_PER_SECOND / 60 / threads


def workload(name, samples, features, expected, cross_validation, memory, threads):
    """Say what would be scored of one data set.

    Parameters
    ----------
    name : str
    samples, features : pandas.DataFrame
        The data set's tables.
    expected : dict
        See `summary.compare`.
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
    sets = comb(counts["kept"], 2)
    return {
        "dataset": name,
        "label_0": labels[0],
        "label_1": labels[1],
        "samples_0": sizes[0],
        "samples_1": sizes[1],
        "features": counts["features"],
        "kept": counts["kept"],
        "sets": sets,
        "minutes": round(
            scoring_minutes(sets, len(samples), **cross_validation, threads=threads), 2
        ),
        "memory_mb": memory,
        "threads": threads,
        "expectation": expectation(compare(expected, counts)),
    }


def as_text(rows):
    """Lay out what would be scored for people to read.

    Parameters
    ----------
    rows : list of dict
        From `workload`.

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
            "pairs": [f"{row['sets']:,}" for row in rows],
            "minutes": [_minutes(row["minutes"]) for row in rows],
            "memory": [f"{row['memory_mb']:,} MB" for row in rows],
        }
    )
    lines = [table.to_string(index=False), ""]
    lines += [f"{row['dataset']}: {row['expectation']}" for row in rows if row["expectation"]]
    minutes = sum(row["minutes"] for row in rows)
    lines.append(
        f"Nothing is scored yet. All {sum(row['sets'] for row in rows):,} pairs are expected to "
        f"take {'less than a minute' if minutes < 1 else f'{minutes:,.0f} minutes or so'} on "
        f"{'one core' if rows[0]['threads'] == 1 else '{} cores'.format(rows[0]['threads'])}."
    )
    return "\n".join(lines)


def _short(label):
    return label if len(label) <= 24 else label[:21] + "..."


def _minutes(minutes):
    return "< 1" if minutes < 1 else f"{minutes:,.0f}"
