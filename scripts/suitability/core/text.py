"""Text: values in messages, blanks at the ends, what looks alike, letters of panels."""

import difflib
import unicodedata

LONGEST_VALUE, LONGEST_LINE, LONGEST_LIST = 60, 200, 12
# What editors and spreadsheets leave behind at the ends of text: blanks, no-break spaces, line
# ends, and characters without a width such as the byte-order mark and the soft hyphen.
BLANKS = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\xad\u1680\u180e"
    + "".join(
        chr(code)
        for first, last in ((0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x2064), (0xFEFF, 0xFEFF))
        for code in range(first, last + 1)
    )
    + "\u3000"
)
# A name that is part of another one hints at it from this length on.
SHORTEST_PART = 2
MOST_COMPARED = 2000


def shown(value, longest=LONGEST_VALUE):
    """Return a value as a message shows it: text in quotes, shortened if long, in one line.

    Parameters
    ----------
    value : str or anything that YAML can hold
        `true`, `false` and `nothing` stand for booleans and null.
    longest : int
        Characters to show at most.

    Returns
    -------
    str
    """
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "nothing"
    return repr(_shortened(value, longest)) if isinstance(value, str) else one_line(value, longest)


def some(values):
    """Return the first dozen of some values, in quotes and separated by commas."""
    values = list(values)
    listed = ", ".join(map(shown, values[:LONGEST_LIST]))
    return listed + (", ..." if values[LONGEST_LIST:] else "")


def one_line(text, longest=LONGEST_LINE):
    """Return the text of an error, or of anything, in one line that is shortened if long."""
    return _shortened(" ".join(str(text).split()), longest)


def _shortened(text, longest):
    return text if len(text) <= longest else text[: longest - 3] + "..."


def letter(place):
    """Return the letter of a panel: A for 0, after Z comes AA."""
    return (letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def clean(text):
    """Return a text without blanks of any kind, also invisible ones, at its ends."""
    return text.strip(BLANKS)


def difference(one, other):
    """Return how two texts differ that a reader would take for the same one.

    Parameters
    ----------
    one, other : str

    Returns
    -------
    str
        Such as `upper and lower case`; empty if they are equal or differ by more than case, blanks
        and Unicode form.
    """
    if one == other or folded(one) != folded(other):
        return ""
    forms = [unicodedata.normalize("NFKC", _without_blanks(text)) for text in (one, other)]
    cases = [_without_blanks(text).casefold() for text in (one, other)]
    kinds = {
        "upper and lower case": forms[0] != forms[1],
        "Unicode form": cases[0] != cases[1],
    }
    found = [kind for kind, differs in kinds.items() if differs]
    if not found or [c for c in one if c in BLANKS] != [c for c in other if c in BLANKS]:
        found.append("blanks")
    return " and ".join(found)


def folded(text):
    """Return what is left of a text without its case, blanks and Unicode form."""
    return unicodedata.normalize("NFKC", _without_blanks(text)).casefold()


def _without_blanks(text):
    return "".join(c for c in text if c not in BLANKS)


def nearest(name, others):
    """Return the one of some names that is most like a name, or nothing if none is.

    Parameters
    ----------
    name : str
    others : sequence of str

    Returns
    -------
    str or None
    """
    same = next((other for other in others if folded(other) == folded(name)), None)
    part = next((other for other in others if _is_part(name, other)), None)
    close = difflib.get_close_matches(name, others[:MOST_COMPARED], n=1, cutoff=0.75)
    return same or part or (close[0] if close else None)


def _is_part(name, other):
    short, long = sorted((folded(name), folded(other)), key=len)
    return len(short) >= SHORTEST_PART and short in long


def shown_alike(one, other):
    """Return two texts that look alike in quotes, and how they differ."""
    show = ascii if "Unicode form" in difference(one, other) else shown
    return f"{show(one)}, which differs from {show(other)} in {difference(one, other)}"


def hint(missing, others):
    """Return a hint at the first name that is missing and the most similar one of others.

    Parameters
    ----------
    missing, others : sequence of str

    Returns
    -------
    str
        Empty if none is similar.
    """
    for name in list(missing)[:LONGEST_LIST]:
        other = nearest(name, [other for other in others if other != name]) if name else None
        if other and difference(name, other):
            return f" ({shown_alike(other, name)})"
        if other:
            return f" ({shown(name)} may be {shown(other)})"
    return ""


def large_number(value):
    """Return a number as text for reading: 1,234 or 3.5 million; words for NaN."""
    if value != value:
        return "an unknown number of"
    for size, word in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if value >= size:
            return f"{value / size:.3g} {word}"
    return f"{value:,.0f}"


def plain_number(value):
    """Return a number as text for copying: 7510000 or 0.000691."""
    return f"{value:.0f}" if value >= 1 else f"{value:.6g}"
