"""Data like Madelon, of any size, whose probes are known.

No feature is informative by itself: the class depends on the vertex of a five-dimensional cube on
which a sample lies. scikit-learn's `make_classification` does not do that: with all 32 vertices of
five informative features it labels by one coordinate.
"""

from dataclasses import dataclass

import numpy as np

DIMENSIONS, COMBINATIONS = 5, 15
INFORMATIVE = DIMENSIONS + COMBINATIONS
# Half of the edge of the cube, in standard deviations of a cluster.
HALF_EDGE = 2.0
FLIPPED = 0.01
# Values are whole numbers, as in Madelon: means and standard deviations of the columns are drawn
# between these.
SHIFTS, SCALES = (450.0, 550.0), (15.0, 60.0)


@dataclass(frozen=True)
class Generated:
    """Generated data.

    Attributes
    ----------
    values : float64 array, shape (samples, features)
        Whole numbers.
    labels : int64 array, shape (samples,)
        -1 or 1.
    probes : bool array, shape (features,)
    """

    values: np.ndarray
    labels: np.ndarray
    probes: np.ndarray


def generate(samples, features, rng):
    """Generate samples of two classes.

    Five coordinates of a vertex with Gaussian noise and 15 linear combinations of them are the
    informative features. Each probe is one of them in a random order of its values, which is drawn
    for each probe. All columns are shifted and scaled at random and put in random order; one
    percent of the labels is changed.

    Parameters
    ----------
    samples : int
    features : int
        At least 20; the rest are probes.
    rng : numpy.random.Generator

    Returns
    -------
    Generated
    """
    vertices = 1 << DIMENSIONS
    positive = rng.permutation(vertices) < vertices // 2
    # Each vertex has as many samples as the next, up to one.
    of_vertex = rng.permutation(np.arange(samples) % vertices)
    corners = 2 * (of_vertex[:, None] >> np.arange(DIMENSIONS) & 1) - 1
    points = HALF_EDGE * corners + rng.normal(size=(samples, DIMENSIONS))
    mixing = rng.normal(size=(DIMENSIONS, COMBINATIONS))
    informative = np.hstack([points, points @ (mixing / np.linalg.norm(mixing, axis=0))])
    copied = rng.integers(INFORMATIVE, size=features - INFORMATIVE)
    probes = rng.permuted(informative[:, copied], axis=0)
    columns = np.hstack([informative, probes])
    order = rng.permutation(features)
    scaled = rng.uniform(*SHIFTS, features) + columns[:, order] / columns.std(axis=0)[
        order
    ] * rng.uniform(*SCALES, features)
    labels = np.where(positive[of_vertex] ^ (rng.random(samples) < FLIPPED), 1, -1)
    return Generated(np.rint(scaled), labels.astype(np.int64), order >= INFORMATIVE)
