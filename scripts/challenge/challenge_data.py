"""Read and check a data set of the challenge."""

from pathlib import Path

from suitability.challenge.data import data_row, read_data, save_data
from suitability.core.jobs import job
from suitability.core.tables import write_tsv
from suitability.data.downloads.records import check_fetched


def challenge_data(name, files, stated, output, summary):
    data = read_data(files, stated)
    save_data(data, output)
    write_tsv(data_row(name, data), summary)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        for record in map(Path, snakemake.input.records):
            source = snakemake.config["downloads"][record.stem]
            check_fetched(record.with_suffix(""), record, source)
        challenge_data(
            name=snakemake.wildcards.challenge_set,
            files=dict(zip(snakemake.params.names, snakemake.input.files, strict=True)),
            stated=snakemake.params.stated,
            output=snakemake.output.data,
            summary=snakemake.output.summary,
        )
