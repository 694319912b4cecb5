"""The figures of held-out performance: of a search, and of each candidate beside the best one."""

import numpy as np
from matplotlib import ticker
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from suitability.figures.panels import small_panels, with_lines
from suitability.figures.style import (
    COLOURS,
    DARK,
    HALF_PAGE,
    REFERENCE,
    SMALL,
    log_n_axis,
    n_label,
    narrow_heading,
    styled,
    titled_caption,
)
from suitability.held_out.choice import searched
from suitability.held_out.intervals import BETTER, recommended_n
from suitability.held_out.split_values import ANY
from suitability.scoring.performance import chance_level, performance_name

OUTSIDE = "#0072B2"
BAND_OF_LINE = "#b3d4e8"
# The lower end of the axis of performance, and the smallest gap that is named.
LOWEST, SMALLEST_GAP = 0.4, 0.02
NOT_SHOWN = "#d0d0d0"
DASHED = (0, (4, 1.6))


@styled
def draw(held_out, summary, title, region, sensitivity_weight):
    """Draw the held-out performance of a search against N, beside what the search reports.

    The search is that of the candidate to take at the recommended N, see `choice.searched`.

    Parameters
    ----------
    held_out : pandas.DataFrame
        See `intervals.held_out_frame`.
    summary : dict
    title : str
    region : float
        For the recommended N, see `intervals.recommended_n`.
    sensitivity_weight : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    chance = chance_level(sensitivity_weight, len(summary["class_sizes"]))
    together = held_out[held_out["candidate"] == ANY].set_index("N")["outside"]
    recommended = recommended_n(together, region)
    candidate = searched(held_out, recommended, chance)
    table = held_out[held_out["candidate"] == candidate].set_index("N")
    n, inside, outside = table.index.to_numpy(), table["inside"], table["outside"]
    figure = Figure(figsize=(HALF_PAGE, 3.1))
    axes = figure.subplots()
    axes.fill_between(n, table["lower"], table["upper"], color=BAND_OF_LINE, linewidth=0)
    axes.plot(n, inside, color=DARK, linestyle=DASHED)
    axes.plot(n, outside, color=OUTSIDE, linewidth=2)
    if len(n) == 1:
        # Neither lines nor areas can be seen.
        axes.plot(n, inside, "_", color=DARK, markersize=10)
        axes.vlines(n, table["lower"], table["upper"], color=BAND_OF_LINE, linewidth=4)
        axes.plot(n, outside, "o", color=OUTSIDE)
    axes.axhline(chance, **REFERENCE)
    # The same axis for all endpoints, so that their figures can be compared.
    lowest = min(table["lower"].min(), chance - 0.05, LOWEST)
    axes.set_ylim(np.floor(lowest * 10) / 10, 1)
    log_n_axis(axes, n)
    _show_optimism(axes, n, inside, outside)
    if candidate != ANY:
        _mark(axes, n, recommended, outside[recommended])
    axes.annotate(
        "chance",
        (1, chance),
        (2, 0),
        xycoords=axes.get_yaxis_transform(),
        textcoords="offset points",
        va="center",
        fontsize=SMALL,
    )
    axes.set_xlabel(n_label(summary))
    axes.set_ylabel(performance_name(sensitivity_weight))
    narrow_heading(
        figure,
        "What to expect on new patients",
        [
            Line2D([], [], color=DARK, linestyle=DASHED, label="reported by the search itself"),
            Line2D([], [], color=OUTSIDE, linewidth=2, label="on new patients (held-out)"),
            Patch(color=BAND_OF_LINE, label="95% interval on new patients"),
        ],
    )
    whose = "all candidates" if candidate == ANY else f"{candidate} alone"
    titled_caption(
        figure, title, f"Searches with {whose}. Optimism: the reported minus the held-out value."
    )
    return figure


@styled
def draw_behind(held_out, summary, title, region):
    """Draw how far each candidate is behind the best one on held-out samples, a panel for each.

    Parameters
    ----------
    held_out : pandas.DataFrame
        N, candidate, behind, behind_lower, behind_upper, comparison.
    summary : dict
    title : str
    region : float
        Smaller differences of performance do not matter.

    Returns
    -------
    matplotlib.figure.Figure
    """
    table = with_lines(held_out[held_out["candidate"] != "any"])
    names = table["candidate"].unique().tolist()
    figure, panels = small_panels(names, 0.95)
    for axes, name in zip(panels, names, strict=True):
        part = table[table["candidate"] == name]
        n, comparison = part["N"].to_numpy(), part["comparison"].to_numpy()
        behind, lower, upper = (
            100 * part[column].to_numpy() for column in ("behind", "behind_lower", "behind_upper")
        )
        axes.axhline(0, **REFERENCE)
        worse, best = comparison == BETTER, comparison == "best"
        axes.fill_between(n, lower, upper, color=NOT_SHOWN, linewidth=0)
        axes.fill_between(n, lower, upper, where=_joined(worse), color=COLOURS[name], linewidth=0)
        axes.axhline(100 * region, color=DARK, linewidth=0.8, linestyle=":")
        axes.plot(n, behind, color="#444444", linewidth=1)
        axes.plot(n, np.where(best, 0, np.nan), color="black", linewidth=3, solid_capstyle="butt")
        log_n_axis(axes, n)
        axes.xaxis.set_major_locator(ticker.LogLocator(base=100, numticks=20))
    panels[0].set_ylim(top=1.05 * 100 * table["behind_upper"].max())
    figure.supylabel("points behind")
    comparisons = set(table["comparison"])
    coloured = [Patch(color=COLOURS[names[-1]], label="95% interval, shown to be behind")]
    narrow_heading(
        figure,
        "How far behind the best candidate",
        [
            Line2D([], [], color="black", linewidth=3, label="estimated to be the best"),
            Patch(color=NOT_SHOWN, label="95% interval, not shown to be behind"),
            *coloured * (BETTER in comparisons),
        ],
    )
    titled_caption(
        figure,
        title,
        f"Horizontal: {n_label(summary)}. Dotted: {100 * region:g} point; smaller differences do "
        "not matter.",
    )
    return figure


def _mark(axes, n, recommended, performance):
    """Mark the recommended N."""
    axes.axvline(recommended, color=DARK, linewidth=0.8, linestyle=":")
    axes.plot(
        recommended,
        performance,
        marker="o",
        color=OUTSIDE,
        markeredgecolor="white",
        markersize=7,
        clip_on=False,
    )
    _write_at(axes, n, recommended, axes.get_ylim()[0], f"recommended N = {recommended:,}")


def _joined(mask):
    """Return a mask with the places beside its own ones, between which an area can be drawn."""
    # Of a single place, mode "same" would return three.
    return np.convolve(mask, [1, 1, 1])[1:-1] > 0


def _show_optimism(axes, n, inside, outside):
    """Draw an arrow across the gap between both curves, where it is widest."""
    gap = (inside - outside).to_numpy()
    # Away from the ends of the axis, where half of the text would be outside.
    room = len(n) // 6
    place = room + int(np.argmax(gap[room : len(n) - room]))
    if gap[place] < SMALLEST_GAP:
        return
    axes.annotate(
        "",
        (n[place], inside.iloc[place]),
        (n[place], outside.iloc[place]),
        arrowprops={
            "arrowstyle": "<->",
            "color": DARK,
            "linewidth": 0.8,
            "shrinkA": 0,
            "shrinkB": 0,
        },
    )
    axes.annotate(
        "optimism",
        (n[place], inside.iloc[place]),
        (-3, 5),
        textcoords="offset points",
        ha="right",
        fontsize=SMALL,
    )


def _write_at(axes, n, x, y, text):
    """Write a text beside a place, on the side that has room."""
    right = x > np.sqrt(n.min() * n.max())
    axes.annotate(
        text,
        (x, y),
        (-4 if right else 4, 3),
        textcoords="offset points",
        ha="right" if right else "left",
        fontsize=SMALL,
    )
