"""Comparing two entries on a data set: by their errors, then by their features.

The challenge used "the McNemar test ... according to the BER with 5% risk". Here the statistic is
the difference of the BERs; under the null hypothesis each sample on which only one entry is wrong
has it wrong with probability one half. That is McNemar's exact test where the classes are of equal
size.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import binom, binomtest

LEVEL = 0.05
# Shares of features that differ by at most this part of the larger one are a tie.
FEATURE_MARGIN = 0.05
ROUNDING = 1e-12
BER, MCNEMAR = TESTS = ("ber", "mcnemar")


def discordant(labels, classes, other):
    """Return the numbers of samples on which only one of two entries is wrong.

    Parameters
    ----------
    labels, classes, other : int array, shape (samples,)

    Returns
    -------
    int array, shape (2, 2)
        Rows: negative and positive class; columns: only the first wrong, only the other wrong.
    """
    first, second = classes != labels, other != labels
    return np.array(
        [
            [(one & ~two & (labels == c)).sum() for one, two in ((first, second), (second, first))]
            for c in (-1, 1)
        ]
    )


def ber_p_value(counts, sizes, one_sided=False):
    """Return the p-value of equal BERs, exact.

    Parameters
    ----------
    counts : int array, shape (2, 2)
        From `discordant`.
    sizes : (int, int)
        Samples of the negative and the positive class.
    one_sided : bool
        Test that the first entry has the smaller BER, in place of any difference.

    Returns
    -------
    float
    """
    n0, n1 = map(int, sizes)
    d0, d1 = (int(total) for total in counts.sum(axis=1))
    # In units of 1 / (2 n0 n1), so that equal differences are equal.
    weights = n1, n0
    observed = sum(w * int(row[0] - row[1]) for w, row in zip(weights, counts, strict=True))
    k0 = np.arange(d0 + 1)
    of_negative = weights[0] * (2 * k0 - d0)
    chances = binom.pmf(k0, d0, 0.5)

    def at_most(limit):
        """Return the chance of a difference of at most `limit`."""
        # The largest number in the positive class that keeps the difference within the limit.
        most = (limit - of_negative + weights[1] * d1) // (2 * weights[1])
        return float(chances @ binom.cdf(most, d1, 0.5))

    if one_sided:
        return at_most(observed)
    # The distribution is symmetric around zero.
    return min(1.0, 2 * at_most(-abs(observed)))


def mcnemar_p_value(counts, one_sided=False):
    """Return the p-value of McNemar's exact test, in which all errors count the same.

    Parameters
    ----------
    counts : int array, shape (2, 2)
        From `discordant`.
    one_sided : bool
        Test that the first entry has fewer errors, in place of any difference.

    Returns
    -------
    float
    """
    first, other = (int(total) for total in counts.sum(axis=0))
    if not first + other:
        return 1.0
    alternative = "less" if one_sided else "two-sided"
    return float(binomtest(first, first + other, alternative=alternative).pvalue)


@dataclass(frozen=True)
class Competitor:
    """What the comparison needs of an entry on a data set.

    Attributes
    ----------
    classes : int array, shape (samples,)
        -1 or 1.
    features, probes : float
        F_feat and F_probe; NaN if not known.
    """

    classes: np.ndarray
    features: float
    probes: float


def compare(labels, first, other, test=BER, one_sided=False):
    """Compare two entries.

    Parameters
    ----------
    labels : int array, shape (samples,)
        -1 or 1.
    first, other : Competitor
    test : str
        `ber` or `mcnemar`.
    one_sided : bool
        Test in the direction of the difference only, at the same level.

    Returns
    -------
    result : int
        1 if the first is better, -1 if the other is, 0 for a tie.
    decided_by : str
        `errors`, `features`, `probes` or empty for a tie.
    p : float
        Of the test of the errors.
    """
    counts = discordant(labels, first.classes, other.classes)
    sizes = [int((labels == c).sum()) for c in (-1, 1)]
    difference = counts[:, 0] - counts[:, 1]
    if test == BER:
        direction = -np.sign(difference[0] * sizes[1] + difference[1] * sizes[0])
    else:
        direction = -np.sign(difference.sum())
    if one_sided and direction < 0:
        counts = counts[:, ::-1]
    p = ber_p_value(counts, sizes, one_sided) if test == BER else mcnemar_p_value(counts, one_sided)
    if direction and p <= LEVEL:
        return int(direction), "errors", p
    shares = first.features, other.features
    if abs(shares[0] - shares[1]) > FEATURE_MARGIN * max(shares) + ROUNDING:
        return int(np.sign(shares[1] - shares[0])), "features", p
    if first.probes != other.probes and not np.isnan([first.probes, other.probes]).any():
        return int(np.sign(other.probes - first.probes)), "probes", p
    return 0, "", p
