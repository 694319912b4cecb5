"""Fit one error curve to the sampled win percentages of all data sets."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv, write_tsv
from suitability.win.sampling_error import pooled_fit


def rmse_fit(rmse, summaries, output):
    points = [
        read_tsv(path).assign(sets=read_json(summary)["sets"])
        for path, summary in zip(rmse, summaries, strict=True)
    ]
    write_tsv(pooled_fit(pd.concat(points)), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        rmse_fit(
            rmse=snakemake.input.rmse,
            summaries=snakemake.input.summaries,
            output=snakemake.output.table,
        )
