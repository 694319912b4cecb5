"""Measure how fast pairs are scored; print it and write results/bench.json.

Medians of several runs, and ratios of things run in turn, since machines are noisy.
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

from reference import batched  # noqa: E402
from suitability import pair_kernel  # noqa: E402
from suitability.resampling import stratified_folds  # noqa: E402

RUNS = 5
# Samples and features of the paper's largest endpoint.
LARGEST = (559, 16736)


def simulated(samples, features):
    rng = np.random.default_rng(1)
    labels = np.arange(samples) % 2
    values = rng.normal(size=(samples, features)) + 0.3 * labels[:, None] * rng.normal(
        size=features
    )
    return values, labels, stratified_folds(labels, 2, 3, rng)


def kernel_seconds(samples, features, threads=1, runs=RUNS):
    values, labels, folds = simulated(samples, features)
    data = pair_kernel.prepare(values, labels, folds)
    scoring = pair_kernel.Scoring(np.arange(6), np.array([1, 1]), 0, 1)
    blocks = pair_kernel.shard_rows(features, 0, 1)
    pair_kernel.score_pairs(data, blocks[:1], scoring)
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        pair_kernel.score_pairs(data, blocks, scoring, threads=threads)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def rate(samples, features, threads=1, runs=RUNS):
    return features * (features - 1) / 2 / kernel_seconds(samples, features, threads, runs)


def report_peak():
    """Print the peak memory in MiB of this process, which scores a little of the largest shape."""
    values, labels, folds = simulated(*LARGEST)
    data = pair_kernel.prepare(values, labels, folds, threads=2)
    scoring = pair_kernel.Scoring(np.arange(6), np.array([1, 1]), 0, 1)
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
    per_threads = {str(threads): rate(240, 2000, threads) for threads in (1, 2)}
    one = per_threads["1"]
    result = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "pairs_per_second": per_threads,
        "ratio_sklearn": one / sklearn_rate(240),
        "ratio_numpy": one / numpy_rate(240),
        "scaling": {
            "samples": {str(n): rate(n, 1500, runs=3) for n in (60, 120, 240, 480)},
            "features": {str(f): rate(120, f, runs=3) for f in (500, 1000, 2000, 4000)},
        },
        "peak_mib": peak_mib(),
    }
    (ROOT / "results").mkdir(exist_ok=True)
    (ROOT / "results/bench.json").write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    report_peak() if sys.argv[1:] == ["peak"] else main()
