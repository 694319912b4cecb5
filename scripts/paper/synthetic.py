"""Compare sampled with theoretical win percentages on random mixtures."""

from suitability.core.jobs import job
from suitability.core.tables import write_tsv
from suitability.win.theory import synthetic_study


def synthetic(outputs, seed):
    tables = synthetic_study(seed)
    for name, path in outputs.items():
        write_tsv(tables[name], path)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        synthetic(outputs=dict(snakemake.output.items()), seed=snakemake.params.seed)
