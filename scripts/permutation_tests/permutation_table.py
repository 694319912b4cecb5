"""Write the tables of errors and p-values of all classifiers."""

import pandas as pd

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, whole_file, write_tsv
from suitability.permutation_tests.result_tables import rendered, result_row, result_table


def permutation_table(errors, published, blocks, names, outputs, html):
    parts = [errors[start : start + blocks] for start in range(0, len(errors), blocks)]
    rows = []
    for (classifier, dataset), paths in zip(names, parts, strict=True):
        of_table = pd.concat([read_tsv(path) for path in paths])
        rows.append({"dataset": dataset, "classifier": classifier, **result_row(of_table)})
    table = result_table(rows)
    tables = {}
    for classifier, output in outputs.items():
        part = table[table["classifier"] == classifier].drop(columns="classifier")
        write_tsv(part.drop(columns="randomisations"), output)
        tables[classifier] = part
    with whole_file(html) as temporary:
        temporary.write_text(rendered(tables, read_tsv(published)), encoding="utf-8")


if __name__ == "__main__":
    with job(snakemake.log[0]):
        outputs = dict(snakemake.output.items())
        permutation_table(
            errors=snakemake.input.errors,
            published=snakemake.input.published,
            blocks=snakemake.params.blocks,
            names=snakemake.params.names,
            html=outputs.pop("html"),
            outputs=outputs,
        )
