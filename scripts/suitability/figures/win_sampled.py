"""The figure of sampled win percentages."""

import textwrap

from matplotlib import ticker
from matplotlib.figure import Figure

from suitability.figures.style import (
    COLOURS,
    OPACITIES,
    PAGE,
    WIN_LABEL,
    caption,
    log_n_axis,
    percent_axis,
    power_of_ten,
    size_of,
    styled,
)
from suitability.win.percentage import win_matrix


@styled
def win_sampled(sampled, exact, summary, title):
    """Draw how well M random sets tell the win percentage, a panel a candidate (paper, Fig. 6).

    Parameters
    ----------
    sampled : pandas.DataFrame
        M, N, candidate, lower, upper, trials.
    exact : pandas.DataFrame
        N, candidate, win.
    summary : dict
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    exact = win_matrix(exact)
    columns = 3 if exact.shape[1] > 2 else exact.shape[1]
    rows = -(-exact.shape[1] // columns)
    figure = Figure(figsize=(PAGE, 0.7 + 1.75 * rows))
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for panel, name in zip(panels, exact, strict=False):
        draw_win_sampled(panel, sampled, exact, name)
        panel.set_title(name)
    for panel in panels[exact.shape[1] :]:
        panel.set_visible(False)
    panels[0].legend(loc="upper left", handlelength=1.6)
    for panel in panels[-columns:]:
        panel.set_xlabel("N")
    figure.supylabel(WIN_LABEL, fontsize=8)
    figure.suptitle(
        textwrap.fill(title, 90),
        x=0.01,
        ha="left",
        fontsize=8.5,
        fontweight="bold",
        parse_math=False,
    )
    caption(
        figure,
        f"{size_of(summary)}. Shaded: where {sampled['trials'].iloc[0]} samples of M sets put the "
        "win percentage, 95% interval.",
    )
    return figure


def two_sizes(sampled):
    """Return the two M that are drawn, or one if there is only one: a middle and the largest."""
    sizes = sorted(sampled["M"].unique())
    return sorted({sizes[0] if len(sizes) < 3 else sizes[len(sizes) // 2 - 1], sizes[-1]})


def draw_win_sampled(axes, sampled, exact, name):
    """Draw where samples put the win percentage of a candidate on axes.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    sampled : pandas.DataFrame
        As in `win_sampled`.
    exact : pandas.DataFrame
        As `win.win_matrix` makes it.
    name : str
        Of the candidate.
    """
    n = exact.index.to_numpy()
    shown = two_sizes(sampled)
    for size, opacity in zip(shown, OPACITIES[-len(shown) :], strict=True):
        part = sampled[(sampled["M"] == size) & (sampled["candidate"] == name)]
        axes.fill_between(
            part["N"],
            part["lower"],
            part["upper"],
            color=COLOURS[name],
            alpha=opacity,
            linewidth=0,
            label=f"M = {power_of_ten(size)}",
        )
    axes.plot(n, exact[name], color="black", linewidth=1, label="exact")
    log_n_axis(axes, n)
    axes.xaxis.set_major_locator(ticker.LogLocator(base=100, numticks=20))
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1)
