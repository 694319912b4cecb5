"""The figures of the permutation tests: randomised data, errors on simulated data, and power."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.figures.style import (
    COLOURS,
    DARK,
    PAGE,
    caption,
    heading,
    percent_axis,
    styled,
)
from suitability.gaussian.candidates import DIAGONAL
from suitability.permutation_tests.classifiers.of_paper import CLASSIFIERS
from suitability.permutation_tests.power import POWERS
from suitability.permutation_tests.randomisations import randomised
from suitability.permutation_tests.tables import load_table

TEST_COLOURS = {"labels": COLOURS["UDA"], "columns": COLOURS["NC"]}
TEST_NAMES = {"labels": "Test 1 (labels)", "columns": "Test 2 (columns within classes)"}
PANELS = {
    "original": "original",
    "full": "full permutation",
    "labels": "Test 1: labels permuted",
    "columns": "Test 2: columns permuted within classes",
}
CLASS_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#E69F00", "#B3559A")
CLASS_MARKERS = ("o", "^", "s", "v", "D", "P", "X")
LEVELS = (0.01, 0.05)
CONTOURS = (0.1, 0.3, 0.5, 0.7, 0.9, 0.99)
MOST_ROWS = 1000
# Of the symbols of each test to one side, as a share of the width.
SHIFT = 0.008


@styled
def draw_randomised(name, table, features, seed):
    """Draw two features of a table, original and under each randomisation (paper, Figure 2)."""
    table = load_table(table)
    features = features or table.columns[-2:]
    unknown = [each for each in features if each not in table.columns]
    if unknown or len(features) < 2:
        raise InputError(
            f"config: permutation_tests.scatter.features: {', '.join(features)} given; "
            f"allowed are two of {', '.join(table.columns)}"
        )
    X = table.X[:, [table.columns.index(each) for each in features]]
    figure = Figure(figsize=(PAGE, 5.4))
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    for axes, (test, title) in zip(grid.flat, PANELS.items(), strict=True):
        shown, y = X, table.y
        if test != "original":
            shown, y = randomised(test, X, y, stream(seed, name, f"figure, {test}"))
        for c, label in enumerate(table.classes):
            axes.scatter(
                *shown[y == c].T,
                s=12,
                marker=CLASS_MARKERS[c % len(CLASS_MARKERS)],
                color=CLASS_COLOURS[c % len(CLASS_COLOURS)],
                alpha=0.7,
                linewidths=0,
                label=label,
            )
        axes.set_title(title)
        axes.set_axisbelow(True)
        axes.label_outer()
    for axes in grid[1]:
        axes.set_xlabel(features[0])
    for axes in grid[:, 0]:
        axes.set_ylabel(features[1])
    heading(
        figure, f"{name.capitalize()}, original and randomised", axes.get_legend_handles_labels()[0]
    )
    caption(figure, "One randomisation of each kind.")
    return figure


@styled
def draw_correlation(tables):
    """Draw the error of each classifier against the correlation (Figure 3)."""
    table = pd.concat(tables)
    panels = {CLASSIFIERS[name]: part for name, part in table.groupby("classifier", sort=False)}
    return _simulated(panels, "correlation", "correlation within classes", "Correlated features")


@styled
def draw_noise(tables):
    """Draw the error of the decision tree against the share of changed labels (Figure 4)."""
    table = pd.concat(tables)
    panels = {f"correlation {value:g}": part for value, part in table.groupby("correlation")}
    label = "probability of a changed label, t"
    return _simulated(panels, "noise", label, "Decision tree on labels with noise")


def _simulated(panels, along, label, title):
    figure = Figure(figsize=(PAGE, 5.4))
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    for axes, (name, part) in zip(grid.flat, panels.items(), strict=True):
        original = part[part["test"] == "original"]
        axes.plot(original[along], original["mean"], color=DARK, label="original data")
        for test, colour in TEST_COLOURS.items():
            of_test = part[part["test"] == test]
            # Limits of a skewed distribution may both lie on one side of its mean.
            below = (of_test["mean"] - of_test["lower"]).clip(lower=0)
            above = (of_test["upper"] - of_test["mean"]).clip(lower=0)
            # Side by side, as the bars of the tests overlap where labels are noisy.
            shift = SHIFT if test == "columns" else -SHIFT
            axes.errorbar(
                of_test[along] + shift * np.ptp(of_test[along]),
                of_test["mean"],
                [below, above],
                fmt="x" if test == "labels" else "o",
                color=colour,
                linewidth=0.8,
                capsize=2,
                label=TEST_NAMES[test],
            )
        axes.set_title(name)
    axes.set_ylim(0, 1.05 * max(part["upper"].max() for part in panels.values()))
    for axes in grid[1]:
        axes.set_xlabel(label)
    for axes in grid[:, 0]:
        axes.set_ylabel("error, 10-fold cross-validation")
    heading(figure, title, axes.get_legend_handles_labels()[0])
    caption(figure, "n = 100 + 100 rows. Symbols: means over randomised data; bars: 1% to 99%.")
    return figure


@styled
def draw_power(test):
    """Draw contours of power against rows and effect (paper, Figures 5 and 6)."""
    columns = test == "columns"
    effect = np.linspace(0.005, 0.995 if columns else 0.5, 199)
    rows = np.arange(2, MOST_ROWS + 1)
    figure = Figure(figsize=(PAGE, 3.2))
    for axes, level in zip(figure.subplots(1, 2, sharey=True), LEVELS, strict=True):
        power = POWERS[test](rows, effect[:, None], level)
        lines = axes.contour(rows, effect, power, levels=CONTOURS, colors=DARK, linewidths=0.8)
        # Labels on one diagonal, away from the edges, where they would be cut.
        places = [_on_diagonal(power, level_of, rows, effect, columns) for level_of in CONTOURS]
        axes.clabel(lines, fontsize=7, fmt="%g", manual=places)
        axes.set_title(f"significance level {level:g}")
        axes.set_xlabel("rows, n")
        axes.set_ylim(0, 1 if columns else 0.5)
    figure.axes[0].set_ylabel("correlation" if columns else "error of the classifier, t")
    number, equation = (2, 3) if columns else (1, 4)
    caption(figure, f"Lines of equal power of Test {number} (paper, Eq. {equation}).")
    return figure


def _on_diagonal(power, wanted, rows, effect, columns):
    """Return where the power on the diagonal of the panel is nearest to the wanted one."""
    share = np.linspace(0.02, 0.98, 400)
    effects = share if columns else 1 - share
    at = (effects * (len(effect) - 1)).astype(int), (share * (len(rows) - 1)).astype(int)
    place = np.abs(power[at] - wanted).argmin()
    return rows[at[1][place]], effect[at[0][place]]


@styled
def draw_sets(tables, titles):
    """Draw the share of the sets won by each candidate that is significant in each test."""
    figure = Figure(figsize=(PAGE, 1.2 + 1.5 * len(tables)))
    panels = figure.subplots(len(tables), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    for axes, table, title in zip(panels, tables, titles, strict=True):
        candidates = table["candidate"].unique()
        for number, (test, colour) in enumerate(TEST_COLOURS.items()):
            of_test = table[table["test"] == test]
            places = np.arange(len(candidates)) + 0.36 * number - 0.18
            axes.bar(places, of_test["share"], 0.34, color=colour, label=TEST_NAMES[test])
            half = 0.17
            axes.hlines(
                of_test["chance"],
                places - half,
                places + half,
                color=DARK,
                linewidth=1.2,
                label="by chance" if number else None,
            )
        axes.set_xticks(range(len(candidates)), candidates)
        axes.grid(visible=False, axis="x")
        axes.set_axisbelow(True)
        percent_axis(axes.yaxis)
        axes.set_title(title, parse_math=False)
    largest = max(table[["share", "chance"]].max().max() for table in tables)
    axes.set_ylim(0, max(0.1, 1.1 * largest))
    figure.supylabel("share of the sets won with p ≤ 0.05")
    title = "Significance of the feature sets that a candidate wins"
    heading(figure, title, axes.get_legend_handles_labels()[0])
    caption(
        figure,
        "By chance: the mean of the same share over the randomised data. It is above 5%, as the "
        f"winner is the best of several. {', '.join(DIAGONAL)} cannot use dependency.",
    )
    return figure
