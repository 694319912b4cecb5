"""Prepare the second cohort of a data set, on the features that the study has chosen."""

import pandas as pd

from suitability.core.jobs import inform, job, logger, warn
from suitability.core.problem import read_problem
from suitability.core.tables import write_json, write_parquet, write_tsv
from suitability.data.datasets import Files
from suitability.held_out.cohort import read_cohort


def cohort(name, files, study, outputs, stanza, group, own_values):
    problem = read_problem(study["expression"], study["samples"], study["folds"], name)
    found = read_cohort(files, stanza, group, problem, own_values)
    for line in found.record["samples"]:
        inform(f"{name}, second cohort: {line}")
    for line in found.record["preprocessing"]:
        logger.info("%s", line)
    for message in found.record["warnings"]:
        warn(f"{name}, second cohort: {message}")
    values = pd.DataFrame(found.values.T, columns=found.samples["sample"])
    values.insert(0, "feature", found.features, allow_duplicates=True)
    write_parquet(values, outputs["expression"])
    write_tsv(found.samples, outputs["samples"])
    write_json(found.record, outputs["record"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        cohort(
            name=snakemake.wildcards.dataset,
            files=Files(
                expression=snakemake.input.expression,
                samples=snakemake.input.samples or None,
                probe_to_gene=snakemake.input.probe_to_gene or None,
            ),
            study={
                key: snakemake.input[f"study_{key}"] for key in ("expression", "samples", "folds")
            },
            outputs=dict(snakemake.output.items()),
            stanza=snakemake.params.stanza,
            group=snakemake.params.group,
            own_values=snakemake.params.own_values,
        )
