import re

from suitability.scoring.sets import name_sets

REPRODUCED = config["reproducibility"]
# By the name of a folder: the synthetic models of all sizes of studies.
MODELS = {
    f"d{dimension}-r{first:g}-{second:g}-n{size}": {
        "correlations": [first, second],
        "dimension": dimension,
        "size": size,
    }
    for dimension in REPRODUCED["dimensions"]
    for first, second in REPRODUCED["correlations"]
    for size in REPRODUCED["sizes"]
    # In one dimension all correlations are the same model.
    if dimension > 1 or [first, second] == REPRODUCED["correlations"][0]
}
ESTIMATION = {
    key: REPRODUCED[key] for key in ("estimators", "folds", "repeats", "resamples")
}


wildcard_constraints:
    model="|".join(map(re.escape, MODELS)),
    part=r"\d+",
    rule="[A-Za-z0-9.-]+",


rule reproducibility_errors:
    output:
        errors="results/reproducibility/{model}/errors/{rule}-{part}.parquet",
    log:
        "logs/reproducibility/{model}/errors-{rule}-{part}.log",
    benchmark:
        "benchmarks/reproducibility/{model}/errors-{rule}-{part}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=1000,
        # Support vector machines take hours.
        runtime=lambda wildcards: 1440 if "SVM" in wildcards.rule else 60,
    params:
        code=code_of("reproducibility/reproducibility_errors"),
        estimation=ESTIMATION,
        model=lambda wildcards: MODELS[wildcards.model],
        samples=samples_of_part,
        seed=config["seed"],
    message:
        "Simulating studies of {wildcards.model} with {wildcards.rule}, part {wildcards.part}"
    script:
        "../scripts/reproducibility/reproducibility_errors.py"


rule reproducibility_index:
    input:
        errors=expand(
            rules.reproducibility_errors.output.errors,
            part=range(REPRODUCED["shards"]),
            allow_missing=True,
        ),
    output:
        index="results/reproducibility/{model}/index/{rule}.parquet",
        accuracy="results/reproducibility/{model}/accuracy/{rule}.tsv",
    log:
        "logs/reproducibility/{model}/index-{rule}.log",
    benchmark:
        "benchmarks/reproducibility/{model}/index-{rule}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 20 * input.size_mb),
        runtime=30,
    params:
        code=code_of("reproducibility/reproducibility_index"),
        estimation=ESTIMATION,
        size=lambda wildcards: MODELS[wildcards.model]["size"],
    message:
        "Computing the reproducibility index of {wildcards.rule} on {wildcards.model}"
    script:
        "../scripts/reproducibility/reproducibility_index.py"


rule reproducibility_rules:
    input:
        errors=expand(
            rules.reproducibility_errors.output.errors,
            rule=REPRODUCED["rules"],
            part=range(REPRODUCED["shards"]),
            allow_missing=True,
        ),
    output:
        index="results/reproducibility/{model}/smallest_of_rules.parquet",
    log:
        "logs/reproducibility/{model}/rules.log",
    benchmark:
        "benchmarks/reproducibility/{model}/rules.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 20 * input.size_mb),
        runtime=30,
    params:
        code=code_of("reproducibility/reproducibility_rules"),
        estimation=ESTIMATION,
        shards=REPRODUCED["shards"],
        size=lambda wildcards: MODELS[wildcards.model]["size"],
    message:
        "Computing the multiple-rule bias on {wildcards.model}"
    script:
        "../scripts/reproducibility/reproducibility_rules.py"


rule published_points:
    output:
        table="results/reproducibility/published_points.tsv",
    log:
        "logs/reproducibility/published_points.log",
    benchmark:
        "benchmarks/reproducibility/published_points.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=lambda wildcards: 1440 if "RBF-SVM" in REPRODUCED["rules"] else 60,
    params:
        code=code_of("reproducibility/published_points"),
        estimation=ESTIMATION,
        rules=REPRODUCED["rules"],
        samples=REPRODUCED["samples"],
        seed=config["seed"],
    message:
        "Computing the published values of the reproducibility index"
    script:
        "../scripts/reproducibility/published_points.py"


rule expected_index:
    output:
        table="results/reproducibility/expected_index.tsv",
    log:
        "logs/reproducibility/expected_index.log",
    benchmark:
        "benchmarks/reproducibility/expected_index.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=60,
    params:
        code=code_of("reproducibility/expected_index"),
        estimation=ESTIMATION,
        prior=REPRODUCED["prior"],
        seed=config["seed"],
    message:
        "Computing the expected reproducibility index over the prior"
    script:
        "../scripts/reproducibility/expected_index.py"


rule reproducibility_real:
    input:
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        folds=rules.dataset.output.folds,
    output:
        index="results/{dataset}/reproducibility_drawn.parquet",
        accuracy="results/{dataset}/reproducibility_drawn.tsv",
    log:
        "logs/{dataset}/reproducibility_real.log",
    benchmark:
        "benchmarks/{dataset}/reproducibility_real.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(1000 + 50 * input.size_mb),
        runtime=240,
    params:
        code=code_of("reproducibility/reproducibility_real"),
        estimation=ESTIMATION,
        real=REPRODUCED["real"],
        rules=REPRODUCED["rules"],
        seed=config["seed"],
    message:
        "Drawing studies from the samples of {wildcards.dataset}"
    script:
        "../scripts/reproducibility/reproducibility_real.py"


rule reproducibility_search:
    input:
        **weights_file(),
        **PREPARED,
    output:
        table="results/{dataset}/reproducibility.tsv",
    log:
        "logs/{dataset}/reproducibility_search.log",
    benchmark:
        "benchmarks/{dataset}/reproducibility_search.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(1000 + 50 * input.size_mb),
        runtime=60,
    params:
        code=code_of("reproducibility/reproducibility_search"),
        contest=contest_of,
        plan={key: PLAN[key] for key in ("outer_folds", "outer_repeats")}
        | REPRODUCED["search"],
        seed=config["seed"],
        sets=sets_of,
    message:
        "Computing how likely a larger study confirms a search in {wildcards.dataset}"
    script:
        "../scripts/reproducibility/reproducibility_search.py"


# The figures of the first and of the last correlations, in the fewest features.
EQUAL, UNEQUAL = (
    f"d{REPRODUCED['dimensions'][0]}-r{first:g}-{second:g}"
    for first, second in (REPRODUCED["correlations"][0], REPRODUCED["correlations"][-1])
)
EQUAL_TITLE, UNEQUAL_TITLE = (
    f"{REPRODUCED['dimensions'][0]} features, correlations {first:g} and {second:g}"
    for first, second in (REPRODUCED["correlations"][0], REPRODUCED["correlations"][-1])
)
SIZES, MAIN_RULE = REPRODUCED["sizes"], REPRODUCED["rules"][0]
MAIN_INDEX = rules.reproducibility_index.output.index


use rule plot_selection_pressure as plot_index with:
    input:
        tables=[MAIN_INDEX.format(model=f"{EQUAL}-n{n}", rule=MAIN_RULE) for n in SIZES],
    output:
        svg="results/reproducibility/figures/index.svg",
        png="results/reproducibility/figures/index.png",
    log:
        "logs/reproducibility/plot_index.log",
    benchmark:
        "benchmarks/reproducibility/plot_index.tsv"
    params:
        **drawn_by("reproducibility.draw_surfaces"),
        data_sets=1,
        estimator="cross_validation",
        rhos=[0.0005, 0.05],
        sizes=SIZES,
        title=f"{MAIN_RULE}, repeated cross-validation, {EQUAL_TITLE}",
    message:
        "Drawing the reproducibility index"


use rule plot_index as plot_index_unequal with:
    input:
        tables=[
            MAIN_INDEX.format(model=f"{UNEQUAL}-n{n}", rule=MAIN_RULE) for n in SIZES
        ],
    output:
        svg="results/reproducibility/figures/index_unequal.svg",
        png="results/reproducibility/figures/index_unequal.png",
    log:
        "logs/reproducibility/plot_index_unequal.log",
    benchmark:
        "benchmarks/reproducibility/plot_index_unequal.tsv"
    params:
        **drawn_by("reproducibility.draw_surfaces"),
        data_sets=1,
        estimator="cross_validation",
        rhos=[0.01, 0.05],
        sizes=SIZES,
        title=f"{MAIN_RULE}, repeated cross-validation, {UNEQUAL_TITLE}",
    message:
        "Drawing the reproducibility index with unequal correlations"


use rule plot_index as plot_best_of_2 with:
    output:
        svg="results/reproducibility/figures/best_of_2.svg",
        png="results/reproducibility/figures/best_of_2.png",
    log:
        "logs/reproducibility/plot_best_of_2.log",
    benchmark:
        "benchmarks/reproducibility/plot_best_of_2.tsv"
    params:
        **drawn_by("reproducibility.draw_surfaces"),
        data_sets=2,
        estimator="cross_validation",
        rhos=[0.0005, 0.05],
        sizes=SIZES,
        title=f"Best of 2 data sets: {MAIN_RULE}, repeated cross-validation, {EQUAL_TITLE}",
    message:
        "Drawing the reporting bias of two data sets"


use rule plot_index as plot_best_of_5 with:
    output:
        svg="results/reproducibility/figures/best_of_5.svg",
        png="results/reproducibility/figures/best_of_5.png",
    log:
        "logs/reproducibility/plot_best_of_5.log",
    benchmark:
        "benchmarks/reproducibility/plot_best_of_5.tsv"
    params:
        **drawn_by("reproducibility.draw_surfaces"),
        data_sets=5,
        estimator="cross_validation",
        rhos=[0.0005, 0.05],
        sizes=SIZES,
        title=f"Best of 5 data sets: {MAIN_RULE}, repeated cross-validation, {EQUAL_TITLE}",
    message:
        "Drawing the reporting bias of five data sets"


use rule plot_selection_pressure as plot_smallest_estimate with:
    input:
        tables=[
            rules.reproducibility_rules.output.index.format(model=f"{EQUAL}-n{n}")
            for n in SIZES
        ],
    output:
        svg="results/reproducibility/figures/smallest_estimate.svg",
        png="results/reproducibility/figures/smallest_estimate.png",
    log:
        "logs/reproducibility/plot_smallest_estimate.log",
    benchmark:
        "benchmarks/reproducibility/plot_smallest_estimate.tsv"
    params:
        **drawn_by("reproducibility.draw_surfaces"),
        rhos=[0.0005, 0.05],
        sizes=SIZES,
        title=f"One rule, the smallest estimate of all estimators, {EQUAL_TITLE}",
    message:
        "Drawing the multiple-rule bias"


use rule plot_selection_pressure as plot_densities with:
    input:
        errors=[
            rules.reproducibility_errors.output.errors.format(
                model=f"{EQUAL}-n{n}", rule=MAIN_RULE, part=0
            )
            for n in SIZES
        ],
    output:
        svg="results/reproducibility/figures/densities.svg",
        png="results/reproducibility/figures/densities.png",
    log:
        "logs/reproducibility/plot_densities.log",
    benchmark:
        "benchmarks/reproducibility/plot_densities.tsv"
    params:
        **drawn_by("reproducibility.draw_densities"),
        bayes_error=0.2,
        estimator="cross_validation",
        sizes=SIZES,
        title=f"{MAIN_RULE}, {EQUAL_TITLE}, Bayes error 0.2",
        totals=[n * REPRODUCED["repeats"] for n in SIZES],
    message:
        "Drawing the joint densities of true and estimated errors"


use rule plot_selection_pressure as plot_expected_index with:
    input:
        table=rules.expected_index.output.table,
    output:
        svg="results/reproducibility/figures/expected_index.svg",
        png="results/reproducibility/figures/expected_index.png",
    log:
        "logs/reproducibility/plot_expected_index.log",
    benchmark:
        "benchmarks/reproducibility/plot_expected_index.tsv"
    params:
        **drawn_by("reproducibility.draw_expected"),
    message:
        "Drawing the expected reproducibility index"


use rule plot_selection_pressure as plot_bound with:
    output:
        svg="results/reproducibility/figures/bound.svg",
        png="results/reproducibility/figures/bound.png",
    log:
        "logs/reproducibility/plot_bound.log",
    benchmark:
        "benchmarks/reproducibility/plot_bound.tsv"
    params:
        **drawn_by("reproducibility.draw_bound"),
    message:
        "Drawing the bound of the reproducibility index"


use rule plot_selection_pressure as plot_drawn with:
    input:
        tables=of_built_in(rules.reproducibility_real.output.index),
    output:
        svg="results/reproducibility/figures/drawn.svg",
        png="results/reproducibility/figures/drawn.png",
    log:
        "logs/reproducibility/plot_drawn.log",
    benchmark:
        "benchmarks/reproducibility/plot_drawn.tsv"
    params:
        **drawn_by("reproducibility.draw_drawn"),
        samples=REPRODUCED["real"]["samples"],
        titles=[TITLES[name] for name in BUILT_IN],
    message:
        "Drawing the reproducibility index of studies drawn from data sets"


use rule plot_selection_pressure as plot_searches with:
    input:
        tables=of_built_in(rules.reproducibility_search.output.table),
    output:
        svg="results/figures/reproducibility.svg",
        png="results/figures/reproducibility.png",
    log:
        "logs/plot_searches.log",
    benchmark:
        "benchmarks/plot_searches.tsv"
    params:
        **drawn_by("reproducibility.draw_searches"),
        rho=0.05,
        tau=0.5,
        titles=[TITLES[name] for name in BUILT_IN],
    message:
        "Drawing how likely a larger study confirms a search"


rule reproducibility_page:
    input:
        drawn=of_built_in(rules.reproducibility_real.output.accuracy),
        figures=[
            *(rules.plot_index.output.svg, rules.plot_index_unequal.output.svg),
            *(rules.plot_best_of_2.output.svg, rules.plot_best_of_5.output.svg),
            *(
                rules.plot_smallest_estimate.output.svg,
                rules.plot_densities.output.svg,
            ),
            *(rules.plot_expected_index.output.svg, rules.plot_bound.output.svg),
            rules.plot_drawn.output.svg,
        ],
        search_figure=rules.plot_searches.output.svg,
        searches=of_built_in(rules.reproducibility_search.output.table),
        template=str(HOME / "scripts/suitability/report/templates/reproducibility.html"),
    output:
        html="results/reproducibility.html",
    log:
        "logs/reproducibility/page.log",
    benchmark:
        "benchmarks/reproducibility/page.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("reproducibility/reproducibility_page"),
        samples=REPRODUCED["real"]["samples"],
        sets=[name_sets(SETS[name]["size"]) for name in BUILT_IN],
        titles=[TITLES[name] for name in BUILT_IN],
    message:
        "Writing the page of the reproducibility index"
    script:
        "../scripts/reproducibility/reproducibility_page.py"


rule reproducibility:
    input:
        rules.reproducibility_page.output,
        rules.plot_index.output,
        rules.plot_index_unequal.output,
        rules.plot_best_of_2.output,
        rules.plot_best_of_5.output,
        rules.plot_smallest_estimate.output,
        rules.plot_densities.output,
        rules.plot_expected_index.output,
        rules.plot_bound.output,
        rules.plot_drawn.output,
        rules.plot_searches.output,
        expand(
            rules.reproducibility_index.output, model=MODELS, rule=REPRODUCED["rules"]
        ),
        expand(rules.reproducibility_rules.output, model=MODELS),
        rules.expected_index.output,
        rules.published_points.output,
        expand(rules.reproducibility_real.output, dataset=BUILT_IN),
        expand(rules.reproducibility_search.output, dataset=BUILT_IN),
