"""How many feature sets a search draws, the share of best sets that it reaches, and its risk.

N is the number of feature sets that a search draws, p the share of all feature sets that counts as
the best, and epsilon the probability that the search draws none of these. The rules use this
module before every job, so that it imports nothing that takes time.
"""

import math

# A number this close to a whole number is taken as one.
ROUNDING = 1e-9


def epsilon_of(n, p):
    """Return the probability that a search misses the best feature sets (paper, Eq. 3).

    Parameters
    ----------
    n : float
        N, at least 1.
    p : float
        Between 0 and 1.

    Returns
    -------
    float
        (1 - p)^N.
    """
    return math.exp(n * math.log1p(-p))


def n_of(p, epsilon):
    """Return how many feature sets a search must draw (paper, Eq. 4).

    Parameters
    ----------
    p, epsilon : float
        Between 0 and 1.

    Returns
    -------
    int
        The smallest N with (1 - p)^N at most epsilon.
    """
    n = math.log(epsilon) / math.log1p(-p)
    whole = round(n)
    return max(1, whole if abs(n - whole) < ROUNDING else math.ceil(n))


def p_of(n, epsilon):
    """Return the share of best feature sets that a search reaches (paper, Eq. 5).

    Parameters
    ----------
    n : float
        N, at least 1.
    epsilon : float
        Between 0 and 1.

    Returns
    -------
    float
        1 - epsilon^(1 / N).
    """
    return -math.expm1(math.log(epsilon) / n)


def draws(budget):
    """Return how many feature sets a search draws.

    Parameters
    ----------
    budget : dict
        N; or p and epsilon: the search ends among the best share p of all sets, with an acceptable
        failure probability of epsilon.

    Returns
    -------
    int
        N.
    """
    return budget["N"] if "N" in budget else n_of(budget["p"], budget["epsilon"])
