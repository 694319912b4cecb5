"""The figure of more lenient rules of who wins."""

import numpy as np
from matplotlib.figure import Figure

from suitability.figures.style import (
    PAGE,
    caption,
    heading,
    line_of,
    log_n_axis,
    percent_axis,
    styled,
)
from suitability.win.percentage import win_matrix


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
            panel.plot(n, shares[name], label=name, markevery=decades, **line_of(name))
        panel.set_title(rule["rule"])
        panel.text(
            0.03,
            0.96,
            f"{rule['winners']:.1f} winners a set\n"
            f"outside beta_M: {rule['outside_beta_M']:.0%}, beta_F: {rule['outside_beta_F']:.0%}",
            fontsize=7,
            color="#555555",
            transform=panel.transAxes,
            va="top",
        )
        log_n_axis(panel, n)
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
