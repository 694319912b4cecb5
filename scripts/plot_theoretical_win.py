"""Draw the win percentages of the illustrative example."""

from suitability import plotting_theory
from suitability.jobs import job
from suitability.plotting import save
from suitability.tables import read_tsv


def plot_theoretical_win(win, intervals, svg, png):
    save(plotting_theory.theoretical_win(read_tsv(win), read_tsv(intervals)), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_theoretical_win(
            snakemake.input.win,
            snakemake.input.intervals,
            snakemake.output.svg,
            snakemake.output.png,
        )
