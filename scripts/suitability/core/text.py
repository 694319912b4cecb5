"""Text for messages: values in quotes, lists, errors in one line, letters of panels."""

LONGEST_VALUE, LONGEST_LINE, LONGEST_LIST = 60, 200, 12


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
