"""Compute how often searches choose feature sets with a probe."""

from suitability.challenge.probe_shares import probe_shares, table_without_probes
from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.randomness import stream
from suitability.core.tables import read_parquet, read_tsv, write_tsv
from suitability.data.feature_weights import feature_weights
from suitability.scoring.performance import Contest
from suitability.scoring.score_table import from_frame
from suitability.scoring.sets import choose_sets
from suitability.win.percentage import n_grid


def probes(inputs, output, name, contest, sets, seed, win, threads):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    weights = feature_weights(sets["weights"], inputs.get("weights"), problem)
    # The same sets as those of the score table.
    chosen = choose_sets(len(problem.features), sets, weights, stream(seed, name, "sets"))
    features = read_tsv(inputs["features"], text=["feature", "reason"])
    is_probe = features.loc[features["kept"], "probe"].to_numpy(bool)
    without = table_without_probes(problem, Contest(**contest), chosen, is_probe, threads)
    table = from_frame(read_parquet(inputs["scores"]), contest["candidates"])
    n = n_grid(win["n_max"], win["points_per_decade"])
    write_tsv(probe_shares(table, without, n), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        probes(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.table,
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            sets=snakemake.params.sets,
            seed=snakemake.params.seed,
            win=snakemake.params.win,
            threads=snakemake.threads,
        )
