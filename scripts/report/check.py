"""Print what a study would score and what it would take, and write it to a table."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.check.machine_speed import relative_speed
from suitability.report.check.workload import (
    as_text,
    fitting_text,
    methods_as_text,
    minutes_of_fits,
    workload,
)
from suitability.scoring.cost import seconds_per_fit
from suitability.scoring.performance import Contest


def check(inputs, output, contests, cost, expected, sets, budget, methods, tables, threads):
    rows, shares = [], []
    for name, *paths in zip(
        expected,
        inputs["samples"],
        inputs["features"],
        inputs["expression"],
        inputs["folds"],
        strict=True,
    ):
        samples, features, expression, folds = paths
        problem = read_problem(expression, samples, folds, name)
        contest, speed = Contest(**contests[name]), 1
        if contest.general:
            seconds = seconds_per_fit(problem, contest, sets[name]["size"])
            cost[name]["minutes"] = minutes_of_fits(cost[name]["fits"], seconds, threads)
            shares.append(fitting_text(name, cost[name]["fits"], seconds, budget))
        else:
            speed = relative_speed(problem, contest)
        rows.append(
            workload(
                name,
                read_tsv(samples, text=["sample", "label"]),
                read_tsv(features, text=["feature", "reason"]),
                expected[name],
                cost[name],
                sets[name],
                speed,
            )
        )
    write_tsv(pd.DataFrame(rows), output)
    print(as_text(rows, [each["size"] for each in sets.values()], threads))
    print(*shares, methods_as_text(methods, tables), sep="\n", flush=True)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        check(
            inputs=dict(snakemake.input.items()),
            output=snakemake.params.output,
            contests=snakemake.params.contests,
            cost=snakemake.params.cost,
            expected=snakemake.params.expected,
            sets=snakemake.params.sets,
            budget=snakemake.params.budget,
            methods=snakemake.params.methods,
            tables=snakemake.params.tables,
            threads=snakemake.threads,
        )
