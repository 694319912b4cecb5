"""The figures of the reproducibility index."""

import textwrap

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from scipy.stats import gaussian_kde

from suitability.figures.panels import grid
from suitability.figures.style import (
    BAND,
    COLOURS,
    DARK,
    LINE_STYLES,
    PAGE,
    REFERENCE,
    caption,
    heading,
    line_of,
    log_n_axis,
    percent_axis,
    styled,
)
from suitability.reproducibility.index import gaussian_ratio
from suitability.reproducibility.simulation import ESTIMATORS
from suitability.reproducibility.tables import CROSS_VALIDATION, EXPECTED_TAUS

# From light to dark, which differ in greyscale too.
LINES = ("#d98200", "#1f8a8c", "#2a4b9b", "#440154")
DASHES = ("-", (0, (5, 1.5)), (0, (1.3, 1.3)), (0, (5, 1.5, 1, 1.5)))
SHOWN_POINTS = 2000
DENSITY_CELLS = 60
ANY = "any"
RHO = r"$\rho$"


@styled
def draw_surfaces(tables, sizes, rhos, title, data_sets=None, estimator=None):
    """Draw the index against the threshold and the Bayes error (paper, Figures 4, 5 and 7 to 9).

    Parameters
    ----------
    tables : list of pandas.DataFrame
        Of `tables.index_frame`, or of `tables.rules_frame`; one a size.
    sizes : list of int
        Samples of a study.
    rhos : list of float
    title : str
    data_sets : int, optional
        Of which the best is reported.
    estimator : str, optional

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(PAGE, 0.9 + 2.2 * len(sizes)))
    panels = figure.subplots(len(sizes), len(rhos), sharex=True, sharey=True, squeeze=False)
    for row, (table, size) in enumerate(zip(tables, sizes, strict=True)):
        if estimator is not None:
            table = table[table["estimator"] == estimator]
        if data_sets is not None:
            table = table[table["data_sets"] == data_sets]
        if "rules" in table:
            table = table[table["rules"] == 1]
        for axes, rho in zip(panels[row], rhos, strict=True):
            wide = table[table["rho"] == rho].pivot(
                index="bayes_error", columns="tau", values="index"
            )
            # White where no estimate is as small as tau.
            image = axes.pcolormesh(
                wide.columns,
                wide.index,
                wide.to_numpy(),
                vmin=0,
                vmax=1,
                cmap="viridis",
                shading="nearest",
                rasterized=True,
            )
            lines = axes.contour(
                wide.columns,
                wide.index,
                np.ma.masked_invalid(wide.to_numpy()),
                levels=[0.2, 0.4, 0.6, 0.8],
                colors="white",
                linewidths=0.7,
            )
            axes.clabel(lines, fontsize=6)
            axes.set_title(f"n = {size}, {RHO} = {rho:g}")
            axes.grid(False)
    figure.colorbar(image, ax=panels, label="reproducibility index", shrink=0.8)
    figure.suptitle(title, x=0.01, ha="left", fontsize=8.5, fontweight="bold")
    figure.supylabel("Bayes error")
    caption(figure, "Horizontal: threshold of the estimate, τ. White: no estimate is at most τ.")
    return figure


@styled
def draw_densities(errors, sizes, bayes_error, estimator, totals, title):
    """Draw joint densities of estimated and true errors (paper, Figure 2).

    Parameters
    ----------
    errors : list of pandas.DataFrame
        Of `tables.simulated_errors`; one a size.
    sizes : list of int
    bayes_error : float
    estimator : str
    totals : list of int
        In which parts of one the estimates are counted, one a size.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(PAGE, 3.0))
    panels = figure.subplots(1, len(sizes), sharex=True, sharey=True, squeeze=False)[0]
    for axes, part, size, total in zip(panels, errors, sizes, totals, strict=True):
        part = part[np.isclose(part["bayes_error"], bayes_error)]
        true, estimate = part["true"].to_numpy(), part[estimator].to_numpy() / total
        x = np.linspace(0, 0.5, DENSITY_CELLS)
        y = np.linspace(max(bayes_error - 0.03, 0), bayes_error + 0.12, DENSITY_CELLS)
        density = gaussian_kde([estimate[:SHOWN_POINTS], true[:SHOWN_POINTS]])
        values = density(np.stack(np.meshgrid(x, y)).reshape(2, -1)).reshape(len(y), len(x))
        axes.contourf(x, y, values, levels=12, cmap="Greys")
        slope, intercept = np.polyfit(estimate, true, 1)
        axes.plot(x, x, color=DARK, linewidth=0.8)
        axes.plot(x, intercept + slope * x, linestyle=":", color=COLOURS["UDA"])
        axes.plot(estimate.mean(), true.mean(), "o", markerfacecolor="white", color=COLOURS["UDA"])
        axes.set_xlim(x[0], x[-1])
        axes.set_ylim(y[0], y[-1])
        axes.set_title(f"n = {size}")
        axes.grid(False)
    figure.supylabel("true error")
    handles = [
        Line2D([], [], color=DARK, linewidth=0.8, label="true = estimated"),
        Line2D(
            [], [], color=COLOURS["UDA"], linestyle=":", label="regression of true on estimated"
        ),
        Line2D(
            [],
            [],
            color=COLOURS["UDA"],
            marker="o",
            markerfacecolor="white",
            linewidth=0,
            label="mean",
        ),
    ]
    heading(figure, title, handles)
    caption(figure, f"Horizontal: error estimated by {ESTIMATORS[estimator]}.")
    return figure


@styled
def draw_expected(table):
    """Draw the expected index against the number of samples (paper, Figure 10)."""
    sds, rhos = table["sd"].unique(), (0.01, 0.05)
    figure = Figure(figsize=(PAGE, 0.9 + 2.1 * len(sds)))
    panels = figure.subplots(len(sds), len(rhos), sharex=True, sharey=True, squeeze=False)
    for row, sd in enumerate(sds):
        for axes, rho in zip(panels[row], rhos, strict=True):
            part = table[(table["sd"] == sd) & (table["rho"] == rho)]
            for tau, colour, dash in zip(EXPECTED_TAUS, LINES, DASHES, strict=True):
                of_tau = part[np.isclose(part["tau"], tau)]
                axes.errorbar(
                    of_tau["n"],
                    of_tau["mean"],
                    2 * of_tau["se"],
                    color=colour,
                    linestyle=dash,
                    marker="o",
                    capsize=2,
                    label=f"τ = {tau:g}",
                )
            axes.set_ylim(0, 1)
            axes.set_title(f"{RHO} = {rho:g}, standard deviation of θ {sd:.3g}")
    figure.supylabel("expected reproducibility index")
    heading(figure, "LDA, 0.632 bootstrap", axes.get_legend_handles_labels()[0])
    caption(
        figure, "Horizontal: samples of a study, n. Bars: two standard errors of the simulation."
    )
    return figure


@styled
def draw_bound():
    """Draw the bound of the index at rho = 0 in the Gaussian model (paper, Section 2.1)."""
    tau = np.linspace(0.02, 0.5, 49)
    figure = Figure(figsize=(PAGE, 2.8))
    panels = figure.subplots(1, 2, sharex=True)
    for sd, colour, dash in zip((0.03, 0.05, 0.07), LINES, DASHES, strict=False):
        ratio = np.array([gaussian_ratio(t, 0.25, 0.02, sd) for t in tau])
        style = {"color": colour, "linestyle": dash, "label": f"SD of the estimate {sd:g}"}
        panels[0].plot(tau, ratio, **style)
        panels[1].plot(tau, 1 / (1 + ratio), **style)
    panels[0].set_yscale("log")
    panels[0].set_ylim(0.8, 20)
    panels[0].set_title("r(τ)")
    panels[1].set_title("bound of the index, 1 / (1 + r(τ))")
    panels[1].axhline(0.5, **REFERENCE)
    panels[1].set_ylim(0, 0.6)
    heading(
        figure,
        "Independent Gaussian errors with mean 0.25, SD of the true error 0.02, accuracy 0",
        panels[1].get_legend_handles_labels()[0],
    )
    caption(figure, "Horizontal: threshold of the estimate, τ.")
    return figure


@styled
def draw_drawn(tables, titles, samples):
    """Draw the index of studies that are drawn from data sets (paper, Figure 6).

    Parameters
    ----------
    tables : list of pandas.DataFrame
        Of `tables.real_index`.
    titles : list of str
    samples : int
        Of a study.

    Returns
    -------
    matplotlib.figure.Figure
    """
    shown = [pair for pair in zip(tables, titles, strict=True) if len(pair[0])]
    figure, panels = grid(2 * len(shown), 2, 1.0, 1.9, sharex=True, sharey=True)
    handles = []
    for row, (table, title) in enumerate(shown):
        table = table[table["rule"] == table["rule"].iloc[0]]
        for axes, name in zip(panels[2 * row : 2 * row + 2], CROSS_VALIDATION, strict=True):
            part = table[table["estimator"] == name]
            for rho, colour, dash in zip(part["rho"].unique(), LINES, DASHES, strict=True):
                of_rho = part[part["rho"] == rho]
                axes.plot(
                    *(of_rho["tau"], of_rho["index"]),
                    color=colour,
                    linestyle=dash,
                    label=f"{RHO} = {rho:g}",
                )
                if rho == 0.05:
                    axes.fill_between(
                        of_rho["tau"], of_rho["lower"], of_rho["upper"], color=BAND, linewidth=0
                    )
            axes.set_ylim(0, 1.02)
            panel_title = f"{textwrap.shorten(title, 38, placeholder='…')}: {ESTIMATORS[name]}"
            axes.set_title(panel_title, parse_math=False, fontsize=7)
            handles = axes.get_legend_handles_labels()[0]
    figure.supylabel("reproducibility index")
    if handles:
        heading(figure, "Studies drawn from the samples of a data set", handles)
    caption(
        figure,
        f"Horizontal: threshold of the estimate, τ. n = {samples}; grey: 95% at {RHO} = 0.05. "
        "Data sets with too few samples are left out.",
    )
    return figure


@styled
def draw_searches(tables, titles, rho, tau):
    """Draw how likely a larger study confirms a search, against N, for every candidate.

    Parameters
    ----------
    tables : list of pandas.DataFrame
        Of `search.search_index`.
    titles : list of str
    rho, tau : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, panels = grid(len(tables), 2, 1.0, 2.1, sharex=True, sharey=True)
    for axes, table, title in zip(panels, tables, titles, strict=True):
        table = table[np.isclose(table["rho"], rho) & np.isclose(table["tau"], tau)]
        for name in table["candidate"].unique():
            part = table[table["candidate"] == name]
            style = {"color": DARK, "linewidth": 2.2} if name == ANY else line_of(name)
            axes.plot(
                part["N"], part["index"], label="all together" if name == ANY else name, **style
            )
            if name == ANY:
                axes.fill_between(part["N"], part["lower"], part["upper"], color=BAND, linewidth=0)
        log_n_axis(axes, table["N"])
        axes.set_ylim(0, 1)
        percent_axis(axes.yaxis)
        axes.set_title(textwrap.shorten(title, 42, placeholder="…"), parse_math=False)
    figure.supylabel("probability that a large study confirms the report")
    heading(
        figure,
        f"A large study reaches the reported performance less {100 * rho:g} percentage points",
        axes.get_legend_handles_labels()[0],
    )
    caption(
        figure,
        f"Horizontal: feature sets that the search draws, N. Reports of at least {1 - tau:.0%}. "
        f"Grey: 95% (all together). {LINE_STYLES}",
    )
    return figure
