"""How likely a larger study confirms what a search reports, as a sentence."""

import numpy as np

from suitability.core.text import large_number

# What is said is for this accuracy, and for reports better than chance.
RHO, TAU = 0.05, 0.5
ANY = "any"


def confirmation_sentence(table, n, sets, candidate=ANY):
    """Return how likely a large study confirms the report of a search.

    Parameters
    ----------
    table : pandas.DataFrame or None
        Of `reproducibility.search.search_index`.
    n : int
        Sets that the search draws; the largest N of the table up to it is taken.
    sets : str
        What they are called.
    candidate : str
        With which the search is done, or `any` for all.

    Returns
    -------
    str
        Empty if no search reports more than chance, or there is no table.
    """
    if table is None:
        return ""
    rows = table[
        (table["candidate"] == candidate)
        & np.isclose(table["rho"], RHO)
        & np.isclose(table["tau"], TAU)
        & (table["N"] <= n)
    ]
    row = rows.loc[rows["N"].idxmax()]
    if np.isnan(row["index"]):
        return ""
    limits = ""
    if not np.isnan(row["lower"]):
        limits = f" (95% interval {row['lower']:.0%} to {row['upper']:.0%})"
    by = "all candidates" if candidate == ANY else candidate
    return (
        "Would a larger study confirm this? A large follow-up study reaches at least what the "
        f"search reports, less {RHO}, with a probability of {row['index']:.0%}{limits}; computed "
        f"for {large_number(int(row['N']))} {sets} with {by}."
    )
