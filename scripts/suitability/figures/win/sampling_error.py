"""The figure of the error of sampled win percentages."""

import numpy as np
import pandas as pd
from matplotlib import ticker
from matplotlib.figure import Figure

from suitability.figures.style import (
    COLOURS,
    COLUMN,
    GREY,
    SMALL,
    caption,
    data_sets,
    power_of_ten,
    styled,
)
from suitability.win.sampling_error import FITTED_FROM, FITTED_SHARE, PAPER, SMALLEST_RMSE


@styled
def draw(rmse, fit):
    """Draw box plots of the error by M / N over all data sets, with the fit (paper, Fig. 7).

    Parameters
    ----------
    rmse : list of pandas.DataFrame
        M, N, rmse of each data set.
    fit : pandas.DataFrame
        One row: a, b, m_over_n_for_1pct; NaN where nothing was fitted.

    Returns
    -------
    matplotlib.figure.Figure
    """
    points = pd.concat(rmse)
    sizes = points["M"]
    points = points[points["rmse"] > SMALLEST_RMSE]
    ratio = np.log10(points["M"] / points["N"]).to_numpy()
    half_decades = np.arange(-4, ratio.max(initial=0) + 0.01, 0.5)
    boxes = [points["rmse"][np.abs(ratio - place) < 0.03] for place in half_decades]
    (fit,) = fit.to_dict("records")
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
    axes.axhline(0.01, color=GREY, linewidth=0.7)
    if fit["b"] > 0:
        curves.insert(0, ((fit["a"], fit["b"]), {"color": COLOURS["QDA"]}, "fit"))
        needed = fit["m_over_n_for_1pct"]
        axes.plot([np.log10(needed)], [0.01], "o", color=COLOURS["QDA"], markersize=4)
        axes.annotate(
            f"1% at M = {needed:,.0f} N",
            (half_decades[-1] + 0.4, 0.01),
            (0, 3),
            textcoords="offset points",
            ha="right",
            fontsize=SMALL,
        )
    x = np.linspace(1, max(half_decades[-1], 1) + 0.3)
    for (factor, power), style, source in curves:
        axes.plot(
            x,
            factor * 10 ** (-power * x),
            label=f"{source}: {factor:.2f} (N/M)$^{{{power:.2f}}}$",
            **style,
        )
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda error, _: f"{100 * error:g}%")
    axes.set_xlim(half_decades[0] - 0.4, half_decades[-1] + 0.4)
    axes.xaxis.set_major_locator(ticker.MultipleLocator(1))
    axes.xaxis.set_major_formatter(lambda place, _: power_of_ten(10**place))
    axes.set_xlabel("sets drawn for each set of the search, M / N")
    axes.set_ylabel("RMSE of win percentage (points)")
    axes.set_title("Error of sampled win percentages")
    axes.legend(loc="lower left")
    caption(
        figure,
        f"{data_sets(len(rmse))}, M from {power_of_ten(sizes.min())} to "
        f"{power_of_ten(sizes.max())}.\nBoxes: quartiles, whiskers: all values. "
        f"Fitted where M is at least {FITTED_FROM} N\n"
        f"and N at most {FITTED_SHARE:.0%} of all sets.",
    )
    return figure
