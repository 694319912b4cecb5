"""Draw how the search decides which feature sets matter."""

from suitability.core.jobs import job
from suitability.figures import selection_pressure, style


def plot_selection_pressure(svg, png):
    style.save(selection_pressure.selection_pressure(), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_selection_pressure(snakemake.output.svg, snakemake.output.png)
