"""Simulated studies of known populations, compared with the truth.

The truth at n samples is found by independent studies of the population: their mean win percentage,
and the mean performance of what a search in them chooses, on a large test sample.
"""

from dataclasses import dataclass
from math import comb

import numpy as np
import pandas as pd

from suitability.core.problem import Problem
from suitability.core.randomness import stream
from suitability.core.resampling import stratified_folds
from suitability.gaussian import pair_kernel
from suitability.held_out.expectation import expected
from suitability.held_out.intervals import (
    BETTER,
    behind_leader,
    held_out_frame,
    outside_error,
)
from suitability.held_out.other_estimates import (
    bootstrap_bias_corrected,
    cross_validated,
    right_by_sample,
    tibshirani,
)
from suitability.held_out.scoring import score_splits
from suitability.held_out.split_values import ANY, Z, split_values
from suitability.held_out.splits import Plan
from suitability.held_out.stability import leaders, stability_frame
from suitability.scoring.drawn_sets import draw_groups
from suitability.scoring.score_table import ScoreTable
from suitability.win.percentage import exact_win

BOOTSTRAPS = 200


@dataclass(frozen=True)
class Design:
    """How studies are simulated.

    Attributes
    ----------
    sizes : (int, int)
        Samples of class 0 and class 1 in a study.
    repeats, folds : int
        Of the cross-validation.
    plan : splits.Plan
    n : tuple of int
        The values of N.
    studies : int
        Simulated studies of each population.
    independent : int
        Independent studies that the truth is taken from.
    tested : int
        Test samples of each class in the latter.
    seed : int
    """

    sizes: tuple[int, int]
    repeats: int
    folds: int
    plan: Plan
    n: tuple[int, ...]
    studies: int
    independent: int
    tested: int
    seed: int


@dataclass(frozen=True)
class Truth:
    """What a population gives at the size of a study.

    Attributes
    ----------
    outside : float64 array, shape (points, candidates + 1)
        Mean held-out performance of a search with each candidate, and with all of them.
    win : float64 array, shape (points, candidates)
        Mean win percentage.
    agree : float64 array, shape (points,)
        How often two independent studies of half the size have the same leaders.
    """

    outside: np.ndarray
    win: np.ndarray
    agree: np.ndarray


def independent_study(population, sizes, tested, contest, design, rng):
    """Return held-out performance and win percentages of one study.

    Parameters
    ----------
    population : population.Population
    sizes : (int, int)
        Samples of each class.
    tested : int
        Test samples of each class.
    contest : scoring.performance.Contest
    design : Design
    rng : numpy.random.Generator

    Returns
    -------
    outside : float64 array, shape (points, candidates + 1)
    win : float64 array, shape (points, candidates)
    """
    values, labels = population.sample(sizes, rng)
    of_test, test_labels = population.sample((tested, tested), rng)
    folds = np.full((design.repeats, len(labels) + 2 * tested), -1, np.int64)
    folds[:, : len(labels)] = stratified_folds(labels, design.repeats, design.folds, rng)
    rule, held_out_rule = contest.rule(sizes, design.repeats), contest.rule((tested, tested), 1)
    data = pair_kernel.prepare(
        np.concatenate([values, of_test]), np.concatenate([labels, test_labels]), folds
    )
    found = pair_kernel.score_pairs(
        data,
        pair_kernel.shard_rows(values.shape[1], 0, 1),
        rule.for_kernels(),
        by_candidate=True,
    )
    _, outside = expected(found.by_candidate, np.array(design.n), rule, held_out_rule)
    return outside, exact_win(ScoreTable.from_histogram(found.counts, rule), design.n)


def truth_of(population, contest, design):
    """Return the truth about a population, estimated from independent studies.

    Parameters
    ----------
    population : population.Population
    contest : scoring.performance.Contest
    design : Design

    Returns
    -------
    Truth
    """

    def studies(purpose, sizes, tested, count):
        rngs = (stream(design.seed, population.name, purpose, i) for i in range(count))
        found = [independent_study(population, sizes, tested, contest, design, r) for r in rngs]
        return (np.array(part) for part in zip(*found, strict=True))

    outside, win = studies("truth", design.sizes, design.tested, design.independent)
    half = tuple(size // 2 for size in design.sizes)
    _, win_of_halves = studies("halves", half, 1, design.independent)
    first = leaders(win_of_halves)
    # All pairs of studies, as all are independent.
    one, other = np.triu_indices(len(first), 1)
    agree = (first[one] == first[other]).all(axis=-1).mean(axis=0)
    return Truth(outside.mean(axis=0), win.mean(axis=0), agree)


def simulated_problem(population, design, index):
    """Return a simulated study: a `core.problem.Problem`."""
    rng = stream(design.seed, population.name, "study", index)
    values, labels = population.sample(design.sizes, rng)
    return Problem(
        values=values,
        labels=labels,
        folds=stratified_folds(labels, design.repeats, design.folds, rng),
        name=f"{population.name} {index + 1}",
    )


def study_rows(problem, truth, contest, design, threads):
    """Return the tables of a simulated study beside the truth.

    Parameters
    ----------
    problem : core.problem.Problem
    truth : Truth
    contest : scoring.performance.Contest
    design : Design
    threads : int

    Returns
    -------
    pandas.DataFrame
        One row an N and candidate, or `any`: columns of `held_out_frame` and `stability_frame`,
        true_outside, true_win, true_behind (of the best candidate), and whether intervals cover
        the truth: outside_covered, behind_covered (difference from the estimated leader),
        win_covered.
    """
    features = problem.values.shape[1]

    def draw(values, labels):
        return draw_groups(features, comb(features, 2), np.random.default_rng(design.seed))

    splits = score_splits(
        problem, contest, draw, design.plan, np.array(design.n), seed=design.seed, threads=threads
    ).splits
    names = list(contest.candidates)
    held_out = held_out_frame(splits, region=0.01)
    nested = split_values(splits, "nested", "outside", [*names, ANY])
    halves = split_values(splits, "half", "outside", [*names, ANY])
    leader, behind, error = behind_leader(nested[..., :-1], halves[..., :-1])
    of_leader = np.take_along_axis(truth.outside, leader[:, None], axis=1)
    missed = np.abs(behind - (of_leader - truth.outside[:, :-1])) > Z * error
    is_leader = np.arange(len(names)) == leader[:, None]
    nothing = np.full((len(leader), 1), np.nan)
    off = np.abs(nested.mean(axis=(0, 1)) - truth.outside)
    best = truth.outside[:, :-1].max(axis=1, keepdims=True)
    held_out["true_outside"] = truth.outside.ravel()
    held_out["true_behind"] = np.hstack([best - truth.outside[:, :-1], nothing]).ravel()
    held_out["outside_covered"] = (off <= Z * outside_error(halves)).astype(float).ravel()
    held_out["behind_covered"] = np.hstack([np.where(is_leader, np.nan, ~missed), nothing]).ravel()

    stable = stability_frame(splits).rename(columns={"lower": "win_lower", "upper": "win_upper"})
    stable["true_win"] = truth.win.ravel()
    stable["win_covered"] = stable["true_win"].between(stable["win_lower"], stable["win_upper"])
    stable["win_covered"] = stable["win_covered"].astype(float)
    return held_out.merge(stable, on=["N", "candidate"], how="left")


def other_rows(problem, contest, design, index):
    """Return what other methods estimate for one random search of each N.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : scoring.performance.Contest
    design : Design
    index : int
        Distinguishes the searches of several studies.

    Returns
    -------
    pandas.DataFrame
        N, method, estimate.
    """
    rng = stream(design.seed, problem.name, "search", index)
    pairs = np.stack(np.triu_indices(problem.values.shape[1], 1), axis=1)
    drawn = pairs[rng.integers(len(pairs), size=max(design.n))]
    right = right_by_sample(problem, drawn, contest.candidates)
    rows = []
    for n in design.n:
        some = right[:, : n * len(contest.candidates)]
        estimates = {
            "cross-validated": cross_validated(some, problem.labels),
            "Tibshirani": tibshirani(some, problem.labels, problem.folds),
            "BBC-CV": bootstrap_bias_corrected(some, problem.labels, BOOTSTRAPS, rng),
        }
        rows += [(n, method, estimate) for method, estimate in estimates.items()]
    return pd.DataFrame(rows, columns=["N", "method", "estimate"])


def summary(rows, others, truth, population):
    """Return how well the estimates of a population's studies agree with the truth.

    Parameters
    ----------
    rows : pandas.DataFrame
        `study_rows` of all studies.
    others : pandas.DataFrame
        `other_rows` of all studies.
    truth : Truth
    population : str
        Its name.

    Returns
    -------
    pandas.DataFrame
        population, N, measure, value.
    """
    result = []
    for place, (n, of_n) in enumerate(rows.groupby("N", sort=True)):
        together, alone = (of_n[(of_n["candidate"] == ANY) == flag] for flag in (True, False))
        compared = alone[alone["comparison"] != "best"]
        true = truth.outside[place, -1]
        measures = {
            "true outside": true,
            "mean outside": together["outside"].mean(),
            "bias of outside": together["outside"].mean() - true,
            "standard error of the bias": together["outside"].sem(),
            "coverage of outside, all": together["outside_covered"].mean(),
            "coverage of outside, candidates": alone["outside_covered"].mean(),
            "coverage of behind": alone["behind_covered"].mean(),
            "behind_upper holds": (alone["true_behind"] <= alone["behind_upper"]).mean(),
            "mean behind": compared["behind"].mean(),
            "true behind": alone["true_behind"].mean(),
            "called better": (compared["comparison"] == BETTER).mean(),
            "coverage of win": alone["win_covered"].mean(),
            "lowest coverage of win": alone.groupby("candidate")["win_covered"].mean().min(),
            "halves agree": alone["halves_agree"].mean(),
            "independent halves agree": truth.agree[place],
        }
        for method, estimates in others[others["N"] == n].groupby("method", sort=False):
            measures[f"bias of {method}"] = estimates["estimate"].mean() - true
        result += [(population, n, measure, value) for measure, value in measures.items()]
    return pd.DataFrame(result, columns=["population", "N", "measure", "value"])


def validate(populations, contest, design, threads):
    """Simulate studies of populations and compare their tables with the truth.

    Parameters
    ----------
    populations : list of population.Population
    contest : scoring.performance.Contest
    design : Design
    threads : int

    Returns
    -------
    pandas.DataFrame
        See `summary`.
    """
    result = []
    for population in populations:
        truth = truth_of(population, contest, design)
        rows, others = [], []
        for index in range(design.studies):
            problem = simulated_problem(population, design, index)
            rows.append(study_rows(problem, truth, contest, design, threads))
            others.append(other_rows(problem, contest, design, index))
        result.append(summary(pd.concat(rows), pd.concat(others), truth, population.name))
    return pd.concat(result, ignore_index=True)
