"""Write the report: one page that needs nothing else."""

from pathlib import Path

from suitability.jobs import job
from suitability.reporting import data_address, endpoint_section, judge, render
from suitability.tables import read_json, read_tsv, whole_file


def report(inputs, datasets, level, normality, sensitivity_weight, output):
    bands = [read_tsv(path) for path in inputs["bands"]]
    wins = [read_tsv(path) for path in inputs["wins"]]
    controls = [
        judge(win, band)
        for win, band, about in zip(wins, bands, datasets.values(), strict=True)
        if about["role"] == "negative control"
    ]
    figures = len(inputs["figures"]) // len(datasets)
    sections = [
        endpoint_section(
            name,
            about["title"],
            about["role"],
            read_json(inputs["summaries"][i]),
            wins[i],
            bands[i],
            read_tsv(inputs["rmse_fits"][i]).iloc[0],
            read_tsv(inputs["top_sets"][i], text=["list", "feature_1", "feature_2", "winners"]),
            read_figures(inputs["figures"][figures * i : figures * (i + 1)]),
            [] if about["role"] == "negative control" else controls,
        )
        for i, (name, about) in enumerate(datasets.items())
    ]
    html = render(
        Path(inputs["template"]).read_text(),
        endpoints=sections,
        figures=read_figures(inputs["study_figures"]),
        level=level,
        normality=normality,
        sensitivity_weight=sensitivity_weight,
        has_control=bool(controls),
    )
    with whole_file(output) as temporary:
        temporary.write_text(html)


def read_figures(paths):
    return {Path(path).stem: data_address(Path(path).read_bytes()) for path in paths}


if __name__ == "__main__":
    with job(snakemake.log[0]):
        report(
            {
                key: [value] if isinstance(value, str) else list(value)
                for key, value in snakemake.input.items()
            }
            | {"template": snakemake.input.template},
            snakemake.params.datasets,
            snakemake.params.level,
            snakemake.params.normality,
            snakemake.params.sensitivity_weight,
            snakemake.output.html,
        )
