"""Slow, obviously right versions of the held-out tables: plain loops over the rows."""

import math
from itertools import combinations, product
from statistics import mean, stdev, variance

import numpy as np
import pandas as pd

from suitability.core.problem import Problem
from suitability.gaussian.rules import calls, fit, right_decisions

Z = 1.959963984540054


def pick(splits, kind, column, n, candidate):
    """Return the values of a column by (repeat, part)."""
    return {
        (row["repeat"], row["part"]): row[column]
        for row in splits.to_dict("records")
        if row["kind"] == kind and row["N"] == n and row["candidate"] == candidate
    }


def repeats_of(values):
    return sorted({repeat for repeat, _ in values})


def means_by_repeat(values):
    return [mean(v for (r, _), v in values.items() if r == repeat) for repeat in repeats_of(values)]


def minus(a, b):
    return {key: a[key] - b[key] for key in a}


def outside_error(halves):
    j = len(halves)
    return math.sqrt((1 + 1 / j) * variance(halves.values()) + variance(means_by_repeat(halves)))


def behind_error(halves, nested):
    j = len(halves)
    return math.sqrt((1 + 1 / j) * variance(halves.values()) + variance(means_by_repeat(nested)))


def clip(value):
    return min(1, max(0, value))


def held_out(splits, candidates, region):
    """Return the rows of held_out.tsv as dicts, by (N, candidate)."""
    rows = {}
    for n in sorted(set(splits["N"])):
        nested = {c: pick(splits, "nested", "outside", n, c) for c in [*candidates, "any"]}
        halves = {c: pick(splits, "half", "outside", n, c) for c in [*candidates, "any"]}
        outside = {c: mean(nested[c].values()) for c in nested}
        leader = max(candidates, key=lambda c: outside[c])
        largest_lead = 0
        for c in nested:
            (inside,) = pick(splits, "all", "inside", n, c).values()
            half_width = Z * outside_error(halves[c])
            row = {
                "inside": inside,
                "outside": outside[c],
                "lower": clip(outside[c] - half_width),
                "upper": clip(outside[c] + half_width),
                "behind": math.nan,
                "behind_lower": math.nan,
                "behind_upper": math.nan,
                "comparison": "",
            }
            if c in candidates and c != leader:
                behind = outside[leader] - outside[c]
                half_width = Z * behind_error(
                    minus(halves[leader], halves[c]), minus(nested[leader], nested[c])
                )
                lower, upper = behind - half_width, behind + half_width
                comparison = "not shown"
                if lower > region:
                    comparison = "better"
                if upper < region:
                    comparison = "equivalent"
                row |= {
                    "behind": behind,
                    "behind_lower": clip(lower),
                    "behind_upper": clip(upper),
                    "comparison": comparison,
                }
                largest_lead = max(largest_lead, -lower)
            rows[n, c] = row
        rows[n, leader] |= {
            "behind": 0,
            "behind_lower": 0,
            "behind_upper": clip(largest_lead),
            "comparison": "best",
        }
    return rows


def leaders(win):
    """Return the candidates with the largest win percentage, of a dict by candidate."""
    return {c for c in win if win[c] > max(win.values()) - 1e-9}


def leading(splits, kind, n, candidates):
    """Return the share of halves in which each candidate leads, and how often halves agree."""
    win = {c: pick(splits, kind, "win", n, c) for c in candidates}
    leads, agree = dict.fromkeys(candidates, 0), 0
    repeats = repeats_of(win[candidates[0]])
    for repeat in repeats:
        first = [leaders({c: win[c][repeat, part] for c in candidates}) for part in (1, 2)]
        agree += (first[0] == first[1]) / len(repeats)
        for of_half in first:
            for c in of_half:
                leads[c] += 1 / len(of_half) / (2 * len(repeats))
    return leads, agree


def stability(splits, candidates):
    """Return the rows of stability.tsv as dicts, by (N, candidate)."""
    rows = {}
    for n in sorted(set(splits["N"])):
        leads, agree = leading(splits, "half", n, candidates)
        leads_permuted, agree_permuted = leading(splits, "permuted_half", n, candidates)
        for c in candidates:
            (win,) = pick(splits, "all", "win", n, c).values()
            halves = pick(splits, "half", "win", n, c)
            squares = [
                (math.asin(math.sqrt(halves[r, 1])) - math.asin(math.sqrt(halves[r, 2]))) ** 2
                for r in repeats_of(halves)
            ]
            sd = math.sqrt(sum(squares) / (2 * len(squares)))
            y = math.asin(math.sqrt(win))
            rows[n, c] = {
                "win": win,
                "lower": math.sin(max(0, y - Z * sd)) ** 2,
                "upper": math.sin(min(math.pi / 2, y + Z * sd)) ** 2,
                "folds_sd": stdev(pick(splits, "folds", "win", n, c).values()),
                "leads": leads[c],
                "halves_agree": agree,
                "leads_permuted": leads_permuted[c],
                "halves_agree_permuted": agree_permuted,
            }
    return rows


def simulated_splits(seed, candidates, n=(1, 10, 100), splits=6):
    """Return a table of splits with random numbers: performances, and shares that sum to one."""
    rng = np.random.default_rng(seed)
    parts = {"all": (1, 1), "folds": (5, 1), "nested": (4, 3), "half": (splits, 2)}
    parts["permuted_half"] = parts["half"]
    rows = []
    for kind, (repeats, count) in parts.items():
        for repeat, part, each in product(range(1, repeats + 1), range(1, count + 1), n):
            shares = [*rng.dirichlet(np.ones(len(candidates))), np.nan]
            for c, win in zip([*candidates, "any"], shares, strict=True):
                inside, outside = rng.uniform(0.5, 1, 2)
                outside = np.nan if kind in ("all", "folds") else outside
                rows.append((kind, repeat, part, each, c, inside, outside, win))
    columns = ["kind", "repeat", "part", "N", "candidate", "inside", "outside", "win"]
    return pd.DataFrame(rows, columns=columns)


def every_pair(values, labels, folds, candidates):
    """Score every pair, and try every candidate on the samples in fold -1, in plain NumPy.

    Returns
    -------
    scores : int64 array, shape (pairs, candidates)
        In cross-validation of the other samples.
    reached : float64 array, same shape
        Balanced accuracy on the samples in fold -1.
    """
    training = folds[0] >= 0
    pairs = list(combinations(range(values.shape[1]), 2))
    problem = Problem(values[training], labels[training], folds[:, training])
    n0, n1 = problem.class_sizes
    right = right_decisions(problem, np.array(pairs), candidates).sum(axis=1)
    scores = right @ np.array([n1, n0])
    reached = np.empty(scores.shape)
    for place, pair in enumerate(pairs):
        x = values[:, list(pair)]
        gaussians = fit(x[training][:, None], labels[training])
        for c, name in enumerate(candidates):
            called = calls(x[~training][:, None], name, gaussians)[:, 0]
            truth = labels[~training]
            reached[place, c] = np.mean([(called == truth)[truth == k].mean() for k in (0, 1)])
    return scores, reached


def exact_search(scores, reached, n):
    """Return what a search of n sets reaches on held-out samples, over all searches: Eq. 10.

    One candidate if `scores` has one column; else all of them, of which a search takes a random
    winner of a random best set.
    """
    best = scores.max(axis=1)
    total, expected = len(best), 0.0
    for score in set(best.tolist()):
        better, same = int((best > score).sum()), best == score
        probability = ((total - better) / total) ** n - ((total - better - same.sum()) / total) ** n
        winners = scores[same] == score
        mean_of_winners = (reached[same] * winners).sum(axis=1) / winners.sum(axis=1)
        expected += probability * mean_of_winners.mean()
    return expected


def searches(scores, reached, n, count, rng):
    """Return what each of some random searches of n sets reaches on held-out samples."""
    found = []
    for _ in range(count):
        drawn = rng.integers(len(scores), size=n)
        best = scores[drawn].max()
        set_ = rng.choice(drawn[scores[drawn].max(axis=1) == best])
        winner = rng.choice(np.flatnonzero(scores[set_] == best))
        found.append(reached[set_, winner])
    return np.array(found)
