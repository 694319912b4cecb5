"""Write the reproducibility index where the paper states it."""

from dataclasses import replace

from suitability.core.jobs import job
from suitability.core.tables import write_tsv
from suitability.reproducibility.simulation import Estimation
from suitability.reproducibility.tables import published_points as points


def published_points(rules, samples, estimation, seed, output):
    # The numbers in the text are those of cross-validation.
    estimation = replace(Estimation(**estimation), estimators=("cross_validation",), resamples=1)
    write_tsv(points(rules, samples, estimation, seed), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        published_points(
            rules=snakemake.params.rules,
            samples=snakemake.params.samples,
            estimation=snakemake.params.estimation,
            seed=snakemake.params.seed,
            output=snakemake.output.table,
        )
