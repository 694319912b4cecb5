"""Write the reproducibility index of a rule on a synthetic model, and the estimators' accuracy."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_parquet, write_parquet, write_tsv
from suitability.reproducibility.simulation import Estimation
from suitability.reproducibility.tables import accuracy_frame, index_frame


def reproducibility_index(errors, size, estimation, index, accuracy):
    errors = pd.concat([read_parquet(path) for path in errors], ignore_index=True)
    estimation = Estimation(**estimation)
    write_parquet(index_frame(errors, size, estimation), index)
    write_tsv(accuracy_frame(errors, size, estimation), accuracy)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        reproducibility_index(
            errors=snakemake.input.errors,
            size=snakemake.params.size,
            estimation=snakemake.params.estimation,
            index=snakemake.output.index,
            accuracy=snakemake.output.accuracy,
        )
