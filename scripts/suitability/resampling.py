"""Random numbers that depend on what they are for, and folds."""

import hashlib

import numpy as np
from sklearn.model_selection import RepeatedStratifiedKFold


def stream(seed, dataset, purpose, index=0):
    """Return a random generator of its own for one purpose.

    Parameters
    ----------
    seed : int
        The study's seed.
    dataset, purpose : str
    index : int
        Which of several of the kind.

    Returns
    -------
    numpy.random.Generator
        The same for the same arguments, independent of any other.
    """
    key = hashlib.sha256(f"{dataset}/{purpose}".encode()).digest()[:8]
    return np.random.default_rng(
        np.random.SeedSequence(seed, spawn_key=(int.from_bytes(key, "big"), index))
    )


def stratified_folds(labels, repeats, folds, rng):
    """Split the samples into folds that hold both classes in proportion, several times.

    Parameters
    ----------
    labels : int array, shape (samples,)
    repeats, folds : int
    rng : numpy.random.Generator

    Returns
    -------
    int64 array, shape (repeats, samples)
        The test fold of each sample, from 0.
    """
    splitter = RepeatedStratifiedKFold(
        n_splits=folds, n_repeats=repeats, random_state=int(rng.integers(2**32))
    )
    result = np.empty((repeats, len(labels)), np.int64)
    for split, (_, test) in enumerate(splitter.split(np.zeros((len(labels), 1)), labels)):
        result[split // folds, test] = split % folds
    return result


def random_labels(samples, rng):
    """Label half of the samples 1 at random.

    Parameters
    ----------
    samples : int
    rng : numpy.random.Generator

    Returns
    -------
    int64 array, shape (samples,)
    """
    return rng.permutation((np.arange(samples) % 2).astype(np.int64))
