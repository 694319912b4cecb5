"""Write published numbers beside those computed here."""

import pandas as pd

from suitability.challenge.data import load_data
from suitability.core.jobs import job
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.challenge.published import arithmetic_rows, data_rows, madelon_rows
from suitability.report.published import (
    permutation_test_rows,
    power_rows,
    published_table,
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
        *challenge_rows(inputs),
    ]
    write_tsv(published_table(rows), output)


def challenge_rows(inputs):
    summaries = [read_tsv(path) for path in inputs["challenge_summaries"]]
    madelon = [load_data(path) for path in inputs["madelon"]]
    printed = read_tsv(inputs["challenge_data"])
    entries, methods = (read_tsv(inputs[f"challenge_{what}"]) for what in ("entries", "methods"))
    return [
        *data_rows(printed, pd.concat(summaries) if summaries else None),
        *arithmetic_rows(entries, methods, printed),
        *madelon_rows(madelon[0] if madelon else None),
    ]


if __name__ == "__main__":
    with job(snakemake.log[0]):
        published(
            inputs=dict(snakemake.input.items()),
            classifiers=snakemake.params.classifiers,
            datasets=snakemake.params.datasets,
            seed=snakemake.params.seed,
            output=snakemake.output.table,
        )
