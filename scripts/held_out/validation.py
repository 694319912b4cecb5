"""Compare held-out performance and stability with the truth in simulated studies."""

import numpy as np

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import write_tsv
from suitability.held_out.population import fitted_populations, spread_features
from suitability.held_out.simulated_studies import Design, validate
from suitability.held_out.splits import Plan
from suitability.scoring.performance import Contest

FEATURES = 300
N = (1, 10, 100, 1000)
STUDIES = 50
INDEPENDENT = 120
TESTED = 500


def validation(expression, samples, folds, output, contest, plan, seed, threads):
    Contest(**contest).check_built_in("the validation by simulation")
    problem = read_problem(expression, samples, folds)
    features = spread_features(problem.values, problem.labels, FEATURES)
    design = Design(
        sizes=tuple(problem.class_sizes.tolist()),
        repeats=len(problem.folds),
        folds=problem.fold_count,
        plan=Plan(**plan),
        n=N,
        studies=STUDIES,
        independent=INDEPENDENT,
        tested=TESTED,
        seed=seed,
    )
    populations = fitted_populations(
        np.ascontiguousarray(problem.values[:, features]), problem.labels
    )
    write_tsv(validate(populations, Contest(**contest), design, threads), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        validation(
            expression=snakemake.input.expression,
            samples=snakemake.input.samples,
            folds=snakemake.input.folds,
            output=snakemake.output.table,
            contest=snakemake.params.contest,
            plan=snakemake.params.plan,
            seed=snakemake.params.seed,
            threads=snakemake.threads,
        )
