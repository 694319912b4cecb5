"""Compute how many feature sets to score for each search, from the fitted error curves."""

import math

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv, write_tsv
from suitability.win import planning


def sets_needed(fits, summaries, datasets, output):
    curves = [read_tsv(path).iloc[0].to_dict() for path in fits]
    summaries = [read_json(path) for path in summaries]
    sets = [math.nan if each["sampled"] else each["sets"] for each in summaries]
    write_tsv(planning.sets_needed_table(datasets, curves, sets), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        sets_needed(
            fits=snakemake.input.fits,
            summaries=snakemake.input.summaries,
            datasets=snakemake.params.datasets,
            output=snakemake.output.table,
        )
