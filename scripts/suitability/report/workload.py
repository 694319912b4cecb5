"""The dry-run summary: what a study would score, and the time and memory that it needs."""

from math import comb

import pandas as pd

from suitability.report.summary import compare, count_data, expectation
from suitability.scoring.sets import name_sets

STAGES = ("scoring", "permutations", "held_out")
# Processor time of the jobs that score nothing, of which one part has one job a data set: most of
# it is the start of Python. Measured on the shipped study.
OTHER_MINUTES, OTHER_MINUTES_OF_STUDY = 0.75, 0.3


def workload(name, samples, features, expected, cost, sets, speed):
    """Return what would be done for one data set.

    Parameters
    ----------
    name : str
    samples, features : pandas.DataFrame
        The data set's tables.
    expected : dict
        See `summary.compare`.
    cost : dict
        memory (MB), minutes: by rule, of a machine with the speed that is assumed.
    sets : dict
        size and sample of the feature sets, as in the config.
    speed : float
        From `machine_speed.relative_speed`.

    Returns
    -------
    dict
        dataset, label_0, label_1, samples_0, samples_1, features, kept, sets, minutes_scoring,
        minutes_permutations, minutes_held_out, memory_mb, expectation.
    """
    counts = count_data(samples, features)
    labels = [", ".join(each) for each in counts["class_labels"]]
    sizes = counts["class_sizes"]
    minutes = {rule: expected_of_rule / speed for rule, expected_of_rule in cost["minutes"].items()}
    return {
        "dataset": name,
        "label_0": labels[0],
        "label_1": labels[1],
        "samples_0": sizes[0],
        "samples_1": sizes[1],
        "features": counts["features"],
        "kept": counts["kept"],
        "sets": comb(counts["kept"], sets["size"]) if sets["sample"] is None else sets["sample"],
        "minutes_scoring": round(minutes["score"] + minutes["search"], 2),
        "minutes_permutations": round(minutes["permutations"] + minutes["set_tests"], 2),
        "minutes_held_out": round(minutes["held_out_splits"], 2),
        "memory_mb": cost["memory"],
        "expectation": expectation(compare(expected, counts)),
    }


def as_text(rows, size, threads):
    """Return the dry-run summary as text for the terminal.

    Parameters
    ----------
    rows : list of dict
        From `workload`.
    size : int or dict of str to float
        See `sets.name_sets`.
    threads : int
        That the study may use.

    Returns
    -------
    str
        A table, the comparison with expected counts, and the totals.
    """
    table = pd.DataFrame(
        {
            "data set": [row["dataset"] for row in rows],
            "class 0": [f"{row['samples_0']} {_short(row['label_0'])}" for row in rows],
            "class 1": [f"{row['samples_1']} {_short(row['label_1'])}" for row in rows],
            "features": [f"{row['features']:,}" for row in rows],
            "kept": [f"{row['kept']:,}" for row in rows],
            name_sets(size): [f"{row['sets']:,}" for row in rows],
            "scoring": [_minutes(row["minutes_scoring"]) for row in rows],
            "permutations": [_minutes(row["minutes_permutations"]) for row in rows],
            "held-out": [_minutes(row["minutes_held_out"]) for row in rows],
            "memory": [f"{row['memory_mb']:,} MB" for row in rows],
        }
    )
    lines = [table.to_string(index=False), ""]
    lines += [f"{row['dataset']}: {row['expectation']}" for row in rows if row["expectation"]]
    scored = sum(row[f"minutes_{stage}"] for row in rows for stage in STAGES)
    minutes = scored + (OTHER_MINUTES * len(rows) + OTHER_MINUTES_OF_STUDY) / threads
    cores = "one core" if threads == 1 else f"{threads} cores"
    lines.append(
        f"Nothing is scored yet. The whole study is expected to take about {minutes:,.0f} minutes "
        f"and {max(row['memory_mb'] for row in rows):,} MB of memory on {cores} of this machine."
    )
    return "\n".join(lines)


def tables_as_text(minutes):
    """Return the cost of the permutation tests of tables as text for the terminal.

    Parameters
    ----------
    minutes : dict of str to float
        Of one core, by table.

    Returns
    -------
    str
    """
    total, longest = sum(minutes.values()), max(minutes, key=minutes.get)
    hours = f"{total / 60:,.0f} hours" if total >= 120 else f"{total:,.0f} minutes"
    return (
        f"The target permutation_tests takes about {hours} of one core more, within a factor of "
        f"three, for {len(minutes)} tables; {longest} takes {minutes[longest] / total:.0%} of that."
    )


def _minutes(minutes):
    return "< 0.1 min" if minutes < 0.1 else f"{minutes:,.{0 if minutes >= 10 else 1}f} min"


def _short(label):
    return label if len(label) <= 24 else label[:21] + "..."
