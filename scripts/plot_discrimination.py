"""Draw each candidate on the pair that shows it best."""

from suitability import plotting, plotting_discrimination
from suitability.discrimination import feature_sets, panel
from suitability.feature_sets import read_sets
from suitability.jobs import job
from suitability.loading import load_for_scoring
from suitability.tables import read_json, read_parquet


def plot_discrimination(expression, samples, folds, table, summary, svg, png, title):
    values, labels, finer = load_for_scoring(expression, samples, folds)
    table = read_sets(table)
    own = table[table["shown"] == table["candidate"]]
    sets = feature_sets(own, read_parquet(expression)["feature"].tolist())
    panels = {
        name: panel(values[:, features], labels, finer, name)
        for name, features in zip(own["candidate"], sets, strict=True)
        if len(features) == 2
    }
    figure = plotting_discrimination.discrimination(table, panels, read_json(summary), title)
    plotting.save(figure, svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_discrimination(
            snakemake.input.expression,
            snakemake.input.samples,
            snakemake.input.folds,
            snakemake.input.table,
            snakemake.input.summary,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.title,
        )
