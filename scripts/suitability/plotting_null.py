"""The figures of what chance alone would give."""

import numpy as np
from matplotlib.figure import Figure

from suitability.plotting import (
    COLUMN,
    PAGE,
    _line,
    _log_n_axis,
    caption,
    heading,
    percent_axis,
    styled,
)
from suitability.win import win_matrix

# Shades that differ in greyscale too.
METHODS = {
    "beta_M": ("#D55E00", (0, (1.2, 1.2)), "s"),
    "beta_F": ("#56B4E9", (0, (4, 1.6)), "^"),
    "permutation": ("#222222", "-", "o"),
}


@styled
def calibration(table, level):
    """Draw how often each null band flags random labels, by N and over all N.

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
        panel.axhline(level, color="#777777", linewidth=0.8, zorder=0)
    tested = table["N"].dropna().astype(float)
    _log_n_axis(axes, tested)
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("feature sets that the search draws, N")
    axes.set_ylabel("random labelings flagged")
    axes.set_title("At each N", fontweight="normal")
    axes.legend(title="null band", loc="center left", bbox_to_anchor=(0.0, 0.4), alignment="left")
    whole.set_title("At any N", fontweight="normal")
    whole.set_xlim(-0.6, len(METHODS) - 0.4)
    whole.set_xticks([])
    whole.grid(visible=False, axis="x")
    caption(
        figure,
        f"{table['labelings'].iloc[0]} permutations of the labels of {len(datasets)} data set"
        f"{'s' * (len(datasets) != 1)} (a line each): there is nothing to find.\n"
        "Flagged: some candidate lies outside the band. A band that keeps its word flags\n"
        f"{100 * level:g}% (grey line). beta_M takes all sets for independent, beta_F as many as\n"
        "there are features. Right: with 95% intervals.",
    )
    return figure


def _spread(count):
    return (np.arange(count) - (count - 1) / 2) * min(0.15, 0.7 / count)


@styled
def among_the_better(win, rules, title):
    """Draw win percentages under each winner rule, a panel a rule.

    Parameters
    ----------
    win : pandas.DataFrame
        rule, N, candidate, win.
    rules : pandas.DataFrame
        rule, winners, outside_beta_M, outside_beta_F.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(PAGE, 4.4))
    panels = figure.subplots(2, 3, sharex=True, sharey=True).ravel()
    for panel, rule in zip(panels, rules.to_dict("records"), strict=True):
        shares = win_matrix(win[win["rule"] == rule["rule"]])
        n = shares.index.to_numpy()
        decades = np.flatnonzero(np.isin(n, 10 ** np.arange(11))).tolist()
        panel.axhline(1 / shares.shape[1], color="#777777", linewidth=0.8, zorder=0)
        for name in shares:
            panel.plot(n, shares[name], label=name, markevery=decades, **_line(name))
        panel.set_title(rule["rule"])
        panel.text(
            0.03,
            0.96,
            f"{rule['winners']:.1f} winners a set\n"
            f"outside beta_M: {rule['outside_beta_M']:.0%}, beta_F: {rule['outside_beta_F']:.0%}",
            fontsize=6.5,
            color="#555555",
            transform=panel.transAxes,
            va="top",
        )
        _log_n_axis(panel, n)
        percent_axis(panel.yaxis)
    panels[0].set_ylim(0, 1.35 * win["win"].max())
    for panel in panels[3:]:
        panel.set_xlabel("N")
    figure.supylabel("win percentage", fontsize=8)
    heading(figure, title, panels[0].get_lines()[1:])
    caption(
        figure,
        "Who wins a pair: the best candidate alone; all within 1, 2 or 5 points of performance; "
        "all that are not\nsignificantly worse over the test folds (5%, plain and corrected "
        "resampled t-test). Grey line: even shares.\nOutside: share of the win percentages that "
        "the paper's null bands flag.",
    )
    return figure
