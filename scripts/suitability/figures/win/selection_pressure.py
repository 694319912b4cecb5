"""The figure of the selection pressure."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from suitability.figures.style import COLUMN, SMALL, caption, styled
from suitability.win.percentage import selection_probability


@styled
def draw(total=100, searches=(1, 3, 10, 30, 100)):
    """Draw the probability that each rank is the best of N random sets (paper, Fig. 8).

    Parameters
    ----------
    total : int
        M, the number of feature sets.
    searches : sequence of int
        N.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.2))
    axes = figure.subplots()
    ranks = np.arange(1, total + 1)
    shades = mpl.colormaps["viridis"](np.linspace(0, 0.75, len(searches)))
    for n, colour in zip(searches, shades, strict=True):
        probability = selection_probability(ranks - 1, np.ones_like(ranks), total, n)
        axes.plot(ranks, probability, color=colour)
        axes.annotate(
            f"N = {n}",
            (1, probability[0]),
            (-4, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=SMALL,
            color=colour,
        )
    axes.set_xscale("log")
    axes.set_xlim(0.48, total)
    axes.xaxis.set_major_formatter(lambda rank, _: f"{rank:g}")
    axes.set_yscale("log")
    axes.set_ylim(1e-5, 1.2)
    axes.set_xlabel("rank of the feature set")
    axes.set_ylabel("probability of being the best of N")
    axes.set_title("Selection pressure")
    caption(
        figure,
        f"{total} feature sets without ties, N of them drawn with replacement:\n"
        "the larger N, the fewer sets decide which candidate wins.",
    )
    return figure
