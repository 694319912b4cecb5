"""Draw the intervals of sampled win percentages of all data sets, a row of panels each."""

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv
from suitability.figures import study, style


def plot_study_win_sampled(sampled, exact, summaries, svg, png, titles):
    figure = study.win_sampled(
        list(titles.values()),
        [read_json(path) for path in summaries],
        [read_tsv(path) for path in sampled],
        [read_tsv(path) for path in exact],
    )
    style.save(figure, svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_study_win_sampled(
            snakemake.input.sampled,
            snakemake.input.exact,
            snakemake.input.summaries,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.titles,
        )
