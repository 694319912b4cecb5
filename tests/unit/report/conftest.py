"""A page of four endpoints from made-up tables, with figures drawn from them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from suitability.figures import held_out as held_out_figures
from suitability.figures import stability as stability_figure
from suitability.figures.style import save
from suitability.report.answers import AnswerTables, answers
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

ROOT = Path(__file__).parents[3]
TEMPLATE = ROOT / "scripts/suitability/report/templates/report.html"
CANDIDATES = ["NC", "LDA", "QDA"]
N = np.array([1, 10, 100])
NORMALITY = {"test": "pooled", "z": 2}
HELD_OUT = {"splits": 50, "outer_folds": 5, "outer_repeats": 10, "sets": 1000, "region": 0.01}
NULL = {"level": 0.05, "permutations": 199, "sets": 1000}
SETTINGS = {
    "level": 0.05,
    "permutations": 199,
    "region": 0.01,
    "sensitivity_weight": 0.5,
    "normality_test": "pooled",
    "held_out_sets": 1000,
}
ABOUT = {
    "good": {"title": "Outcome <b>&", "role": "endpoint"},
    "nothing": {"title": "Nothing", "role": "endpoint"},
    "positive": {"title": "Sex", "role": "positive control"},
    "random": {"title": "Random labels", "role": "negative control"},
}
# Held-out performance at each N, and the p-value.
FOUND = {
    "good": ((0.6, 0.7, 0.85), 0.005),
    "nothing": ((0.5, 0.51, 0.5), 0.4),
    "positive": ((0.7, 0.9, 0.901), 0.005),
    "random": ((0.5, 0.49, 0.47), 0.9),
}
# Comparisons of the candidates with the best.
COMPARED = {
    "good": ("not shown", "best", "equivalent"),
    "nothing": ("best", "not shown", "not shown"),
    "positive": ("better", "best", "not shown"),
    "random": ("not shown", "not shown", "best"),
}


def summary_of(name):
    warnings = ["values look odd"] if name == "good" else []
    return {
        "samples": 55,
        "class_sizes": [30, 25],
        "class_labels": [["no"], ["yes"]],
        "features": 50,
        "kept": 40,
        "dropped": {"not Gaussian": 10},
        "sets": 780,
        "set_size": 2,
        "sampled": False,
        "degenerate_sets": 0,
        "candidates": CANDIDATES,
        "cross_validation": {"repeats": 2, "folds": 3},
        "seed": 1,
        "versions": {"suitability": "9.9"},
        "expected": {"features": {"expected": 50, "found": 50}},
        "record": {
            "samples": [],
            "preprocessing": [],
            "warnings": warnings,
            "similar_samples": [],
            "normality": {
                "strongest": 40,
                "kept": {"pooled": 40, "within_class": 40, "none": 40},
                "best_left_out": None,
            },
        },
    }


def held_out_of(name):
    rows = []
    for n, outside in zip(N, FOUND[name][0], strict=True):
        limits = (outside - 0.05, outside + 0.05)
        rows.append((n, "any", outside + 0.1, outside, *limits, *[np.nan] * 3, ""))
        for candidate, word in zip(CANDIDATES, COMPARED[name], strict=True):
            behind = (0, 0, 0.02) if word == "best" else (0.01, -0.02, 0.04)
            behind = (0.03, 0.015, 0.045) if word == "better" else behind
            rows.append((n, candidate, outside + 0.1, outside, *limits, *behind, word))
    columns = "N candidate inside outside lower upper behind behind_lower behind_upper comparison"
    return pd.DataFrame(rows, columns=columns.split())


def stability_of():
    wins = {"NC": (0.2, 0.05), "LDA": (0.5, 0.6), "QDA": (0.3, 0.35)}
    return pd.DataFrame(
        [
            (n, name, win, win - 0.1, win + 0.1, leads, 0.7, 1 / 3, 0.4)
            for n in N
            for name, (win, leads) in wins.items()
        ],
        columns=[
            *["N", "candidate", "win", "lower", "upper", "leads", "halves_agree"],
            *["leads_permuted", "halves_agree_permuted"],
        ],
    )


NOT_USED = ("NC", "columns")


def set_tests_of(is_found):
    rows = [
        (
            name,
            test,
            0.9,
            0.01,
            20,
            0.25,
            0.12,
            0.02,
            is_found and (test, name) != ("columns", "NC"),
        )
        for test in ("labels", "columns")
        for name in CANDIDATES
    ]
    columns = "candidate test best best_p won share chance share_p significant"
    return pd.DataFrame(rows, columns=columns.split())


def alone_of():
    return pd.DataFrame(
        {
            "feature": ["a", "b", "c"],
            "splits": [0.9, 0.6, 0.4],
            "candidate": "NC",
            "alone": [0.85, 0.5, 0.8],
            "others": ["b", "a", ""],
            "together": [0.88, 0.88, 0.8],
            "partner": [False, True, False],
        }
    )


def results_of(name, figures):
    summary, p = summary_of(name), FOUND[name][1]
    pairs = {"feature_1": ["a", "c"], "feature_2": ["b", ""]}
    tables = AnswerTables(
        summary=summary,
        held_out=held_out_of(name),
        stability=stability_of(),
        features_alone=alone_of(),
        beats_chance=pd.DataFrame({"measure": "best", "N": N, "chance": 0.55, "p": p}),
        top_sets=pd.DataFrame({"list": "all", **pairs}),
    )
    known = {"a": 0.2, "a_lower": 0.19, "a_upper": 0.21, "b": 0.5, "b_lower": 0.49, "b_upper": 0.51}
    return EndpointResults(
        summary=summary,
        answers=answers(name, ABOUT[name], tables, SETTINGS),
        held_out=tables.held_out,
        stability=tables.stability,
        recurring_sets=pd.DataFrame({**pairs, "splits": 0.5, "inside": 0.9, "outside": [0.8, 0.7]}),
        features_alone=tables.features_alone,
        p_values=pd.DataFrame(
            [
                (n, c, 0.01 if c == "LDA" and n > 1 else 1.0, 0.5, 0.3)
                for n in N
                for c in CANDIDATES
            ],
            columns=["N", "candidate", "p_familywise", "win", "chance"],
        ),
        beats_chance=tables.beats_chance,
        fit=pd.DataFrame([{**known, "a_b_correlation": 0.9, "m_over_n_for_1pct": 444.0}]),
        top_sets=tables.top_sets,
        permutation_tests=set_tests_of(FOUND[name][1] < 0.05),
        names={"a": "GENE", "c": "c"},
        figures=figures,
    )


@pytest.fixture(scope="session")
def drawn(tmp_path_factory):
    """Return the figures of an endpoint as SVG."""
    folder = tmp_path_factory.mktemp("figures")
    table, summary = held_out_of("good"), summary_of("good")
    figures = {
        "held_out": held_out_figures.draw(table, summary, "Title", 0.01, 0.5),
        "behind": held_out_figures.draw_behind(table, summary, "Title", 0.01),
        "stability": stability_figure.draw(stability_of(), summary, "Title"),
    }
    for name, figure in figures.items():
        save(figure, folder / f"{name}.svg", folder / f"{name}.png")
    others = ["win_percentage", "performance_density", "win_sampled", "discrimination"]
    svg = {name: (folder / f"{name}.svg").read_bytes() for name in figures}
    return svg | dict.fromkeys(others, svg["stability"])


@pytest.fixture(scope="session")
def results(drawn):
    return {name: results_of(name, drawn) for name in ABOUT}


@pytest.fixture(scope="session")
def page(results, drawn):
    search = pd.DataFrame(
        {
            "N": 10,
            "feature_1": "g",
            "feature_2": "",
            "candidate": CANDIDATES,
            "performance": [0.8, 0.9, 0.7],
            "winner": [False, True, False],
            "win": [0.3, 0.66, 0.04],
        }
    )
    calibration = pd.DataFrame(
        {
            "dataset": "good",
            "method": ["beta_M", "beta_F", "permutation"],
            "N": np.nan,
            "labelings": 199,
            "outside": 0.1,
            "studies": 0.05,
            "studies_lower": 0.02,
            "studies_upper": 0.09,
        }
    )
    of_each = list(results.values())
    study_figures = ("calibration", "permutation_tests", "rmse_by_ratio", "selection_pressure")
    return render(
        TEMPLATE.read_text(encoding="utf-8"),
        calibration=calibration_rows(calibration),
        chance=0.5,
        endpoints=[endpoint_section(each, SETTINGS) for each in of_each],
        figures=dict.fromkeys(study_figures, data_url(drawn["stability"])),
        measure="balanced accuracy",
        normality=NORMALITY,
        null=NULL,
        paragraph=methods_paragraph(
            [each.summary for each in of_each],
            [about["title"] for about in ABOUT.values()],
            {
                "held_out": HELD_OUT,
                "normality": NORMALITY,
                "null": NULL,
                "sensitivity_weight": 0.5,
            },
        ),
        plan=search_plan(ABOUT, [each.fit for each in of_each]),
        region_points="1 point",
        set_tests={"set_randomisations": 399, "sets": 1000},
        searches=search_rows(ABOUT, [search] * 4, [each.answers for each in of_each]),
        sensitivity_weight=0.5,
    )
