"""Write the recommended model of an endpoint, fitted on all samples."""

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import read_json, read_tsv, write_json
from suitability.report.answers import TEXT_COLUMNS
from suitability.report.model import fit_model
from suitability.scoring.top_sets import read_sets


def model(inputs, output, dataset):
    answers = read_tsv(inputs["answers"], text=TEXT_COLUMNS)
    fitted = fit_model(
        read_problem(inputs["expression"], inputs["samples"], inputs["folds"], dataset),
        answers[answers["endpoint"] == dataset],
        read_tsv(inputs["held_out"], text=["comparison"]),
        read_sets(inputs["recurring_sets"]),
        read_json(inputs["summary"]),
    )
    write_json(fitted, output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        model(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.model,
            dataset=snakemake.wildcards.dataset,
        )
