"""Write the page of the reproducibility index, which needs no other file."""

from pathlib import Path

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, whole_file
from suitability.report.confirmation import confirmation_sentence
from suitability.report.reproducibility import reproducibility_page as page

SEARCHES = "searches"


def reproducibility_page(inputs, output, titles, sets, samples):
    endpoints = []
    for title, search, drawn in zip(titles, inputs["searches"], inputs["drawn"], strict=True):
        table = read_tsv(search)
        sentence = confirmation_sentence(table, table["N"].max(), sets)
        rows = read_tsv(drawn).to_dict("records")
        endpoints.append({"title": title, "sentence": sentence, "drawn": rows})
    figures = {Path(path).stem: Path(path).read_bytes() for path in inputs["figures"]}
    figures[SEARCHES] = Path(inputs["search_figure"]).read_bytes()
    template = Path(inputs["template"]).read_text(encoding="utf-8")
    with whole_file(output) as temporary:
        temporary.write_text(page(template, endpoints, figures, samples), encoding="utf-8")


if __name__ == "__main__":
    with job(snakemake.log[0]):
        reproducibility_page(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.html,
            titles=snakemake.params.titles,
            sets=snakemake.params.sets,
            samples=snakemake.params.samples,
        )
