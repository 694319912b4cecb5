"""The figure of the win percentage."""

import numpy as np
from matplotlib.figure import Figure

from suitability.plotting import (
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
from suitability.win import win_matrix


@styled
def win_percentage(win, bands, summary, title, level):
    """Draw win percentage against N with its permutation band (paper, Fig. 5).

    Parameters
    ----------
    win : pandas.DataFrame
        N, candidate, win.
    bands : pandas.DataFrame
        method, N, candidate, lower, upper.
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
    draw_win_percentage(axes, win, bands)
    axes.set_xlabel(N_LABEL)
    axes.set_ylabel(WIN_LABEL)
    axes.set_title(**title_of(title), pad=24)
    legend_above(axes)
    caption(
        figure,
        f"{size_of(summary)}. Solid: linear, dashed: nonlinear candidates.\n"
        f"Grey: where {100 * (1 - level):g}% of permuted labels leave all candidates at all N.\n"
        "Thick: outside the candidate's own part of it. Light grey: not tested.",
    )
    return figure


def draw_win_percentage(axes, win, bands):
    """Draw win percentages and their permutation band on axes; arguments as in `win_percentage`."""
    win = win_matrix(win)
    n = win.index.to_numpy()
    outside = _draw_permutation_band(axes, win, bands)
    decades = np.flatnonzero(np.isin(n, 10 ** np.arange(11)))
    for name in win:
        axes.plot(
            n, win[name], label=name, markevery=decades.tolist(), clip_on=False, **line_of(name)
        )
        axes.plot(n, win[name].where(outside[name]), color=COLOURS[name], linewidth=3)
    log_n_axis(axes, n)
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1)


def _draw_permutation_band(axes, win, bands):
    """Shade where permuted labels leave the candidates; return which win percentages lie outside.

    The shade covers the bands of all candidates. A win percentage may be within it and outside the
    band of its own candidate: that is what counts.
    """
    bands = bands[bands["method"] == "permutation"]
    shared = bands[bands["candidate"] == "any"]
    axes.fill_between(shared["N"], shared["lower"], shared["upper"], color=BAND, linewidth=0)
    tested, last = shared["N"].max(), win.index.max()
    if tested < last:
        axes.axvspan(tested, last, color=UNTESTED, linewidth=0)
        axes.text(tested, 0.985, " not tested", va="top", fontsize=6.5, color="#777777")
    lower, upper = (
        bands.pivot(index="N", columns="candidate", values=side).reindex(win.index)[win.columns]
        for side in ("lower", "upper")
    )
    return win.lt(lower) | win.gt(upper)
