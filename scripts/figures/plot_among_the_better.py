"""Draw win percentages under several rules of who wins a feature set."""

from suitability.core.jobs import job
from suitability.core.tables import read_tsv
from suitability.figures import style
from suitability.figures.winner_rules import among_the_better


def plot_among_the_better(win, rules, svg, png, title):
    style.save(among_the_better(read_tsv(win), read_tsv(rules), title), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_among_the_better(
            snakemake.input.win,
            snakemake.input.rules,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.title,
        )
