"""The figures of the challenge: scores, and what they are made of."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatter

from suitability.challenge.scores import ALL
from suitability.figures.style import (
    COLOURS,
    DARK,
    GREY,
    PAGE,
    REFERENCE,
    caption,
    heading,
    styled,
)

# They differ in shape and, in greyscale, in darkness.
MARKS = [
    ("o", COLOURS["NC"]),
    ("s", COLOURS["SDA"]),
    ("^", COLOURS["LDA"]),
    ("D", COLOURS["QDA"]),
    ("v", COLOURS["UDA"]),
]
INCHES_PER_ROW = 0.2
# An axis of shares that spans less than this factor is linear.
LOG_FROM = 10


@styled
def draw_scores(scores):
    """Draw the score of each ranked entry, over all data sets and for each of them.

    Parameters
    ----------
    scores : pandas.DataFrame
        Of `results/challenge/scores.tsv`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    parts = [
        part for _, part in scores[scores["ranked"].astype(bool)].groupby("protocol", sort=False)
    ]
    rows = [int((part["dataset"] == ALL).sum()) for part in parts]
    figure = Figure(figsize=(PAGE, 1.3 + sum(0.5 + INCHES_PER_ROW * count for count in rows)))
    if not parts:
        return _empty(figure)
    panels = figure.subplots(
        len(parts), 1, squeeze=False, sharex=True, height_ratios=[count + 2 for count in rows]
    )[:, 0]
    for axes, part in zip(panels, parts, strict=True):
        overall = part[part["dataset"] == ALL]
        places = dict(zip(overall["entry"], range(len(overall)), strict=True))
        axes.barh(list(places.values()), overall["score"], 0.62, color="#cfd6de", label="mean")
        for number, (name, of_set) in enumerate(
            part[part["dataset"] != ALL].groupby("dataset", sort=False)
        ):
            marker, colour = MARKS[number % len(MARKS)]
            axes.plot(
                of_set["score"],
                of_set["entry"].map(places),
                marker,
                color=colour,
                linestyle="",
                label=name,
            )
        axes.set_yticks(range(len(places)), places)
        axes.set_ylim(len(places) - 0.4, -0.6)
        axes.axvline(0, **REFERENCE)
        if len(parts) > 1:
            axes.set_title(protocol_name(part["protocol"].iloc[0]))
    panels[-1].set_xlim(-104, 104)
    panels[-1].set_xlabel("score, %")
    heading(figure, "Entries against each other", panels[0].get_legend_handles_labels()[0])
    caption(
        figure,
        "Score: comparisons won less comparisons lost, as a share of the other entries. Bars: mean "
        "over data sets.",
    )
    return figure


def protocol_name(protocol):
    """Return how a protocol is called: `1 December` for `december_1`."""
    month, day = protocol.split("_")
    return f"{day} {month.capitalize()}"


def _empty(figure):
    figure.subplots().set_axis_off()
    heading(figure, "No ranked entries", [])
    return figure


@styled
def draw_measures(scores, data):
    """Draw BER with its interval, and the shares of features and probes, of every entry.

    Parameters
    ----------
    scores, data : pandas.DataFrame
        Of `results/challenge/scores.tsv` and `data.tsv`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    of_sets = scores[scores["dataset"] != ALL]
    groups = list(of_sets.groupby(["protocol", "dataset"], sort=False))
    heights = [len(part) for _, part in groups]
    figure = Figure(figsize=(PAGE, 1.0 + sum(0.6 + INCHES_PER_ROW * count for count in heights)))
    if not groups:
        return _empty(figure)
    panels = figure.subplots(
        len(groups),
        3,
        squeeze=False,
        sharey="row",
        height_ratios=[count + 2.5 for count in heights],
        width_ratios=(2, 1.4, 1),
    )
    about = data.set_index("dataset")
    for axes, ((protocol, name), part) in zip(panels, groups, strict=True):
        part = part.sort_values(["ber", "entry"])
        rows = np.arange(len(part))
        limits = [part["ber"] - part["ber_lower"], part["ber_upper"] - part["ber"]]
        axes[0].errorbar(part["ber"], rows, xerr=limits, fmt="o", color=DARK, linewidth=0.9)
        axes[0].set_yticks(rows, part["entry"])
        axes[0].set_ylim(len(part) - 0.4, -0.6)
        axes[0].axvline(50, **REFERENCE)
        split = {"test": "test", "valid": "validation"}[about.loc[name, "scored"]]
        title = f"{name}, {split} samples"
        if len({key[0] for key, _ in groups}) > 1:
            title += f", {protocol_name(protocol)}"
        axes[0].set_title(title, parse_math=False)
        _draw_shares(axes[1], rows, part["feat"])
        known = part["probe"].notna()
        axes[2].plot(part["probe"][known], rows[known], "s", color=COLOURS["UDA"], linestyle="")
        axes[2].set_xlim(-4, 104)
        share = about.loc[name, "probes"]
        if np.isnan(share):
            axes[2].text(0.5, 0.5, "not known", transform=axes[2].transAxes, ha="center")
        else:
            axes[2].axvline(share, linestyle="--", **REFERENCE)
    for axes, label in zip(
        panels[-1], ("BER, %", "features used, %", "of them probes, %"), strict=True
    ):
        axes.set_xlabel(label)
    caption(
        figure,
        "Bars: 95% intervals. Grey: chance (50%); dashed: the share of probes among all features.",
    )
    return figure


def _draw_shares(axes, rows, shares):
    some = shares > 0
    axes.plot(shares[some], rows[some], "D", color=COLOURS["NC"], linestyle="")
    if some.any() and shares[some].max() > LOG_FROM * shares[some].min():
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(LogFormatter())
        axes.set_xlim(shares[some].min() / 1.5, 150)
    none = shares == 0
    if none.any():
        left = np.full(int(none.sum()), axes.get_xlim()[0])
        axes.plot(left, rows[none], "<", color=GREY, clip_on=False)
