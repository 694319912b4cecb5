"""Write published numbers beside those computed here."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.published import (
    permutation_test_rows,
    power_rows,
    published_table,
    reproducibility_rows,
    win_percentage_rows,
)


def published(inputs, classifiers, datasets, output):
    tests = zip(inputs["tests"], classifiers, strict=True)
    ours = [read_tsv(path).assign(classifier=c) for path, c in tests]
    fits = zip(datasets, inputs["fits"], strict=True)
    rows = [
        *permutation_test_rows(read_tsv(inputs["printed"]), pd.concat(ours)),
        *power_rows(),
        *win_percentage_rows(
            read_tsv(inputs["synthetic"]), {name: read_tsv(path).iloc[0] for name, path in fits}
        ),
        *reproducibility_rows(read_tsv(inputs["index_points"]), read_tsv(inputs["expected_index"])),
    ]
    write_tsv(published_table(rows), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        published(
            inputs=dict(snakemake.input.items()),
            classifiers=snakemake.params.classifiers,
            datasets=snakemake.params.datasets,
            output=snakemake.output.table,
        )
