"""What a terminal shows."""

import re


def screen(written):
    """Return the lines of a terminal after a text was written to it."""
    lines, column = [""], 0
    written = re.sub(r"\x1b\[[\d;]*m", "", written)
    for part in re.findall(r"\r|\n|\x1b\[K|[^\r\n\x1b]+", written):
        if part == "\n":
            lines.append("")
            column = 0
        elif part == "\r":
            column = 0
        elif part == "\x1b[K":
            lines[-1] = lines[-1][:column]
        else:
            lines[-1] = lines[-1][:column] + part + lines[-1][column + len(part) :]
            column += len(part)
    return lines
