"""Which candidate to take at one N, and whose held-out performance is reported for it."""

from suitability.gaussian.candidates import CANDIDATES
from suitability.held_out.intervals import BETTER
from suitability.held_out.split_values import ANY


def at(table, n):
    """Return the rows of a table at one N, those of candidates only."""
    return table[(table["N"] == n) & (table["candidate"] != ANY)].reset_index(drop=True)


def simplest(candidates):
    """Return the simplest of some candidates.

    Parameters
    ----------
    candidates : sequence of str

    Returns
    -------
    str
        The first in the order NC, DLDA, LDA, SDA, UDA, QDA: one covariance for both classes before
        two, and then spherical before diagonal before full.
    """
    return min(candidates, key=list(CANDIDATES).index)


def not_worse(rows):
    """Return the candidates that are not shown to be worse than the best one.

    Parameters
    ----------
    rows : pandas.DataFrame
        Those of `held_out.tsv` at one N, without `any`.

    Returns
    -------
    list of str
    """
    return rows.loc[rows["comparison"] != BETTER, "candidate"].tolist()


def searched(held_out, n, chance):
    """Return whose searches of N sets are reported: those of the candidate to take, or of all.

    Parameters
    ----------
    held_out : pandas.DataFrame
        See `intervals.held_out_frame`.
    n : int
    chance : float
        Performance without any signal.

    Returns
    -------
    str
        `any` where the interval of the held-out performance of all candidates searched together
        includes chance; else the simplest candidate that is not shown to be worse. It is chosen by
        its simplicity, so that the choice does not favour its held-out performance.
    """
    together = held_out[(held_out["N"] == n) & (held_out["candidate"] == ANY)].iloc[0]
    return ANY if together["lower"] <= chance else simplest(not_worse(at(held_out, n)))
