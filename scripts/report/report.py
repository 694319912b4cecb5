"""Write the report: one page that needs no other file."""

from pathlib import Path

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_tsv, whole_file
from suitability.report.answers import TEXT_COLUMNS
from suitability.report.challenge.page import with_probe_lines
from suitability.report.methods import methods_paragraph
from suitability.report.report import (
    EndpointResults,
    calibration_rows,
    data_url,
    endpoint_section,
    render,
    search_plan,
    search_rows,
)
from suitability.report.second_cohort import second_cohort_part
from suitability.report.sentences import in_points
from suitability.scoring.performance import chance_level, performance_name
from suitability.scoring.sets import name_sets
from suitability.scoring.top_sets import read_sets


def names_of(path):
    """Return the names of features, by feature; without a column of names there are none."""
    if "name" not in read_tsv(path):
        return {}
    features = read_tsv(path, text=["feature", "name"])
    return dict(zip(features["feature"], features["name"], strict=True))


def report(inputs, output, datasets, settings):
    held_out, null, weight = (settings[key] for key in ("held_out", "null", "sensitivity_weight"))
    answers = read_tsv(inputs["answers"], text=TEXT_COLUMNS)
    second_cohorts = {
        name: second_cohort_part(
            Path(inputs["second_cohort_template"]).read_text(encoding="utf-8"),
            read_tsv(table, text=["comparison"]),
            read_json(record),
            answers.loc[answers["endpoint"].eq(name) & answers["recommended"], "N"].item(),
            name_sets(read_json(inputs["summaries"][list(datasets).index(name)])["set_size"]),
        )
        for name, table, record in zip(
            settings["cohorts"], inputs["second_cohorts"], inputs["cohort_records"], strict=True
        )
    }
    results = {
        name: EndpointResults(
            summary=read_json(inputs["summaries"][place]),
            answers=answers[answers["endpoint"] == name],
            held_out=read_tsv(inputs["held_out"][place], text=["comparison"]),
            stability=read_tsv(inputs["stability"][place]),
            recurring_sets=read_sets(inputs["recurring_sets"][place]),
            features_alone=read_tsv(inputs["features_alone"][place], text=["feature", "others"]),
            p_values=read_tsv(inputs["p_values"][place]),
            beats_chance=read_tsv(inputs["beats_chance"][place]),
            fit=read_tsv(inputs["rmse_fits"][place]),
            top_sets=read_sets(inputs["top_sets"][place]),
            permutation_tests=read_tsv(inputs["permutation_tests"][place])
            if inputs["permutation_tests"]
            else None,
            names=names_of(inputs["features"][place]),
            figures={
                path.stem: path.read_bytes()
                for path in map(Path, inputs["figures"])
                if path.parts[-3] == name
            },
            lost_sets=read_json(inputs["lost_sets"][place]),
            reproducibility=read_tsv(inputs["reproducibility"][place])
            if inputs["reproducibility"]
            else None,
            second_cohort=second_cohorts.get(name, ""),
        )
        for place, name in enumerate(datasets)
    }
    of_each = {
        "level": null["level"],
        "permutations": null["permutations"],
        "region": held_out["region"],
        "held_out_sets": held_out["sets"],
        "normality_test": settings["normality"]["test"],
        "sensitivity_weight": weight,
    }
    html = render(
        Path(inputs["template"]).read_text(encoding="utf-8"),
        calibration=calibration_rows(read_tsv(inputs["calibration"])),
        chance=chance_level(weight),
        endpoints=with_probe_lines(
            [endpoint_section(each, of_each) for each in results.values()],
            [read_tsv(path) for path in inputs["probes"]],
        ),
        figures={
            path.stem: data_url(path.read_bytes()) for path in map(Path, inputs["study_figures"])
        },
        measure=performance_name(weight),
        normality=settings["normality"],
        null=null,
        set_tests=settings["set_tests"],
        paragraph=methods_paragraph(
            [each.summary for each in results.values()],
            [about["title"] for about in datasets.values()],
            settings,
        ),
        plan=search_plan(datasets, [each.fit for each in results.values()]),
        region_points=in_points(held_out["region"]),
        searches=search_rows(
            datasets,
            [read_sets(path) for path in inputs["searches"]],
            [each.answers for each in results.values()],
        ),
        sensitivity_weight=weight,
    )
    with whole_file(output) as temporary:
        temporary.write_text(html, encoding="utf-8")


if __name__ == "__main__":
    with job(snakemake.log[0]):
        report(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.html,
            datasets=snakemake.params.datasets,
            settings=snakemake.params.settings,
        )
