"""The figures of the illustrative example: theoretical win percentage and joint density."""

from matplotlib.figure import Figure

from suitability.figures.style import (
    COLUMN,
    EXAMPLE_LINES,
    N_LABEL,
    SMALL,
    WIN_LABEL,
    caption,
    percent_axis,
    styled,
)
from suitability.win.percentage import win_matrix
from suitability.win.theory import ILLUSTRATIVE


@styled
def draw(win, intervals):
    """Draw theoretical win percentages and the intervals of sampled ones (paper, Fig. 3).

    Parameters
    ----------
    win : pandas.DataFrame
        N, candidate, win.
    intervals : pandas.DataFrame
        M, N, candidate, lower, upper, trials.

    Returns
    -------
    matplotlib.figure.Figure
    """
    win = win_matrix(win)
    figure = Figure(figsize=(COLUMN, 3.4))
    axes = figure.subplots()
    for name in win:
        part = intervals[intervals["candidate"] == name]
        axes.fill_between(
            part["N"],
            part["lower"],
            part["upper"],
            color=EXAMPLE_LINES[name]["color"],
            alpha=0.25,
            linewidth=0,
        )
        axes.plot(win.index, win[name], **EXAMPLE_LINES[name])
        axes.annotate(
            name,
            (win.index[-1], win[name].iloc[-1]),
            (4, 0),
            textcoords="offset points",
            va="center",
        )
    # At N = 1 all win percentages are equal.
    leader = win.iloc[1:].idxmax(axis=1)
    for n, name in leader[leader != leader.shift()].items():
        axes.axvline(n, color="#999999", linewidth=0.6)
        axes.annotate(
            f"{name} ahead\nfrom N = {n}",
            (n, 1),
            (3, -2),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            va="top",
            fontsize=SMALL,
        )
    axes.set_xlim(win.index[0], win.index[-1])
    axes.set_xticks([1, 10, 20, 30, 40])
    axes.set_ylim(0, 0.7)
    percent_axis(axes.yaxis)
    axes.set_xlabel(N_LABEL)
    axes.set_ylabel(WIN_LABEL)
    axes.set_title("Illustrative example: win percentage")
    caption(
        figure,
        "Lines: theoretical win percentage. Shaded: its 95% interval in\n"
        f"{intervals['trials'].iloc[0]} samples of M = {intervals['M'].iloc[0]:,} feature sets.",
    )
    return figure


@styled
def draw_density(density):
    """Draw the joint density of performance and winner (paper, Fig. 2).

    Parameters
    ----------
    density : pandas.DataFrame
        performance, candidate, density.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.1))
    axes = figure.subplots()
    for name, part in density.groupby("candidate", sort=False):
        peak = part.loc[part["density"].idxmax()]
        axes.plot(part["performance"], part["density"], label=name, **EXAMPLE_LINES[name])
        axes.annotate(
            name,
            (peak["performance"], peak["density"]),
            (0, 3),
            textcoords="offset points",
            ha="center",
        )
    axes.set_xlim(density["performance"].min(), density["performance"].max())
    axes.set_ylim(0, 1.1 * density["density"].max())
    axes.set_xlabel("performance of the best candidate, x")
    axes.set_ylabel("joint density, p(x, c)")
    axes.set_title("Illustrative example: performance and winner")
    gaussians = ", ".join(
        f"{name}: N({mean:.2f}, {deviation:.2f})"
        for name, mean, deviation in zip(
            ILLUSTRATIVE.candidates, ILLUSTRATIVE.means, ILLUSTRATIVE.deviations, strict=True
        )
    )
    caption(
        figure, f"Performance where a candidate wins, N(mean, standard deviation):\n{gaussians}."
    )
    return figure
