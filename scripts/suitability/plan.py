"""The planner on the command line: `python -m suitability.plan`."""

import argparse
import sys

from suitability.core.errors import InputError
from suitability.core.tables import read_tsv
from suitability.core.text import plain_number
from suitability.win.budget import epsilon_of, n_of, p_of
from suitability.win.planning import PAPER_CURVE, sets_needed
from suitability.win.sampling_error import FIT_COLUMNS

SMALLEST = 1e-15
LARGEST_N = 1e15


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise InputError(f"{message}; --help shows what is allowed")


def parser():
    """Return the parser of the command line."""
    result = _Parser(
        prog="python -m suitability.plan",
        description="Plan a search for feature sets: give two of N, p and epsilon to compute the "
        "third. With --rmse also compute how many feature sets to score to predict the winner.",
        allow_abbrev=False,
    )
    result.add_argument("--N", type=_number, help="feature sets that the search draws, such as 1e4")
    result.add_argument(
        "--p", type=_number, help="share of all feature sets that counts as the best, such as 0.001"
    )
    result.add_argument(
        "--epsilon", type=_number, help="probability that the search draws none of the best"
    )
    result.add_argument(
        "--rmse",
        type=_number,
        help="wanted root mean square error of the win percentages, such as 0.01 for one "
        "percentage point",
    )
    result.add_argument(
        "--fit",
        metavar="FILE",
        help="rmse_fit.tsv of a similar data set; default: the paper's curve "
        f"{PAPER_CURVE['a']:g} (N/M)^{PAPER_CURVE['b']:g}",
    )
    return result


def plan(arguments):
    """Return the plan of a search.

    Parameters
    ----------
    arguments : list of str
        As on the command line.

    Returns
    -------
    list of (str, float, str)
        Name, value and meaning of each quantity.

    Raises
    ------
    InputError
        If arguments are missing or too many, a value is not allowed, or the fit cannot be read.
    """
    given = parser().parse_args(arguments)
    _check(given)
    n, p, epsilon = given.N, given.p, given.epsilon
    if n is None:
        n = n_of(p, epsilon)
    elif p is None and epsilon is not None:
        p = p_of(n, epsilon)
    elif epsilon is None and p is not None:
        epsilon = epsilon_of(n, p)
    lines = [("N", n, "feature sets that the search draws")]
    if p is not None:
        lines += [
            ("p", p, "share of all feature sets that counts as the best"),
            ("epsilon", epsilon, "probability that the search draws none of the best"),
        ]
    if given.rmse is not None:
        needed, lower, upper = sets_needed(n, given.rmse, _curve(given.fit))
        meaning = f"feature sets to score for an RMSE of {given.rmse:g}"
        if lower == lower:
            limits = [plain_number(_rounded(limit)) for limit in (lower, upper)]
            meaning += f" (95% interval {limits[0]} to {limits[1]})"
        lines.append(("M", _rounded(needed), meaning))
    return lines


def _number(text):
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def _check(given):
    """Raise an `InputError` if a value is not allowed, or arguments are missing or too many."""
    for name in ("p", "epsilon", "rmse"):
        value = getattr(given, name)
        if value is not None and not SMALLEST <= value < 1:
            raise InputError(f"--{name}: {value:g} given; allowed: from {SMALLEST:g} to below 1")
    n = given.N
    if n is not None and not (1 <= n <= LARGEST_N and n == int(n)):
        raise InputError(f"--N: {n:g} given; allowed: a whole number from 1 to {LARGEST_N:g}")
    known = [value is not None for value in (n, given.p, given.epsilon)]
    if sum(known) != 2 and not (known == [True, False, False] and given.rmse is not None):
        raise InputError("give two of --N, --p and --epsilon, or --N and --rmse")
    if given.fit is not None and given.rmse is None:
        raise InputError("--fit: used only with --rmse; add --rmse, or omit --fit")


def _curve(path):
    if path is None:
        return PAPER_CURVE
    try:
        curve = read_tsv(path).iloc[0]
        known = curve[list(FIT_COLUMNS)].astype(float)
    except (OSError, ValueError, LookupError):
        raise InputError(
            f"{path}: is not a table of a fitted error curve; give the rmse_fit.tsv of a data set"
        ) from None
    if not (known.drop("a_b_correlation") > 0).all():
        raise InputError(f"{path}: contains no fitted curve; give another file, or omit --fit")
    return known.to_dict()


def _rounded(value):
    # A fitted curve is not known to more digits.
    return float(f"{value:.3g}")


def main(arguments):
    """Print the plan, or one line with the error.

    Parameters
    ----------
    arguments : list of str

    Returns
    -------
    int
        The exit code.
    """
    try:
        lines = plan(arguments)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for name, value, meaning in lines:
        print(f"{name:<8} {plain_number(value):<12} {meaning}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
