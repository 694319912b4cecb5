"""Generate data like Madelon in the challenge's own files, with a list of their probes."""

import numpy as np

from suitability.challenge.generator import generate
from suitability.core.jobs import job
from suitability.core.randomness import stream
from suitability.data.formats.challenge_data import (
    DENSE,
    SPLITS,
    parameters_of,
    write_lines,
    write_parameters,
    write_values,
)


def challenge_generated(name, outputs, size, seed):
    counts = [size[split] for split in SPLITS]
    made = generate(sum(counts), size["features"], stream(seed, name, "generated challenge"))
    ends = np.cumsum(counts)[:-1]
    values = dict(zip(SPLITS, np.split(made.values, ends), strict=True))
    labels = dict(zip(SPLITS, np.split(made.labels, ends), strict=True))
    for split in SPLITS:
        write_values(values[split], outputs[split], DENSE)
        write_lines(labels[split].tolist(), outputs[f"{split}_labels"])
    write_parameters(parameters_of(values, labels, DENSE), outputs["parameters"])
    write_lines((np.flatnonzero(made.probes) + 1).tolist(), outputs["probes"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        challenge_generated(
            name=snakemake.wildcards.generated,
            outputs=dict(snakemake.output.items()),
            size=snakemake.params.size,
            seed=snakemake.params.seed,
        )
