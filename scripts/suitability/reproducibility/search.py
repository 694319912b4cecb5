"""How likely a larger study confirms what a search for feature sets reports.

In outer splits of the samples, random feature sets are scored in the training part. A search draws
N of them with replacement and reports the performance of the best one, whose rule then calls the
held-out samples. The performance on held-out samples has a sampling error, which a follow-up study
of many samples would not have: a beta-binomial model separates it.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import beta

from suitability.core.progress import Progress
from suitability.core.randomness import stream
from suitability.core.resampling import stratified_folds
from suitability.gaussian import rules, set_kernel
from suitability.gaussian.set_scores import set_scores
from suitability.win.percentage import n_grid

ANY = "any"
RHOS = (0.0, 0.01, 0.05, 0.1)
# Thresholds of the error: a report of at least 1 - tau.
TAUS = (0.1, 0.2, 0.3, 0.5)
POINTS_PER_DECADE = 2
# Of a normal distribution: two-sided 95%.
Z = 1.959963984540054
ROUNDING = 1e-9
SMALLEST = 1e-6
COLUMNS = ["N", "candidate", "rho", "tau", "reported", "inside", "outside"]
COLUMNS += ["observed", "index", "lower", "upper"]


@dataclass(frozen=True)
class Plan:
    """How searches are repeated.

    Attributes
    ----------
    outer_folds, outer_repeats : int
    sets : int
        Feature sets that are scored in each split.
    searches : int
        For each split, N and candidate.
    """

    outer_folds: int
    outer_repeats: int
    sets: int
    searches: int


def searched_splits(problem, contest, draw, plan, seed):
    """Return what searches report in outer splits, and reach on the held-out samples.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : scoring.performance.Contest
    draw : callable
        Given values and labels of training samples, a number of sets and a generator of random
        numbers, returns feature sets: a list of int arrays of shape (sets, size).
    plan : Plan
    seed : int

    Returns
    -------
    pandas.DataFrame
        repeat, part, N, candidate (`any`: all of them searched together), search, inside (the
        reported performance), outside (on held-out samples), trials (independent decisions with
        the same sampling error as outside).

    Raises
    ------
    InputError
        If kernels cannot score the sets.
    """
    contest.check_built_in("the reproducibility index of searches")
    labels, groups = problem.labels, problem.groups
    outer = stratified_folds(
        labels,
        plan.outer_repeats,
        plan.outer_folds,
        stream(seed, problem.name, "reproducibility, outer folds"),
        groups,
    )
    progress = Progress(outer.size, f"reproducibility of searches in {problem.name}")
    frames = []
    for repeat, of_repeat in enumerate(outer, 1):
        for part in range(plan.outer_folds):
            index = (repeat - 1) * plan.outer_folds + part
            rng = stream(seed, problem.name, "reproducibility, searches", index)
            frame = _search_split(problem, contest, draw, plan, of_repeat != part, rng)
            frame.insert(0, "repeat", repeat)
            frame.insert(1, "part", part + 1)
            frames.append(frame)
            progress(len(labels) // plan.outer_folds)
    return pd.concat(frames, ignore_index=True)


def _search_split(problem, contest, draw, plan, training, rng):
    values, labels = problem.values[training], problem.labels[training]
    groups = None if problem.groups is None else problem.groups[training]
    folds = stratified_folds(labels, len(problem.folds), problem.fold_count, rng, groups)
    rule = contest.rule(np.bincount(labels, minlength=2), len(folds))
    truth = problem.labels[~training]
    held_out_rule = contest.rule(np.bincount(truth, minlength=2), 1)
    sets = draw(values, labels, plan.sets, rng)
    data = set_kernel.prepare(values, labels, folds)
    scores = np.concatenate([set_scores(data, each, rule.for_kernels())[0] for each in sets])
    usable = np.flatnonzero((scores >= 0).all(axis=1))
    n = n_grid(max(len(scores) // 2, 1), POINTS_PER_DECADE)
    frames = []
    for name in [*rule.candidates, ANY]:
        found = scores[usable]
        best = found.max(axis=1) if name == ANY else found[:, rule.candidates.index(name)]
        chosen = _chosen_sets(best, n, plan.searches, rng)
        winner = np.full(chosen.shape, name, object)
        if name == ANY:
            winner = _winners(found[chosen], rule, rng)
        right = _right_calls(problem, training, sets, usable[chosen], winner)
        frames.append(
            pd.DataFrame(
                {
                    "N": np.repeat(n, plan.searches),
                    "candidate": name,
                    "search": np.tile(np.arange(plan.searches), len(n)),
                    "inside": (best[chosen] / rule.highest).ravel(),
                    "outside": (right @ held_out_rule.weights / held_out_rule.highest).ravel(),
                    "trials": independent_trials(held_out_rule, np.bincount(truth, minlength=2)),
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def independent_trials(rule, class_sizes):
    """Return of how many independent decisions a share has the variance of a performance.

    Parameters
    ----------
    rule : scoring.performance.ScoreRule
    class_sizes : int array, shape (2,)

    Returns
    -------
    float
        Where both classes are called right with the same probability; with equal weights
        4 / (1 / n0 + 1 / n1).
    """
    shares = np.array(rule.weights) * class_sizes / rule.highest
    return float(1 / (shares**2 / class_sizes).sum())


def _chosen_sets(scores, n, searches, rng):
    """Return the places of the best of N sets, drawn with replacement: shape (points, searches)."""
    # Equal scores are in random order.
    order = rng.permutation(len(scores))
    order = order[np.argsort(-scores[order], kind="stable")]
    uniform = rng.random((len(n), searches))
    # The smallest of N ranks.
    smallest = -np.expm1(np.log1p(-uniform) / np.asarray(n)[:, None])
    return order[np.minimum((smallest * len(scores)).astype(np.int64), len(scores) - 1)]


def _winners(scores, rule, rng):
    """Return one of the winners of each set, at random."""
    wins = rule.winners(scores)
    pick = np.where(wins, rng.random(wins.shape), -1).argmax(axis=-1)
    return np.array(rule.candidates, object)[pick]


def _right_calls(problem, training, sets, chosen, winner):
    """Return the right calls of held-out samples, by class: shape (points, searches, 2)."""
    ends = np.cumsum([len(each) for each in sets])
    truth = problem.labels[~training]
    right = np.zeros((*chosen.shape, 2), np.int64)
    for group, of_size in enumerate(sets):
        start = ends[group] - len(of_size)
        for name in np.unique(winner.astype(str)):
            here = (winner == name) & (chosen >= start) & (chosen < ends[group])
            if not here.any():
                continue
            places, back = np.unique(chosen[here] - start, return_inverse=True)
            x = problem.values[:, of_size[places]]
            gaussians = rules.fit(x[training], problem.labels[training])
            called = rules.calls(x[~training], name, gaussians)
            counts = np.stack([(called[truth == c] == c).sum(axis=0) for c in (0, 1)], axis=-1)
            right[here] = counts[back]
    return right


def search_index(searches):
    """Return the reproducibility index of searches, for each N and candidate.

    Parameters
    ----------
    searches : pandas.DataFrame
        From `searched_splits`.

    Returns
    -------
    pandas.DataFrame
        N, candidate, rho, tau, reported (share of searches that report at least 1 - tau), inside
        (mean of these reports), outside (mean on held-out samples), observed (share of those that
        reach their report less rho on the held-out samples), index (the same without the sampling
        error of the held-out samples, see `confirmation`), lower, upper (95%, from the spread
        between the parts of a repeat). Undefined where no search reports that much.
    """
    rows = []
    for (n, candidate), part in searches.groupby(["N", "candidate"], sort=False):
        inside, outside, trials = (
            part[name].to_numpy() for name in ("inside", "outside", "trials")
        )
        place = part["repeat"].to_numpy() - 1, part["part"].to_numpy() - 1
        for tau in TAUS:
            kept = inside >= 1 - tau - ROUNDING
            known = kept.any()
            of_tau = {"N": n, "candidate": candidate, "tau": tau, "reported": kept.mean()}
            if known:
                of_tau |= {"inside": inside[kept].mean(), "outside": outside[kept].mean()}
            for rho in RHOS:
                row = {**of_tau, "rho": rho}
                if known:
                    least = inside[kept] - rho
                    row["observed"] = (outside[kept] >= least - ROUNDING).mean()
                    confirmed = confirmation(outside[kept], trials[kept], least, place[1].max() + 1)
                    index = confirmed.mean()
                    error = _error_of_parts(confirmed, *(each[kept] for each in place))
                    row["index"] = index
                    row["lower"], row["upper"] = np.clip(
                        [index - Z * error, index + Z * error], 0, 1
                    )
                rows.append(row)
    return pd.DataFrame(rows, columns=COLUMNS)


def confirmation(outside, trials, least, parts):
    """Return the probability that the true performance of each rule is at least some value.

    Beta-binomial model: the true performances have a beta distribution, by moments; that of a rule
    is then known from it and from the rule's performance on held-out samples. Since all parts
    together are only as many samples as the study has, their mean has a sampling error too, which
    is added.

    Parameters
    ----------
    outside : float64 array, shape (rules,)
        Performance on held-out samples.
    trials : float64 array, shape (rules,)
        Independent decisions that these consist of.
    least : float64 array, shape (rules,)
    parts : int
        Of the samples, each of which is held out once.

    Returns
    -------
    float64 array, shape (rules,)
    """
    # A share of 0 or 1 has no variance.
    mean = np.clip(outside.mean(), SMALLEST, 1 - SMALLEST)
    of_decision, share = mean * (1 - mean), (1 / trials).mean()
    between = (outside.var() - of_decision * share) / (1 - share)
    means, variances = mean, 0.0
    if between > ROUNDING:
        strength = max(of_decision / between - 1, SMALLEST)
        means = (mean * strength + outside * trials) / (strength + trials)
        means = np.clip(means, SMALLEST, 1 - SMALLEST)
        variances = means * (1 - means) / (strength + trials + 1)
    variances = variances + of_decision * share / parts
    strengths = np.maximum(means * (1 - means) / variances - 1, SMALLEST)
    return beta.sf(np.clip(least, 0, 1), means * strengths, (1 - means) * strengths)


def _error_of_parts(confirmed, repeat, part):
    """Return the standard error of the index, from the parts of a repeat, which share no sample."""
    repeats, parts = len(np.unique(repeat)), len(np.unique(part))
    if parts < 2:
        return np.nan
    sums = np.zeros((repeat.max() + 1, part.max() + 1))
    np.add.at(sums, (repeat, part), confirmed - confirmed.mean())
    variance = (sums**2).sum() / repeats * parts / (parts - 1)
    return float(np.sqrt(variance) * repeats / len(confirmed))
