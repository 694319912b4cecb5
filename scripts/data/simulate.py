"""Simulate the values and samples of a data set."""

from suitability.core.jobs import job
from suitability.core.randomness import stream
from suitability.core.tables import write_parquet, write_tsv
from suitability.data.simulation import simulated_tables


def simulate(name, shape, seed, expression, samples):
    values, of_samples = simulated_tables(**shape, rng=stream(seed, name, "simulated"))
    write_parquet(values, expression)
    write_tsv(of_samples, samples)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        simulate(
            name=snakemake.wildcards.simulated,
            shape=snakemake.params.shape,
            seed=snakemake.params.seed,
            expression=snakemake.output.expression,
            samples=snakemake.output.samples,
        )
