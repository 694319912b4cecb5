"""Compute the exact win percentage of each candidate as a function of N."""

from suitability.core.jobs import job
from suitability.core.tables import read_parquet, write_tsv
from suitability.scoring.score_table import from_frame
from suitability.win.percentage import exact_win, n_grid, win_frame


def win_exact(scores, output, candidates, win):
    n = n_grid(**win)
    table = from_frame(read_parquet(scores), candidates)
    write_tsv(win_frame(n, candidates, win=exact_win(table, n)), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        win_exact(
            scores=snakemake.input.scores,
            output=snakemake.output.win,
            candidates=snakemake.params.candidates,
            win=snakemake.params.win,
        )
