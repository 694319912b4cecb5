"""Draw the error of sampled win percentages over all data sets."""

import pandas as pd

from suitability import plotting
from suitability.jobs import job
from suitability.tables import read_tsv


def plot_rmse(tables, datasets, svg, png):
    points = pd.concat(
        read_tsv(path).assign(dataset=name) for path, name in zip(tables, datasets, strict=True)
    )
    plotting.save(plotting.rmse(points), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_rmse(
            snakemake.input.rmse,
            snakemake.params.datasets,
            snakemake.output.svg,
            snakemake.output.png,
        )
