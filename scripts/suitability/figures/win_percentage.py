"""The figure of the win percentage."""

import numpy as np
from matplotlib.figure import Figure

from suitability.figures.style import (
    BAND,
    COLOURS,
    COLUMN,
    N_LABEL,
    UNTESTED,
    WIN_LABEL,
    caption,
    legend_above,
    line_of,
    log_n_axis,
    percent_axis,
    size_of,
    styled,
    title_of,
)
from suitability.win.percentage import win_matrix


@styled
def win_percentage(win, bands, p_values, summary, title, level):
    """Draw win percentage against N with its permutation band (paper, Fig. 5).

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
    draw_win_percentage(axes, win, bands, p_values, level)
    axes.set_xlabel(N_LABEL)
    axes.set_ylabel(WIN_LABEL)
    axes.set_title(**title_of(title), pad=24)
    legend_above(axes)
    caption(
        figure,
        f"{size_of(summary)}. Solid: linear, dashed: nonlinear.\n"
        f"Grey: where {100 * (1 - level):g}% of permuted labels leave all candidates at all N.\n"
        "Thick: more or less than chance. Dotted: as if all sets were independent.",
    )
    return figure


def draw_win_percentage(axes, win, bands, p_values, level):
    """Draw win percentages and their permutation band on axes; arguments as in `win_percentage`."""
    win = win_matrix(win)
    n = win.index.to_numpy()
    _draw_bands(axes, win.index.max(), bands)
    p = p_values.pivot(index="N", columns="candidate", values="p_familywise").reindex(n)
    decades = np.flatnonzero(np.isin(n, 10 ** np.arange(11)))
    for name in win:
        axes.plot(
            n, win[name], label=name, markevery=decades.tolist(), clip_on=False, **line_of(name)
        )
        axes.plot(
            n, win[name].where((p[name] <= level).to_numpy()), color=COLOURS[name], linewidth=3
        )
    log_n_axis(axes, n)
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1)


def _draw_bands(axes, last, bands):
    """Shade where permuted labels leave the candidates, and draw the paper's band.

    The shade covers the bands of all candidates. A win percentage may be within it and outside the
    band of its own candidate: that is what counts.
    """
    permuted = bands[(bands["method"] == "permutation") & (bands["candidate"] == "any")]
    axes.fill_between(permuted["N"], permuted["lower"], permuted["upper"], color=BAND, linewidth=0)
    tested = permuted["N"].max()
    if tested < last:
        axes.axvspan(tested, last, color=UNTESTED, linewidth=0)
        axes.text(tested, 0.985, " not tested", va="top", fontsize=7, color="#777777")
    independent = bands[bands["method"] == "beta_M"]
    for side in ("lower", "upper"):
        axes.plot(independent["N"], independent[side], color="#777777", linewidth=0.7, ls=":")
