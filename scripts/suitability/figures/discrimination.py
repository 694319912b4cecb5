"""The figure of each candidate on its most favourable pair."""

from dataclasses import replace

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse, Patch

from suitability.core.problem import read_problem
from suitability.core.tables import read_json
from suitability.core.text import letter
from suitability.figures.panels import grid
from suitability.figures.style import DARK, caption, heading, shortened, styled
from suitability.scoring.discrimination import REPEATS, panel
from suitability.scoring.top_sets import places_of_sets, read_sets

# Different from the candidates' colours, and from each other in greyscale too.
CLASSES = (
    {"color": DARK, "marker": "o", "filled": False},
    {"color": "#c2263d", "marker": "^", "filled": True},
)
DISAGREEMENT = LinearSegmentedColormap.from_list("disagreement", ["white", "#58b7d6"])


def load(expression, samples, folds, table, summary):
    """Return the arguments of `draw`, but the title, from the files of a data set.

    Parameters
    ----------
    expression, samples, folds, table, summary : path

    Returns
    -------
    dict
        table, panels, summary.
    """
    problem = read_problem(expression, samples, folds)
    table = read_sets(table)
    own = table[table["shown"] == table["candidate"]]
    sets = places_of_sets(own, problem.features)
    panels = {
        name: panel(replace(problem, values=problem.values[:, features]), name)
        for name, features in zip(own["candidate"], sets, strict=True)
        if len(features) == 2
    }
    return {"table": table, "panels": panels, "summary": read_json(summary)}


@styled
def draw(table, panels, summary, title):
    """Draw each candidate on its most favourable pair, a lettered panel for each (paper, Fig. 1).

    Parameters
    ----------
    table : pandas.DataFrame
        See `discrimination.discriminate`.
    panels : dict of str to discrimination.Panel
        By candidate; those whose set is no pair are missing.
    summary : dict
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    shown = table[table["shown"] == table["candidate"]].set_index("candidate")
    figure, axes = grid(len(shown), 3, 0.8, 2.5)
    for place, (target, name) in enumerate(zip(axes, shown.index, strict=True)):
        row = shown.loc[name]
        target.set_title(
            f"{letter(place)} {name} {row['performance']:.3f}"
            f" ({row['lower']:.2f} to {row['upper']:.2f})",
            fontsize=7.5,
        )
        if name in panels:
            _draw(target, panels[name])
            target.set_xlabel(shortened(row["feature_1"]), parse_math=False)
            target.set_ylabel(shortened(row["feature_2"]), parse_math=False)
        else:
            target.text(0.5, 0.5, "drawn for pairs only", ha="center", transform=target.transAxes)
            target.set_axis_off()
    classes = [
        f"{shortened(', '.join(labels), 30)} ({size})"
        for labels, size in zip(summary["class_labels"], summary["class_sizes"], strict=True)
    ]
    legend = heading(
        figure,
        title,
        [
            *(
                Line2D([], [], linestyle="", **_marker(style), label=label)
                for style, label in zip(CLASSES, classes, strict=True)
            ),
            Line2D(
                [], [], color="black", linewidth=1, label="half of the folds predict each class"
            ),
            Patch(facecolor=DISAGREEMENT(1.0), label="folds disagree"),
        ],
    )
    for text in legend.get_texts():
        text.set_parse_math(False)
    caption(
        figure,
        f"Performance and its 95% interval, over the test folds of {REPEATS} repeats. Cross and "
        "ellipse: mean and one standard deviation of each\nclass, as the candidate assumes them. "
        "White: all folds predict the same class. Each pair is the most favourable one for its\n"
        "candidate among the best pairs, so its performance is not an estimate for new samples.",
    )
    return figure


def _marker(style):
    return {
        "color": style["color"],
        "marker": style["marker"],
        "markerfacecolor": style["color"] if style["filled"] else "none",
        "markeredgewidth": 0.6,
        "markersize": 3,
    }


def _draw(axes, panel):
    edges = (panel.across[0], panel.across[-1], panel.up[0], panel.up[-1])
    axes.grid(False)
    axes.imshow(
        1 - np.abs(2 * panel.share - 1),
        extent=edges,
        origin="lower",
        cmap=DISAGREEMENT,
        vmin=0,
        vmax=1,
        aspect="equal",
    )
    if panel.share.min() < 0.5 < panel.share.max():
        axes.contour(panel.across, panel.up, panel.share, [0.5], colors="black", linewidths=1)
    for c, style in enumerate(CLASSES):
        x, y = panel.values[panel.labels == c].T
        axes.plot(x, y, linestyle="", **_marker(style))
        axes.plot(*panel.means[c], marker="x", color=style["color"], markersize=6, mew=1.6)
        variances, directions = np.linalg.eigh(panel.covariances[c])
        width, height = 2 * np.sqrt(variances)
        axes.add_patch(
            Ellipse(
                panel.means[c],
                width,
                height,
                angle=np.degrees(np.arctan2(directions[1, 0], directions[0, 0])),
                fill=False,
                edgecolor=style["color"],
                linewidth=1.1,
                linestyle="-" if style["filled"] else (0, (3, 1.5)),
            )
        )
