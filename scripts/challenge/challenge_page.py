"""Write the page of the challenge."""

from pathlib import Path

from suitability.core.jobs import job
from suitability.core.tables import read_tsv, whole_file
from suitability.report.challenge.page import challenge_page as page


def challenge_page(inputs, output, test):
    tables = {
        "scores": read_tsv(inputs["scores"], text=["entry", "team", "note"]),
        "methods": read_tsv(inputs["methods"], text=TEXT),
        "tests": read_tsv(inputs["tests"], text=["entry"]),
        "data": read_tsv(inputs["data"]),
        "published": read_tsv(inputs["published"]),
    }
    figures = {Path(path).stem: Path(path).read_bytes() for path in inputs["figures"]}
    template = Path(inputs["template"]).read_text(encoding="utf-8")
    with whole_file(output) as temporary:
        temporary.write_text(page(template, tables, figures, test), encoding="utf-8")


TEXT = ["entry", "team", "classifier", "feature_engine", "feature_search"]

if __name__ == "__main__":
    with job(snakemake.log[0]):
        challenge_page(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.html,
            test=snakemake.params.test,
        )
