"""Compute the share of best feature sets that searches reach (paper, Table 2)."""

from suitability.core.jobs import job
from suitability.core.tables import write_tsv
from suitability.win import planning


def table_2(output):
    write_tsv(planning.table_2(), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        table_2(output=snakemake.output.table)
