"""Draw win percentage against N with its null bands."""

from suitability import plotting, plotting_win_percentage
from suitability.jobs import job
from suitability.tables import read_json, read_tsv


def plot_win_percentage(win, bands, p_values, summary, svg, png, title, level):
    figure = plotting_win_percentage.win_percentage(
        read_tsv(win), read_tsv(bands), read_tsv(p_values), read_json(summary), title, level
    )
    plotting.save(figure, svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_win_percentage(
            snakemake.input.win,
            snakemake.input.bands,
            snakemake.input.p_values,
            snakemake.input.summary,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.title,
            snakemake.params.level,
        )
