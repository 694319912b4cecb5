"""The figure of the calibration of the null bands."""

import numpy as np
from matplotlib.figure import Figure

from suitability.figures.style import (
    COLUMN,
    DARK,
    N_LABEL,
    REFERENCE,
    caption,
    data_sets,
    log_n_axis,
    percent_axis,
    styled,
)

# They differ in greyscale too.
METHODS = {
    "beta_M": ("#D55E00", (0, (1.2, 1.2)), "s"),
    "beta_F": ("#56B4E9", (0, (4, 1.6)), "^"),
    "permutation": (DARK, "-", "o"),
}


@styled
def draw(table, level):
    """Draw how often each null band flags permuted labels, by N and over all N.

    Parameters
    ----------
    table : pandas.DataFrame
        dataset, method, N, labelings, studies, studies_lower, studies_upper.
    level : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.4))
    axes, whole = figure.subplots(1, 2, sharey=True, width_ratios=(3.2, 1))
    datasets = table["dataset"].unique()
    for place, (method, (colour, dashes, marker)) in enumerate(METHODS.items()):
        for offset, name in zip(_spread(len(datasets)), datasets, strict=True):
            rows = table[(table["method"] == method) & (table["dataset"] == name)]
            by_n = rows[rows["N"].notna()]
            axes.plot(
                by_n["N"].astype(float),
                by_n["studies"],
                color=colour,
                linestyle=dashes,
                label=method if name == datasets[0] else None,
            )
            (row,) = rows[rows["N"].isna()].to_dict("records")
            whole.plot(
                [place + offset] * 2,
                [row["studies_lower"], row["studies_upper"]],
                color=colour,
                linewidth=1,
            )
            whole.plot([place + offset], [row["studies"]], marker, color=colour, markersize=3.5)
    for panel in (axes, whole):
        panel.axhline(level, **REFERENCE)
    tested = table["N"].dropna().astype(float)
    log_n_axis(axes, tested)
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel(N_LABEL)
    axes.set_ylabel("label permutations flagged")
    axes.set_title("At each N", fontweight="normal")
    axes.legend(title="null band", loc="center left", bbox_to_anchor=(0.0, 0.4), alignment="left")
    whole.set_title("At any N", fontweight="normal")
    whole.set_xlim(-0.6, len(METHODS) - 0.4)
    whole.set_xticks([])
    whole.grid(visible=False, axis="x")
    caption(
        figure,
        f"{table['labelings'].iloc[0]} permutations of the labels of {data_sets(len(datasets))} "
        "(a line each): no class differences.\n"
        f"Flagged: some candidate is outside the band. A calibrated band flags {100 * level:g}%\n"
        "(grey line). beta_M assumes that all sets are independent, beta_F that as many\n"
        "sets as features are. Right: with 95% intervals.",
    )
    return figure


def _spread(count):
    """Return the offsets of the data sets from the place of their method."""
    return (np.arange(count) - (count - 1) / 2) * min(0.15, 0.7 / count)
