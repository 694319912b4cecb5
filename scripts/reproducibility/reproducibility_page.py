"""Write the page of the reproducibility index, which needs no other file."""

from pathlib import Path

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, whole_file
from suitability.report.report import data_url, render
from suitability.reproducibility.confirmation import confirmation_sentence
from suitability.reproducibility.simulation import ESTIMATORS

FIGURES = {
    "index": "Reproducibility index, equal correlations",
    "index_unequal": "Reproducibility index, unequal correlations",
    "best_of_2": "Reporting bias: the best of two data sets",
    "best_of_5": "Reporting bias: the best of five data sets",
    "smallest_estimate": "Multiple-rule bias: the smallest of all estimates",
    "densities": "Joint density of true and estimated errors",
    "expected_index": "Expected index over a prior",
    "bound": "Bound of the index for Gaussian errors",
}


def reproducibility_page(inputs, output, titles, sets, samples):
    endpoints = []
    of_each = zip(titles, sets, inputs["searches"], inputs["drawn"], strict=True)
    for title, searched, search, drawn in of_each:
        table = read_tsv(search)
        sentence = confirmation_sentence(table, table["N"].max(), searched)
        rows = read_tsv(drawn).to_dict("records")
        endpoints.append({"title": title, "sentence": sentence, "drawn": rows})
    figures = {Path(path).stem: data_url(Path(path).read_bytes()) for path in inputs["figures"]}
    page = render(
        Path(inputs["template"]).read_text(encoding="utf-8"),
        endpoints=endpoints,
        estimators=ESTIMATORS,
        figures=figures | {"searches": data_url(Path(inputs["search_figure"]).read_bytes())},
        samples=samples,
        synthetic=list(FIGURES.items()),
    )
    with whole_file(output) as temporary:
        temporary.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    with job(snakemake.log[0]):
        reproducibility_page(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.html,
            titles=snakemake.params.titles,
            sets=snakemake.params.sets,
            samples=snakemake.params.samples,
        )
