"""Write errors.tsv, errors of Weka 3.6's classifiers on original and randomised data, and
calls.tsv, the classes that two of them call.

    apt-get install weka
    python tests/data/weka/make.py UCI

UCI is a folder with the ARFF files that config/permutation-full.yaml names. Weka gets the tables as
`read_table` reads them, so that both programs have the same columns.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import arff
import numpy as np
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]

from reference.weka_tables import TABLES, named_table, versions  # noqa: E402
from suitability.permutation_tests.tables import (  # noqa: E402
    BUNDLED,
    bundled_table,
    read_table,
)

WEKA = "/usr/share/java/weka.jar"
CLASSES = {
    "decision_tree": "weka.classifiers.trees.J48",
    "naive_bayes": "weka.classifiers.bayes.NaiveBayes",
    "nearest_neighbour": "weka.classifiers.lazy.IB1",
    "svm": "weka.classifiers.functions.SMO",
}
ORIGINALS, RANDOMISATIONS = 10, 20
# The errors of the paper that are compared, and the tables that ship with scikit-learn.
CHOSEN = {
    "iris": ("decision_tree", "svm"),
    "glass": ("decision_tree", "nearest_neighbour", "svm"),
    "sonar": ("naive_bayes",),
    "ionosphere": ("naive_bayes",),
    "autos": ("decision_tree",),
    "votes": ("naive_bayes",),
    "breast": ("nearest_neighbour",),
    "balance": ("svm",),
    **{f"bundled-{name}": tuple(CLASSES) for name in BUNDLED},
    "letter": ("decision_tree",),
    "chess": ("nearest_neighbour",),
}
CALLED = ("decision_tree", "naive_bayes")
# An error of these takes a minute.
FEW = {"letter": (3, 3), "chess": (2, 2)}


def write_arff(table, path):
    """Write a table as ARFF; categories become their places."""
    kinds = [[str(i) for i in range(n)] if n else "REAL" for n in table.categories]
    attributes = [(f"a{j}", kind) for j, kind in enumerate(kinds)]
    classes = [str(c) for c in range(table.y.max() + 1)]
    rows = [
        [
            None if np.isnan(value) else str(int(value)) if count else float(value)
            for value, count in zip(row, table.categories, strict=True)
        ]
        + [str(c)]
        for row, c in zip(table.X, table.y, strict=True)
    ]
    with open(path, "w", encoding="utf-8") as file:
        arff.dump(
            {"relation": "table", "attributes": [*attributes, ("class", classes)], "data": rows},
            file,
        )


def load(name, folder):
    """Return a table and the number of its training rows, 0 for ten folds."""
    if name.startswith("bundled-"):
        return bundled_table(name.removeprefix("bundled-")), 0
    config = yaml.safe_load((ROOT / "config/permutation-full.yaml").read_text())
    stanza = config["permutation_tests"]["tables"][name]
    path = Path(folder, Path(stanza["file"]).name)
    return read_table(path, stanza.get("numeric", ())), stanza.get("training_rows", 0)


def calls(table, training, classifier, temporary):
    """Return the classes that Weka calls for the rows that did not train, as text."""
    path = Path(temporary, "table.arff")
    write_arff(table, path)
    command = ["java", "-cp", f"{WEKA}:{temporary}", "Calls", path, CLASSES[classifier]]
    found = subprocess.run([*command, str(training)], check=True, capture_output=True, text=True)
    return found.stdout.strip()


def compile_java(name, temporary):
    subprocess.run(["javac", "-cp", WEKA, "-d", temporary, HERE / name], check=True)


def rows_of_calls():
    with tempfile.TemporaryDirectory() as temporary:
        compile_java("Calls.java", temporary)
        for name in TABLES:
            for (test, index), (table, training) in versions(named_table(name)).items():
                for classifier in CALLED:
                    found = calls(table, training, classifier, temporary)
                    yield classifier, name, test, index, found


def rows_of_errors(folder):
    with tempfile.TemporaryDirectory() as temporary:
        compile_java("Errors.java", temporary)
        path = Path(temporary, "table.arff")
        for name, classifiers in CHOSEN.items():
            table, training_rows = load(name, folder)
            write_arff(table, path)
            counts = FEW.get(name, (ORIGINALS, RANDOMISATIONS))
            for classifier in classifiers:
                command = ["java", "-cp", f"{WEKA}:{temporary}", "Errors", path]
                command += [CLASSES[classifier], *map(str, (*counts, training_rows))]
                found = subprocess.run(command, check=True, capture_output=True, text=True)
                for row in found.stdout.splitlines():
                    yield name, classifier, row


def write(name, columns, rows):
    """Write a table when all of its rows are there."""
    lines = ["\t".join(map(str, row)) for row in (columns, *rows)]
    (HERE / name).write_text("\n".join(lines) + "\n")


def main(folder):
    write("calls.tsv", ("classifier", "dataset", "test", "index", "called"), rows_of_calls())
    write("errors.tsv", ("dataset", "classifier", "test", "index", "error"), rows_of_errors(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
