"""Random numbers that depend on what they are for, and on nothing else."""

import hashlib

import numpy as np


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
