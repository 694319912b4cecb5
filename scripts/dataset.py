"""Read a data set: its two classes, its Gaussian features and its folds."""

from suitability.datasets import read_dataset, save_dataset
from suitability.jobs import job, logger


def dataset(name, expression, samples, outputs, where, endpoint, normality, cross_validation, seed):
    made = read_dataset(
        name,
        expression,
        samples,
        where=where,
        endpoint=endpoint,
        z=normality["z"],
        within_class=normality["within_class"],
        repeats=cross_validation["repeats"],
        folds=cross_validation["folds"],
        seed=seed,
    )
    logger.info(
        "%d samples, %d of %d features kept", len(made.samples), len(made.kept), len(made.features)
    )
    save_dataset(made, **outputs)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        dataset(
            snakemake.wildcards.dataset,
            snakemake.input.expression,
            snakemake.input.samples,
            dict(snakemake.output.items()),
            snakemake.params.where,
            snakemake.params.endpoint,
            snakemake.params.normality,
            snakemake.params.cross_validation,
            snakemake.params.seed,
        )
