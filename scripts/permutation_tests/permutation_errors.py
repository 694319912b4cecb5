"""Measure the errors of a classifier on a table and on randomised versions of it."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import write_tsv
from suitability.permutation_tests.measured_errors import ORIGINAL, errors_frame, measured_errors
from suitability.permutation_tests.result_tables import TESTS
from suitability.permutation_tests.tables import load_table


def permutation_errors(name, classifier, table, block, blocks, repeats, seed, output):
    data = load_table(table)
    rows = table["training_rows"]
    cv = {"training_rows": rows} if rows else table["folds"]
    counts = {ORIGINAL: repeats, **dict.fromkeys(TESTS, table["randomisations"])}
    frames = []
    for test, count in counts.items():
        indices = range(block, count, blocks)
        errors = measured_errors(data, classifier, test, indices, cv, seed, name)
        frames.append(errors_frame(errors, test, indices))
    write_tsv(pd.concat(frames), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        permutation_errors(
            name=snakemake.wildcards.table,
            classifier=snakemake.wildcards.classifier,
            table=snakemake.params.table,
            block=int(snakemake.wildcards.block),
            blocks=snakemake.params.blocks,
            repeats=snakemake.params.repeats,
            seed=snakemake.params.seed,
            output=snakemake.output.errors,
        )
