"""Say what would be scored, on the terminal and in a table."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.workload import as_text, workload


def check(samples, features, output, expected, sets, cross_validation, memory, threads):
    rows = [
        workload(
            name,
            read_tsv(samples_of_it, text=["sample", "label"]),
            read_tsv(features_of_it, text=["feature", "reason"]),
            expected[name],
            sets,
            cross_validation,
            memory[name],
            threads,
        )
        for name, samples_of_it, features_of_it in zip(expected, samples, features, strict=True)
    ]
    write_tsv(pd.DataFrame(rows), output)
    print(as_text(rows, sets["size"]), flush=True)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        check(
            snakemake.input.samples,
            snakemake.input.features,
            snakemake.params.output,
            snakemake.params.expected,
            snakemake.params.sets,
            snakemake.params.cross_validation,
            snakemake.params.memory,
            snakemake.threads,
        )
