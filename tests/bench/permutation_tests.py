"""Measure how fast permutation tests are; print it and write results/bench-permutation-tests.json.

    python tests/bench/permutation_tests.py [UCI]

Of the Gaussian rules on pairs: seconds of 1,000 randomisations of 1,000 pairs at 125 samples, for
both tests, on two threads. Of the four classifiers: how many times as fast as scikit-learn's
`permutation_test_score` with two processes, and how long the bare fits take, on scikit-learn's
tables, or on the small data sets of the paper if a folder with their ARFF files is given. What is
compared runs in turn. Of each table, too: the seconds of one randomisation and of one error, as in
the paper's Table 7.
"""

import json
import statistics
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import sklearn
from sklearn.model_selection import StratifiedKFold, permutation_test_score

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from suitability.core.problem import Problem  # noqa: E402
from suitability.core.resampling import stratified_folds  # noqa: E402
from suitability.gaussian.candidates import CANDIDATES  # noqa: E402
from suitability.permutation_tests.classifiers.of_paper import CLASSIFIERS, classifier  # noqa: E402
from suitability.permutation_tests.feature_sets import significance_of_sets  # noqa: E402
from suitability.permutation_tests.measured_errors import ORIGINAL, measured_errors  # noqa: E402
from suitability.permutation_tests.randomisations import randomised  # noqa: E402
from suitability.permutation_tests.row_splits import draw_validation, error  # noqa: E402
from suitability.permutation_tests.tables import (  # noqa: E402
    BUNDLED,
    bundled_table,
    read_table,
)
from suitability.scoring.performance import Contest  # noqa: E402

ROUNDS, RANDOMISATIONS, FOLDS, WORKERS = 3, 40, 10, 2
REPEATS = 3
SMALL = (
    *("audiology", "autos", "breast-cancer", "glass", "hepatitis", "ionosphere", "iris", "lymph"),
    *("promoters", "segment", "sonar", "spect", "tumor", "votes", "zoo"),
)


def seconds(task):
    started = time.perf_counter()
    task()
    return time.perf_counter() - started


def gaussian_seconds():
    rng = np.random.default_rng(1)
    labels = np.arange(125) % 2
    values = np.ascontiguousarray(rng.normal(size=(125, 2000)))
    folds = stratified_folds(labels, 2, 3, rng)
    problem = Problem(values, labels, folds, tuple(map(str, range(2000))), name="bench")
    sets = [rng.permutation(2000).reshape(1000, 2)]
    contest = Contest(tuple(CANDIDATES))
    significance_of_sets(problem, contest, sets, 1, 1, WORKERS)
    return seconds(lambda: significance_of_sets(problem, contest, sets, 1000, 1, WORKERS))


def bare_seconds(table, name):
    """Return how long fits and predictions take, of randomised labels and drawn folds."""
    fitted, taken = classifier(name, table), 0.0
    with sklearn.config_context(assume_finite=True, skip_parameter_validation=True):
        for index in range(RANDOMISATIONS):
            rng = np.random.default_rng(index)
            y = rng.permutation(table.y)
            order, folds = draw_validation(y, FOLDS, rng)
            X, y = table.X[order], y[order]
            taken += seconds(lambda X=X, y=y, folds=folds: error(fitted, X, y, folds))
    return taken


def compared(table, name, pool):
    def ours():
        indices = [range(first, RANDOMISATIONS, WORKERS) for first in range(WORKERS)]
        rest = [table, name, "labels"], [FOLDS, 1]
        list(pool.map(measure, [(*rest[0], each, *rest[1]) for each in indices]))

    def theirs():
        permutation_test_score(
            classifier(name, table),
            table.X,
            table.y,
            cv=StratifiedKFold(FOLDS),
            n_permutations=RANDOMISATIONS,
            n_jobs=WORKERS,
        )

    theirs(), ours()
    rounds = [(seconds(ours), seconds(theirs), bare_seconds(table, name)) for _ in range(ROUNDS)]
    return {
        "times_as_fast": statistics.median(b / a for a, b, _ in rounds),
        "of_bare_fits": statistics.median(WORKERS * a / c for a, _, c in rounds),
    }


def running_times(table):
    """Return the seconds of a randomisation for each test, and of an error of each classifier."""
    rng = np.random.default_rng(0)
    found = {
        f"randomising, {test}": seconds(lambda test=test: randomised(test, table.X, table.y, rng))
        for test in ("labels", "columns")
    }
    for name in CLASSIFIERS:
        for test in (ORIGINAL, "labels", "columns"):
            arguments = table, name, test, range(REPEATS), FOLDS, 1
            found[f"{name}, {test}"] = seconds(lambda each=arguments: measure(each)) / REPEATS
    return found


def measure(arguments):
    return measured_errors(*arguments)


def main(folder=None):
    warnings.simplefilter("ignore")
    tables = {name: bundled_table(name) for name in BUNDLED}
    if folder:
        tables = {name: read_table(Path(folder, f"{name}.arff")) for name in SMALL}
    result = {"gaussian_seconds": gaussian_seconds(), "classifiers": {}}
    result["running_times"] = {name: running_times(data) for name, data in tables.items()}
    with ProcessPoolExecutor(WORKERS) as pool:
        for table, data in tables.items():
            for name in CLASSIFIERS:
                result["classifiers"][f"{table} {name}"] = compared(data, name, pool)
                print(table, name, result["classifiers"][f"{table} {name}"], flush=True)
    print(json.dumps(result, indent=2))
    (ROOT / "results").mkdir(exist_ok=True)
    path = ROOT / "results/bench-permutation-tests.json"
    path.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
