"""Measure how fast pairs are scored; print it and write results/bench.json.

Medians over rounds, in each of which the things that are compared run in turn, since machines are
noisy. Classes are of equal size.
"""

import json
import platform
import resource
import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]

import fits  # noqa: E402

from reference import batched  # noqa: E402
from suitability.core.resampling import stratified_folds  # noqa: E402
from suitability.gaussian import pair_kernel  # noqa: E402
from suitability.gaussian.tally import Scoring  # noqa: E402
from suitability.scoring.drawn_sets import draw_groups, score_groups  # noqa: E402

RUNS = 5
# Samples and features of the paper's largest endpoint.
LARGEST = (559, 16736)
# About those of the data set that ships, and the pairs of a label permutation and of a split.
SHIPPED = (80, 8000)
PERMUTED_PAIRS, HELD_OUT_PAIRS = 100_000, 1_000_000


def simulated(samples, features):
    rng = np.random.default_rng(1)
    labels = np.arange(samples) % 2
    values = rng.normal(size=(samples, features)) + 0.3 * labels[:, None] * rng.normal(
        size=features
    )
    return values, labels, stratified_folds(labels, 2, 3, rng)


def kernel_rate(samples, features):
    """Return a function that scores all pairs and returns how many a second."""
    values, labels, folds = simulated(samples, features)
    data = pair_kernel.prepare(values, labels, folds)
    scoring = Scoring.of(range(6), (1, 1), 0, 1)
    blocks = pair_kernel.shard_rows(features, 0, 1)
    pair_kernel.score_pairs(data, blocks[:1], scoring)

    def rate(threads=1):
        started = time.perf_counter()
        pair_kernel.score_pairs(data, blocks, scoring, threads=threads)
        return features * (features - 1) / 2 / (time.perf_counter() - started)

    return rate


def median_rate(samples, features):
    rate = kernel_rate(samples, features)
    return statistics.median(rate() for _ in range(RUNS))


def group_rate(pairs, tested):
    """Return a function that scores pairs drawn in groups and returns how many a second.

    Without `tested` as under permuted labels; else a fifth of the samples is held out, and every
    candidate is tried on it.
    """
    values, labels, folds = simulated(*SHIPPED)
    if tested:
        folds[:, ::5] = -1
    drawn = draw_groups(SHIPPED[1], pairs, np.random.default_rng(1))
    scoring = Scoring.of(range(6), (1, 1), 0, 1)

    def rate():
        started = time.perf_counter()
        for _ in score_groups(values, labels, folds, drawn, scoring, by_candidate=tested):
            pass
        return drawn.total / (time.perf_counter() - started)

    rate()
    return rate


def report_peak():
    """Print the peak memory in MiB of this process, which scores a little of the largest shape."""
    values, labels, folds = simulated(*LARGEST)
    data = pair_kernel.prepare(values, labels, folds, threads=2)
    scoring = Scoring.of(range(6), (1, 1), 0, 1)
    pair_kernel.score_pairs(
        data, pair_kernel.shard_rows(LARGEST[1], 0, 1)[-20:], scoring, threads=2
    )
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def peak_mib():
    child = subprocess.run(
        [sys.executable, __file__, "peak"], check=True, capture_output=True, text=True
    )
    return float(child.stdout)


def numpy_rate(samples, pairs=500):
    values, labels, folds = simulated(samples, pairs + 1)
    first = np.arange(pairs)
    started = time.perf_counter()
    batched.scores(values, labels, folds, first, first + 1, (1, 1))
    return pairs / (time.perf_counter() - started)


def sklearn_rate(samples, pairs=20):
    """Fit and test the four candidates that scikit-learn has, so a lower bound of its time."""
    values, labels, folds = simulated(samples, pairs + 1)
    priors = [0.5, 0.5]
    started = time.perf_counter()
    for pair in range(pairs):
        x = values[:, pair : pair + 2]
        for fold in folds:
            for test in range(3):
                training = fold != test
                for model in (
                    NearestCentroid(),
                    LinearDiscriminantAnalysis(priors=priors),
                    GaussianNB(priors=priors, var_smoothing=0),
                    QuadraticDiscriminantAnalysis(priors=priors),
                ):
                    model.fit(x[training], labels[training]).predict(x[~training])
    return pairs / (time.perf_counter() - started)


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines() if sys.platform == "linux" else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def main():
    kernel = kernel_rate(240, 2000)
    shipped = kernel_rate(SHIPPED[0], 2000)
    permuted, held_out = group_rate(PERMUTED_PAIRS, False), group_rate(HELD_OUT_PAIRS, True)
    rounds = [
        {
            "1": kernel(1),
            "2": kernel(2),
            "sklearn": sklearn_rate(240),
            "numpy": numpy_rate(240),
            "shipped": shipped(),
            "permutations": permuted(),
            "held_out": held_out(),
        }
        for _ in range(RUNS)
    ]

    def median(rate):
        return statistics.median(rate(each) for each in rounds)

    result = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "pairs_per_second": {n: median(lambda each, n=n: each[n]) for n in ("1", "2")},
        # On one thread, at the samples of the data set that ships.
        "pairs_per_second_shipped": {
            name: median(lambda each, name=name: each[name])
            for name in ("shipped", "permutations", "held_out")
        },
        "ratio_permutations": median(lambda each: each["permutations"] / each["shipped"]),
        "ratio_held_out": median(lambda each: each["held_out"] / each["shipped"]),
        "ratio_threads": median(lambda each: each["2"] / each["1"]),
        "ratio_sklearn": median(lambda each: each["1"] / each["sklearn"]),
        "ratio_numpy": median(lambda each: each["1"] / each["numpy"]),
        "scaling": {
            "samples": {str(n): median_rate(n, 1500) for n in (60, 120, 240, 480)},
            "features": {str(f): median_rate(120, f) for f in (500, 1000, 2000, 4000)},
        },
        "peak_mib": peak_mib(),
        "fits": fits.ratios(),
    }
    (ROOT / "results").mkdir(exist_ok=True)
    (ROOT / "results/bench.json").write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    report_peak() if sys.argv[1:] == ["peak"] else main()
