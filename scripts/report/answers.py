"""Write the answers of the study, a row an endpoint and N."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv, write_tsv
from suitability.report.answers import AnswerTables, answers
from suitability.scoring.top_sets import read_sets


def answer(inputs, output, datasets, settings):
    parts = [
        answers(
            name,
            about,
            AnswerTables(
                summary=read_json(inputs["summaries"][place]),
                held_out=read_tsv(inputs["held_out"][place], text=["comparison"]),
                stability=read_tsv(inputs["stability"][place]),
                features_alone=read_tsv(
                    inputs["features_alone"][place], text=["feature", "others"]
                ),
                beats_chance=read_tsv(inputs["beats_chance"][place]),
                top_sets=read_sets(inputs["top_sets"][place]),
            ),
            settings,
        )
        for place, (name, about) in enumerate(datasets.items())
    ]
    write_tsv(pd.concat(parts, ignore_index=True), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        answer(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.table,
            datasets=snakemake.params.datasets,
            settings=snakemake.params.settings,
        )
