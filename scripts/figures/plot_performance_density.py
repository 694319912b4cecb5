"""Draw the densities of performance by winner."""

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_parquet
from suitability.figures import performance_density, style
from suitability.scoring.score_table import from_frame


def plot_performance_density(scores, summary, svg, png, candidates, title):
    table = from_frame(read_parquet(scores), candidates)
    figure = performance_density.performance_density(table, read_json(summary), title)
    style.save(figure, svg, png)


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
