"""Compute what chance alone would give: null bands, p-values, and the performance to beat."""

import numpy as np
import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_parquet, write_tsv
from suitability.scoring.permuted_labels import frame_tables
from suitability.scoring.sets import is_every_set
from suitability.win import beta_null
from suitability.win.percentage import exact_win, n_grid
from suitability.win.permutation_null import (
    beats_chance,
    p_value_frame,
    permutation_bands,
    scored_sets,
    tested_n,
)


def null_bands(summary, permutations, outputs, candidates, level, sets, win):
    summary = read_json(summary)
    n = n_grid(**win)
    beta = beta_null.null_bands(
        n, {"beta_M": summary["sets"], "beta_F": summary["kept"]}, len(candidates), level
    )
    tables = frame_tables(read_parquet(permutations), candidates)
    total = scored_sets(tables)
    tested = tested_n(n, total, every=is_every_set(total, summary["kept"], sets))
    shares = np.array([exact_win(table, tested) for table in tables])
    permutation = permutation_bands(tested, candidates, shares, total, level)
    write_tsv(pd.concat([beta, permutation], ignore_index=True), outputs["bands"])
    write_tsv(p_value_frame(tested, candidates, shares, total), outputs["p_values"])
    write_tsv(beats_chance(tested, tables, level), outputs["beats_chance"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        null_bands(
            summary=snakemake.input.summary,
            permutations=snakemake.input.permutations,
            outputs=dict(snakemake.output.items()),
            candidates=snakemake.params.candidates,
            level=snakemake.params.level,
            sets=snakemake.params.sets,
            win=snakemake.params.win,
        )
