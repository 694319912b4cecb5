"""Simulate studies of a synthetic model and write their true and estimated errors."""

from suitability.core.jobs import job
from suitability.core.tables import write_parquet
from suitability.reproducibility.simulation import Estimation
from suitability.reproducibility.tables import simulated_errors


def reproducibility_errors(model, rule, samples, estimation, seed, output):
    errors = simulated_errors(
        model["dimension"],
        tuple(model["correlations"]),
        model["size"],
        rule,
        samples,
        Estimation(**estimation),
        seed,
    )
    write_parquet(errors, output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        start, stop = snakemake.params.samples
        reproducibility_errors(
            model=snakemake.params.model,
            rule=snakemake.wildcards.rule,
            samples=range(start, stop),
            estimation=snakemake.params.estimation,
            seed=snakemake.params.seed,
            output=snakemake.output.errors,
        )
