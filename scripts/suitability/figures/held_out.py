"""The figures of held-out performance: of a search, and of each candidate beside the best one."""

import numpy as np
from matplotlib import ticker
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from suitability.figures.panels import small_panels
from suitability.figures.style import (
    COLOURS,
    DARK,
    HALF_PAGE,
    REFERENCE,
    SMALL,
    caption,
    log_n_axis,
    n_label,
    narrow_heading,
    styled,
)
from suitability.held_out.intervals import recommended_n
from suitability.scoring.performance import chance_level, performance_name

OUTSIDE = "#0072B2"
OPTIMISM = "#f6dcae"
NOT_SHOWN = "#d0d0d0"
DASHED = (0, (4, 1.6))


@styled
def draw(held_out, summary, title, region, sensitivity_weight):
    """Draw the held-out performance of a search against N, beside what the search reports.

    Parameters
    ----------
    held_out : pandas.DataFrame
        N, candidate, inside, outside, lower, upper.
    summary : dict
    title : str
    region : float
        For the recommended N, see `intervals.recommended_n`.
    sensitivity_weight : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    table = held_out[held_out["candidate"] == "any"].set_index("N")
    n, inside, outside = table.index.to_numpy(), table["inside"], table["outside"]
    recommended = recommended_n(outside, region)
    chance = chance_level(sensitivity_weight, len(summary["class_sizes"]))
    figure = Figure(figsize=(HALF_PAGE, 3.1))
    axes = figure.subplots()
    axes.fill_between(n, outside, inside, color=OPTIMISM, linewidth=0)
    axes.fill_between(n, table["lower"], table["upper"], color=OUTSIDE, alpha=0.3, linewidth=0)
    inside_label, outside_label = "reported by the search (inside)", "on new patients (held-out)"
    axes.plot(n, inside, color=DARK, linestyle=DASHED, label=inside_label)
    axes.plot(n, outside, color=OUTSIDE, linewidth=2, label=outside_label)
    if len(n) == 1:
        # Neither lines nor areas can be seen.
        axes.plot(n, inside, "_", color=DARK, markersize=10)
        axes.vlines(n, table["lower"], table["upper"], color=OUTSIDE, linewidth=2)
        axes.plot(n, outside, "o", color=OUTSIDE)
    axes.axhline(chance, **REFERENCE)
    low = min(table["lower"].min(), chance) - 0.05
    high = max(table["upper"].max(), inside.max()) + 0.03
    axes.set_ylim(max(low, 0), min(high, 1))
    log_n_axis(axes, n)
    _name_gap(axes, n, inside, outside)
    if table.loc[recommended, "lower"] > chance:
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
    narrow_heading(figure, title, axes.get_legend_handles_labels()[0])
    caption(figure, "Blue area: 95% interval. Orange area: optimism of the search.")
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
    table = held_out[held_out["candidate"] != "any"]
    names = table["candidate"].unique().tolist()
    figure, panels = small_panels(names, 0.95)
    for axes, name in zip(panels, names, strict=True):
        part = table[table["candidate"] == name]
        n, comparison = part["N"].to_numpy(), part["comparison"].to_numpy()
        behind, lower, upper = (
            100 * part[column].to_numpy() for column in ("behind", "behind_lower", "behind_upper")
        )
        axes.axhline(0, **REFERENCE)
        worse, best = comparison == "better", comparison == "best"
        axes.fill_between(n, lower, upper, color=NOT_SHOWN, linewidth=0)
        axes.fill_between(n, lower, upper, where=_joined(worse), color=COLOURS[name], linewidth=0)
        axes.axhline(100 * region, color=DARK, linewidth=0.8, linestyle=":")
        axes.plot(n, behind, color="#444444", linewidth=1)
        axes.plot(n, np.where(best, 0, np.nan), color="black", linewidth=3, solid_capstyle="butt")
        log_n_axis(axes, n)
        axes.xaxis.set_major_locator(ticker.LogLocator(base=100, numticks=20))
    panels[0].set_ylim(top=1.05 * 100 * table["behind_upper"].max())
    figure.supylabel("points behind")
    narrow_heading(
        figure,
        title,
        [
            Line2D([], [], color="black", linewidth=3, label="estimated to be the best"),
            Patch(color=NOT_SHOWN, label="95% interval; grey: not shown to be behind"),
            Patch(color=COLOURS[names[-1]], label="coloured: shown to be behind"),
        ],
    )
    caption(
        figure,
        f"Horizontal: {n_label(summary)}.\nDotted: {100 * region:g} point; smaller differences do "
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


def _name_gap(axes, n, inside, outside):
    """Write at its widest place what the gap between both curves is."""
    widest = int(np.argmax((inside - outside).to_numpy()))
    if inside.iloc[widest] > outside.iloc[widest]:
        # Away from the ends of the axis, where half of the text would be outside.
        place = int(np.clip(widest, len(n) // 6, len(n) - 1 - len(n) // 6))
        axes.text(
            n[place],
            (inside.iloc[place] + outside.iloc[place]) / 2,
            "optimism",
            ha="center",
            va="center",
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
