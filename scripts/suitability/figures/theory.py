"""Figures of the illustrative example, whose candidates are no classifiers."""

from matplotlib.figure import Figure

from suitability.figures.style import COLUMN, caption, percent_axis, styled
from suitability.win.percentage import win_matrix

# From dark to light, so that they differ in grey as well; with a line style each.
LINES = {
    "c1": {"color": "#440154", "linestyle": "-"},
    "c2": {"color": "#1f8a8c", "linestyle": (0, (5, 1.5))},
    "c3": {"color": "#d98200", "linestyle": (0, (1.3, 1.3))},
}


@styled
def joint_density(density, mixture):
    """Draw the joint density of performance and winner (paper, Fig. 2).

    Parameters
    ----------
    density : pandas.DataFrame
        performance, candidate, density.
    mixture : continuous.Mixture
        What it is the density of.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.1))
    axes = figure.subplots()
    for name, part in density.groupby("candidate", sort=False):
        peak = part.loc[part["density"].idxmax()]
        axes.plot(part["performance"], part["density"], label=name, **LINES[name])
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
    axes.set_title("Illustrative example: who wins where")
    gaussians = ", ".join(
        f"{name}: N({mean:.2f}, {deviation:.2f})"
        for name, mean, deviation in zip(
            mixture.candidates, mixture.means, mixture.deviations, strict=True
        )
    )
    caption(figure, f"Performance where each wins, mean and standard deviation:\n{gaussians}.")
    return figure


@styled
def theoretical_win(win, intervals):
    """Draw theoretical win percentages and where samples put them (paper, Fig. 3).

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
            color=LINES[name]["color"],
            alpha=0.25,
            linewidth=0,
        )
        axes.plot(win.index, win[name], **LINES[name])
        axes.annotate(
            name,
            (win.index[-1], win[name].iloc[-1]),
            (4, 0),
            textcoords="offset points",
            va="center",
        )
    # At N = 1 nobody leads.
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
            fontsize=7,
        )
    axes.set_xlim(win.index[0], win.index[-1])
    axes.set_xticks([1, 10, 20, 30, 40])
    axes.set_ylim(0, 0.7)
    percent_axis(axes.yaxis)
    axes.set_xlabel("feature sets that the search draws, N")
    axes.set_ylabel("win percentage")
    axes.set_title("Illustrative example: who wins the search")
    caption(
        figure,
        "Lines: theoretical win percentage. Shaded: where "
        f"{intervals['trials'].iloc[0]} samples of M = {intervals['M'].iloc[0]:,}\n"
        "feature sets put it, 95% interval.",
    )
    return figure
