"""Write the expected reproducibility index over a prior, for several sample sizes."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import write_tsv
from suitability.reproducibility.prior import Prior
from suitability.reproducibility.simulation import Estimation
from suitability.reproducibility.tables import expected_frame


def expected_index(prior, estimation, seed, output):
    frames = [
        expected_frame(
            Prior(prior["mean"], sd, prior["dimension"], tuple(prior["correlations"])),
            "LDA",
            prior["samples"],
            Estimation(**estimation),
            seed,
        )
        for sd in prior["sds"]
    ]
    write_tsv(pd.concat(frames), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        expected_index(
            prior=snakemake.params.prior,
            estimation=snakemake.params.estimation,
            seed=snakemake.params.seed,
            output=snakemake.output.table,
        )
