"""The figures of the permutation tests: randomised data, errors on simulated data, and power."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from suitability.core.randomness import stream
from suitability.figures.style import (
    COLOURS,
    DARK,
    PAGE,
    REFERENCE,
    caption,
    heading,
    percent_axis,
    styled,
)
from suitability.permutation_tests.classifiers import CLASSIFIERS
from suitability.permutation_tests.power import POWERS
from suitability.permutation_tests.randomisations import randomised
from suitability.permutation_tests.tables import bundled_table

TEST_COLOURS = {"labels": COLOURS["UDA"], "columns": COLOURS["NC"]}
TEST_NAMES = {"labels": "Test 1 (labels)", "columns": "Test 2 (columns within classes)"}
PANELS = {
    "original": "original",
    "full": "full permutation",
    "labels": "Test 1: labels permuted",
    "columns": "Test 2: columns permuted within classes",
}
CLASS_COLOURS = ("#0072B2", "#D55E00", "#009E73")
CLASS_MARKERS = ("o", "^", "s")
LEVELS = (0.01, 0.05)
CONTOURS = (0.1, 0.3, 0.5, 0.7, 0.9, 0.99)
MOST_ROWS = 1000


@styled
def draw_randomised(features, seed):
    """Draw two features of Iris, as they are and under each randomisation (paper, Figure 2)."""
    table = bundled_table("iris")
    places = [table.columns.index(name) for name in features]
    X = table.X[:, places]
    figure = Figure(figsize=(PAGE, 5.4))
    panels = figure.subplots(2, 2, sharex=True, sharey=True).flat
    for axes, (test, title) in zip(panels, PANELS.items(), strict=True):
        shown, y = X, table.y
        if test != "original":
            shown, y = randomised(test, X, y, stream(seed, "iris", f"figure, {test}"))
        for c, name in enumerate(table.classes):
            axes.scatter(
                *shown[y == c].T,
                s=12,
                marker=CLASS_MARKERS[c],
                color=CLASS_COLOURS[c],
                alpha=0.7,
                linewidths=0,
                label=name,
            )
        axes.set_title(title)
    figure.supylabel(features[1])
    heading(figure, "Iris, original and randomised", axes.get_legend_handles_labels()[0])
    caption(figure, f"Horizontal: {features[0]}. One randomisation of each kind.")
    return figure


@styled
def draw_simulated(tables, figure):
    """Draw errors on simulated data against correlation (Figure 3) or noise (Figure 4)."""
    table = pd.concat(tables)
    table = table[table["figure"] == figure]
    by, along = ("classifier", "correlation") if figure == 3 else ("correlation", "noise")
    drawn = Figure(figsize=(PAGE, 5.4))
    panels = drawn.subplots(2, 2, sharex=True, sharey=True).flat
    for axes, (value, part) in zip(panels, table.groupby(by, sort=figure == 4), strict=True):
        original = part[part["test"] == "original"]
        axes.plot(original[along], original["mean"], color=DARK, label="original data")
        for test, colour in TEST_COLOURS.items():
            of_test = part[part["test"] == test]
            # Limits of a skewed distribution may both lie on one side of its mean.
            below = (of_test["mean"] - of_test["lower"]).clip(lower=0)
            above = (of_test["upper"] - of_test["mean"]).clip(lower=0)
            axes.errorbar(
                of_test[along],
                of_test["mean"],
                [below, above],
                fmt="x" if test == "labels" else "o",
                color=colour,
                linewidth=0.8,
                capsize=2,
                label=TEST_NAMES[test],
            )
        axes.set_title(CLASSIFIERS[value] if figure == 3 else f"correlation {value:g}")
        axes.set_ylim(bottom=0)
    drawn.supylabel("error in 10-fold cross-validation")
    handles = axes.get_legend_handles_labels()[0]
    title = "Decision tree on labels with noise" if figure == 4 else "Correlated features"
    heading(drawn, title, handles)
    what = "probability of a changed label" if figure == 4 else "correlation within classes"
    caption(drawn, f"Horizontal: {what}. n = 100 + 100 rows; bars: 1% to 99%.")
    return drawn


@styled
def draw_power(test):
    """Draw contours of power against rows and effect (paper, Figures 5 and 6)."""
    effect = np.linspace(0.005, 0.995, 199) if test == "columns" else np.linspace(0.005, 0.5, 199)
    rows = np.arange(2, MOST_ROWS + 1)
    figure = Figure(figsize=(PAGE, 3.2))
    for axes, level in zip(figure.subplots(1, 2, sharey=True), LEVELS, strict=True):
        power = POWERS[test](rows, effect[:, None], level)
        lines = axes.contour(rows, effect, power, levels=CONTOURS, colors=DARK, linewidths=0.8)
        axes.clabel(lines, fontsize=7)
        axes.set_title(f"significance level {level:g}")
        axes.set_xlabel("rows, n")
    number = 1 if test == "labels" else 2
    name = "error of the classifier, t" if test == "labels" else "correlation"
    figure.supylabel(name)
    caption(figure, f"Power of Test {number} (paper, Eq. {4 if test == 'labels' else 3}).")
    return figure


@styled
def draw_sets(tables, titles):
    """Draw the share of the sets won by each candidate that is significant in each test."""
    figure = Figure(figsize=(PAGE, 1.2 + 1.5 * len(tables)))
    panels = figure.subplots(len(tables), 1, sharex=True, squeeze=False)[:, 0]
    for axes, table, title in zip(panels, tables, titles, strict=True):
        candidates = table["candidate"].unique()
        for number, (test, colour) in enumerate(TEST_COLOURS.items()):
            of_test = table[table["test"] == test]
            places = np.arange(len(candidates)) + 0.36 * number - 0.18
            axes.bar(places, of_test["share"], 0.34, color=colour, label=TEST_NAMES[test])
        axes.set_xticks(range(len(candidates)), candidates)
        axes.axhline(0.05, linestyle="--", **REFERENCE)
        axes.set_ylim(0, 1)
        percent_axis(axes.yaxis)
        axes.set_title(title, parse_math=False)
    figure.supylabel("share of the sets won with p ≤ 0.05")
    heading(figure, "Significance of won feature sets", axes.get_legend_handles_labels()[0])
    caption(
        figure,
        "Dashed: 5%. The winner is the best of several, so chance alone gives more.",
    )
    return figure
