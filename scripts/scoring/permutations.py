"""Score the same random feature sets under the observed labels and under permuted ones."""

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.randomness import stream
from suitability.core.tables import write_parquet
from suitability.data.feature_weights import feature_weights, t_weights
from suitability.scoring.cost import check_cost
from suitability.scoring.drawn_sets import ListedSets, draw
from suitability.scoring.performance import Contest
from suitability.scoring.permuted_labels import permuted_orders, score_permutations, tables_frame


def permutations(inputs, output, name, contest, null, sets, seed, limit, threads):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)

    check_cost(problem, Contest(**contest), sets["size"], *limit)

    def draw_by(weights):
        rng = stream(seed, name, "null sets")
        grouped = not Contest(**contest).general
        return draw(len(problem.features), sets, null["sets"], weights, rng, grouped)

    if sets["weights"] == "t":

        def drawn(values, labels):
            return draw_by(t_weights(values, labels)).of_size
    else:
        drawn = draw_by(feature_weights(sets["weights"], inputs.get("weights"), problem))
        if isinstance(drawn, ListedSets):
            drawn = drawn.of_size
    orders = permuted_orders(problem, null["permutations"], seed)
    tables = score_permutations(problem, Contest(**contest), drawn, orders, threads=threads)
    write_parquet(tables_frame(tables), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        permutations(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.permutations,
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            null=snakemake.params.null,
            sets=snakemake.params.sets,
            seed=snakemake.params.seed,
            limit=(snakemake.params.fits, snakemake.params.most_core_hours),
            threads=snakemake.threads,
        )
