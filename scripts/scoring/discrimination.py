"""Evaluate the best sets on finer folds and find the most favourable set of each candidate."""

from dataclasses import replace

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.resampling import folds_frame
from suitability.core.tables import write_tsv
from suitability.scoring.discrimination import discriminate, fine_folds
from suitability.scoring.performance import Contest
from suitability.scoring.top_sets import read_sets


def discrimination(inputs, outputs, name, contest, seed):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    finer = fine_folds(problem.labels, seed, name, problem.groups)
    table = discriminate(
        replace(problem, folds=finer), read_sets(inputs["top_sets"]), Contest(**contest)
    )
    write_tsv(table, outputs["table"])
    write_tsv(folds_frame(problem.samples, finer), outputs["folds"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        discrimination(
            inputs=dict(snakemake.input.items()),
            outputs=dict(snakemake.output.items()),
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            seed=snakemake.params.seed,
        )
