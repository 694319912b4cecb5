"""A data set of the challenge: values, labels and what is known of its probes."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import sparse

from suitability.core.errors import InputError
from suitability.core.tables import read_arrays, write_arrays
from suitability.data.formats.challenge_data import (
    DENSE,
    SPLITS,
    DataParameters,
    check_labels,
    check_values,
    read_parameters,
    read_values,
)
from suitability.data.formats.challenge_entry import read_classes, read_features

# How it is known which features are probes.
LISTED, INFERRED, UNKNOWN = "listed", "inferred", "not known"
# In Madelon, 20 features have an absolute correlation of at least 0.69 with another one, all
# others of at most 0.10.
CORRELATED = 0.4
FEATURES_PER_BLOCK = 1000


@dataclass(frozen=True)
class ChallengeData:
    """Values and labels of a data set.

    Attributes
    ----------
    kind : str
        `dense`, `sparse` or `sparse binary`.
    values : dict of str to array or scipy.sparse.csr_array, shape (samples, features)
        By split: train, valid and perhaps test.
    labels : dict of str to int64 array, shape (samples,)
        -1 or 1; a split whose labels are withheld is left out.
    probes : bool array, shape (features,), or None
        None if it is not known which they are.
    probes_are : str
        `listed`, `inferred` or `not known`.
    """

    kind: str
    values: dict
    labels: dict
    probes: np.ndarray | None = None
    probes_are: str = UNKNOWN

    @property
    def features(self):
        """How many features there are."""
        return self.values["train"].shape[1]

    @property
    def scored_split(self):
        """The split on which entries are scored: `test` if its labels are there, else `valid`."""
        return "test" if "test" in self.labels else "valid"

    def training(self, protocol):
        """Return the values and labels that train in a protocol.

        Parameters
        ----------
        protocol : str
            `december_1`: training data; `december_8`: training and validation data.

        Returns
        -------
        X : array or scipy.sparse.csr_array, shape (samples, features)
        y : int64 array, shape (samples,)
        """
        splits = splits_of(protocol)
        stack = np.vstack if self.kind == DENSE else sparse.vstack
        X = stack([self.values[split] for split in splits])
        y = np.concatenate([self.labels[split] for split in splits])
        return (X if self.kind == DENSE else sparse.csr_array(X)), y


def splits_of(protocol):
    """Return the splits that train in a protocol."""
    return ("train", "valid") if protocol == "december_8" else ("train",)


def read_data(files, stated):
    """Read a data set from the challenge's files.

    Parameters
    ----------
    files : dict of str to path
        train, valid and perhaps test: `.data`; train_labels, valid_labels and perhaps test_labels:
        `.labels`; perhaps parameters: `.param`, and probes: a list of features.
    stated : dict
        features, kind: None where not given, so that the `.param` file must state them. A
        given kind takes precedence. infer_probes.

    Returns
    -------
    ChallengeData

    Raises
    ------
    InputError
        If a file cannot be read, or does not fit the others or the `.param` file.
    """
    parameters = DataParameters(None)
    if "parameters" in files:
        parameters = read_parameters(files["parameters"])
    features, kind = stated["features"] or parameters.features, stated["kind"] or parameters.kind
    for what, value in (("features", features), ("kind", kind)):
        if value is None:
            raise InputError(
                f"{files['train']}: its {what} is given neither in the config nor in a .param "
                f"file; give {what} in the config"
            )
    if parameters.features not in (None, features):
        raise InputError(
            f"{files['parameters']}: states {parameters.features} features, the config gives "
            f"{features}; correct one"
        )
    values, labels = {}, {}
    for split in SPLITS:
        if split in files:
            values[split] = read_values(files[split], kind, features)
            check_values(files[split], values[split], parameters, split)
        if f"{split}_labels" in files:
            path = files[f"{split}_labels"]
            labels[split] = read_classes(path, values[split].shape[0])
            check_labels(path, labels[split], parameters, split)
            if len(np.unique(labels[split])) < 2:
                raise InputError(f"{path}: all labels are equal; check that it is the right file")
    probes, how = None, UNKNOWN
    if "probes" in files:
        probes, how = np.zeros(features, bool), LISTED
        probes[read_features(files["probes"], features)] = True
    elif stated["infer_probes"]:
        if kind != DENSE:
            raise InputError(
                f"{files['train']}: infer_probes is for dense values only; give a .probes file"
            )
        probes, how = uncorrelated(values["train"]), INFERRED
    return ChallengeData(kind, values, labels, probes, how)


def uncorrelated(values):
    """Return which features have no large correlation with any other one.

    Parameters
    ----------
    values : float64 array, shape (samples, features)

    Returns
    -------
    bool array, shape (features,)
    """
    centred = values - values.mean(axis=0)
    norms = np.sqrt((centred**2).sum(axis=0))
    scaled = np.divide(centred, norms, out=np.zeros_like(centred), where=norms > 0)
    largest = np.zeros(scaled.shape[1])
    # In blocks, as a table of all pairs of features does not fit into memory.
    for start in range(0, scaled.shape[1], FEATURES_PER_BLOCK):
        block = scaled[:, start : start + FEATURES_PER_BLOCK]
        correlations = np.abs(block.T @ scaled)
        correlations[np.arange(len(correlations)), start + np.arange(len(correlations))] = 0
        largest[start : start + FEATURES_PER_BLOCK] = correlations.max(axis=1)
    return largest < CORRELATED


def save_data(data, path):
    """Write a data set to one file; sparse values stay sparse."""
    arrays = {"kind": data.kind, "probes_are": data.probes_are}
    if data.probes is not None:
        arrays["probes"] = data.probes
    for split, values in data.values.items():
        if data.kind == DENSE:
            arrays[f"{split}_values"] = values
        else:
            for part in ("data", "indices", "indptr"):
                arrays[f"{split}_{part}"] = getattr(values, part)
            arrays[f"{split}_shape"] = values.shape
    arrays |= {f"{split}_labels": labels for split, labels in data.labels.items()}
    write_arrays(Path(path), **arrays)


def load_data(path):
    """Read a data set that `save_data` wrote."""
    arrays = read_arrays(path)
    kind, values, labels = str(arrays["kind"]), {}, {}
    for split in SPLITS:
        if f"{split}_values" in arrays:
            values[split] = arrays[f"{split}_values"]
        elif f"{split}_data" in arrays:
            parts = tuple(arrays[f"{split}_{part}"] for part in ("data", "indices", "indptr"))
            values[split] = sparse.csr_array(parts, shape=tuple(arrays[f"{split}_shape"]))
        if f"{split}_labels" in arrays:
            labels[split] = arrays[f"{split}_labels"]
    return ChallengeData(kind, values, labels, arrays.get("probes"), str(arrays["probes_are"]))


def data_row(name, data):
    """Return what is known of a data set as a table of one row (paper, Table 1).

    Parameters
    ----------
    name : str
    data : ChallengeData

    Returns
    -------
    pandas.DataFrame
        dataset, kind, features, probes (their share in percent, empty if not known), probes_are
        (listed, inferred or not known), and for each split: its samples, positive ones (empty if
        labels are withheld) and the sum of all values. scored: the split that entries are scored
        on.
    """
    row = {
        "dataset": name,
        "kind": data.kind,
        "features": data.features,
        "probes": np.nan if data.probes is None else 100 * data.probes.mean(),
        "probes_are": data.probes_are,
    }
    for split in SPLITS:
        there = split in data.values
        row[split] = data.values[split].shape[0] if there else np.nan
        known = split in data.labels
        row[f"{split}_positive"] = int((data.labels[split] == 1).sum()) if known else np.nan
        row[f"{split}_sum"] = float(data.values[split].sum()) if there else np.nan
    return pd.DataFrame([row | {"scored": data.scored_split}])
