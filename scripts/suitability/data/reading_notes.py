"""What is noted while a data set is made: samples left out, and what looks wrong."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Notes:
    """Lines for the log, the terminal and the report.

    Attributes
    ----------
    left_out : tuple of str
        How many samples were left out, and why.
    warnings : tuple of str
        What looks wrong.
    """

    left_out: tuple = ()
    warnings: tuple = ()

    def __add__(self, other):
        return Notes((*self.left_out, *other.left_out), (*self.warnings, *other.warnings))
