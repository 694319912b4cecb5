"""Write the report: one page that needs no other file."""

from pathlib import Path

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv, whole_file
from suitability.report.report import (
    EndpointResults,
    calibration_rows,
    data_url,
    endpoint_section,
    render,
    search_plan,
    search_rows,
)
from suitability.scoring.top_sets import read_sets


def report(inputs, output, datasets, null, normality, sensitivity_weight):
    results = {
        name: EndpointResults(
            summary=read_json(inputs["summaries"][place]),
            win=read_tsv(inputs["wins"][place]),
            bands=read_tsv(inputs["bands"][place]),
            p_values=read_tsv(inputs["p_values"][place]),
            beats_chance=read_tsv(inputs["beats_chance"][place]),
            fit=read_tsv(inputs["rmse_fits"][place]),
            top_sets=read_sets(inputs["top_sets"][place]),
            discrimination=read_sets(inputs["discrimination"][place]),
            figures={
                path.stem: path.read_bytes()
                for path in map(Path, inputs["figures"])
                if path.parts[-3] == name
            },
        )
        for place, name in enumerate(datasets)
    }
    html = render(
        Path(inputs["template"]).read_text(encoding="utf-8"),
        calibration=calibration_rows(read_tsv(inputs["calibration"])),
        endpoints=[
            endpoint_section(name, about, results[name], null["level"])
            for name, about in datasets.items()
        ],
        figures={
            path.stem: data_url(path.read_bytes()) for path in map(Path, inputs["study_figures"])
        },
        normality=normality,
        null=null,
        plan=search_plan(datasets, [each.fit for each in results.values()]),
        searches=search_rows(datasets, [read_sets(path) for path in inputs["searches"]]),
        sensitivity_weight=sensitivity_weight,
    )
    with whole_file(output) as temporary:
        temporary.write_text(html, encoding="utf-8")


if __name__ == "__main__":
    with job(snakemake.log[0]):
        report(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.html,
            datasets=snakemake.params.datasets,
            null=snakemake.params.null,
            normality=snakemake.params.normality,
            sensitivity_weight=snakemake.params.sensitivity_weight,
        )
