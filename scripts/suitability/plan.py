"""The planner on the command line: `python -m suitability.plan`."""

import argparse
import sys
from fractions import Fraction

import numpy as np

from suitability.core.errors import InputError
from suitability.core.tables import read_tsv
from suitability.core.text import plain_number
from suitability.reproducibility.index import index_table
from suitability.reproducibility.kernel import RULES
from suitability.reproducibility.prior import (
    CRITERIA,
    Prior,
    check_prior,
    smallest_n,
    smallest_possible_n,
)
from suitability.reproducibility.simulation import (
    ESTIMATORS,
    Estimation,
    estimator_pairs,
    simulate,
)
from suitability.win.epsilon import epsilon_of, n_of, p_of
from suitability.win.planning import PAPER_CURVE, sets_needed
from suitability.win.sampling_error import FIT_COLUMNS

SMALLEST = 1e-15
LARGEST_N = 1e15
STUDY_ARGUMENTS = ("rho", "tau", "theta", "theta_sd")
SIMULATED_STUDIES = 400
SEED = 1


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise InputError(f"{message}; --help shows what is allowed")


def parser():
    """Return the parser of the command line."""
    result = _Parser(
        prog="python -m suitability.plan",
        description="Plan a search for feature sets: give two of N, p and epsilon to compute the "
        "third. With --rmse also compute how many feature sets to score to predict the winner. Or "
        "plan a study: with --reproducibility, --rho, --tau, --theta and --theta-sd, compute how "
        "many samples it needs so that a larger study confirms it.",
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
    study = result.add_argument_group(
        "a study that a larger one confirms (docs/reproducibility.md)"
    )
    study.add_argument(
        "--reproducibility", type=_number, metavar="R", help="wanted reproducibility index, as 0.6"
    )
    study.add_argument(
        "--rho", type=_number, help="how far the true error may be above the estimate"
    )
    study.add_argument("--tau", type=_number, help="the largest estimate that is followed up")
    study.add_argument(
        "--theta", type=_number, help="difference of the class means, in the prior's mean"
    )
    study.add_argument("--theta-sd", type=_number, help="its standard deviation in the prior")
    study.add_argument("--dimension", type=int, default=2, help="features (default: 2)")
    study.add_argument(
        "--correlations",
        type=_number,
        nargs=2,
        default=[0.0, 0.0],
        help="of features in both classes (default: 0 0)",
    )
    study.add_argument("--rule", default="LDA", help="a Gaussian rule (default: LDA)")
    study.add_argument(
        "--estimator", default="bootstrap", choices=ESTIMATORS, help="default: bootstrap"
    )
    study.add_argument("--criterion", default="mean", choices=CRITERIA, help="default: mean")
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
    if given.reproducibility is not None:
        return _study(given)
    for name in STUDY_ARGUMENTS:
        if getattr(given, name) is not None:
            raise InputError(
                f"--{name.replace('_', '-')}: used only with --reproducibility; add it"
            )
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


def _study(given):
    """Return the plan of a study that a larger one confirms: see `plan`."""
    if any(getattr(given, name) is not None for name in ("N", "p", "epsilon", "rmse", "fit")):
        raise InputError("--reproducibility: plans a study, not a search; omit --N, --p and so on")
    missing = [name for name in STUDY_ARGUMENTS if getattr(given, name) is None]
    if missing:
        named = ", ".join(f"--{name.replace('_', '-')}" for name in missing)
        raise InputError(f"--reproducibility: needs {named} as well")
    for name in ("reproducibility", "rho", "tau"):
        value = getattr(given, name)
        if not 0 <= value < 1:
            raise InputError(f"--{name}: {value:g} given; allowed: from 0 to below 1")
    if given.rule not in RULES:
        raise InputError(f"--rule: {given.rule!r} given; allowed: {', '.join(RULES)}")
    prior = Prior(given.theta, given.theta_sd, given.dimension, tuple(given.correlations))
    check_prior(prior)
    estimation, tau = Estimation(), Fraction(str(given.tau))

    def index_at(n):
        indices = []
        for model in prior.models():
            errors = simulate(model, n, given.rule, range(SIMULATED_STUDIES), estimation, SEED)
            pairs = estimator_pairs(errors, given.estimator, n, estimation)
            indices.append(index_table(pairs, [given.rho], [tau])["index"].iloc[0])
        return np.array(indices)

    start = smallest_possible_n(prior.dimension, given.rule, estimation)
    n, found = smallest_n(index_at, given.reproducibility, start, given.criterion)
    return [
        ("n", n, "samples of a study, half of them in each class"),
        ("mean", found["mean"], "expected reproducibility index over the prior"),
        ("least", found["least"], "smallest index of the prior's values of theta"),
        ("empty", found["empty"], "values of theta without any estimate of at most tau"),
    ]


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
