"""Draw each candidate on the pair that shows it best."""

from suitability.core.jobs import job
from suitability.core.problem import load_for_scoring
from suitability.core.tables import read_json, read_parquet
from suitability.figures import best_sets, style
from suitability.scoring.best_sets import feature_sets, panel
from suitability.scoring.shards import read_sets


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
    figure = best_sets.discrimination(table, panels, read_json(summary), title)
    style.save(figure, svg, png)


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
