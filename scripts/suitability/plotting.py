"""The figures: each function takes tables and returns a matplotlib figure.

Linear candidates are solid, nonlinear ones dashed; a candidate has the same colour and marker
everywhere, from a palette that colour-blind readers tell apart (after Okabe and Ito, with a darker
purple, since theirs is pale for a thin line).
"""

import functools
import textwrap

import matplotlib as mpl
import numpy as np
from matplotlib import ticker
from matplotlib.figure import Figure

from suitability.candidates import CANDIDATES
from suitability.rmse import (
    FITTED_FROM,
    FITTED_SHARE,
    PAPER,
    SMALLEST_RMSE,
    fit_power_law,
    fitted_points,
    samples_for,
)
from suitability.set_sampling import name_sets
from suitability.tables import whole_file
from suitability.win import selection_probability, win_matrix

STYLE = {
    "axes.grid": True,
    "axes.labelsize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 8.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "figure.constrained_layout.use": True,
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "grid.color": "#e6e6e6",
    "grid.linewidth": 0.5,
    "legend.fontsize": 7.5,
    "legend.frameon": False,
    "lines.linewidth": 1.4,
    "lines.markersize": 3.5,
    "savefig.dpi": 200,
    "svg.hashsalt": "suitability",
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
}
COLOURS = {
    "NC": "#0072B2",
    "DLDA": "#56B4E9",
    "LDA": "#009E73",
    "SDA": "#E69F00",
    "UDA": "#D55E00",
    "QDA": "#B3559A",
}
MARKERS = {"NC": "o", "DLDA": "s", "LDA": "^", "SDA": "o", "UDA": "s", "QDA": "^"}
# Pale enough for the palest curve to show on them in greyscale.
BAND = "#e0e0e0"
UNTESTED = "#f2f2f2"
CAPTION = {"fontsize": 6.5, "color": "#555555"}
# Of the interval from the smaller and from the larger sample.
OPACITIES = (0.25, 0.6)
N_LABEL = "feature sets that the search draws, N"
WIN_LABEL = "win percentage"
PERFORMANCE_LABEL = "performance of the best candidate"
DENSITY_LABEL = "density (share of the pairs per unit)"

# Inches: wide enough to be reduced to a journal's column (3.5), and a journal's full width.
COLUMN = 4.7
PAGE = 7.1


def save(figure, svg, png):
    """Write a figure as SVG and PNG, the same bytes every time.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    svg, png : path
    """
    with mpl.rc_context(STYLE):
        with whole_file(svg) as temporary:
            figure.savefig(temporary, format="svg", metadata={"Date": None, "Creator": None})
        with whole_file(png) as temporary:
            figure.savefig(temporary, format="png", metadata={"Software": None})


def styled(draw):
    """Make a function draw with the project's style, whatever the caller's is."""

    @functools.wraps(draw)
    def drawn(*args, **kwargs):
        with mpl.rc_context(STYLE):
            return draw(*args, **kwargs)

    return drawn


def _line(name):
    linear = CANDIDATES[name].linear
    return {
        "color": COLOURS[name],
        "linestyle": "-" if linear else (0, (4, 1.6)),
        "marker": MARKERS[name],
        "markerfacecolor": COLOURS[name] if linear else "white",
    }


def caption(figure, text):
    """Write the caption under a figure."""
    figure.supxlabel(text, x=0.01, ha="left", **CAPTION)


def heading(figure, title, handles):
    """Write a title and under it the legend of all panels above a figure.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    title : str
        Taken as it is, wrapped.
    handles : list of matplotlib artists
        With labels.

    Returns
    -------
    matplotlib.legend.Legend
    """
    legend = figure.legend(
        handles=handles,
        title=textwrap.fill(title, 90),
        title_fontproperties={"size": 8.5, "weight": "bold"},
        alignment="left",
        borderaxespad=0.6,
        borderpad=0,
        columnspacing=1.2,
        handlelength=2.5,
        handletextpad=0.5,
        loc="outside upper left",
        ncols=len(handles),
    )
    legend.get_title().set_parse_math(False)
    return legend


def shortened(text, width=24):
    """Return a text from the user that is no longer than `width`, cut in its middle if need be."""
    half = (width - 1) // 2
    return text if len(text) <= width else f"{text[:half]}…{text[-half:]}"


def _legend_above(axes):
    axes.legend(
        ncols=6,
        loc="lower left",
        bbox_to_anchor=(-0.02, 0.99),
        handlelength=2.5,
        handletextpad=0.5,
        columnspacing=0.9,
    )


def _sets(summary):
    sets = summary["sets"]
    number = f"{sets:,}" if sets < 1e6 else f"{sets / 1e6:.3g} million"
    random = "random " if summary["sampled"] else ""
    return f"{number} {random}{name_sets(summary['set_size'])}"


def _title(text):
    """Return a title from the user as matplotlib arguments: wrapped, and taken as it is."""
    return {"label": textwrap.fill(text, 54), "parse_math": False}


def size_of(summary):
    """Say how many samples, features and feature sets there are."""
    n0, n1 = summary["class_sizes"]
    return f"{n0} + {n1} samples, {summary['kept']:,} features, {_sets(summary)}"


def percent_axis(axis):
    """Write shares as percentages on an axis."""
    axis.set_major_formatter(ticker.PercentFormatter(1, decimals=0, symbol="%"))


def _log_n_axis(axes, n):
    axes.set_xscale("log")
    axes.set_xlim(n.min(), n.max())
    axes.xaxis.set_major_locator(ticker.LogLocator(numticks=20))
    axes.xaxis.set_minor_locator(ticker.NullLocator())


@styled
def win_percentage(win, bands, summary, title, level):
    """Draw win percentage against N with its permutation band (paper, Fig. 5).

    Parameters
    ----------
    win : pandas.DataFrame
        N, candidate, win.
    bands : pandas.DataFrame
        method, N, candidate, lower, upper.
    summary : dict
    title : str
    level : float
        Of the band.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.5))
    axes = figure.subplots()
    draw_win_percentage(axes, win, bands)
    axes.set_xlabel(N_LABEL)
    axes.set_ylabel(WIN_LABEL)
    axes.set_title(**_title(title), pad=24)
    _legend_above(axes)
    caption(
        figure,
        f"{size_of(summary)}. Solid: linear, dashed: nonlinear candidates.\n"
        f"Grey: where {100 * (1 - level):g}% of permuted labels leave all candidates at all N.\n"
        "Thick: outside the candidate's own part of it. Light grey: not tested.",
    )
    return figure


def draw_win_percentage(axes, win, bands):
    """Draw win percentages and their permutation band on axes; arguments as in `win_percentage`."""
    win = win_matrix(win)
    n = win.index.to_numpy()
    outside = _draw_permutation_band(axes, win, bands)
    decades = np.flatnonzero(np.isin(n, 10 ** np.arange(11)))
    for name in win:
        axes.plot(
            n, win[name], label=name, markevery=decades.tolist(), clip_on=False, **_line(name)
        )
        axes.plot(n, win[name].where(outside[name]), color=COLOURS[name], linewidth=3)
    _log_n_axis(axes, n)
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1)


def _draw_permutation_band(axes, win, bands):
    """Shade where permuted labels leave the candidates; return which win percentages lie outside.

    The shade covers the bands of all candidates. A win percentage may be within it and outside the
    band of its own candidate: that is what counts.
    """
    bands = bands[bands["method"] == "permutation"]
    shared = bands[bands["candidate"] == "any"]
    axes.fill_between(shared["N"], shared["lower"], shared["upper"], color=BAND, linewidth=0)
    tested, last = shared["N"].max(), win.index.max()
    if tested < last:
        axes.axvspan(tested, last, color=UNTESTED, linewidth=0)
        axes.text(tested, 0.985, " not tested", va="top", fontsize=6.5, color="#777777")
    lower, upper = (
        bands.pivot(index="N", columns="candidate", values=side).reindex(win.index)[win.columns]
        for side in ("lower", "upper")
    )
    return win.lt(lower) | win.gt(upper)


@styled
def performance_density(table, summary, title):
    """Draw the density of the best performance, by winner, with its tail (paper, Fig. 4).

    A feature set with several winners counts in equal parts for each.

    Parameters
    ----------
    table : score_table.ScoreTable
    summary : dict
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.4))
    axes = figure.subplots()
    width = draw_performance_density(axes, table, summary)
    axes.set_xlabel(PERFORMANCE_LABEL)
    axes.set_ylabel(DENSITY_LABEL)
    axes.set_title(**_title(title), pad=24)
    _legend_above(axes)
    caption(
        figure,
        f"{size_of(summary)}. All curves together integrate to one;\n"
        f"smoothed by a Gaussian of standard deviation {width:.2g}.",
    )
    return figure


def draw_performance_density(axes, table, summary):
    """Draw the densities and their tail on axes; arguments as in `performance_density`.

    Returns
    -------
    float
        Standard deviation of the Gaussian that smooths them.
    """
    # One test decision in the smaller class moves performance by this much; finer detail is noise.
    step = 1 / (2 * summary["cross_validation"]["repeats"] * min(summary["class_sizes"]))
    width = 1.5 * step
    member = table.winners[:, None] >> np.arange(len(table.candidates)) & 1
    parts = table.counts[:, None] * member / member.sum(axis=1, keepdims=True)

    at_most = 1 - (table.counts.cumsum() - table.counts) / table.total
    tail_start = table.performance[at_most > 0.9995].min()
    best = table.performance.max()
    low = table.performance[at_most > 0.0005].min() - 4 * width
    high = best + 4 * width
    views = [(axes, low, high)]
    if tail_start < best - 2 * step:
        window = axes.inset_axes((0.59, 0.38, 0.31, 0.50))
        window.set_yscale("log")
        # On the right, where the densities leave room for numbers.
        window.yaxis.tick_right()
        window.spines["right"].set_visible(True)
        window.tick_params(labelsize=6)
        window.set_title("best 0.05%, log scale", fontsize=6.5, fontweight="normal")
        views.append((window, tail_start, best + width))
    for target, left, right in views:
        target.set_xlim(max(left, 0), min(right, 1))
        x = np.linspace(left, right, 600)
        for place, name in enumerate(table.candidates):
            density = _smoothed(x, table.performance, parts[:, place] / table.total, width)
            # Markers of different candidates in different places, so that none hides another.
            every = (15 * place, 90)
            target.plot(x, density, label=name, markevery=every, **_line(name))
    for window in axes.child_axes:
        density_of_one_set = 1 / (table.total * width * np.sqrt(2 * np.pi))
        window.set_ylim(bottom=density_of_one_set)
    axes.set_ylim(bottom=0)
    return width


def _smoothed(x, places, weights, width):
    """Return the sum at x of Gaussians of some weights and one width."""
    places, weights = places[weights > 0], weights[weights > 0]
    off = (x[:, None] - places) / width
    return np.exp(-0.5 * off**2) @ weights / (width * np.sqrt(2 * np.pi))


@styled
def win_sampled(sampled, exact, summary, title):
    """Draw how well M random sets tell the win percentage, a panel a candidate (paper, Fig. 6).

    Parameters
    ----------
    sampled : pandas.DataFrame
        M, N, candidate, lower, upper, trials.
    exact : pandas.DataFrame
        N, candidate, win.
    summary : dict
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    exact = win_matrix(exact)
    columns = 3 if exact.shape[1] > 2 else exact.shape[1]
    rows = -(-exact.shape[1] // columns)
    figure = Figure(figsize=(PAGE, 0.7 + 1.75 * rows))
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for panel, name in zip(panels, exact, strict=False):
        draw_win_sampled(panel, sampled, exact, name)
        panel.set_title(name)
    for panel in panels[exact.shape[1] :]:
        panel.set_visible(False)
    panels[0].legend(loc="upper left", handlelength=1.6)
    for panel in panels[-columns:]:
        panel.set_xlabel("N")
    figure.supylabel(WIN_LABEL, fontsize=8)
    figure.suptitle(
        textwrap.fill(title, 90),
        x=0.01,
        ha="left",
        fontsize=8.5,
        fontweight="bold",
        parse_math=False,
    )
    caption(
        figure,
        f"{size_of(summary)}. Shaded: where {sampled['trials'].iloc[0]} samples of M sets put the "
        "win percentage, 95% interval.",
    )
    return figure


def two_sizes(sampled):
    """Return the two M that are drawn, or one if there is only one: a middle and the largest."""
    sizes = sorted(sampled["M"].unique())
    return sorted({sizes[0] if len(sizes) < 3 else sizes[len(sizes) // 2 - 1], sizes[-1]})


def draw_win_sampled(axes, sampled, exact, name):
    """Draw where samples put the win percentage of a candidate on axes.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    sampled : pandas.DataFrame
        As in `win_sampled`.
    exact : pandas.DataFrame
        As `win.win_matrix` makes it.
    name : str
        Of the candidate.
    """
    n = exact.index.to_numpy()
    shown = two_sizes(sampled)
    for size, opacity in zip(shown, OPACITIES[-len(shown) :], strict=True):
        part = sampled[(sampled["M"] == size) & (sampled["candidate"] == name)]
        axes.fill_between(
            part["N"],
            part["lower"],
            part["upper"],
            color=COLOURS[name],
            alpha=opacity,
            linewidth=0,
            label=f"M = {power_of_ten(size)}",
        )
    axes.plot(n, exact[name], color="black", linewidth=1, label="exact")
    _log_n_axis(axes, n)
    axes.xaxis.set_major_locator(ticker.LogLocator(base=100, numticks=20))
    percent_axis(axes.yaxis)
    axes.set_ylim(0, 1)


@styled
def rmse(points):
    """Draw box plots of the error by M / N over all data sets, with the fit (paper, Fig. 7).

    Parameters
    ----------
    points : pandas.DataFrame
        dataset, sets, M, N, rmse.

    Returns
    -------
    matplotlib.figure.Figure
    """
    sizes, data_sets = points["M"], points["dataset"].nunique()
    points = points[points["rmse"] > SMALLEST_RMSE]
    ratio = np.log10(points["M"] / points["N"]).to_numpy()
    fitted = fitted_points(points["M"], points["N"], points["sets"])
    a, b = fit_power_law(
        (points["N"] / points["M"])[fitted].to_numpy(), points["rmse"][fitted].to_numpy()
    )
    half_decades = np.arange(-4, ratio.max(initial=0) + 0.01, 0.5)
    boxes = [points["rmse"][np.abs(ratio - place) < 0.03] for place in half_decades]
    figure = Figure(figsize=(COLUMN, 3.5))
    axes = figure.subplots()
    axes.boxplot(
        boxes,
        positions=half_decades,
        widths=0.28,
        whis=(0, 100),
        manage_ticks=False,
        medianprops={"color": "black", "linewidth": 1.2},
        boxprops={"linewidth": 0.7},
        whiskerprops={"linewidth": 0.7},
        capprops={"linewidth": 0.7},
    )
    curves = [(PAPER, {"color": COLOURS["NC"], "linestyle": (0, (1.5, 1.5))}, "paper")]
    axes.axhline(0.01, color="#777777", linewidth=0.7)
    if b > 0:
        curves.insert(0, ((a, b), {"color": COLOURS["QDA"]}, "fit"))
        needed = samples_for(0.01, a, b)
        axes.plot([np.log10(needed)], [0.01], "o", color=COLOURS["QDA"], markersize=4)
        axes.annotate(
            f"1% from M = {needed:,.0f} N on",
            (half_decades[-1] + 0.4, 0.01),
            (0, 3),
            textcoords="offset points",
            ha="right",
            fontsize=7,
        )
    x = np.linspace(1, max(half_decades[-1], 1) + 0.3)
    for (factor, power), style, words in curves:
        axes.plot(
            x,
            factor * 10 ** (-power * x),
            label=f"{words}: {factor:.2f} (N/M)$^{{{power:.2f}}}$",
            **style,
        )
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda error, _: f"{100 * error:g}%")
    axes.set_xlim(half_decades[0] - 0.4, half_decades[-1] + 0.4)
    axes.xaxis.set_major_locator(ticker.MultipleLocator(1))
    axes.xaxis.set_major_formatter(lambda place, _: f"$10^{{{place:.0f}}}$")
    axes.set_xlabel("sets drawn for each set of the search, M / N")
    axes.set_ylabel("RMSE of win percentage (points)")
    axes.set_title("Error of sampled win percentages")
    axes.legend(loc="lower left")
    caption(
        figure,
        f"{data_sets} data set{'s' * (data_sets != 1)}, M from {power_of_ten(sizes.min())} to "
        f"{power_of_ten(sizes.max())}.\nBoxes: quartiles, whiskers: all values. "
        f"Fitted where M is at least {FITTED_FROM} N\n"
        f"and N at most {FITTED_SHARE:.0%} of all sets.",
    )
    return figure


@styled
def selection_pressure(total=100, searches=(1, 3, 10, 30, 100)):
    """Draw how likely each rank is the best of N random sets (paper, Fig. 8).

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
        chance = selection_probability(ranks - 1, np.ones_like(ranks), total, n)
        axes.plot(ranks, chance, color=colour)
        axes.annotate(
            f"N = {n}",
            (1, chance[0]),
            (-4, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=7,
            color=colour,
        )
    axes.set_xscale("log")
    axes.set_xlim(0.48, total)
    axes.xaxis.set_major_formatter(lambda rank, _: f"{rank:g}")
    axes.set_yscale("log")
    axes.set_ylim(1e-5, 1.2)
    axes.set_xlabel("rank of the feature set")
    axes.set_ylabel("chance to be the best of N")
    axes.set_title("Selection pressure")
    caption(
        figure,
        f"{total} feature sets without ties, N of them drawn with replacement:\n"
        "the harder the search, the fewer sets decide which candidate wins.",
    )
    return figure


def power_of_ten(number):
    """Write a number as a power of ten if it is one."""
    exponent = np.log10(number)
    if abs(exponent - round(exponent)) < 1e-9:
        return f"$10^{{{exponent:.0f}}}$"
    return f"{number:,}"
