"""The toy data of the paper's Figure 1: eight nominal columns, two classes of eight rows."""

import numpy as np

from suitability.permutation_tests.tables import Table

# The last letter of a row is its class.
TOY_DATA = {
    "D_1": """
    oxxxxxxx+
    xxoxxxxo+
    xxxxooxx+
    xxxxxxxo+
    xxoxooox+
    xxxxxxxo+
    xooxoxxx+
    xxxxoxxo+
    oooxxooo-
    oooooooo-
    xoxooooo-
    xoxooxoo-
    ooxooooo-
    ooooooxo-
    xooooooo-
    oooxoooo-
""",
    "D_2": """
    xxxoxxxx+
    xxxxoxxx+
    xxxxxxxx+
    xoxxxxxx+
    ooooooox+
    xooooooo+
    oooooxoo+
    oooooooo+
    xxxxooox-
    xxxxxooo-
    xxoxoooo-
    xxxxoooo-
    ooooxxxx-
    ooooxxxx-
    oxooxxxo-
    oooxxxxx-
""",
}


def toy_table(name):
    """Return one of the data sets `D_1` and `D_2` as a table."""
    rows = TOY_DATA[name].split()
    X = np.array([[float(cell == "x") for cell in row[:-1]] for row in rows])
    y = np.array([int(row[-1] == "+") for row in rows])
    return Table(X, y, np.full(X.shape[1], 2))
