"""Which candidates win nearly all searches, and whose win percentages differ from chance."""

import pandas as pd

# The expected winners together win at least this share of the searches.
KEPT_SHARE = 0.95

ABOVE, WITHIN, BELOW = "above chance", "within chance", "below chance"


def judge(p_values, level):
    """Return for each win percentage whether it is above, within or below chance.

    Parameters
    ----------
    p_values : pandas.DataFrame
        N, candidate, p_familywise, win, chance: see `permutation_null.p_value_frame`.
    level : float

    Returns
    -------
    pandas.DataFrame, one row an N, one column a candidate
        `above chance` or `below chance` where the familywise p-value is at most the level, that is
        outside the permutation band, else `within chance`.
    """
    candidates = p_values["candidate"].unique().tolist()
    p_familywise, win, chance = (
        p_values.pivot(index="N", columns="candidate", values=column)[candidates]
        for column in ("p_familywise", "win", "chance")
    )
    verdict = pd.DataFrame(WITHIN, index=win.index, columns=win.columns)
    verdict = verdict.mask((p_familywise <= level) & (win > chance), ABOVE)
    return verdict.mask((p_familywise <= level) & (win < chance), BELOW)


def worth_keeping(win):
    """Return the fewest candidates that together win nearly all searches, best first.

    Parameters
    ----------
    win : pandas.Series
        Win percentage of each candidate for one N.

    Returns
    -------
    list of str
        They win at least `KEPT_SHARE` of the searches, so leaving out the others rarely changes
        the winner.
    """
    ranked = win.sort_values(ascending=False, kind="stable")
    count = int((ranked.cumsum() < KEPT_SHARE - 1e-9).sum()) + 1
    return ranked.index[:count].tolist()
