"""Compute held-out performance, stability and the sets that keep coming up, with intervals."""

from suitability.core.jobs import inform, job
from suitability.core.tables import read_parquet, write_json, write_tsv
from suitability.held_out.intervals import held_out_frame
from suitability.held_out.recurring import recurring_features, recurring_sets
from suitability.held_out.split_values import lost_sets
from suitability.held_out.stability import stability_frame


def held_out(inputs, outputs, name, region):
    splits = read_parquet(inputs["splits"])
    best = read_parquet(inputs["best"])
    lost = lost_sets(splits)
    if lost["most_lost"]:
        inform(
            f"{name}: in {lost['splits_with_loss']} of {lost['splits']} splits of the samples, up "
            f"to {lost['most_lost']:,} of {lost['drawn']:,} feature sets cannot be fitted, as a "
            "feature is constant in a class; they are left out there"
        )
    write_json(lost, outputs["lost_sets"])
    write_tsv(held_out_frame(splits, region), outputs["held_out"])
    write_tsv(stability_frame(splits), outputs["stability"])
    write_tsv(recurring_sets(best), outputs["recurring_sets"])
    write_tsv(recurring_features(best), outputs["recurring_features"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        held_out(
            inputs=dict(snakemake.input.items()),
            outputs=dict(snakemake.output.items()),
            name=snakemake.wildcards.dataset,
            region=snakemake.params.region,
        )
