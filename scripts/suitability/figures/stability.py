"""The figure of the win percentages with their stability over patients."""

from matplotlib import ticker
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from suitability.figures.panels import small_panels, with_lines
from suitability.figures.style import (
    COLOURS,
    DARK,
    WIN_LABEL,
    log_n_axis,
    n_label,
    narrow_heading,
    percent_axis,
    styled,
    titled_caption,
)

OTHERS = "#c4c4c4"


@styled
def draw(stability, summary, title):
    """Draw each candidate's win percentage against N with its interval, a panel for each.

    Parameters
    ----------
    stability : pandas.DataFrame
        N, candidate, win, lower, upper.
    summary : dict
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    stability = with_lines(stability)
    names = stability["candidate"].unique().tolist()
    curves = stability.pivot(index="N", columns="candidate", values="win")
    n = curves.index.to_numpy()
    figure, panels = small_panels(names, 0.85)
    for axes, name in zip(panels, names, strict=True):
        part = stability[stability["candidate"] == name]
        axes.plot(n, curves.drop(columns=name), color=OTHERS, linewidth=0.7)
        axes.fill_between(
            part["N"], part["lower"], part["upper"], color=COLOURS[name], alpha=0.4, linewidth=0
        )
        axes.plot(n, curves[name], color=COLOURS[name], linewidth=2)
        log_n_axis(axes, n)
        axes.xaxis.set_major_locator(ticker.LogLocator(base=100, numticks=20))
        percent_axis(axes.yaxis)
    panels[0].set_ylim(0, min(1.05 * stability["upper"].max(), 1))
    figure.supylabel(WIN_LABEL)
    narrow_heading(
        figure,
        "How often each candidate wins",
        [
            Line2D([], [], color=DARK, linewidth=2, label="win percentage of the candidate"),
            Patch(color="#b0b0b0", label="its 95% interval over patients and folds"),
            Line2D([], [], color=OTHERS, linewidth=0.7, label="the other candidates"),
        ],
    )
    titled_caption(figure, title, f"Horizontal: {n_label(summary)}.")
    return figure
