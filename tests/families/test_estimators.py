"""A study of built-in and other candidates on large sets and three classes, by Snakemake."""

import numpy as np
import pandas as pd
import pytest

from suitability.core.tables import read_json, read_parquet, read_tsv
from workflow.conftest import snakemake

OWN = '''
import numpy as np


class Nearest:
    """Nearest mean; fails for some training samples."""

    def fit(self, x, y):
        if x[0, 0] > 1:
            raise ValueError("too large")
        self.classes = np.unique(y)
        self.means = np.array([x[y == c].mean(axis=0) for c in self.classes])
        return self

    def predict(self, x):
        distances = ((x[:, None] - self.means) ** 2).sum(axis=2)
        return self.classes[distances.argmin(axis=1)]
'''
STUDY = """
datasets:
  ten: &data
    expression: values.tsv
    samples: samples.tsv
    endpoint: {column: type, negative: [a], positive: [b]}
    set_size: 10
  every:
    <<: *data
    endpoint: {column: type, classes: all}
    set_size: all
normality: {test: none}
candidates: [NC, QDA, kNN-1, {name: own, class: "own.py:Nearest"}]
score: {sets: {sample: 20}}
search: {N: 5}
sampled: {M: [10], trials: 2}
"null": {permutations: 19, sets: 10}
held_out: {splits: 5, outer_repeats: 2, sets: 10}
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    directory = tmp_path_factory.mktemp("estimators")
    rng = np.random.default_rng(1)
    types = np.repeat(["a", "b", "c"], 14)
    values = rng.normal(size=(30, 42)) + 2 * (types == "b") - 2 * (types == "c")
    samples = [f"s{i}" for i in range(42)]
    values = pd.DataFrame(values, [f"g{i}" for i in range(30)], samples)
    values.to_csv(directory / "values.tsv", sep="\t", index_label="feature")
    pd.DataFrame({"sample": samples, "type": types}).to_csv(
        directory / "samples.tsv", sep="\t", index=False
    )
    (directory / "own.py").write_text(OWN)
    (directory / "study.yaml").write_text(STUDY)
    targets = ["results/report.html", "results/ten/search.tsv", "check"]
    run = snakemake(directory, *targets, "--configfile", "study.yaml")
    assert run.returncode == 0, run.stderr
    return directory, run


def test_sets_of_ten_and_of_all_features_are_scored(study):
    results = study[0] / "results"
    for name, sets, classes in (("ten", 20, 2), ("every", 1, 3)):
        summary = read_json(results / name / "summary.json")
        assert len(summary["class_sizes"]) == classes
        assert read_parquet(results / name / "scores.parquet")["count"].sum() == sets
        held_out = read_tsv(results / name / "held_out.tsv").set_index("candidate")
        assert held_out.index.tolist() == ["NC", "QDA", "kNN-1", "own", "any"]
        # The classes are far apart.
        assert held_out.loc["NC", "outside"] > 0.9
    assert len(read_tsv(results / "every/top_sets.tsv").filter(like="feature_").columns) == 30


def test_the_report_says_what_chance_is_with_several_classes(study):
    assert "1/K is chance with K classes" in (study[0] / "results/report.html").read_text()


def test_a_classifier_that_fails_sometimes_is_a_warning(study):
    found = read_json(study[0] / "results/ten/summary.json")["failed_fits"]["own"]
    assert 0.01 < found["failed"] / found["fits"] < 1
    assert found["first"] == "ValueError: too large"
    answers = read_tsv(study[0] / "results/summary.tsv", text=["warnings"])
    assert answers["warnings"].str.contains("classifier fails").any()


def test_check_has_the_core_hours_and_the_share_of_each_candidate(study):
    lines = study[1].stdout.splitlines()
    (line,) = [line for line in lines if line.startswith("ten: ") and "core-hours" in line]
    assert all(f"{name} " in line for name in ("NC", "QDA", "kNN-1", "own"))


def test_a_study_that_takes_too_long_stops_before_it_scores(study):
    directory, _ = study
    limit = STUDY.replace("score: {", "score: {most_core_hours: 1.0e-6, ")
    (directory / "limit.yaml").write_text(limit)
    run = snakemake(
        directory, "results/ten/permutations.parquet", "--force", "--configfile", "limit.yaml"
    )
    assert run.returncode != 0
    assert "more than score.most_core_hours" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("sample: null", "only the six built-in candidates score all sets"),
        ("sample: 20, size: 0", "score.sets.size"),
    ],
)
def test_what_is_wrong_is_one_line(study, given, message):
    directory, _ = study
    (directory / "wrong.yaml").write_text(STUDY.replace("sample: 20", given))
    run = snakemake(directory, "-n", "--configfile", "wrong.yaml")
    assert run.returncode != 0
    assert message in run.stderr
    assert "Traceback" not in run.stderr
