"""Test every candidate on the best set of a search and on the sets that it wins."""

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.randomness import stream
from suitability.core.tables import write_tsv
from suitability.permutation_tests.feature_sets import significance_of_sets
from suitability.scoring.performance import Contest
from suitability.scoring.sets import random_sets


def set_tests(inputs, output, name, contest, plan, size, seed, threads):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    rng = stream(seed, name, "sets of permutation tests")
    sets = random_sets(len(problem.features), size, plan["sets"], None, rng)
    table = significance_of_sets(
        problem, Contest(**contest), sets, plan["set_randomisations"], seed, threads
    )
    write_tsv(table, output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        set_tests(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.table,
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            plan=snakemake.params.plan,
            size=snakemake.params.size,
            seed=snakemake.params.seed,
            threads=snakemake.threads,
        )
