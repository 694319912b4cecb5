"""Figures of all endpoints of a study, a lettered panel or row of panels each."""

import textwrap

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import LogLocator

from suitability.core.text import letter
from suitability.figures.performance_density import draw_performance_density
from suitability.figures.style import (
    BAND,
    CAPTION,
    N_LABEL,
    OPACITIES,
    PAGE,
    PERFORMANCE_LABEL,
    UNTESTED,
    WIN_LABEL,
    caption,
    heading,
    power_of_ten,
    size_of,
    styled,
)
from suitability.figures.win_percentage import draw_win_percentage
from suitability.figures.win_sampled import draw_win_sampled, two_sizes
from suitability.win.percentage import win_matrix

TITLE = {"fontsize": 8.5, "fontweight": "bold", "parse_math": False}
BANDS = (
    Patch(color=BAND, label="chance"),
    Patch(color=UNTESTED, label="not tested"),
)


@styled
def win_percentages(titles, summaries, wins, bands, p_values, level):
    """Draw win percentage against N with the permutation band, a panel an endpoint (paper, Fig. 5).

    Parameters
    ----------
    titles : list of str
    summaries : list of dict
    wins, bands, p_values : list of pandas.DataFrame
        As in `plotting_win_percentage.win_percentage`.
    level : float
        Of the band.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, panels = _panels(titles, summaries, 2.15, N_LABEL, WIN_LABEL)
    for axes, *tables in zip(panels, wins, bands, p_values, strict=True):
        draw_win_percentage(axes, *tables, level)
    heading(figure, "Win percentage", [*_candidates(panels), *BANDS])
    caption(
        figure,
        "Solid: linear, dashed: nonlinear candidates. Chance: where "
        f"{100 * (1 - level):g}% of permuted labels leave all candidates\nat all N. "
        "Thick: more or less than chance. Dotted: as if all sets were independent.",
    )
    return figure


@styled
def performance_densities(titles, summaries, tables):
    """Draw the densities of performance with their tails, a panel an endpoint (paper, Fig. 4).

    Parameters
    ----------
    titles : list of str
    summaries : list of dict
    tables : list of score_table.ScoreTable

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, panels = _panels(titles, summaries, 2.15, PERFORMANCE_LABEL, "density")
    for axes, table, summary in zip(panels, tables, summaries, strict=True):
        draw_performance_density(axes, table, summary)
    heading(figure, "Performance of the best candidate, by winner", _candidates(panels))
    caption(
        figure,
        "Solid: linear, dashed: nonlinear candidates. Share of the pairs per unit of performance: "
        "the curves of an endpoint together integrate\nto one. Smoothed by a Gaussian whose "
        "standard deviation is what one and a half test decisions in the smaller class move.\n"
        "No window where the best 0.05% perform alike.",
    )
    return figure


@styled
def win_sampled(titles, summaries, sampled, exact):
    """Draw how well M random sets tell the win percentage, a row an endpoint (paper, Fig. 6).

    Parameters
    ----------
    titles : list of str
    summaries : list of dict
    sampled, exact : list of pandas.DataFrame
        As in `plotting.win_sampled`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    exact = [win_matrix(table) for table in exact]
    candidates = list(exact[0].columns)
    figure = Figure(figsize=(PAGE, 0.9 + 1.2 * len(titles)))
    figure.get_layout_engine().set(h_pad=0.12)
    panels = figure.subplots(len(titles), len(candidates), sharex=True, sharey=True, squeeze=False)
    for place, row in enumerate(panels):
        for axes, name in zip(row, candidates, strict=True):
            draw_win_sampled(axes, sampled[place], exact[place], name)
            axes.xaxis.set_major_locator(LogLocator(base=10**4))
            axes.tick_params(labelsize=7)
            _write(axes, name, (0, 1), (3, -3), va="top", fontsize=7)
        _write(row[0], _name(place, titles[place], 70), (0, 1), (0, 4), **TITLE)
        _write(row[-1], size_of(summaries[place]), (1, 1), (0, 4), ha="right", **CAPTION)
    figure.supylabel(WIN_LABEL, fontsize=8)
    for axes in panels[-1]:
        axes.set_xlabel("N")
    shown = two_sizes(sampled[0])
    intervals = [
        Patch(color="black", alpha=opacity, linewidth=0, label=f"M = {power_of_ten(size)}")
        for size, opacity in zip(shown, OPACITIES[-len(shown) :], strict=True)
    ]
    heading(
        figure,
        "Win percentage from samples",
        [*intervals, Line2D([], [], color="black", linewidth=1, label="exact")],
    )
    caption(
        figure,
        f"Shaded: where {sampled[0]['trials'].iloc[0]} samples of M sets put the win percentage, "
        "95% interval.",
    )
    return figure


def _panels(titles, summaries, height, x_label, y_label):
    """Return a figure with lettered axes, two in a row."""
    columns = min(2, len(titles))
    rows = -(-len(titles) // columns)
    figure = Figure(figsize=(PAGE, 0.9 + height * rows))
    panels = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes in panels[len(titles) :]:
        axes.set_visible(False)
    panels = panels[: len(titles)]
    for place, axes in enumerate(panels):
        axes.set_title(_name(place, titles[place], 48), pad=13, parse_math=False)
        _write(axes, size_of(summaries[place]), (0, 1), (0, 4), **CAPTION)
        if place % columns == 0:
            axes.set_ylabel(y_label)
        if place >= len(titles) - columns:
            axes.set_xlabel(x_label)
    return figure, panels


def _name(place, title, width):
    return textwrap.shorten(f"{letter(place)} {title}", width, placeholder="…")


def _write(axes, text, place, off, **style):
    """Write on axes at a place in units of their size, so many points off, without moving them."""
    axes.annotate(
        text, place, off, xycoords="axes fraction", textcoords="offset points", **style
    ).set_in_layout(False)


def _candidates(panels):
    """Return the legend entries of the candidates."""
    return panels[0].get_legend_handles_labels()[0]
