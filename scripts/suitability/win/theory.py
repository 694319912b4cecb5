"""Win percentage in theory: performances are a mixture of Gaussians (the paper's own examples)."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.integrate import quad_vec
from scipy.special import ndtr, xlog1py

from suitability.core.randomness import stream
from suitability.win.percentage import selection_probability, win_frame
from suitability.win.sampled import interval_frame
from suitability.win.sampling_error import BOOTSTRAP_REPEATS, squared_errors

SEARCHES = np.arange(1, 41)
TRIALS = 100
ILLUSTRATIVE_SIZE = 10_000
MIXTURES = 100
# RMSE published by the paper, by the number of feature sets in a sample, M.
PAPER_RMSE = {1_000: 0.042, 10_000: 0.010}

# In standard deviations from a mean. The density is negligible beyond the last; quadrature starts
# with the intervals between them, so that it cannot miss a narrow peak.
BREAKS = np.array([0, 1, 2, 3, 4, 6, 10])
ACCURACY = 1e-10


@dataclass(frozen=True)
class Mixture:
    """The joint density of a feature set's best performance and the candidate that reaches it.

    Attributes
    ----------
    candidates : tuple of str
    priors : float64 array, shape (candidates,)
        Probability that each candidate wins a feature set; they sum to one.
    means, deviations : float64 array, shape (candidates,)
        Mean and standard deviation of the performance where the candidate wins (Gaussian).
    """

    candidates: tuple[str, ...]
    priors: np.ndarray
    means: np.ndarray
    deviations: np.ndarray


# Eq. 1 of the paper; the second parameters are standard deviations.
ILLUSTRATIVE = Mixture(
    ("c1", "c2", "c3"),
    np.full(3, 1 / 3),
    np.array([0.50, 0.70, 0.75]),
    np.array([0.20, 0.07, 0.02]),
)


def joint_density(mixture, x):
    """Return the joint density p(x, c) of performance and candidate.

    Parameters
    ----------
    mixture : Mixture
    x : float or float64 array
        Performances.

    Returns
    -------
    float64 array, shape (..., candidates)
    """
    off = (np.asarray(x)[..., None] - mixture.means) / mixture.deviations
    return mixture.priors * np.exp(-0.5 * off**2) / (mixture.deviations * np.sqrt(2 * np.pi))


def theoretical_win(mixture, n):
    """Return the win percentage of each candidate for each N by adaptive quadrature.

    Eq. 7 of the paper, where p(c|x) p(x) is the joint density: the integral over x of
    N P(X < x)^(N - 1) p(x, c). Performances are not limited to [0, 1], as in the paper.

    Parameters
    ----------
    mixture : Mixture
    n : array, shape (points,)

    Returns
    -------
    float64 array, shape (points, candidates)
        Shares, to an absolute error below 1e-9.
    """
    n = np.asarray(n, float)

    def integrand(x):
        above = mixture.priors @ ndtr((mixture.means - x) / mixture.deviations)
        below_to_the_power = np.exp(xlog1py(n - 1, -min(above, 1.0)))
        return np.outer(n * below_to_the_power, joint_density(mixture, x))

    steps = np.concatenate([-BREAKS[:0:-1], BREAKS])
    breaks = np.unique(mixture.means[:, None] + mixture.deviations[:, None] * steps)
    shares, _ = quad_vec(
        integrand,
        breaks[0],
        breaks[-1],
        epsabs=ACCURACY,
        epsrel=ACCURACY,
        norm="max",
        points=breaks[1:-1],
    )
    return shares


def draw(mixture, size, rng):
    """Draw feature sets at random.

    Parameters
    ----------
    mixture : Mixture
    size : int
        Number of feature sets, M.
    rng : numpy.random.Generator

    Returns
    -------
    performances : float64 array, shape (size,)
    winners : int64 array, shape (size,)
        Positions of the candidates.
    """
    winners = np.repeat(np.arange(len(mixture.priors)), rng.multinomial(size, mixture.priors))
    return rng.normal(mixture.means[winners], mixture.deviations[winners]), winners


def sampled_mixture_win(mixture, size, n, rngs):
    """Return the win percentages of random samples of feature sets (paper, Eq. 11).

    Parameters
    ----------
    mixture : Mixture
    size : int
        Feature sets in a sample, M.
    n : array, shape (points,)
    rngs : iterable of numpy.random.Generator
        One for each trial.

    Returns
    -------
    float64 array, shape (trials, points, candidates)
    """
    # Continuous performances have no ties, so the weight of a rank is the same in every sample.
    ranks, once = np.arange(size), np.ones(size, np.int64)
    weights = np.stack([selection_probability(ranks, once, size, each) for each in n])
    won = np.eye(len(mixture.priors))
    shares = []
    for rng in rngs:
        performances, winners = draw(mixture, size, rng)
        shares.append(weights @ won[winners[np.argsort(-performances)]])
    return np.stack(shares)


def random_mixture(rng):
    """Return a random mixture of three candidates, as in the paper's synthetic data sets.

    Means are N(0.5, 0.1), standard deviations |N(0, 0.1)|. The paper draws the priors "uniformly";
    here they are uniform over all triples that sum to one.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Mixture
    """
    means = rng.normal(0.5, 0.1, 3)
    deviations = np.abs(rng.normal(0, 0.1, 3))
    return Mixture(ILLUSTRATIVE.candidates, rng.dirichlet(np.ones(3)), means, deviations)


def illustrative_study(seed):
    """Compute the paper's illustrative example (Eq. 1, Figs 2 and 3).

    Parameters
    ----------
    seed : int

    Returns
    -------
    dict of str to pandas.DataFrame
        density: performance, candidate, density. win: N, candidate, win, by quadrature.
        intervals: see `sampled.interval_frame`.
    """
    candidates = ILLUSTRATIVE.candidates
    x = np.linspace(0, 1, 1001)
    rngs = [stream(seed, "illustrative", "sample", trial) for trial in range(TRIALS)]
    sampled = sampled_mixture_win(ILLUSTRATIVE, ILLUSTRATIVE_SIZE, SEARCHES, rngs)
    return {
        "density": win_frame(x, candidates, density=joint_density(ILLUSTRATIVE, x)).rename(
            columns={"N": "performance"}
        ),
        "win": win_frame(SEARCHES, candidates, win=theoretical_win(ILLUSTRATIVE, SEARCHES)),
        "intervals": interval_frame(sampled, ILLUSTRATIVE_SIZE, SEARCHES, candidates),
    }


def rmse_with_interval(errors, rng):
    """Return the RMSE over mixtures and its 95% interval.

    Mixtures vary more than the trials of one mixture, so the interval comes from resampling whole
    mixtures (percentile bootstrap): it shows how much the RMSE varies with the mixtures drawn.

    Parameters
    ----------
    errors : float64 array, shape (mixtures,)
        Mean squared errors.
    rng : numpy.random.Generator

    Returns
    -------
    rmse, lower, upper : float
    """
    drawn = rng.integers(len(errors), size=(BOOTSTRAP_REPEATS, len(errors)))
    limits = np.quantile(errors[drawn].mean(axis=1), [0.025, 0.975])
    return tuple(np.sqrt([errors.mean(), *limits]).tolist())


def synthetic_study(seed, mixtures=MIXTURES, trials=TRIALS):
    """Compare sampled with theoretical win percentages on random mixtures.

    Parameters
    ----------
    seed : int
    mixtures : int
    trials : int
        Samples of each mixture for each M.

    Returns
    -------
    dict of str to pandas.DataFrame
        mixtures: mixture, candidate, prior, mean, deviation. errors: mixture, M, N, rmse over
        candidates and trials. error: M, mixtures, trials, rmse over all mixtures, its 95% limits
        lower and upper, and paper, the published value.
    """
    drawn = [random_mixture(stream(seed, "synthetic", "mixture", k)) for k in range(mixtures)]
    exact = [theoretical_win(mixture, SEARCHES) for mixture in drawn]
    errors, error = [], []
    for size, paper in PAPER_RMSE.items():
        squared = np.empty((mixtures, len(SEARCHES)))
        for k, mixture in enumerate(drawn):
            first = k * trials
            rngs = [
                stream(seed, "synthetic", f"sample {size}", first + trial)
                for trial in range(trials)
            ]
            sampled = sampled_mixture_win(mixture, size, SEARCHES, rngs)
            squared[k] = squared_errors(sampled, exact[k]).mean(axis=0)
        errors.append(
            pd.DataFrame(
                {
                    "mixture": np.repeat(np.arange(1, mixtures + 1), len(SEARCHES)),
                    "M": size,
                    "N": np.tile(SEARCHES, mixtures),
                    "rmse": np.sqrt(squared).ravel(),
                }
            )
        )
        rng = stream(seed, "synthetic", f"bootstrap {size}")
        found = rmse_with_interval(squared.mean(axis=1), rng)
        error.append((size, mixtures, trials, *found, paper))
    return {
        "mixtures": _mixture_frame(drawn),
        "errors": pd.concat(errors, ignore_index=True),
        "error": pd.DataFrame(
            error, columns=["M", "mixtures", "trials", "rmse", "lower", "upper", "paper"]
        ),
    }


def _mixture_frame(mixtures):
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "mixture": place,
                    "candidate": mixture.candidates,
                    "prior": mixture.priors,
                    "mean": mixture.means,
                    "deviation": mixture.deviations,
                }
            )
            for place, mixture in enumerate(mixtures, start=1)
        ],
        ignore_index=True,
    )
