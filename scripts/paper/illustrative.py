"""Compute the paper's illustrative example: densities, win percentages, intervals."""

from suitability.core.jobs import job
from suitability.core.tables import write_tsv
from suitability.win.theory import illustrative_study


def illustrative(outputs, seed):
    tables = illustrative_study(seed)
    for name, path in outputs.items():
        write_tsv(tables[name], path)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        illustrative(outputs=dict(snakemake.output.items()), seed=snakemake.params.seed)
