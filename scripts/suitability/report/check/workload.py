"""The dry-run summary: what a study would score, and the time and memory that it needs."""

from math import comb

import pandas as pd

from suitability.report.summary import compare, count_data, expectation
from suitability.scoring.sets import ALL, name_sets
from suitability.win.planning import PAPER_CURVE, sets_needed

# The wanted error of win percentages.
WANTED_RMSE = 0.01
STAGES = ("scoring", "permutations", "held_out")
# Processor time of the jobs that score nothing, of which one part has one job a data set: most of
# it is the start of Python. Measured on the shipped study.
OTHER_MINUTES, OTHER_MINUTES_OF_STUDY = 1.7, 0.5


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
        dataset, label_0, label_1 and so on, samples_0, samples_1 and so on, features, kept, sets,
        minutes_scoring, minutes_permutations, minutes_held_out, memory_mb, expectation.
    """
    counts = count_data(samples, features)
    labels = [", ".join(each) for each in counts["class_labels"]]
    sizes = counts["class_sizes"]
    minutes = {rule: expected_of_rule / speed for rule, expected_of_rule in cost["minutes"].items()}
    return {
        "dataset": name,
        **{f"label_{c}": label for c, label in enumerate(labels)},
        **{f"samples_{c}": samples for c, samples in enumerate(sizes)},
        "features": counts["features"],
        "kept": counts["kept"],
        "sets": _count(counts["kept"], sets),
        "minutes_scoring": round(minutes["score"] + minutes["search"], 2),
        "minutes_permutations": round(minutes["permutations"] + minutes.get("set_tests", 0), 2),
        "minutes_held_out": round(minutes["held_out_splits"], 2),
        "memory_mb": cost["memory"],
        "expectation": expectation(compare(expected, counts)),
    }


def _count(kept, sets):
    if sets["sample"] is not None:
        return sets["sample"]
    return 1 if sets["size"] == ALL else comb(kept, sets["size"])


def as_text(rows, sizes, threads):
    """Return the dry-run summary as text for the terminal.

    Parameters
    ----------
    rows : list of dict
        From `workload`.
    sizes : list
        Of each data set, see `sets.name_sets`.
    threads : int
        That the study may use.

    Returns
    -------
    str
        A table, the comparison with expected counts, and the totals.
    """
    classes = max(sum(key.startswith("samples_") for key in row) for row in rows)
    names = " and ".join(dict.fromkeys(map(name_sets, sizes)))
    table = pd.DataFrame(
        {
            "data set": [row["dataset"] for row in rows],
            **{f"class {c}": [_class(row, c) for row in rows] for c in range(classes)},
            "features": [f"{row['features']:,}" for row in rows],
            "kept": [f"{row['kept']:,}" for row in rows],
            names: [f"{row['sets']:,}" for row in rows],
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


def _class(row, c):
    return f"{row[f'samples_{c}']} {_short(row[f'label_{c}'])}" if f"samples_{c}" in row else ""


def minutes_of_fits(fits, seconds, threads):
    """Return the minutes of each rule that fits candidates set by set.

    Parameters
    ----------
    fits : dict of str to int
        By rule, of each candidate.
    seconds : dict of str to float
        See `cost.seconds_per_fit`.
    threads : int

    Returns
    -------
    dict of str to float
    """
    return {rule: count * sum(seconds.values()) / 60 / threads for rule, count in fits.items()}


def fitting_text(name, fits, seconds, budget):
    """Return what candidates that are fitted set by set cost, as text.

    Parameters
    ----------
    name : str
        The data set's name.
    fits, seconds
        See `minutes_of_fits`.
    budget : dict
        N (of the search), most_core_hours, splits (training folds of a set).

    Returns
    -------
    str
        Core-hours as configured and for win percentages to 1%, and the share of each candidate.
    """
    total = sum(seconds.values())
    hours = sum(fits.values()) * total / 3600
    needed = sets_needed(budget["N"], WANTED_RMSE, PAPER_CURVE)[0]
    more = budget["splits"] * needed * total / 3600
    shares = ", ".join(
        f"{candidate} {seconds[candidate] / total:.0%} ({1000 * seconds[candidate]:.3g} ms a fit)"
        for candidate in sorted(seconds, key=seconds.get, reverse=True)
    )
    limit = budget["most_core_hours"]
    text = (
        f"{name}: {hours:.2g} core-hours as configured; a score table of {needed:,.0f} sets, for "
        f"win percentages to about {WANTED_RMSE:.0%} at N = {budget['N']:,}, takes {more:.2g}. "
        f"Shares: {shares}."
    )
    if hours > limit:
        text += f" More than score.most_core_hours, {limit:g}: its jobs would stop."
    return text


def methods_as_text(methods, tables):
    """Return the cost of the targets of the other methods as text for the terminal.

    Parameters
    ----------
    methods : dict of str to float or None
        Minutes of one core, by target; None if it is not known.
    tables : dict of str to float
        Those of permutation_tests, by table.

    Returns
    -------
    str
    """
    parts = [f"{name} {_hours(minutes)}" for name, minutes in methods.items()]
    longest = max(tables, key=tables.get)
    return (
        "Further targets, roughly, on one core: "
        f"{', '.join(parts)}. Of the {len(tables)} tables of permutation_tests, {longest} takes "
        f"{tables[longest] / sum(tables.values()):.0%}."
    )


def _hours(minutes):
    if minutes is None:
        return "not known, as its data are still to be fetched"
    return f"{minutes / 60:,.0f} hours" if minutes >= 120 else _minutes(minutes)


def _minutes(minutes):
    return "< 0.1 min" if minutes < 0.1 else f"{minutes:,.{0 if minutes >= 10 else 1}f} min"


def _short(label):
    return label if len(label) <= 24 else label[:21] + "..."
