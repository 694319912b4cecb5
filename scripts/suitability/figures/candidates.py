"""The figure of the held-out performance of every candidate, a panel for each data set."""

import textwrap

import numpy as np

from suitability.figures.panels import grid
from suitability.figures.style import COLOURS, MARKERS, REFERENCE, caption, styled
from suitability.held_out.choice import at
from suitability.held_out.intervals import recommended_n
from suitability.held_out.split_values import ANY
from suitability.scoring.performance import chance_level, performance_name

PANELS_PER_ROW = 3


@styled
def draw(held_out, summaries, titles, region, sensitivity_weight):
    """Draw what searches with each candidate reach on held-out samples, at the recommended N.

    Parameters
    ----------
    held_out : list of pandas.DataFrame
        N, candidate, outside, lower, upper; of each data set.
    summaries : list of dict
    titles : list of str
    region : float
        For the recommended N, see `intervals.recommended_n`.
    sensitivity_weight : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    candidates = summaries[0]["candidates"]
    height = 0.5 + 0.14 * len(candidates)
    figure, panels = grid(len(titles), PANELS_PER_ROW, 0.4, height, sharey=True)
    places = -np.arange(len(candidates))
    for axes, table, summary, title in zip(panels, held_out, summaries, titles, strict=True):
        n = recommended_n(table[table["candidate"] == ANY].set_index("N")["outside"], region)
        rows = at(table, n).set_index("candidate").loc[candidates]
        axes.axvline(chance_level(sensitivity_weight, len(summary["class_sizes"])), **REFERENCE)
        for place, (name, row) in zip(places, rows.iterrows(), strict=True):
            style = {"color": COLOURS[name]}
            axes.plot([row["lower"], row["upper"]], [place, place], linewidth=1, **style)
            axes.plot(row["outside"], place, MARKERS[name], markersize=4, **style)
        shown = textwrap.shorten(title, 30, placeholder="…")
        axes.set_title(f"{shown}\nN = {n:,}", parse_math=False, fontsize=7)
        axes.set_xlim(-0.02, 1.02)
        axes.set_xlabel(f"held-out {performance_name(sensitivity_weight)}")
        axes.grid(False, axis="y")
    panels[0].set_yticks(places, candidates)
    caption(figure, "Searches of N feature sets with one candidate; lines: 95% intervals.")
    return figure
