"""Fetch a file of the study, or check an existing one."""

from suitability.core.jobs import job
from suitability.data.downloads.download import obtain


def download(path, record, source):
    obtain(path, source, record)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        download(snakemake.output.file, snakemake.output.record, snakemake.params.source)
