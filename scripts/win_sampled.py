"""Sample the feature sets: the spread of win percentages, its error and how that falls with M."""

from suitability.jobs import job
from suitability.rmse import sampling_study
from suitability.score_table import from_frame
from suitability.tables import read_parquet, write_tsv
from suitability.win import n_grid


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
