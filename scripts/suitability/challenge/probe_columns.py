"""Probes for any study: features whose values are in random order."""

from dataclasses import replace

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import shown
from suitability.data.datasets import examine_features


def with_probes(dataset, fraction, rng):
    """Return a data set with probes after its features.

    A probe is a feature that takes part, with its values in random order, drawn for each probe. So
    it has no relation to the classes or to other features. One that is constant in a class of a
    training fold is left out.

    Parameters
    ----------
    dataset : datasets.Dataset
    fraction : float
        The share of probes among all features that take part, below 1.
    rng : numpy.random.Generator

    Returns
    -------
    datasets.Dataset
        Its table of features has a column `probe` (true or false).

    Raises
    ------
    InputError
        If a feature has the name of a probe.
    """
    kept = np.array(dataset.kept, object)
    count = round(fraction * len(kept) / (1 - fraction))
    # Each feature as often as any other, up to one.
    turns = -(-count // len(kept))
    sources = np.concatenate([rng.permutation(len(kept)) for _ in range(turns)])[:count]
    values = rng.permuted(dataset.values[:, sources], axis=0)
    turn = np.arange(count) // len(kept)
    names = [
        f"{kept[source]} (probe{f' {each + 1}' if each else ''})"
        for source, each in zip(sources, turn, strict=True)
    ]
    taken = set(names) & set(dataset.features["feature"])
    if taken:
        raise InputError(
            f"config: probes: a feature has the name of a probe, {shown(min(taken))}; rename it"
        )
    labels = dataset.samples["class"].to_numpy()
    examined = examine_features(values, labels, dataset.folds, {"test": "none", "z": 0})
    examined.insert(0, "feature", names)
    if "name" in dataset.features:
        examined.insert(1, "name", "")
    take_part = examined["kept"].to_numpy()
    rows = [dataset.features.assign(probe=False), examined[take_part].assign(probe=True)]
    done = f"{take_part.sum()} probes added: features that take part, their values in random order"
    record = dataset.record | {"preprocessing": [*dataset.record["preprocessing"], done]}
    return replace(
        dataset,
        values=np.ascontiguousarray(np.hstack([dataset.values, values[:, take_part]])),
        features=pd.concat(rows, ignore_index=True),
        record=record,
    )
