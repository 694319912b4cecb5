"""Write the report: one page that needs nothing else."""

from pathlib import Path

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv, whole_file
from suitability.report.report import (
    calibration_rows,
    data_address,
    endpoints,
    render,
    search_plan,
    searches,
)
from suitability.scoring.best_sets import alone_on_top, report_rows
from suitability.scoring.top_sets import read_sets


def report(inputs, output, datasets, null, normality, sensitivity_weight):
    figures = [Path(path) for path in inputs["figures"]]
    fits = [read_tsv(path) for path in inputs["rmse_fits"]]
    sections = endpoints(
        datasets,
        [read_json(path) for path in inputs["summaries"]],
        [read_tsv(path) for path in inputs["wins"]],
        [read_tsv(path) for path in inputs["bands"]],
        [read_tsv(path) for path in inputs["p_values"]],
        [read_tsv(path) for path in inputs["beats_chance"]],
        fits,
        [read_sets(path) for path in inputs["top_sets"]],
        [
            {path.stem: path.read_bytes() for path in figures if path.parts[-3] == name}
            for name in datasets
        ],
        null["level"],
    )
    for section, path in zip(sections, inputs["discrimination"], strict=True):
        table = read_sets(path)
        section["discrimination"] = {
            "rows": report_rows(table),
            "evaluated": int(table["evaluated"].max()) if len(table) else 0,
            "alone_paired": alone_on_top(table, "star_paired"),
            "alone_corrected": alone_on_top(table, "star_corrected"),
        }
    study_figures = {
        Path(path).stem: data_address(Path(path).read_bytes()) for path in inputs["study_figures"]
    }
    html = render(
        Path(inputs["template"]).read_text(encoding="utf-8"),
        calibration=calibration_rows(read_tsv(inputs["calibration"])),
        endpoints=sections,
        figures=study_figures,
        normality=normality,
        null=null,
        plan=search_plan(datasets, fits),
        searches=searches(datasets, [read_sets(path) for path in inputs["searches"]]),
        sensitivity_weight=sensitivity_weight,
    )
    with whole_file(output) as temporary:
        temporary.write_text(html, encoding="utf-8")


if __name__ == "__main__":
    with job(snakemake.log[0]):
        report(
            dict(snakemake.input.items()),
            snakemake.output.html,
            snakemake.params.datasets,
            snakemake.params.null,
            snakemake.params.normality,
            snakemake.params.sensitivity_weight,
        )
