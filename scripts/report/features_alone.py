"""Score the features that come up again and again alone."""

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import read_tsv, write_tsv
from suitability.report.features_alone import features_alone
from suitability.scoring.performance import Contest
from suitability.scoring.top_sets import read_sets


def score_alone(inputs, output, dataset, contest):
    found = features_alone(
        read_problem(inputs["expression"], inputs["samples"], inputs["folds"], dataset),
        read_tsv(inputs["recurring_features"], text=["feature"]),
        read_sets(inputs["recurring_sets"]),
        Contest(**contest),
    )
    write_tsv(found, output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        score_alone(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.table,
            dataset=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
        )
