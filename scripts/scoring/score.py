"""Score a share of the feature sets with every candidate."""

from pathlib import Path

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.randomness import stream
from suitability.core.tables import fingerprint, write_arrays
from suitability.data.feature_weights import feature_weights
from suitability.scoring.cost import check_cost
from suitability.scoring.performance import Contest
from suitability.scoring.sets import choose_sets
from suitability.scoring.shards import score_shard


def score(inputs, output, name, part, contest, sets, seed, code, limit, threads):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    weights = feature_weights(sets["weights"], inputs.get("weights"), problem)
    chosen = choose_sets(len(problem.features), sets, weights, stream(seed, name, "sets"))
    check_cost(problem, Contest(**contest), sets["size"], *limit)
    shard, shards = part
    made_of = fingerprint(
        [inputs["samples"], inputs["folds"], inputs["features"]], contest, sets, seed, shards
    )
    state = Path(output).with_suffix(".state.npz")
    arrays = score_shard(
        problem,
        Contest(**contest),
        chosen,
        (shard - 1, shards),
        state,
        made_of=fingerprint([inputs["expression"]], made_of, shard, code),
        threads=threads,
    )
    write_arrays(output, made_of=made_of, **arrays)
    state.unlink(missing_ok=True)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        score(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.shard,
            name=snakemake.wildcards.dataset,
            part=(int(snakemake.wildcards.shard), int(snakemake.wildcards.shards)),
            contest=snakemake.params.contest,
            sets=snakemake.params.sets,
            seed=snakemake.params.seed,
            code=snakemake.params.code,
            limit=(snakemake.params.fits, snakemake.params.most_core_hours),
            threads=snakemake.threads,
        )
