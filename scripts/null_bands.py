"""Compute the null bands of win percentage: as many independent sets as pairs, or as features."""

from suitability import null
from suitability.jobs import job
from suitability.tables import read_json, write_tsv
from suitability.win import n_grid


def null_bands(summary, output, candidates, level, n_max, points_per_decade):
    summary = read_json(summary)
    bands = null.null_bands(
        n_grid(n_max, points_per_decade),
        {"beta_M": summary["sets"], "beta_F": summary["kept"]},
        len(candidates),
        level,
    )
    write_tsv(bands, output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        null_bands(
            snakemake.input.summary,
            snakemake.output.bands,
            snakemake.params.candidates,
            snakemake.params.level,
            snakemake.params.n_max,
            snakemake.params.points_per_decade,
        )
