"""Draw win percentage against N with its null bands."""

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv
from suitability.figures import style, win_percentage


def plot_win_percentage(win, bands, p_values, summary, svg, png, title, level):
    figure = win_percentage.win_percentage(
        read_tsv(win), read_tsv(bands), read_tsv(p_values), read_json(summary), title, level
    )
    style.save(figure, svg, png)


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
