"""Print what would be scored, and write it to a table."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.workload import Plan, as_text, workload


def check(samples, features, output, expected, memory, plan):
    rows = [
        workload(
            name,
            read_tsv(samples_of_it, text=["sample", "label"]),
            read_tsv(features_of_it, text=["feature", "reason"]),
            expected[name],
            memory[name],
            plan,
        )
        for name, samples_of_it, features_of_it in zip(expected, samples, features, strict=True)
    ]
    write_tsv(pd.DataFrame(rows), output)
    print(as_text(rows, plan.sets["size"]), flush=True)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        check(
            samples=snakemake.input.samples,
            features=snakemake.input.features,
            output=snakemake.params.output,
            expected=snakemake.params.expected,
            memory=snakemake.params.memory,
            plan=Plan(snakemake.params.sets, snakemake.params.cross_validation, snakemake.threads),
        )
