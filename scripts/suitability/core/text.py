"""Words and numbers as people read them."""


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
