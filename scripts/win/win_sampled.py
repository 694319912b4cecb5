"""Compute win percentages of random samples of the feature sets, their error and its fit."""

from suitability.core.jobs import job
from suitability.core.tables import read_parquet, write_tsv
from suitability.scoring.score_table import from_frame
from suitability.win.percentage import n_grid
from suitability.win.sampled import sampling_study


def win_sampled(name, scores, outputs, candidates, sampled, win, seed):
    table = from_frame(read_parquet(scores), candidates)
    for key, frame in sampling_study(table, n_grid(**win), sampled, seed, name).items():
        write_tsv(frame, outputs[key])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        win_sampled(
            name=snakemake.wildcards.dataset,
            scores=snakemake.input.scores,
            outputs=dict(snakemake.output.items()),
            candidates=snakemake.params.candidates,
            sampled=snakemake.params.sampled,
            win=snakemake.params.win,
            seed=snakemake.params.seed,
        )
