"""Write the reproducibility index where the smallest estimate of several rules is reported."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_parquet, write_parquet
from suitability.reproducibility.simulation import Estimation
from suitability.reproducibility.tables import rules_frame


def reproducibility_rules(errors, shards, size, estimation, output):
    parts = [errors[start : start + shards] for start in range(0, len(errors), shards)]
    of_rules = [
        pd.concat([read_parquet(path) for path in part], ignore_index=True) for part in parts
    ]
    write_parquet(rules_frame(of_rules, size, Estimation(**estimation)), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        reproducibility_rules(
            errors=snakemake.input.errors,
            shards=snakemake.params.shards,
            size=snakemake.params.size,
            estimation=snakemake.params.estimation,
            output=snakemake.output.index,
        )
