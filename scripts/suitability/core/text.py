"""Words and numbers as people read them."""


def letter(place):
    """Return the letter of a panel: A for 0, after Z comes AA."""
    return (letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)
