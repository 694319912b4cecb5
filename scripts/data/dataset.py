"""Read a data set: its two classes, its Gaussian features and its folds."""

from pathlib import Path

from suitability.core.jobs import job, logger, warn
from suitability.data.datasets import read_dataset, save_dataset
from suitability.data.download_records import check_fetched


def dataset(
    name,
    expression,
    samples,
    probe_to_gene,
    outputs,
    stanza,
    endpoint,
    normality,
    cross_validation,
    seed,
):
    made = read_dataset(
        name,
        expression,
        samples,
        where=stanza["where"],
        endpoint=endpoint,
        z=normality["z"],
        within_class=normality["within_class"],
        repeats=cross_validation["repeats"],
        folds=cross_validation["folds"],
        seed=seed,
        stated_format=stanza["format"],
        features_in=stanza["features_in"],
        annotation=stanza["annotation"],
        join=stanza["join"],
        replicates=stanza["replicates"],
        options=stanza["preprocess"],
        probe_to_gene=probe_to_gene,
    )
    for done in made.record["samples"] + made.record["preprocessing"]:
        logger.info("%s", done)
    for message in made.record["warnings"]:
        warn(f"{name}: {message}")
    logger.info(
        "%d samples, %d of %d features kept", len(made.samples), len(made.kept), len(made.features)
    )
    save_dataset(made, **outputs)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        for record in map(Path, snakemake.input.records):
            # Not a parameter, since a sum that is added to the config changes nothing.
            source = snakemake.config["downloads"][record.stem]
            check_fetched(record.with_suffix(""), record, source)
        dataset(
            snakemake.wildcards.dataset,
            snakemake.input.expression,
            snakemake.input.samples or None,
            snakemake.input.probe_to_gene or None,
            dict(snakemake.output.items()),
            snakemake.params.stanza,
            snakemake.params.endpoint,
            snakemake.params.normality,
            snakemake.params.cross_validation,
            snakemake.params.seed,
        )
