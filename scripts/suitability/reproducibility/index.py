"""The reproducibility index of true and estimated errors, its bound and its biases."""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pandas as pd
from scipy.integrate import quad
from scipy.stats import beta, norm

from suitability.win.percentage import selection_probability

# Of the paper.
RHOS = (0.0005, 0.01, 0.05, 0.1)
TAUS = tuple(Fraction(k, 60) for k in range(31))
DATA_SETS = (1, 2, 3, 4, 5)
LEVEL = 0.95
# Above rounding, below the distance of any two errors that differ.
TINY = 1e-12


@dataclass(frozen=True)
class Pairs:
    """True errors of designed classifiers, and estimates of them.

    Attributes
    ----------
    true : float64 array, shape (pairs,)
    counts : int64 or float64 array, shape (pairs,)
        The estimates, in units of 1 / total: integers where errors are counted.
    total : int
        1 for estimates that are no integers.
    weights : float64 array, shape (pairs,)
        As how many observations each pair counts.
    independent : float
        The number of independent observations, for intervals.
    """

    true: np.ndarray
    counts: np.ndarray
    total: int
    weights: np.ndarray
    independent: float

    @property
    def estimates(self):
        """The estimated errors, a float64 array of shape (pairs,)."""
        return self.counts / self.total


def pairs_of(true, counts, total):
    """Return equally likely `Pairs`."""
    true = np.asarray(true, np.float64)
    return Pairs(true, np.asarray(counts), total, np.ones(len(true)), len(true))


def index_table(pairs, rhos=RHOS, taus=TAUS):
    """Return the reproducibility index R(rho, tau) = P(true <= estimate + rho | estimate <= tau).

    Parameters
    ----------
    pairs : Pairs
    rhos : sequence of float
        Accuracies.
    taus : sequence of Fraction
        Thresholds. Estimates that are counts are compared with them as integers.

    Returns
    -------
    pandas.DataFrame
        rho, tau, reported (probability that the estimate is at most tau), index (NaN if that
        never occurs), lower and upper (95%, Clopper and Pearson), bound (Section 2.1).
    """
    order = np.argsort(pairs.counts, kind="stable")
    counts, true, weights = pairs.counts[order], pairs.true[order], pairs.weights[order]
    ends = np.searchsorted(counts, [largest_count(tau, pairs) for tau in taus], side="right")
    reported = _sums(weights)[ends]
    frames = []
    for rho in rhos:
        excess = true - rho
        within = excess <= counts / pairs.total + TINY
        reproduced = _sums(weights * within)[ends]
        beyond = np.flatnonzero(~within)
        beyond = beyond[np.argsort(excess[beyond])]
        places = np.searchsorted(excess[beyond], [float(tau) + TINY for tau in taus], side="right")
        missed = _sums(weights[beyond])[places]
        share = pairs.independent / weights.sum()
        lower, upper = interval(reproduced * share, reported * share)
        with np.errstate(invalid="ignore"):
            frames.append(
                pd.DataFrame(
                    {
                        "rho": rho,
                        "tau": [float(tau) for tau in taus],
                        "reported": reported / weights.sum(),
                        "index": reproduced / reported,
                        "lower": lower,
                        "upper": upper,
                        "bound": reproduced / (reproduced + missed),
                    }
                )
            )
    return pd.concat(frames, ignore_index=True)


def largest_count(tau, pairs):
    """Return the largest count of estimates that are at most tau; as a number if not counted."""
    if pairs.counts.dtype.kind == "f":
        return (float(tau) + TINY) * pairs.total
    return tau.numerator * pairs.total // tau.denominator


def _sums(values):
    return np.concatenate([[0.0], np.cumsum(values)])


def interval(hits, trials, level=LEVEL):
    """Return the limits of Clopper and Pearson of a probability.

    Parameters
    ----------
    hits, trials : float array
        They need not be whole.
    level : float

    Returns
    -------
    lower, upper : float64 array
        NaN without trials.
    """
    hits, misses = np.round(hits, 6), np.round(np.subtract(trials, hits), 6)
    tail = (1 - level) / 2
    seen = hits + misses > 0
    # The limits are 0 and 1 where a parameter of the distribution is 0.
    lower = np.where(hits > 0, beta.ppf(tail, np.maximum(hits, TINY), misses + 1), 0.0)
    upper = np.where(misses > 0, beta.isf(tail, hits + 1, np.maximum(misses, TINY)), 1.0)
    return np.where(seen, lower, np.nan), np.where(seen, upper, np.nan)


def best_of(pairs, data_sets):
    """Return the pairs that are reported if only the best of some data sets is (Section 3.3).

    The data sets are drawn with replacement from the pairs; the weights are exact over all draws.
    If several have the smallest estimate, each is taken as often. Intervals use as many independent
    observations as there are disjoint groups of data sets, which is conservative (Hoeffding 1948).

    Parameters
    ----------
    pairs : Pairs
        Equally likely.
    data_sets : int

    Returns
    -------
    Pairs
    """
    _, place, ties = np.unique(pairs.counts, return_inverse=True, return_counts=True)
    chosen = selection_probability(np.cumsum(ties) - ties, ties, len(pairs.true), data_sets)
    weights = (chosen / ties)[place] * len(pairs.true)
    return replace(pairs, weights=weights, independent=pairs.independent / data_sets)


def best_rule(true, estimates):
    """Return the pairs that are reported if only the smallest of several estimates is.

    Parameters
    ----------
    true : float64 array, shape (samples, models)
        A model is a pair of a rule and an estimator (Section 3.4).
    estimates : float64 array, shape (samples, models)

    Returns
    -------
    Pairs
        Of several models with the smallest estimate, each has an equal share.
    """
    smallest = estimates.min(axis=1, keepdims=True)
    tied = estimates <= smallest + TINY
    weights = tied / tied.sum(axis=1, keepdims=True)
    kept = tied.ravel()
    return Pairs(
        true.ravel()[kept],
        np.broadcast_to(smallest, true.shape).ravel()[kept],
        1,
        weights.ravel()[kept],
        len(true),
    )


def bias_of_report(pairs):
    """Return the mean of the true less the estimated error, and its standard error."""
    difference = pairs.true - pairs.estimates
    mean = float(np.average(difference, weights=pairs.weights))
    variance = float(np.average((difference - mean) ** 2, weights=pairs.weights))
    return mean, float(np.sqrt(variance / pairs.independent))


def accuracy(pairs):
    """Return how well the estimates agree with the true errors (Section 3.6).

    Parameters
    ----------
    pairs : Pairs
        Equally likely.

    Returns
    -------
    dict
        mean_true, mean_estimate, sd_true, sd_estimate, bias (estimate less true), deviation_sd,
        rms, correlation (NaN if either is constant).
    """
    true, estimates = pairs.true, pairs.estimates
    deviation = estimates - true
    spread = true.std(), estimates.std()
    correlation = np.nan
    if min(spread) > TINY:
        correlation = float(np.corrcoef(true, estimates)[0, 1])
    return {
        "mean_true": true.mean(),
        "mean_estimate": estimates.mean(),
        "sd_true": spread[0],
        "sd_estimate": spread[1],
        "bias": deviation.mean(),
        "deviation_sd": deviation.std(),
        "rms": np.sqrt((deviation**2).mean()),
        "correlation": correlation,
    }


def largest_rms(tested):
    """Return the bound of the RMS of an error estimated on independent test samples."""
    return 1 / (2 * np.sqrt(tested))


def gaussian_ratio(tau, mean, sd_true, sd_estimate):
    """Return r(tau) of Section 2.1 for independent Gaussian errors with one mean.

    The bound of the index at rho = 0 is 1 / (1 + r).

    Parameters
    ----------
    tau, mean, sd_true, sd_estimate : float

    Returns
    -------
    float
        P(0 <= estimate < true <= tau) / P(0 <= true <= estimate <= tau).
    """

    def ordered(smaller, larger):
        start = norm.cdf(0, mean, smaller)
        # The integrals of small tau are tiny: no absolute error is allowed.
        return quad(
            lambda x: norm.pdf(x, mean, larger) * (norm.cdf(x, mean, smaller) - start),
            *(0, tau),
            epsabs=0,
        )[0]

    return ordered(sd_estimate, sd_true) / ordered(sd_true, sd_estimate)
