"""Draw the densities of performance of all data sets, a panel each."""

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_parquet
from suitability.figures import study, style
from suitability.scoring.score_table import from_frame


def plot_performance_densities(scores, summaries, svg, png, titles, candidates):
    figure = study.performance_densities(
        list(titles.values()),
        [read_json(path) for path in summaries],
        [from_frame(read_parquet(path), candidates) for path in scores],
    )
    style.save(figure, svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_performance_densities(
            snakemake.input.scores,
            snakemake.input.summaries,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.titles,
            snakemake.params.candidates,
        )
