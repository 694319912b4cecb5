"""Write the table of the sizes of the data sets (paper, Table 5)."""

from suitability.core.jobs import job
from suitability.core.tables import read_json, write_tsv
from suitability.report.summary import data_sets


def table_5(summaries, output, titles):
    summaries = [read_json(path) for path in summaries]
    write_tsv(data_sets(list(titles), list(titles.values()), summaries), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        table_5(
            summaries=snakemake.input.summaries,
            output=snakemake.output.table,
            titles=snakemake.params.titles,
        )
