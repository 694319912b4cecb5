"""Draw how often each null band flags random labels."""

from suitability import plotting
from suitability.jobs import job
from suitability.plotting_calibration import calibration
from suitability.tables import read_tsv


def plot_calibration(table, svg, png, level):
    plotting.save(calibration(read_tsv(table), level), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_calibration(
            snakemake.input.table,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.level,
        )
