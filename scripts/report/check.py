"""Print what a study would score and what it would take, and write it to a table."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.machine_speed import relative_speed
from suitability.report.workload import as_text, tables_as_text, workload
from suitability.scoring.performance import Contest


def check(inputs, output, contest, cost, expected, sets, tables, threads):
    rows = []
    for name, *paths in zip(
        expected,
        inputs["samples"],
        inputs["features"],
        inputs["expression"],
        inputs["folds"],
        strict=True,
    ):
        samples, features, expression, folds = paths
        rows.append(
            workload(
                name,
                read_tsv(samples, text=["sample", "label"]),
                read_tsv(features, text=["feature", "reason"]),
                expected[name],
                cost[name],
                sets,
                relative_speed(read_problem(expression, samples, folds, name), Contest(**contest)),
            )
        )
    write_tsv(pd.DataFrame(rows), output)
    print(as_text(rows, sets["size"], threads), tables_as_text(tables), sep="\n", flush=True)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        check(
            inputs=dict(snakemake.input.items()),
            output=snakemake.params.output,
            contest=snakemake.params.contest,
            cost=snakemake.params.cost,
            expected=snakemake.params.expected,
            sets=snakemake.params.sets,
            tables=snakemake.params.tables,
            threads=snakemake.threads,
        )
