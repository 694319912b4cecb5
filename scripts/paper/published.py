"""Write published numbers beside those computed here."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.published import (
    permutation_test_rows,
    power_rows,
    published_table,
    reproducibility_rows,
    toy_rows,
    verdict_rows,
    win_percentage_rows,
)


def published(inputs, classifiers, datasets, seed, output):
    tables = zip(inputs["tests"], classifiers, strict=True)
    ours = pd.concat([read_tsv(path).assign(classifier=name) for path, name in tables])
    fits = zip(datasets, map(read_tsv, inputs["fits"]), strict=True)
    printed = read_tsv(inputs["permutation_tests"])
    rows = [
        *permutation_test_rows(printed, ours),
        *verdict_rows(printed, ours),
        *toy_rows(read_tsv(inputs["toy_data"]), seed),
        *power_rows(),
        *win_percentage_rows(
            read_tsv(inputs["table_2"], text=["N", "epsilon", "p"]),
            read_tsv(inputs["illustrative"]),
            read_tsv(inputs["synthetic"]),
            {name: fit.iloc[0] for name, fit in fits},
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
            seed=snakemake.params.seed,
            output=snakemake.output.table,
        )
