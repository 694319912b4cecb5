"""Draw the intervals of sampled win percentages around the exact ones."""

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv
from suitability.figures import style, win_sampled


def plot_win_sampled(sampled, exact, summary, svg, png, title):
    figure = win_sampled.win_sampled(read_tsv(sampled), read_tsv(exact), read_json(summary), title)
    style.save(figure, svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_win_sampled(
            snakemake.input.sampled,
            snakemake.input.exact,
            snakemake.input.summary,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.title,
        )
