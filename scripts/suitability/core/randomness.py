"""Random numbers that depend on the seed and on their purpose, and on nothing else."""

import hashlib

import numpy as np


def stream(seed, dataset, purpose, index=0):
    """Return the random generator of one purpose.

    Parameters
    ----------
    seed : int
        The study's seed.
    dataset, purpose : str
    index : int
        Distinguishes several generators of the same purpose.

    Returns
    -------
    numpy.random.Generator
        The same for the same arguments, independent of any other.
    """
    key = hashlib.sha256(f"{dataset}/{purpose}".encode()).digest()[:8]
    return np.random.default_rng(
        np.random.SeedSequence(seed, spawn_key=(int.from_bytes(key, "big"), index))
    )
