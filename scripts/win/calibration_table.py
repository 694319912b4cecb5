"""Compute how often each null band flags permuted labels, over all data sets."""

import numpy as np
import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_parquet, write_tsv
from suitability.scoring.permuted_labels import frame_tables
from suitability.scoring.sets import is_every_set
from suitability.win.calibration import calibration
from suitability.win.percentage import exact_win, n_grid
from suitability.win.permutation_null import scored_sets, tested_n


def calibration_table(permutations, summaries, datasets, output, candidates, level, sets, win):
    parts = []
    for name, path, summary in zip(datasets, permutations, summaries, strict=True):
        # The first table is that of the observed labels.
        tables = frame_tables(read_parquet(path), candidates)[1:]
        kept, scored = read_json(summary)["kept"], scored_sets(tables)
        n = tested_n(n_grid(**win), scored, every=is_every_set(scored, kept, sets[name]))
        shares = np.array([exact_win(table, n) for table in tables])
        totals = {"beta_M": scored, "beta_F": kept}
        part = calibration(shares, n, totals, scored, level)
        part.insert(0, "dataset", name)
        parts.append(part)
    write_tsv(pd.concat(parts, ignore_index=True), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        calibration_table(
            permutations=snakemake.input.permutations,
            summaries=snakemake.input.summaries,
            datasets=snakemake.params.datasets,
            output=snakemake.output.table,
            candidates=snakemake.params.candidates,
            level=snakemake.params.level,
            sets=snakemake.params.sets,
            win=snakemake.params.win,
        )
