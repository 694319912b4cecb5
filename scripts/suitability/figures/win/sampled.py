"""The figure of sampled win percentages, of a data set and of all."""

import textwrap

from matplotlib import ticker
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from suitability.figures.panels import grid, write, write_title
from suitability.figures.style import (
    CAPTION,
    COLOURS,
    PAGE,
    SMALL,
    TITLE_FONT,
    WIN_LABEL,
    caption,
    heading,
    log_n_axis,
    percent_axis,
    power_of_ten,
    size_of,
    styled,
)
from suitability.win.percentage import win_matrix

# Of the interval from the smaller and from the larger sample.
OPACITIES = (0.25, 0.6)


@styled
def draw(sampled, exact, summary, title):
    """Draw the intervals of sampled win percentages, a panel for each candidate (paper, Fig. 6).

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
    figure, panels = grid(exact.shape[1], 3, 0.7, 1.75, sharex=True, sharey=True)
    for axes, name in zip(panels, exact, strict=True):
        _draw(axes, sampled, exact, name)
        axes.set_title(name)
        if axes.get_subplotspec().is_last_row():
            axes.set_xlabel("N")
    panels[0].legend(loc="upper left", handlelength=1.6)
    figure.supylabel(WIN_LABEL)
    figure.suptitle(textwrap.fill(title, 90), x=0.01, ha="left", parse_math=False, **TITLE_FONT)
    caption(figure, f"{size_of(summary)}. {_explained(sampled)}")
    return figure


@styled
def draw_study(sampled, exact, summaries, titles):
    """Draw the sampled win percentages of all data sets, a row of panels for each (paper, Fig. 6).

    Parameters
    ----------
    sampled, exact : list of pandas.DataFrame
        As in `draw`.
    summaries : list of dict
    titles : list of str

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
            _draw(axes, sampled[place], exact[place], name)
            axes.xaxis.set_major_locator(ticker.LogLocator(base=10**4))
            axes.tick_params(labelsize=SMALL)
            write(axes, name, (0, 1), (3, -3), va="top", fontsize=SMALL)
        write_title(row[0], place, titles[place])
        write(row[-1], size_of(summaries[place]), (1, 1), (0, 4), ha="right", **CAPTION)
    figure.supylabel(WIN_LABEL)
    for axes in panels[-1]:
        axes.set_xlabel("N")
    intervals = [
        Patch(color="black", alpha=opacity, linewidth=0, label=_size_label(size))
        for size, opacity in _opacities(sampled[0]).items()
    ]
    heading(
        figure,
        "Win percentage from samples",
        [*intervals, Line2D([], [], color="black", linewidth=1, label="exact")],
    )
    caption(figure, _explained(sampled[0]))
    return figure


def _explained(sampled):
    return (
        f"Shaded: 95% interval of the win percentage in {sampled['trials'].iloc[0]} samples of "
        "M sets."
    )


def _opacities(sampled):
    """Return by M the opacity of its interval: a middle M and the largest, where there are two."""
    sizes = sorted(sampled["M"].unique())
    middle = sizes[0] if len(sizes) < 3 else sizes[len(sizes) // 2 - 1]
    shown = sorted({middle, sizes[-1]})
    return dict(zip(shown, OPACITIES[-len(shown) :], strict=True))


def _size_label(size):
    return f"M = {power_of_ten(size)}"


def _draw(axes, sampled, exact, name):
    """Draw the intervals of a candidate on axes; `exact` has a column for each candidate."""
    n = exact.index.to_numpy()
    for size, opacity in _opacities(sampled).items():
        part = sampled[(sampled["M"] == size) & (sampled["candidate"] == name)]
        axes.fill_between(
            part["N"],
            part["lower"],
            part["upper"],
            color=COLOURS[name],
            alpha=opacity,
            linewidth=0,
            label=_size_label(size),
        )
    axes.plot(n, exact[name], color="black", linewidth=1, label="exact")
    log_n_axis(axes, n)
    axes.xaxis.set_major_locator(ticker.LogLocator(base=100, numticks=20))
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1)
