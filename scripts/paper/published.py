"""Write published numbers beside those computed here."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.published import (
    permutation_test_rows,
    power_rows,
    published_table,
    win_percentage_rows,
)


def published(tests, classifiers, printed, synthetic, fits, datasets, output):
    ours = [read_tsv(path).assign(classifier=c) for path, c in zip(tests, classifiers, strict=True)]
    fits = {name: read_tsv(path).iloc[0] for name, path in zip(datasets, fits, strict=True)}
    rows = [
        *permutation_test_rows(read_tsv(printed), pd.concat(ours)),
        *power_rows(),
        *win_percentage_rows(read_tsv(synthetic), fits),
    ]
    write_tsv(published_table(rows), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        published(
            tests=snakemake.input.tests,
            classifiers=snakemake.params.classifiers,
            printed=snakemake.input.printed,
            synthetic=snakemake.input.synthetic,
            fits=snakemake.input.fits,
            datasets=snakemake.params.datasets,
            output=snakemake.output.table,
        )
