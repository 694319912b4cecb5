"""Draw how the search decides which feature sets matter."""

from suitability import plotting, plotting_selection_pressure
from suitability.jobs import job


def plot_selection_pressure(svg, png):
    plotting.save(plotting_selection_pressure.selection_pressure(), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_selection_pressure(snakemake.output.svg, snakemake.output.png)
