"""The figure of the joint density of performance and winner in the illustrative example."""

from matplotlib.figure import Figure

from suitability.figures.style import COLUMN, EXAMPLE_LINES, caption, styled
from suitability.win.theory import ILLUSTRATIVE


@styled
def draw(density):
    """Draw the joint density of performance and winner (paper, Fig. 2).

    Parameters
    ----------
    density : pandas.DataFrame
        performance, candidate, density.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = Figure(figsize=(COLUMN, 3.1))
    axes = figure.subplots()
    for name, part in density.groupby("candidate", sort=False):
        peak = part.loc[part["density"].idxmax()]
        axes.plot(part["performance"], part["density"], label=name, **EXAMPLE_LINES[name])
        axes.annotate(
            name,
            (peak["performance"], peak["density"]),
            (0, 3),
            textcoords="offset points",
            ha="center",
        )
    axes.set_xlim(density["performance"].min(), density["performance"].max())
    axes.set_ylim(0, 1.1 * density["density"].max())
    axes.set_xlabel("performance of the best candidate, x")
    axes.set_ylabel("joint density, p(x, c)")
    axes.set_title("Illustrative example: performance and winner")
    gaussians = ", ".join(
        f"{name}: N({mean:.2f}, {deviation:.2f})"
        for name, mean, deviation in zip(
            ILLUSTRATIVE.candidates, ILLUSTRATIVE.means, ILLUSTRATIVE.deviations, strict=True
        )
    )
    caption(
        figure, f"Performance where a candidate wins, N(mean, standard deviation):\n{gaussians}."
    )
    return figure
