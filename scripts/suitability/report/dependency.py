"""What the report says of the permutation tests: who uses the dependency between features."""

from suitability.gaussian.candidates import DIAGONAL
from suitability.report.sentences import joined, p_value

YES, NOT_SHOWN, NOT_EXAMINED = "yes", "not shown", "not examined"


def uses_dependency(table):
    """Return for each candidate whether it uses the dependency between features.

    Parameters
    ----------
    table : pandas.DataFrame
        See `feature_sets.significance_of_sets`.

    Returns
    -------
    dict of str to str
        `yes`; `not shown` if Test 2 is not significant, which has several explanations; or
        `not examined` if Test 1 is not significant, since Test 2 then has no meaning.
    """
    found = table.pivot(index="candidate", columns="test", values="significant")
    return {
        name: NOT_EXAMINED
        if not found.loc[name, "labels"]
        else YES
        if found.loc[name, "columns"]
        else NOT_SHOWN
        for name in table["candidate"].unique()
    }


def dependency_sentence(table):
    """Return as one line who uses the dependency between features."""
    uses = uses_dependency(table)
    parts = [
        f"{answer} for {joined(names)}"
        for answer in (YES, NOT_SHOWN, NOT_EXAMINED)
        if (names := [name for name, found in uses.items() if found == answer])
    ]
    reason = " (no better than with permuted labels)" * (NOT_EXAMINED in uses.values())
    sentence = f"Uses the dependency between features: {'; '.join(parts)}{reason}."
    controls = [name for name, found in uses.items() if found == YES and name in DIAGONAL]
    if controls:
        sentence += (
            f" {joined(controls)} cannot use it: the permuted columns differ in another way that "
            f"matters to {'it' if len(controls) == 1 else 'them'}."
        )
    return sentence


def candidate_sentences(table):
    """Return a sentence on both tests for each candidate.

    Test 2 is shown only where Test 1 is significant.

    Parameters
    ----------
    table : pandas.DataFrame
        See `feature_sets.significance_of_sets`.

    Returns
    -------
    list of str
    """
    uses = uses_dependency(table)
    rows = table.set_index(["candidate", "test"])
    sentences = []
    for name, found in uses.items():
        sentence = f"{name}{' (cannot use dependency)' * (name in DIAGONAL)}: Test 1 "
        sentence += _of_test(rows.loc[(name, "labels")])
        if found == NOT_EXAMINED:
            sentence += "; it is not significant, so Test 2 is not shown."
        else:
            sentence += f"; Test 2 {_of_test(rows.loc[(name, 'columns')])}. "
            sentence += f"Uses the dependency between features: {found}."
        sentences.append(sentence)
    return sentences


def _of_test(row):
    if not row["won"]:
        return f"{p_value(row['best_p'])} for its best set; it wins none"
    return (
        f"{p_value(row['best_p'])} for its best set; of the {row['won']} sets that it wins, "
        f"{row['share']:.0%} are significant ({row['chance']:.0%} by chance, "
        f"{p_value(row['share_p'])})"
    )
