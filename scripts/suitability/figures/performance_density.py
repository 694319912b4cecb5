"""The figure of the performance of the best candidate, of a data set and of all."""

import numpy as np
from matplotlib.figure import Figure

from suitability.figures.panels import candidates_of, study_grid
from suitability.figures.style import (
    COLUMN,
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
        "Solid: linear, dashed: nonlinear candidates. Share of the pairs per unit of performance: "
        "the curves of an endpoint together integrate\nto one. Smoothed by a Gaussian whose "
        "standard deviation is what one and a half test decisions in the smaller class move.\n"
        "No window where the best 0.05% perform alike.",
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
    # One test decision in the smaller class moves performance by this much; finer detail is noise.
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
        window = axes.inset_axes((0.59, 0.38, 0.31, 0.50))
        window.set_yscale("log")
        # On the right, where the densities leave room for numbers.
        window.yaxis.tick_right()
        window.spines["right"].set_visible(True)
        window.tick_params(labelsize=6)
        window.set_title("best 0.05%, log scale", fontsize=SMALL, fontweight="normal")
        views.append((window, tail_start, best + width))
    for target, left, right in views:
        target.set_xlim(max(left, 0), min(right, 1))
        x = np.linspace(left, right, 600)
        for place, name in enumerate(table.candidates):
            density = _smoothed(x, table.performance, parts[:, place] / table.total, width)
            # Markers of different candidates in different places, so that none hides another.
            every = (15 * place, 90)
            target.plot(x, density, label=name, markevery=every, **line_of(name))
    for window in axes.child_axes:
        density_of_one_set = 1 / (table.total * width * np.sqrt(2 * np.pi))
        window.set_ylim(bottom=density_of_one_set)
    axes.set_ylim(bottom=0)
    return width


def _smoothed(x, places, weights, width):
    """Return the sum at x of Gaussians of some weights and one width."""
    places, weights = places[weights > 0], weights[weights > 0]
    off = (x[:, None] - places) / width
    return np.exp(-0.5 * off**2) @ weights / (width * np.sqrt(2 * np.pi))
