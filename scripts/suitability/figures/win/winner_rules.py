"""The figure of more lenient winner rules."""

from suitability.figures.panels import grid
from suitability.figures.style import (
    CAPTION,
    REFERENCE,
    WIN_LABEL,
    caption,
    decades,
    heading,
    line_of,
    log_n_axis,
    percent_axis,
    styled,
)
from suitability.win.percentage import win_matrix


@styled
def draw(win, rules, title):
    """Draw win percentages under each winner rule, a panel for each.

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
    figure, panels = grid(len(rules), 3, 0.9, 1.75, sharex=True, sharey=True)
    for panel, rule in zip(panels, rules.to_dict("records"), strict=True):
        shares = win_matrix(win[win["rule"] == rule["rule"]])
        n = shares.index.to_numpy()
        panel.axhline(1 / shares.shape[1], **REFERENCE)
        for name in shares:
            panel.plot(n, shares[name], label=name, markevery=decades(n), **line_of(name))
        panel.set_title(rule["rule"])
        panel.text(
            0.03,
            0.96,
            f"{rule['winners']:.1f} winners per set\n"
            f"outside beta_M: {rule['outside_beta_M']:.0%}, beta_F: {rule['outside_beta_F']:.0%}",
            transform=panel.transAxes,
            va="top",
            **CAPTION,
        )
        log_n_axis(panel, n)
        percent_axis(panel.yaxis)
        if panel.get_subplotspec().is_last_row():
            panel.set_xlabel("N")
    panels[0].set_ylim(0, 1.35 * win["win"].max())
    figure.supylabel(WIN_LABEL)
    heading(figure, title, panels[0].get_lines()[1:])
    caption(
        figure,
        "Winners of a pair: the best candidate; all within the given distance of the best "
        "performance; all not significantly\nworse than the best over the test folds (5%, plain "
        "and corrected resampled t-test). Grey line: equal shares.\nOutside: share of the win "
        "percentages that the paper's null bands flag.",
    )
    return figure
