"""Evaluate the best sets on finer folds and tell for each candidate the set that shows it best."""

from suitability.core.jobs import job
from suitability.core.problem import load_for_scoring
from suitability.core.resampling import folds_frame
from suitability.core.tables import read_parquet, read_tsv, write_tsv
from suitability.scoring.best_sets import discriminate, fine_folds
from suitability.scoring.shards import read_sets


def discrimination(
    name, expression, samples, folds, top_sets, outputs, candidates, sensitivity_weight, seed
):
    values, labels, _ = load_for_scoring(expression, samples, folds)
    finer = fine_folds(labels, seed, name)
    table = discriminate(
        values,
        labels,
        finer,
        read_parquet(expression)["feature"].tolist(),
        read_sets(top_sets),
        candidates,
        sensitivity_weight,
        name,
    )
    write_tsv(table, outputs["table"])
    write_tsv(folds_frame(read_tsv(samples, text=["sample"])["sample"], finer), outputs["folds"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        discrimination(
            snakemake.wildcards.dataset,
            snakemake.input.expression,
            snakemake.input.samples,
            snakemake.input.folds,
            snakemake.input.top_sets,
            dict(snakemake.output.items()),
            snakemake.params.candidates,
            snakemake.params.sensitivity_weight,
            snakemake.params.seed,
        )
