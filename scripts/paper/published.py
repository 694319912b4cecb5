"""Write published numbers beside those computed here."""

import pandas as pd

from suitability.challenge.data import load_data
from suitability.core.jobs import job
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.published import (
    permutation_test_rows,
    power_rows,
    published_table,
    win_percentage_rows,
)
from suitability.report.published_challenge import arithmetic_rows, data_rows, madelon_rows


def published(tests, classifiers, printed, challenge, synthetic, fits, datasets, output):
    ours = [read_tsv(path).assign(classifier=c) for path, c in zip(tests, classifiers, strict=True)]
    fits = {name: read_tsv(path).iloc[0] for name, path in zip(datasets, fits, strict=True)}
    rows = [
        *permutation_test_rows(read_tsv(printed), pd.concat(ours)),
        *power_rows(),
        *win_percentage_rows(read_tsv(synthetic), fits),
        *challenge_rows(**challenge),
    ]
    write_tsv(published_table(rows), output)


def challenge_rows(entries, methods, printed, summaries, madelon):
    ours = pd.concat([read_tsv(path) for path in summaries]) if summaries else None
    printed = read_tsv(printed)
    return [
        *data_rows(printed, ours),
        *arithmetic_rows(read_tsv(entries), read_tsv(methods), printed),
        *madelon_rows(load_data(madelon[0]) if madelon else None),
    ]


if __name__ == "__main__":
    with job(snakemake.log[0]):
        published(
            tests=snakemake.input.tests,
            classifiers=snakemake.params.classifiers,
            printed=snakemake.input.printed,
            challenge={
                "entries": snakemake.input.challenge_entries,
                "methods": snakemake.input.challenge_methods,
                "printed": snakemake.input.challenge_data,
                "summaries": snakemake.input.challenge_summaries,
                "madelon": snakemake.input.madelon,
            },
            synthetic=snakemake.input.synthetic,
            fits=snakemake.input.fits,
            datasets=snakemake.params.datasets,
            output=snakemake.output.table,
        )
