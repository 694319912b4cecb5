"""Draw the densities of performance by winner."""

from suitability import plotting, plotting_performance_density
from suitability.jobs import job
from suitability.score_table import from_frame
from suitability.tables import read_json, read_parquet


def plot_performance_density(scores, summary, svg, png, candidates, title):
    table = from_frame(read_parquet(scores), candidates)
    figure = plotting_performance_density.performance_density(table, read_json(summary), title)
    plotting.save(figure, svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_performance_density(
            snakemake.input.scores,
            snakemake.input.summary,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.candidates,
            snakemake.params.title,
        )
