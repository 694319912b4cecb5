"""Fit a method on a data set of the challenge and write its entry."""

from suitability.challenge.data import load_data
from suitability.challenge.entries import make_entry
from suitability.core.jobs import job, warn
from suitability.core.tables import write_json
from suitability.data.formats.challenge_entry import write_entry


def challenge_entry(name, data, protocol, method, settings, seed, outputs):
    predictions, record = make_entry(name, load_data(data), protocol, method, settings, seed)
    if record["undeclared"]:
        warn(f"{method} on {name}: predictions change with features that are not declared")
    write_entry({name: predictions}, outputs["entry"])
    write_json(record, outputs["record"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        challenge_entry(
            name=snakemake.wildcards.challenge_set,
            data=snakemake.input.data,
            protocol=snakemake.wildcards.protocol,
            method=snakemake.wildcards.method,
            settings=snakemake.params.settings,
            seed=snakemake.params.seed,
            outputs=dict(snakemake.output.items()),
        )
