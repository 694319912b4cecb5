"""Scoring one fixed draw of feature sets in every split of the samples."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.progress import Progress
from suitability.core.randomness import stream
from suitability.core.threads import mapped
from suitability.data.feature_weights import feature_weights, t_weights
from suitability.estimators.fitting import Labelling
from suitability.estimators.workers import Failures
from suitability.gaussian import rules, set_kernel, tally
from suitability.held_out.expectation import expected
from suitability.held_out.split_values import ANY
from suitability.held_out.splits import splits_of
from suitability.scoring.any_candidates import score_any, single_sets, tally_by_candidate
from suitability.scoring.drawn_sets import GroupedPairs, draw, score_groups
from suitability.scoring.score_table import ScoreTable, merge
from suitability.win.percentage import exact_win

# The best sets of an outer split that are kept.
BEST_SETS = 10
COLUMNS = ["kind", "repeat", "part", "N", "candidate", "inside", "outside", "win", "sets"]


class Scored(NamedTuple):
    """What the splits of a data set have given.

    Attributes
    ----------
    splits : pandas.DataFrame
        kind, repeat, part (see `splits.Split`), N, candidate, inside, outside, win, sets. One row
        for a search with each candidate alone, and for candidate `any` one with all of them. win is
        the win percentage of a candidate in the latter; sets, how many sets were scored.
    best : pandas.DataFrame
        repeat, part, feature_1, feature_2 and so on, inside, outside: the ten best sets of each
        outer split, with the mean performance of their winners.
    """

    splits: pd.DataFrame
    best: pd.DataFrame


def drawing(problem, sets, count, weights, seed, grouped=True):
    """Return a function that draws the feature sets of a data set, the same ones in each call.

    Parameters
    ----------
    problem : core.problem.Problem
    sets : dict
        As in the config, `score.sets`.
    count : int
        How many sets.
    weights : path or None
        The table of sampling weights.
    seed : int
    grouped : bool
        See `drawn_sets.draw`.

    Returns
    -------
    callable
        Given values and labels of training samples, from which weights by `t` are computed, returns
        the sets: see `drawn_sets.draw`.
    """
    by_t = sets["weights"] == "t"
    given = None if by_t else feature_weights(sets["weights"], weights, problem)

    def drawn(values, labels):
        of_features = np.nan_to_num(t_weights(values, labels)) if by_t else given
        rng = stream(seed, problem.name, "held-out sets")
        return draw(values.shape[1], sets, count, of_features, rng, grouped)

    return drawn


def score_splits(problem, contest, draw, plan, n, *, seed, threads=1):
    """Score feature sets in every split, and try each candidate on the held-out samples.

    Parameters
    ----------
    problem : core.problem.Problem
    contest : scoring.performance.Contest
    draw : callable
        Returns the sets, given values and labels of the training samples: see `drawn_sets.draw`.
        The same random numbers in each call give the same sets.
    plan : splits.Plan
    n : int array, shape (points,)
    seed : int
    threads : int
        The result does not depend on it.

    Returns
    -------
    Scored

    Raises
    ------
    InputError
        If a class has too few samples, or no set can be scored in some split.
    """
    splits = splits_of(problem, plan, seed)
    drawn = draw(problem.values, problem.labels)
    failures = Failures()
    progress_of = single_sets if contest.general else Progress
    progress = progress_of(drawn.total * len(splits), f"held-out performance of {problem.name}")

    def score(split):
        found = score_split(problem, contest, draw, split, n, failures=failures, threads=threads)
        progress(drawn.total)
        return found

    # The first split compiles the kernels, which others would only wait for.
    found = [score(splits[0])]
    # Candidates that are not built in have processes, which share the sets of each split.
    found += mapped(score, splits[1:], 1 if contest.general else threads)
    failures.check()
    frames, best = zip(*found, strict=True)
    best = [each for each in best if each is not None]
    return Scored(pd.concat(frames, ignore_index=True), pd.concat(best, ignore_index=True))


def score_split(problem, contest, draw, split, n, *, failures=None, threads=1):
    """Score feature sets in one split of the samples.

    Parameters
    ----------
    problem, contest, draw, n
        See `score_splits`.
    split : splits.Split
    failures : estimators.workers.Failures, optional
        To which failed fits are added.
    threads : int
        Of candidates that are fitted set by set.

    Returns
    -------
    frame : pandas.DataFrame
        Its rows of `Scored.splits`.
    best : pandas.DataFrame or None
        Its rows of `Scored.best`, if it is an outer one.

    Raises
    ------
    InputError
        If no set can be scored.
    """
    taking_part = split.folds[0] >= 0
    present = np.ones_like(taking_part) if split.has_held_out else taking_part
    values, labels = problem.values[present], split.labels[present]
    folds = split.folds[:, present]
    training = folds[0] >= 0
    sets = draw(values[training], labels[training])

    def class_sizes(chosen):
        return np.bincount(labels[chosen], minlength=len(problem.class_sizes))

    rule = contest.rule(class_sizes(training), len(folds))
    held_out_rule = None
    if split.has_held_out:
        held_out_rule = contest.rule(class_sizes(~training), 1)

    best_sets = None
    if contest.general:
        table, by_candidate, best_sets = _score_any(
            values,
            Labelling(labels, folds),
            sets,
            (rule, held_out_rule),
            contest=contest,
            failures=failures or Failures(),
            threads=threads,
        )
    else:
        score = _score_groups if isinstance(sets, GroupedPairs) else _score_lists
        found, best = score(values, labels, folds, sets, rule.for_kernels())
        table, by_candidate = ScoreTable.from_histogram(found.counts, rule), found.by_candidate
    if not table.total:
        raise InputError(
            f"data set '{problem.name}': in some split of the samples every feature set has a "
            "feature that is constant in a class; leave out features that are nearly constant "
            "(preprocess: variance)"
        )
    inside, outside = expected(by_candidate, n, rule, held_out_rule)
    win = np.column_stack([exact_win(table, n), np.full(len(n), np.nan)])
    names = [*contest.candidates, ANY]
    frame = pd.DataFrame(
        {
            "kind": split.kind,
            "repeat": split.repeat,
            "part": split.part,
            "N": np.repeat(n, len(names)),
            "candidate": np.tile(names, len(n)),
            "inside": inside.ravel(),
            "outside": outside.ravel(),
            "win": win.ravel(),
            "sets": table.total,
        }
    )[COLUMNS]
    if split.kind != "nested":
        return frame, None
    if not contest.general:
        best_sets = _best_sets(values, labels, training, best, rule, held_out_rule)
    return frame, _best_frame(split, *best_sets)


def _score_any(values, labelling, sets, scoring_rules, *, contest, failures, threads):
    """Score sets with candidates of which some are not built in.

    Returns
    -------
    table : ScoreTable
    by_candidate : int64 array
    best_sets : (members, performances)
        See `_best_sets`; None without a rule for held-out samples.
    """
    rule, held_out_rule = scoring_rules
    weights, tables, tallies, best, of_best = np.array(rule.weights), [], [], [], []
    for of_size in sets.of_size:
        (found,) = score_any(values, [labelling], of_size, contest, failures, threads=threads)
        scores, held_out = (found.right @ weights)[found.usable], found.held_out[found.usable]
        members = of_size[found.usable]
        tables.append(ScoreTable.from_scores(scores, rule))
        tallies.append(tally_by_candidate(scores, held_out, rule))
        order = np.argsort(-scores.max(axis=1), kind="stable")[:BEST_SETS]
        best.append((scores[order].max(axis=1), _padded(members[order], sets), scores[order]))
        of_best.append(held_out[order])
    table, by_candidate = merge(tables), sum(tallies)
    if held_out_rule is None:
        return table, by_candidate, None
    members, scores = _best_of(best)
    keys = np.concatenate([each[0] for each in best])
    held_out = np.concatenate(of_best)[np.argsort(-keys, kind="stable")[:BEST_SETS]]
    wins = rule.winners(scores)
    reached = held_out @ np.array(held_out_rule.weights) / held_out_rule.highest
    outside = (reached * wins).sum(axis=1) / wins.sum(axis=1)
    performances = np.column_stack([scores.max(axis=1) / rule.highest, outside])
    return table, by_candidate, (members, performances)


def _padded(members, sets):
    """Return sets with as many columns as the largest, filled up with -1."""
    padded = np.full((len(members), max(each.shape[1] for each in sets.of_size)), -1, np.int64)
    padded[:, : members.shape[1]] = members
    return padded


def _score_groups(values, labels, folds, sets, scoring):
    found, best = [], []
    for features, tallied in score_groups(values, labels, folds, sets, scoring, by_candidate=True):
        found.append(tallied)
        listed = tallied.keys[0] >= 0
        pairs = np.stack(np.divmod(tallied.places[0, listed], len(features)), axis=-1)
        best.append((tallied.keys[0, listed], features[pairs], tallied.scores[0, listed]))
    return tally.merge(found), _best_of(best)


def _score_lists(values, labels, folds, sets, scoring):
    data = set_kernel.prepare(values, labels, folds)
    found, best = [], []
    for of_size in sets.of_size:
        (tallied,) = set_kernel.score_sets(data, of_size, scoring, by_candidate=True)
        found.append(tallied)
        listed = tallied.keys[0] >= 0
        padded = _padded(of_size[tallied.places[0, listed]], sets)
        best.append((tallied.keys[0, listed], padded, tallied.scores[0, listed]))
    return tally.merge(found), _best_of(best)


def _best_of(lists):
    """Return features and scores of the best sets of several lists, best first."""
    keys, members, scores = (np.concatenate(part) for part in zip(*lists, strict=True))
    order = np.argsort(-keys, kind="stable")[:BEST_SETS]
    return members[order], scores[order]


def _best_sets(values, labels, training, best, rule, held_out_rule):
    """Return the best sets of an outer split, and their performance: inside, outside."""
    members, scores = best
    truth = labels[~training]
    rows = []
    for features, of_set in zip(members, scores, strict=True):
        x = values[:, None, features[features >= 0]]
        gaussians = rules.fit(x[training], labels[training])
        winners = np.flatnonzero(rule.winners(of_set))
        right = [
            rules.calls(x[~training], rule.candidates[i], gaussians)[:, 0] == truth for i in winners
        ]
        in_class = np.array([[each[truth == c].sum() for c in (0, 1)] for each in right])
        outside = in_class @ held_out_rule.weights / held_out_rule.highest
        rows.append((of_set.max() / rule.highest, outside.mean()))
    return members, np.array(rows)


def _best_frame(split, members, performances):
    """Return the best sets of an outer split as a data frame."""
    frame = pd.DataFrame(np.sort(members, axis=1)).rename(columns=lambda i: f"feature_{i + 1}")
    frame.insert(0, "repeat", split.repeat)
    frame.insert(1, "part", split.part)
    frame[["inside", "outside"]] = performances
    return frame
