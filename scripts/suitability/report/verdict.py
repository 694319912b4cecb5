"""The verdict: which candidates to keep, and which differ from chance."""

import pandas as pd

# The N of the verdict.
SEARCHES = (1, 100, 10_000, 1_000_000)

# The candidates that are kept together win at least this share of the searches.
KEPT_SHARE = 0.95

ABOVE, WITHIN, BELOW, UNTESTED = "above chance", "within chance", "below chance", "not tested"


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
        outside the permutation band, else `within chance`; `not tested` for the `SEARCHES` that are
        not in the table.
    """
    candidates = p_values["candidate"].unique().tolist()
    p_familywise, win, chance = (
        p_values.pivot(index="N", columns="candidate", values=column)[candidates]
        for column in ("p_familywise", "win", "chance")
    )
    verdict = pd.DataFrame(WITHIN, index=win.index, columns=win.columns)
    verdict = verdict.mask((p_familywise <= level) & (win > chance), ABOVE)
    verdict = verdict.mask((p_familywise <= level) & (win < chance), BELOW)
    return verdict.reindex(verdict.index.union(SEARCHES), fill_value=UNTESTED)


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


def keep_sentence(win, differs):
    """Return a sentence that names the candidates that win for one N.

    Parameters
    ----------
    win : pandas.Series
        Win percentage of each candidate.
    differs : bool
        Whether some candidate differs from chance; only then the sentence advises which to keep.

    Returns
    -------
    str
    """
    kept = worth_keeping(win)
    dropped = [name for name in win.sort_values(ascending=False).index if name not in kept]
    verb = "wins" if len(kept) == 1 else "win"
    share = f"{win[kept].sum():.0%}"
    if not dropped:
        least = f"even {kept[-1]} wins {win[kept[-1]]:.0%}."
        return f"Keep all: {least}" if differs else f"All win some: {least}"
    if not differs:
        return f"{_and(kept)} {verb} {share}."
    return f"Keep {_and(kept)}, which {verb} {share}; drop {_and(dropped)}."


def chance_sentence(verdict):
    """Return a sentence that names the candidates that differ from chance for one N.

    Parameters
    ----------
    verdict : pandas.Series
        By candidate; a row of `judge`.

    Returns
    -------
    str
    """
    if (verdict == UNTESTED).all():
        return "Not tested against chance."
    parts = [
        f"{side}: {_and(names)}"
        for side in (ABOVE, BELOW)
        if (names := verdict.index[verdict == side].tolist())
    ]
    if not parts:
        return "None differs from chance."
    text = "; ".join(parts)
    return text[0].upper() + text[1:] + "."


def _and(names):
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
