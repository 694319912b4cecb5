"""Draw the error of sampled win percentages over all data sets."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv
from suitability.figures import sampling_error, style


def plot_rmse_by_ratio(tables, summaries, datasets, svg, png):
    points = pd.concat(
        read_tsv(table).assign(dataset=name, sets=read_json(summary)["sets"])
        for table, summary, name in zip(tables, summaries, datasets, strict=True)
    )
    style.save(sampling_error.rmse(points), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_rmse_by_ratio(
            snakemake.input.rmse,
            snakemake.input.summaries,
            snakemake.params.datasets,
            snakemake.output.svg,
            snakemake.output.png,
        )
