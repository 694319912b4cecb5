"""Compare sampled with theoretical win percentages on random mixtures."""

from suitability.continuous import synthetic_study
from suitability.jobs import job
from suitability.tables import write_tsv


def synthetic(outputs, seed):
    tables = synthetic_study(seed)
    for name, path in outputs.items():
        write_tsv(tables[name], path)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        synthetic(dict(snakemake.output.items()), snakemake.params.seed)
