"""From right test decisions to scores, performances and winners."""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from suitability.core.errors import InputError
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.tally import Scoring

# A finer weight of sensitivity would make needlessly many different scores.
FINEST_WEIGHT = 20


@dataclass(frozen=True)
class ScoreRule:
    """How right test decisions become an integer score, and scores winners.

    Attributes
    ----------
    candidates : tuple of str
        In config order; the first is the lowest bit of a winner set.
    weights : tuple of int
        What a right decision in each class adds.
    unit : int
        Their greatest common divisor, which every score is a multiple of.
    highest : int
        The score if all decisions are right; performance is score / highest.
    tolerance : int
        How far below the best a winner's score may be.
    """

    candidates: tuple
    weights: tuple[int, ...]
    unit: int
    highest: int
    tolerance: int

    def winners(self, scores):
        """Return which candidates win.

        Parameters
        ----------
        scores : int array, shape (..., candidates)

        Returns
        -------
        bool array, same shape
        """
        return scores >= scores.max(axis=-1, keepdims=True) - self.tolerance

    def for_kernels(self):
        """Return the rule as the compiled kernels take it; all candidates are Gaussian rules.

        Returns
        -------
        gaussian.tally.Scoring
        """
        places = [list(CANDIDATES).index(name) for name in self.candidates]
        return Scoring.of(places, self.weights, self.tolerance, self.unit)


@dataclass(frozen=True)
class Contest:
    """Which candidates take part, and how the best are found; the same for all data sets.

    Attributes
    ----------
    candidates : sequence of str
        Names, in config order.
    sensitivity_weight : float
        Weight of sensitivity in the performance, between 0 and 1; specificity has the rest. Taken
        as the nearest fraction with a denominator of at most 20.
    tie_tolerance : float
        How far below the best a winner may be, in units of performance.
    estimators : sequence of dict
        Descriptions of the candidates that are not built in, see
        `estimators.description.described`.
    seed : int
        Of the random states of these candidates.
    general : bool
        Whether `any_candidates` scores all sets, not the kernels; true if there are estimators.
        Right decisions are then counted in units of 1 / classes, as a failed fit counts as chance.
    """

    candidates: tuple
    sensitivity_weight: float = 0.5
    tie_tolerance: float = 0.0
    estimators: tuple = ()
    seed: int = 0
    general: bool = False

    def __post_init__(self):
        object.__setattr__(self, "general", self.general or bool(self.estimators))

    def check_built_in(self, what):
        """Raise an `InputError` if kernels cannot score all sets, which `what` requires."""
        if self.estimators:
            names = ", ".join(each["name"] for each in self.estimators)
            raise InputError(f"{what} is for the six built-in candidates only; leave {names} out")
        if self.general:
            raise InputError(
                f"{what} is for two classes and sets of at most 8 features; leave other endpoints "
                "out, and choose smaller sets"
            )

    def rule(self, class_sizes, repeats):
        """Return how right decisions become an exact integer score.

        With equal weights the score is C1 n0 + C0 n1 for C0, C1 right decisions in classes of n0,
        n1 samples, out of 2 R n0 n1: balanced accuracy pooled over the test folds. With K classes
        it is the sum of C_k L / n_k out of K R L, with L the least common multiple of all n_k.

        Parameters
        ----------
        class_sizes : sequence of int
            Samples in each class.
        repeats : int
            How many times each sample is tested.

        Returns
        -------
        ScoreRule
        """
        sizes = [int(n) for n in class_sizes]
        if len(sizes) == 2:
            share = Fraction(self.sensitivity_weight).limit_denominator(FINEST_WEIGHT)
            weights = (
                (share.denominator - share.numerator) * sizes[1],
                share.numerator * sizes[0],
            )
        else:
            weights = tuple(lcm(*sizes) // n for n in sizes)
        highest = repeats * sum(weight * n for weight, n in zip(weights, sizes, strict=True))
        if self.general:
            highest *= len(sizes)
        tolerance = int(Fraction(str(self.tie_tolerance)) * highest)
        return ScoreRule(tuple(self.candidates), weights, gcd(*weights), highest, tolerance)

    def rule_of(self, problem):
        """Return `rule` for the classes and repeats of a `core.problem.Problem`."""
        return self.rule(problem.class_sizes, len(problem.folds))


def fold_performances(right, test_sizes, contest):
    """Return the performance of every candidate on every feature set in every test fold.

    Parameters
    ----------
    right : int64 array, shape (sets, splits, candidates, 2)
        Right test decisions in each class, see `gaussian.rules.right_decisions`.
    test_sizes : int64 array, shape (splits, 2)
        Test samples of each class; at least one of each.
    contest : Contest

    Returns
    -------
    float64 array, shape (sets, splits, candidates)
        Weighted mean of the sensitivity and specificity in the fold.
    """
    rules = [contest.rule(sizes, 1) for sizes in test_sizes]
    return np.stack(
        [right[:, split] @ rule.weights / rule.highest for split, rule in enumerate(rules)], axis=1
    )


def chance_level(sensitivity_weight, classes=2):
    """Return the performance of the best one of the rules that always call one class."""
    return 1 / classes if classes > 2 else max(sensitivity_weight, 1 - sensitivity_weight)


def performance_name(sensitivity_weight):
    """Return what performance is called: balanced accuracy if both classes count equally."""
    return "balanced accuracy" if sensitivity_weight == 0.5 else "performance"
