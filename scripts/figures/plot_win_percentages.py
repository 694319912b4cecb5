"""Draw the win percentages of all data sets, a panel each."""

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv
from suitability.figures import study, style


def plot_win_percentages(wins, bands, p_values, summaries, svg, png, titles, level):
    figure = study.win_percentages(
        list(titles.values()),
        [read_json(path) for path in summaries],
        [read_tsv(path) for path in wins],
        [read_tsv(path) for path in bands],
        [read_tsv(path) for path in p_values],
        level,
    )
    style.save(figure, svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_win_percentages(
            snakemake.input.wins,
            snakemake.input.bands,
            snakemake.input.p_values,
            snakemake.input.summaries,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.titles,
            snakemake.params.level,
        )
