"""The figure of the win percentage, of a data set and of all."""

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from suitability.figures.panels import candidates_of, study_grid
from suitability.figures.style import (
    BAND,
    COLOURS,
    COLUMN,
    GREY,
    LINE_STYLES,
    N_LABEL,
    SMALL,
    UNTESTED,
    WIN_LABEL,
    caption,
    decades,
    heading,
    heading_of_axes,
    line_of,
    log_n_axis,
    percent_axis,
    size_of,
    styled,
)
from suitability.win.percentage import win_matrix

BANDS = (
    Patch(color=BAND, label="chance"),
    Patch(color=UNTESTED, label="not tested"),
)
LINES = "Thick: significantly different from chance. Dotted: band if all sets were independent."


@styled
def draw(win, bands, p_values, summary, title, level):
    """Draw the win percentage against N with its permutation band (paper, Fig. 5).

    Parameters
    ----------
    win : pandas.DataFrame
        N, candidate, win.
    bands : pandas.DataFrame
        method, N, candidate, lower, upper.
    p_values : pandas.DataFrame
        N, candidate, p_familywise.
    summary : dict
    title : str
    level : float
        Of the band.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.5))
    axes = figure.subplots()
    _draw(axes, win, bands, p_values, level)
    axes.set_xlabel(N_LABEL)
    axes.set_ylabel(WIN_LABEL)
    heading_of_axes(axes, title)
    caption(
        figure,
        f"{size_of(summary)}. {LINE_STYLES}\nGrey: {_band(level)}.\n{LINES}",
    )
    return figure


@styled
def draw_study(wins, bands, p_values, summaries, titles, level):
    """Draw the win percentages of all data sets, a panel for each (paper, Fig. 5).

    Parameters
    ----------
    wins, bands, p_values : list of pandas.DataFrame
        As in `draw`.
    summaries : list of dict
    titles : list of str
    level : float
        Of the band.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, panels = study_grid(titles, summaries, N_LABEL, WIN_LABEL)
    for axes, *tables in zip(panels, wins, bands, p_values, strict=True):
        _draw(axes, *tables, level)
    heading(figure, "Win percentage", [*candidates_of(panels), *BANDS])
    caption(
        figure,
        f"{LINE_STYLES} Chance: {_band(level)}.\n{LINES}",
    )
    return figure


def _band(level):
    return (
        f"band that holds all candidates at all N in {100 * (1 - level):g}% of label permutations"
    )


def _draw(axes, win, bands, p_values, level):
    win = win_matrix(win)
    n = win.index.to_numpy()
    _draw_bands(axes, win.index.max(), bands)
    p = p_values.pivot(index="N", columns="candidate", values="p_familywise").reindex(n)
    for name in win:
        axes.plot(n, win[name], label=name, markevery=decades(n), clip_on=False, **line_of(name))
        axes.plot(
            n, win[name].where((p[name] <= level).to_numpy()), color=COLOURS[name], linewidth=3
        )
    log_n_axis(axes, n)
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1)


def _draw_bands(axes, last, bands):
    """Draw the permutation band over all candidates as an area, and the paper's band as lines.

    A win percentage may be inside this band and outside that of its candidate. The latter decides.
    """
    permuted = bands[(bands["method"] == "permutation") & (bands["candidate"] == "any")]
    axes.fill_between(permuted["N"], permuted["lower"], permuted["upper"], color=BAND, linewidth=0)
    tested = permuted["N"].max()
    if tested < last:
        axes.axvspan(tested, last, color=UNTESTED, linewidth=0)
        axes.text(tested, 0.985, " not tested", va="top", fontsize=SMALL, color=GREY)
    independent = bands[bands["method"] == "beta_M"]
    for side in ("lower", "upper"):
        axes.plot(independent["N"], independent[side], color=GREY, linewidth=0.7, ls=":")
