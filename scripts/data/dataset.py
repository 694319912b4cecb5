"""Prepare a data set: its two classes, the features that take part and its folds."""

from pathlib import Path

from suitability.challenge.probe_columns import with_probes
from suitability.core.jobs import inform, job, logger, warn
from suitability.core.randomness import stream
from suitability.data.datasets import Files, read_dataset, save_dataset
from suitability.data.downloads.records import check_fetched


def dataset(name, files, outputs, stanza, normality, probes, cross_validation, seed):
    prepared = read_dataset(name, files, stanza, normality, cross_validation, seed)
    if probes:
        prepared = with_probes(prepared, probes, stream(seed, name, "probes"))
    for line in prepared.record["samples"]:
        inform(f"{name}: {line}")
    for line in prepared.record["preprocessing"]:
        logger.info("%s", line)
    for message in prepared.record["warnings"]:
        warn(f"{name}: {message}")
    logger.info(
        "%d samples, %d of %d features kept",
        len(prepared.samples),
        len(prepared.kept),
        len(prepared.features),
    )
    save_dataset(prepared, **outputs)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        for record in map(Path, snakemake.input.records):
            # Not a parameter: adding a checksum to the config changes no result.
            source = snakemake.config["downloads"][record.stem]
            check_fetched(record.with_suffix(""), record, source)
        dataset(
            name=snakemake.wildcards.dataset,
            files=Files(
                expression=snakemake.input.expression,
                samples=snakemake.input.samples or None,
                probe_to_gene=snakemake.input.probe_to_gene or None,
                feature_names=snakemake.input.feature_names or None,
            ),
            outputs=dict(snakemake.output.items()),
            stanza=snakemake.params.stanza,
            normality=snakemake.params.normality,
            probes=snakemake.params.probes,
            cross_validation=snakemake.params.cross_validation,
            seed=snakemake.params.seed,
        )
