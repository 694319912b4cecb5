"""The functions for notebooks, and that they say what the page on them says."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import suitability
from reference import kernel
from suitability import library
from suitability.scoring.performance import Contest

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too many sets for uncompiled code"
)
PAGE = (Path(__file__).parents[2] / "docs/library.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", suitability.__all__)
def test_examples_give_what_they_show(name):
    function = getattr(suitability, name)
    (test,) = doctest.DocTestFinder(recurse=False).find(function, name, globs=vars(library).copy())
    assert test.examples
    report = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)


def test_the_page_runs_and_names_all_functions():
    code = re.search(r"```python\n(from sklearn.*?)```", PAGE, re.DOTALL)[1]
    exec(compile(code, "docs/library.md", "exec"), {})
    assert set(re.findall(r"^\| `(\w+)`", PAGE, re.MULTILINE)) == set(suitability.__all__)


def test_tables_are_those_of_the_kernel_whatever_the_class_labels_are():
    problem = kernel.random_problem(3, 9, (12, 14), 2, 3)
    named = np.array(["cured", "relapse"])[problem.labels]
    table = suitability.score_sets(problem.values, named, random_state=4)
    folds = library._problem(problem.values, named, (2, 3), 4).folds
    tally = kernel.tally_of(problem._replace(folds=folds))
    rule = Contest(tuple(table.candidates)).rule_of(problem.study)
    expected = table.from_histogram(tally.counts, rule)
    for part in ("scores", "winners", "counts"):
        assert getattr(table, part).tolist() == getattr(expected, part).tolist()


X = np.random.default_rng(0).normal(size=(20, 4))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": np.arange(20) % 3}, "y: 3 classes given; allowed are two"),
        ({"y": np.arange(20) > 15}, "y: a class has fewer than 6 samples; 3 folds need that"),
        ({"X": np.where(np.arange(4) == 2, 1.0, X)}, "X: feature 2 is constant within a class"),
        ({"X": np.where(np.arange(4) == 2, np.nan, X)}, "Input X contains NaN"),
        ({"candidates": ["SVM"]}, "candidates: 'SVM' given; allowed are NC, DLDA, LDA"),
        ({"size": 9}, "sets of 9 features"),
    ],
)
def test_wrong_input_is_explained(change, message):
    given = {"X": X, "y": np.arange(20) % 2, **change}
    with pytest.raises(ValueError, match=message):
        suitability.score_sets(given.pop("X"), given.pop("y"), **given)


def test_the_package_itself_imports_nothing():
    code = "import sys, suitability; print(len({'numpy', 'pandas', 'numba'} & set(sys.modules)))"
    path = {"PYTHONPATH": str(Path(suitability.__file__).parents[1])}
    run = subprocess.run([sys.executable, "-c", code], env=path, capture_output=True, text=True)
    assert run.stdout == "0\n", run.stderr
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = suitability.nothing
