"""Measure the errors of a classifier on the paper's simulated data (Figures 3 and 4)."""

from suitability.core.jobs import job
from suitability.core.tables import write_tsv
from suitability.permutation_tests.simulation import simulated_errors


def permutation_simulation(figure, classifier, randomisations, repeats, seed, output):
    write_tsv(simulated_errors(figure, classifier, randomisations, repeats, seed), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        permutation_simulation(
            figure=snakemake.wildcards.figure,
            classifier=snakemake.wildcards.classifier,
            randomisations=snakemake.params.randomisations,
            repeats=snakemake.params.repeats,
            seed=snakemake.params.seed,
            output=snakemake.output.table,
        )
