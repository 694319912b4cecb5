"""Data for the kernels, random and real, and every score that the pair kernel makes."""

import hashlib
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

import configured
from suitability.core import problem
from suitability.core.resampling import stratified_folds
from suitability.gaussian import pair_kernel, set_kernel, tally

DATA = Path(__file__).parents[2] / "data"
# Column, class 0 and class 1 of real endpoints.
REAL = {"golub": ("leukaemia", "ALL", "AML"), "all": ("sex", "F", "M")}


class Problem(NamedTuple):
    values: np.ndarray
    labels: np.ndarray
    folds: np.ndarray

    @property
    def features(self):
        return self.values.shape[1]

    @property
    def study(self):
        """The same as the library's own object."""
        names = tuple(f"g{i}" for i in range(self.features))
        return problem.Problem(*self, features=names, name="data")

    @property
    def weights(self):
        n0, n1 = np.bincount(self.labels)
        return int(n1), int(n0)


def random_problem(seed, features, class_sizes, repeats, folds):
    """Correlated Gaussian features, some of which differ between the classes."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.repeat([0, 1], class_sizes))
    values = rng.normal(size=(len(labels), features)) @ rng.normal(size=(features, features))
    shift, stretch = rng.normal(size=features), rng.lognormal(sigma=0.4, size=features)
    values = np.where(labels[:, None] == 1, values * stretch + 1.5 * shift, values)
    return Problem(values, labels, stratified_folds(labels, repeats, folds, rng))


def real_problem(name, features=None):
    """A data set that ships, or its first features."""
    column, negative, positive = REAL[name]
    data = configured.read(
        name,
        {
            "expression": str(DATA / name / "expression.tsv.gz"),
            "samples": str(DATA / name / "samples.tsv"),
            "endpoint": {"column": column, "negative": [negative], "positive": [positive]},
        },
    )
    return Problem(data.values[:, :features], data.samples["class"].to_numpy(), data.folds)


def scoring(problem, candidates=range(6), weights=None, tolerance=0):
    weights = problem.weights if weights is None else weights
    return tally.Scoring.of(candidates, weights, tolerance, math.gcd(*weights))


def tally_of(problem, how=None, threads=1):
    """Score all pairs at once."""
    return pair_kernel.score_pairs(
        pair_kernel.prepare(*problem),
        pair_kernel.shard_rows(problem.features, 0, 1),
        scoring(problem) if how is None else how,
        threads=threads,
    )


def scores_of_pairs(problem, how=None):
    """Return the scores of every pair, by (first, second).

    The kernel keeps the scores of the best pairs only. A row has fewer pairs than the list has
    places, so this asks for one row at a time.
    """
    how = scoring(problem) if how is None else how
    data = pair_kernel.prepare(*problem)
    scores = {}
    for tile, start, stop in pair_kernel.shard_rows(problem.features, 0, 1):
        for row in range(start, stop):
            found = pair_kernel.score_pairs(data, [(tile, row, row + 1)], how)
            here = found.keys[0] >= 0
            for pair, listed in zip(found.places[0, here], found.scores[0, here], strict=True):
                scores[divmod(int(pair), problem.features)] = tuple(listed.tolist())
    return scores


def digests():
    """Return digests of the tallies of a problem by the pair kernel and by the set kernel."""
    problem = random_problem(7, 150, (12, 17), 2, 3)
    sets = np.arange(3000).reshape(1000, 3) % problem.features
    (by_sets,) = set_kernel.score_sets(set_kernel.prepare(*problem), sets, scoring(problem))
    return [
        hashlib.sha256(b"".join(part.tobytes() for part in found)).hexdigest()
        for found in (tally_of(problem), by_sets)
    ]
