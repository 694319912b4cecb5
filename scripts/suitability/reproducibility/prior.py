"""The expected index over a prior of the effect, and the sample size that it requires."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from suitability.core.errors import InputError
from suitability.reproducibility.index import index_table
from suitability.reproducibility.simulation import check_size, estimator_pairs, simulate
from suitability.reproducibility.synthetic import Model, check_model

NODES = 20
CRITERIA = ("mean", "least", "mean_less_2_sd")
LARGEST_N = 2000


@dataclass(frozen=True)
class Prior:
    """A normal prior of the difference of means, on a synthetic model.

    Attributes
    ----------
    mean, sd : float
        Of theta.
    dimension : int
    correlations : (float, float)
    """

    mean: float
    sd: float
    dimension: int
    correlations: tuple[float, float]

    def models(self):
        """Return the models at `NODES` equally likely values of theta: list of synthetic.Model."""
        middle = (np.arange(NODES) + 0.5) / NODES
        thetas = norm.ppf(middle, self.mean, self.sd) if self.sd else [self.mean]
        return [Model(self.dimension, self.correlations, float(theta)) for theta in thetas]


def index_of_nodes(prior, points, rule, estimator, samples, estimation, seed):
    """Return the index at each node of a prior.

    Parameters
    ----------
    prior : Prior
    points : int
        Samples of a study, n.
    rule, estimator : str
    samples : int
        Simulated studies of each node.
    estimation : simulation.Estimation
    seed : int

    Returns
    -------
    list of pandas.DataFrame
        See `index.index_table`, which takes the pairs of `simulation.estimator_pairs`.
    """
    return [
        index_table(
            estimator_pairs(
                simulate(model, points, rule, range(samples), estimation, seed),
                estimator,
                points,
                estimation,
            )
        )
        for model in prior.models()
    ]


def expected_index(indices):
    """Return the criteria of Section 3.5 from the indices of all nodes.

    Parameters
    ----------
    indices : float64 array, shape (nodes, ...)
        NaN where no estimate was reported.

    Returns
    -------
    dict of str to float64 array, shape (...)
        mean, least, mean_less_2_sd, and empty, the number of nodes without any index; these are
        left out of the others, which are NaN if no node has one.
    """
    known = np.isfinite(indices)
    count = known.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, indices, 0).sum(axis=0) / count
        square = (np.where(known, indices - mean, 0) ** 2).sum(axis=0) / count
    least = np.where(known, indices, np.inf).min(axis=0)
    return {
        "mean": mean,
        "least": np.where(count > 0, least, np.nan),
        "mean_less_2_sd": mean - 2 * np.sqrt(square),
        "empty": len(indices) - count,
    }


def smallest_n(index_at, wanted, start, criterion="mean"):
    """Return the smallest even n whose expected index is above the wanted one.

    Parameters
    ----------
    index_at : callable
        Given n, returns the indices of all nodes: float64 array of shape (nodes,).
    wanted : float
    start : int
        The smallest n that is possible, even.
    criterion : str
        One of `CRITERIA`.

    Returns
    -------
    n : int
    expected : dict
        Of `expected_index`, at n.

    Raises
    ------
    InputError
        If no n up to `LARGEST_N` is enough.
    """
    found = {}

    def enough(n):
        found[n] = expected_index(index_at(n))
        return found[n][criterion] > wanted

    low, high = start - 2, start
    while not enough(high):
        if high == LARGEST_N:
            raise InputError(
                f"index: {wanted:g} is not reached with n = {LARGEST_N}, where it is "
                f"{found[high][criterion]:.3g}; ask for less, or for another rho, tau or estimator"
            )
        low, high = high, min(2 * high, LARGEST_N)
    while high - low > 2:
        middle = (low + high) // 4 * 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high, found[high]


def smallest_possible_n(dimension, rule, estimation):
    """Return the smallest even n at which a rule can be designed in every fold."""
    for n in range(4, LARGEST_N, 2):
        try:
            check_size(n, dimension, rule, estimation)
        except InputError:
            continue
        # A resample has fewer distinct points than a sample.
        return n + n // 2 // 2 * 2
    raise InputError(f"dimension: {dimension} is too large for n up to {LARGEST_N}")


def check_prior(prior):
    """Raise an `InputError` if a prior is not possible."""
    check_model(prior.dimension, prior.correlations)
    if not prior.sd >= 0:
        raise InputError(f"sd: {prior.sd:g} given; allowed is at least 0")
