"""Draw how often each null band flags random labels."""

from suitability.core.jobs import job
from suitability.core.tables import read_tsv
from suitability.figures import style
from suitability.figures.calibration import calibration


def plot_calibration(table, svg, png, level):
    style.save(calibration(read_tsv(table), level), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_calibration(
            snakemake.input.table,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.level,
        )
