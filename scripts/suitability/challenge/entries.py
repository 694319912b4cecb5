"""Making an entry: a method fitted on a data set, and what it predicts and declares."""

import numpy as np
from scipy import sparse

from suitability.challenge.methods import fitted, used_features
from suitability.challenge.steps import classes_of
from suitability.core.randomness import stream
from suitability.data.formats.challenge_entry import Predictions


def make_entry(name, data, protocol, method, settings, seed):
    """Fit a method on a data set and predict all samples.

    Parameters
    ----------
    name : str
        The data set's name. Random numbers depend on it.
    data : ChallengeData
    protocol : str
        `december_1` or `december_8`, see `ChallengeData.training`.
    method : str
    settings : dict
        folds, grid: see `methods.fitted`.
    seed : int
        The study's seed.

    Returns
    -------
    Predictions
    dict
        parameters, performance (see `methods.fitted`), features (how many are declared), and
        undeclared: whether predictions change with features that are not declared.
    """
    rng = stream(seed, name, f"challenge, {protocol}, {method}")
    X, y = data.training(protocol)
    pipeline, record = fitted(method, X, y, data.kind, settings, int(rng.integers(2**31)))
    used = used_features(pipeline, data.features)
    classes, confidences, changed = {}, {}, False
    for split, values in data.values.items():
        decisions = pipeline.decision_function(values)
        classes[split], confidences[split] = classes_of(decisions), np.abs(decisions)
        again = pipeline.decision_function(others_permuted(values, used, rng))
        changed |= not np.array_equal(classes_of(again), classes[split])
    record |= {"features": len(used), "undeclared": changed}
    return Predictions(classes, confidences, used), record


def others_permuted(values, used, rng):
    """Return values in which all other features come from other samples.

    Parameters
    ----------
    values : array or scipy.sparse.csr_array, shape (samples, features)
    used : int array
        The features whose values are not permuted.
    rng : numpy.random.Generator

    Returns
    -------
    array or scipy.sparse.csr_array, shape (samples, features)
    """
    order = rng.permutation(values.shape[0])
    if not sparse.issparse(values):
        result = values[order]
        result[:, used] = values[:, used]
        return result
    kept = np.zeros(values.shape[1])
    kept[used] = 1
    own, other = sparse.diags_array(kept), sparse.diags_array(1 - kept)
    return sparse.csr_array(values @ own + values[order] @ other)
