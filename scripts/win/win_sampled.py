"""Sample the feature sets: the spread of win percentages, its error and how that falls with M."""

from suitability.core.jobs import job
from suitability.core.tables import read_parquet, write_tsv
from suitability.scoring.score_table import from_frame
from suitability.win.percentage import n_grid
from suitability.win.sampling_error import sampling_study


def win_sampled(name, scores, outputs, candidates, sampled, win, seed):
    table = from_frame(read_parquet(scores), candidates)
    study = sampling_study(
        table,
        n_grid(win["n_max"], win["points_per_decade"]),
        sampled["M"],
        sampled["trials"],
        sampled["replacement"],
        seed=seed,
        dataset=name,
    )
    for key, frame in study.items():
        write_tsv(frame, outputs[key])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        win_sampled(
            snakemake.wildcards.dataset,
            snakemake.input.scores,
            dict(snakemake.output.items()),
            snakemake.params.candidates,
            snakemake.params.sampled,
            snakemake.params.win,
            snakemake.params.seed,
        )
