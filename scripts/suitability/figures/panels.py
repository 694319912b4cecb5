"""Figures of several panels: their grid, and the letters and titles of a study's data sets."""

import textwrap

import pandas as pd
from matplotlib.figure import Figure

from suitability.core.text import letter
from suitability.figures.style import CAPTION, HALF_PAGE, PAGE, SMALL, TITLE_FONT, size_of

# Letters that fit above a small panel.
LONGEST_NAME = 13


def grid(count, columns, top, height, **sharing):
    """Make a figure of a page's width with panels in rows.

    Parameters
    ----------
    count : int
        Number of panels.
    columns : int
        Panels in a row, at most.
    top, height : float
        Inches above the panels, and of each row.
    **sharing
        Axes that the panels share, as for `matplotlib.figure.Figure.subplots`.

    Returns
    -------
    figure : matplotlib.figure.Figure
    panels : array of matplotlib.axes.Axes, shape (count,)
    """
    columns = max(min(columns, count), 1)
    rows = max(-(-count // columns), 1)
    figure = Figure(figsize=(PAGE, top + height * rows))
    panels = figure.subplots(rows, columns, squeeze=False, **sharing).ravel()
    for spare in panels[count:]:
        spare.set_visible(False)
    return figure, panels[:count]


def small_panels(names, top):
    """Make a narrow figure with a named panel for each candidate, three in a row.

    Parameters
    ----------
    names : list of str
    top : float
        Inches above the panels.

    Returns
    -------
    figure : matplotlib.figure.Figure
    panels : array of matplotlib.axes.Axes, shape (names,)
    """
    rows = -(-len(names) // 3)
    figure = Figure(figsize=(HALF_PAGE, top + 0.45 + 0.9 * rows))
    panels = figure.subplots(rows, 3, squeeze=False, sharex=True, sharey=True).ravel()
    for spare in panels[len(names) :]:
        spare.set_visible(False)
    for axes, name in zip(panels, names, strict=False):
        shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        axes.set_title(shown, pad=2)
        axes.tick_params(labelsize=SMALL)
    return figure, panels[: len(names)]


def study_grid(titles, summaries, x_label, y_label):
    """Make a figure with a lettered panel for each data set, two in a row.

    Parameters
    ----------
    titles : list of str
    summaries : list of dict
    x_label, y_label : str
        Written at the outer panels.

    Returns
    -------
    figure : matplotlib.figure.Figure
    panels : array of matplotlib.axes.Axes, shape (data sets,)
    """
    figure, panels = grid(len(titles), 2, 0.9, 2.15)
    columns = min(2, len(titles))
    for place, axes in enumerate(panels):
        axes.set_title(lettered(place, titles[place], 48), pad=13, parse_math=False)
        write(axes, size_of(summaries[place]), (0, 1), (0, 4), **CAPTION)
        if place % columns == 0:
            axes.set_ylabel(y_label)
        if place >= len(titles) - columns:
            axes.set_xlabel(x_label)
    return figure, panels


def write_title(axes, place, title):
    """Write the lettered title of a row of panels above its first axes."""
    write(axes, lettered(place, title, 70), (0, 1), (0, 4), parse_math=False, **TITLE_FONT)


def lettered(place, title, width):
    """Return a title after the letter of its place, shortened to a number of characters."""
    return textwrap.shorten(f"{letter(place)} {title}", width, placeholder="…")


def write(axes, text, place, offset, **style):
    """Write text at a place on axes without a change of their size.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    text : str
    place : (float, float)
        From (0, 0), lower left, to (1, 1), upper right.
    offset : (float, float)
        From the place, in points.
    **style
        As for `matplotlib.axes.Axes.annotate`.
    """
    axes.annotate(
        text, place, offset, xycoords="axes fraction", textcoords="offset points", **style
    ).set_in_layout(False)


def candidates_of(panels):
    """Return the legend entries of the candidates, which all panels share."""
    return panels[0].get_legend_handles_labels()[0]


def with_lines(table):
    """Return a table whose only N is there twice, a little below and above it.

    A line or an area of a single N could not be seen.

    Parameters
    ----------
    table : pandas.DataFrame
        With a column N.

    Returns
    -------
    pandas.DataFrame
        The table itself if it has several N.
    """
    if table["N"].min() < table["N"].max():
        return table
    return pd.concat([table.assign(N=table["N"] * factor) for factor in (0.8, 1.25)])
