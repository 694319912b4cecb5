rule table_5:
    input:
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        table="results/table_5.tsv",
    log:
        "logs/table_5.log",
    benchmark:
        "benchmarks/table_5.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        code=code_of("table_5"),
        titles=TITLES,
    message:
        "Telling how large the data sets are"
    script:
        "../scripts/table_5.py"
