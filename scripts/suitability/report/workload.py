"""The dry-run summary: what a study would score, and the time and memory that it needs."""

from dataclasses import dataclass
from math import comb

import pandas as pd

from suitability.report.summary import compare, count_data, expectation
from suitability.scoring.sets import name_sets
from suitability.workflow.resources import scoring_minutes


@dataclass(frozen=True)
class Plan:
    """How every data set of a study is scored.

    Attributes
    ----------
    sets : dict
        size and sample of the feature sets, as in the config.
    cross_validation : dict
        repeats, folds.
    threads : int
        Of a scoring job.
    """

    sets: dict
    cross_validation: dict
    threads: int

    def count(self, kept):
        """Return how many feature sets of `kept` features are scored."""
        return comb(kept, self.sets["size"]) if self._all else self.sets["sample"]

    def minutes(self, sets, samples):
        """Return how many minutes the scoring of feature sets is expected to take."""
        listed = not (self._all and self.sets["size"] == 2)
        return scoring_minutes(
            sets,
            self.sets["size"],
            listed,
            samples,
            **self.cross_validation,
            threads=self.threads,
        )

    @property
    def _all(self):
        return self.sets["sample"] is None


def workload(name, samples, features, expected, memory, plan):
    """Return what would be scored of one data set.

    Parameters
    ----------
    name : str
    samples, features : pandas.DataFrame
        The data set's tables.
    expected : dict
        See `summary.compare`.
    memory : int
        MB that the scoring requests.
    plan : Plan

    Returns
    -------
    dict
        dataset, label_0, label_1, samples_0, samples_1, features, kept, sets, minutes, memory_mb,
        threads, expectation.
    """
    counts = count_data(samples, features)
    labels = [", ".join(each) for each in counts["class_labels"]]
    sizes = counts["class_sizes"]
    sets = plan.count(counts["kept"])
    return {
        "dataset": name,
        "label_0": labels[0],
        "label_1": labels[1],
        "samples_0": sizes[0],
        "samples_1": sizes[1],
        "features": counts["features"],
        "kept": counts["kept"],
        "sets": sets,
        "minutes": round(plan.minutes(sets, counts["samples"]), 2),
        "memory_mb": memory,
        "threads": plan.threads,
        "expectation": expectation(compare(expected, counts)),
    }


def as_text(rows, size):
    """Return the dry-run summary as text for the terminal.

    Parameters
    ----------
    rows : list of dict
        From `workload`.
    size : int or dict of str to float
        See `sets.name_sets`.

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
            "minutes": ["< 1" if row["minutes"] < 1 else f"{row['minutes']:,.0f}" for row in rows],
            "memory": [f"{row['memory_mb']:,} MB" for row in rows],
        }
    )
    lines = [table.to_string(index=False), ""]
    lines += [f"{row['dataset']}: {row['expectation']}" for row in rows if row["expectation"]]
    sets = f"{sum(row['sets'] for row in rows):,} {name_sets(size)}"
    minutes, threads = sum(row["minutes"] for row in rows), rows[0]["threads"]
    lines.append(
        f"Nothing is scored yet. Scoring all {sets} is expected to take "
        f"{'less than a minute' if minutes < 1 else f'about {minutes:,.0f} minutes'} on "
        f"{'one core' if threads == 1 else f'{threads} cores'}."
    )
    return "\n".join(lines)


def _short(label):
    return label if len(label) <= 24 else label[:21] + "..."
