"""Write the reproducibility index of studies that are drawn from a data set."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import write_parquet, write_tsv
from suitability.reproducibility.real_data import enough_left, real_errors
from suitability.reproducibility.simulation import Estimation
from suitability.reproducibility.tables import real_accuracy, real_index


def reproducibility_real(inputs, outputs, name, rules, real, estimation, seed):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    estimation = Estimation(**estimation)
    errors = pd.DataFrame(columns=["rule", "draw", "true", "leave_one_out", "cross_validation"])
    if enough_left(len(problem.labels), real["samples"]):
        errors = real_errors(
            problem, rules, real["samples"], real["features"], real["draws"], estimation, seed
        )
    write_parquet(real_index(errors, real["samples"], estimation), outputs["index"])
    write_tsv(real_accuracy(errors, real["samples"], estimation), outputs["accuracy"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        reproducibility_real(
            inputs=dict(snakemake.input.items()),
            outputs=dict(snakemake.output.items()),
            name=snakemake.wildcards.dataset,
            rules=snakemake.params.rules,
            real=snakemake.params.real,
            estimation=snakemake.params.estimation,
            seed=snakemake.params.seed,
        )
