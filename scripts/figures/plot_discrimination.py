"""Draw each candidate on the pair that shows it best."""

from dataclasses import replace

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import read_json
from suitability.figures import best_sets, style
from suitability.scoring.best_sets import panel
from suitability.scoring.top_sets import places_of_sets, read_sets


def plot_discrimination(expression, samples, folds, table, summary, svg, png, title):
    problem = read_problem(expression, samples, folds)
    table = read_sets(table)
    own = table[table["shown"] == table["candidate"]]
    sets = places_of_sets(own, problem.features)
    panels = {
        name: panel(replace(problem, values=problem.values[:, features]), name)
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
