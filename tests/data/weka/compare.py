"""Count the rows to which Weka and the classifiers here give another class.

    python tests/data/weka/compare.py UCI

UCI is a folder with the ARFF files that config/permutation-full.yaml names. Weka is needed, see
make.py.
Columns are multiplied by 1,024 for the tree, since Weka takes values within 1e-5 for equal.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
import yaml
from make import CALLED, ROOT, calls, compile_java, load

from reference.weka_tables import BUNDLED_UNITS, versions
from suitability.permutation_tests.classifiers.of_paper import classifier
from suitability.permutation_tests.tables import Table

UNITS = {"decision_tree": 1024, "naive_bayes": 1}


def different_calls(table, name, temporary):
    """Return how many rows of all versions of a table differ, and how many there are."""
    differ = rows = 0
    table = Table(
        table.X * np.where(table.categories > 0, 1, UNITS[name]), table.y, table.categories
    )
    for version, training in versions(table).values():
        weka = np.array(calls(version, training, name, temporary).split(), int)
        fitted = classifier(name, table).fit(version.X[:training], version.y[:training])
        differ += np.count_nonzero(fitted.predict(version.X[training:]) != weka)
        rows += len(weka)
    return differ, rows


def main(folder):
    config = yaml.safe_load(Path(ROOT, "config/permutation-full.yaml").read_text())
    names = [f"bundled-{name}" for name in BUNDLED_UNITS]
    names += config["permutation_tests"]["tables"]
    total = dict.fromkeys(CALLED, 0)
    with tempfile.TemporaryDirectory() as temporary:
        compile_java("Calls.java", temporary)
        for table in names:
            for name in CALLED:
                found = different_calls(load(table, folder)[0], name, temporary)
                total[name] += np.array(found)
                print(table, name, *found, flush=True)
    for name, (differ, rows) in total.items():
        print(f"{name}: {differ} of {rows} differ")


if __name__ == "__main__":
    main(*sys.argv[1:])
