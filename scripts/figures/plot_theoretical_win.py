"""Draw the win percentages of the illustrative example."""

from suitability.core.jobs import job
from suitability.core.tables import read_tsv
from suitability.figures import theory
from suitability.figures.style import save


def plot_theoretical_win(win, intervals, svg, png):
    save(theory.theoretical_win(read_tsv(win), read_tsv(intervals)), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_theoretical_win(
            snakemake.input.win,
            snakemake.input.intervals,
            snakemake.output.svg,
            snakemake.output.png,
        )
