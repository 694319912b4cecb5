"""The figure of the performance of the best candidate, of a data set and of all."""

import numpy as np
from matplotlib.figure import Figure

from suitability.figures.panels import candidates_of, study_grid
from suitability.figures.style import (
    COLUMN,
    LINE_STYLES,
    PERFORMANCE_LABEL,
    SMALL,
    caption,
    heading,
    heading_of_axes,
    line_of,
    size_of,
    styled,
)
from suitability.scoring.score_table import from_frame


@styled
def draw(scores, summary, candidates, title):
    """Draw the density of the best performance, by winner, with its tail (paper, Fig. 4).

    A feature set with several winners counts in equal parts for each.

    Parameters
    ----------
    scores : pandas.DataFrame
        A score table, see `score_table.to_frame`.
    summary : dict
    candidates : list of str
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.4))
    axes = figure.subplots()
    width = _draw(axes, scores, summary, candidates)
    axes.set_xlabel(PERFORMANCE_LABEL)
    axes.set_ylabel("density (share of feature sets per unit)")
    heading_of_axes(axes, title)
    caption(
        figure,
        f"{size_of(summary)}. All curves together integrate to one;\n"
        f"smoothed by a Gaussian of standard deviation {width:.2g}.",
    )
    return figure


@styled
def draw_study(scores, summaries, candidates, titles):
    """Draw the performance densities of all data sets, a panel for each (paper, Fig. 4).

    Parameters
    ----------
    scores : list of pandas.DataFrame
        As in `draw`.
    summaries : list of dict
    candidates : list of str
    titles : list of str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, panels = study_grid(titles, summaries, PERFORMANCE_LABEL, "density")
    for axes, table, summary in zip(panels, scores, summaries, strict=True):
        _draw(axes, table, summary, candidates)
    heading(figure, "Performance of the best candidate, by winner", candidates_of(panels))
    caption(
        figure,
        f"{LINE_STYLES} Density: share of the feature sets per unit of performance; all curves of "
        "a panel together integrate\nto one. Smoothed by a Gaussian with a standard deviation of "
        "1.5 test decisions in the smaller class.\n"
        "No inset where the best 0.05% perform nearly equally.",
    )
    return figure


def _draw(axes, scores, summary, candidates):
    """Draw the densities and their tail on axes.

    Returns
    -------
    float
        Standard deviation of the Gaussian that smooths them.
    """
    table = from_frame(scores, candidates)
    # One test decision in the smaller class changes performance by this; finer detail is noise.
    step = 1 / (2 * summary["cross_validation"]["repeats"] * min(summary["class_sizes"]))
    width = 1.5 * step
    member = table.winners[:, None] >> np.arange(len(table.candidates)) & 1
    parts = table.counts[:, None] * member / member.sum(axis=1, keepdims=True)

    at_most = 1 - (table.counts.cumsum() - table.counts) / table.total
    tail_start = table.performance[at_most > 0.9995].min()
    best = table.performance.max()
    low = table.performance[at_most > 0.0005].min() - 4 * width
    high = best + 4 * width
    views = [(axes, low, high)]
    if tail_start < best - 2 * step:
        inset = axes.inset_axes((0.59, 0.38, 0.31, 0.50))
        inset.set_yscale("log")
        # On the right, where the densities do not cover the numbers.
        inset.yaxis.tick_right()
        inset.spines["right"].set_visible(True)
        inset.tick_params(labelsize=6)
        inset.set_title("best 0.05%, log scale", fontsize=SMALL, fontweight="normal")
        views.append((inset, tail_start, best + width))
    for target, left, right in views:
        target.set_xlim(max(left, 0), min(right, 1))
        x = np.linspace(left, right, 600)
        for place, name in enumerate(table.candidates):
            density = _smoothed(x, table.performance, parts[:, place] / table.total, width)
            # The candidates' markers are in different places, so that none covers another.
            every = (15 * place, 90)
            target.plot(x, density, label=name, markevery=every, **line_of(name))
    for inset in axes.child_axes:
        density_of_one_set = 1 / (table.total * width * np.sqrt(2 * np.pi))
        inset.set_ylim(bottom=density_of_one_set)
    axes.set_ylim(bottom=0)
    return width


def _smoothed(x, places, weights, width):
    """Return at x the weighted sum of Gaussians of one width."""
    places, weights = places[weights > 0], weights[weights > 0]
    distance = (x[:, None] - places) / width
    return np.exp(-0.5 * distance**2) @ weights / (width * np.sqrt(2 * np.pi))
