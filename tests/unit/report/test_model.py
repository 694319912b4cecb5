import json

import numpy as np
import pandas as pd
import pytest

from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.gaussian.rules import calls, fit
from suitability.predict import main, predict
from suitability.report import model as model_module
from suitability.report.model import apply_model, fit_model

from .conftest import held_out_of

FEATURES = ("c", "a", "b")


@pytest.fixture
def problem():
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1], 10)
    values = rng.normal(size=(20, 3)) + 2 * labels[:, None] + 7
    return Problem(values, labels, np.tile(np.arange(20) % 3, (2, 1)), FEATURES)


@pytest.fixture
def fitted(problem, results):
    return model_of("good", problem, results)


def model_of(name, problem, results):
    of_endpoint = results[name]
    return fit_model(
        problem,
        of_endpoint.answers,
        of_endpoint.held_out,
        of_endpoint.recurring_sets,
        of_endpoint.summary,
    )


def test_the_model_is_the_recurring_set_with_the_simplest_candidate(fitted):
    assert fitted["features"] == ["a", "b"]
    assert fitted["candidate"] == "NC"
    assert fitted["classes"] == ["no", "yes"]
    assert fitted["N"] == 100
    row = held_out_of("good").query("N == 100 and candidate == 'NC'").iloc[0]
    assert fitted["expected"] == {
        "performance": row["outside"],
        "lower": row["lower"],
        "upper": row["upper"],
    }


def test_a_candidate_that_is_shown_to_be_worse_is_not_taken(problem, results):
    assert model_of("positive", problem, results)["candidate"] == "LDA"


def test_it_survives_json_and_calls_as_the_candidate_does(fitted, problem):
    values = problem.values
    model = json.loads(json.dumps(fitted))
    classes, ratios = apply_model(model, values.T, list(FEATURES), list(map(str, range(20))), "f")
    x = values[:, None, 1:]
    expected = calls(x, "NC", fit(x, problem.labels))[:, 0]
    assert [name == "yes" for name in classes] == expected.tolist()
    assert (ratios > 0).tolist() == expected.tolist()
    assert (
        sum((name == "yes") == label for name, label in zip(classes, problem.labels, strict=True))
        >= 15
    )


def test_covariances_of_many_features_are_not_stored(problem, results, monkeypatch):
    monkeypatch.setattr(model_module, "MOST_STORED", 1)
    fitted = model_of("good", problem, results)
    assert fitted["features"] == ["a", "b"]
    assert "covariances" not in fitted
    with pytest.raises(InputError, match="names NC, which is not stored"):
        apply_model(fitted, problem.values.T, list(FEATURES), list(map(str, range(20))), "f")


def test_without_signal_there_is_no_classifier(problem, results):
    model = model_of("random", problem, results)
    assert model["signal"] == "no"
    assert "candidate" not in model
    with pytest.raises(InputError, match="has no classifier"):
        apply_model(model, problem.values.T, FEATURES, range(20), "f")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda values: values.drop("b"), "lacks the feature 'b'"),
        (lambda values: values.mul([1, np.nan, 1], axis=0), "no value in 's0', 's1'"),
        (lambda values: 2**values, "a is on another scale"),
        (lambda values: values - values.mean().mean(), "a is on another scale"),
    ],
    ids=["missing feature", "missing values", "no logarithms", "centred"],
)
def test_values_that_do_not_fit_are_refused(fitted, problem, tmp_path, capsys, change, message):
    samples = [f"s{i}" for i in range(20)]
    values = pd.DataFrame(problem.values.T, index=FEATURES, columns=samples)
    change(values).to_csv(tmp_path / "values.tsv", sep="\t", index_label="feature")
    (tmp_path / "model.json").write_text(json.dumps(fitted))
    assert main([str(tmp_path / "model.json"), str(tmp_path / "values.tsv")]) == 1
    printed = capsys.readouterr().err
    assert printed.startswith("error: ")
    assert printed.count("\n") == 1
    assert message in printed


def test_new_samples_are_printed_with_their_class(fitted, problem, tmp_path, capsys):
    values = pd.DataFrame(problem.values.T, index=FEATURES, columns=[f"{i:02}" for i in range(20)])
    values.iloc[:, :3].to_csv(tmp_path / "values.csv", index_label="feature")
    (tmp_path / "model.json").write_text(json.dumps(fitted))
    paths = [str(tmp_path / name) for name in ("model.json", "values.csv")]
    assert main(paths) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "sample\tclass\tlog_ratio"
    assert [line.split("\t")[0] for line in lines[1:]] == ["00", "01", "02"]
    assert predict(*paths)["class"].isin(["no", "yes"]).all()


@pytest.mark.parametrize("content", ["[]", "{}", "no json", None])
def test_what_is_no_model_is_refused(tmp_path, capsys, content):
    path = tmp_path / "model.json"
    if content is not None:
        path.write_text(content)
    assert main([str(path), "values.tsv"]) == 1
    expected = "file not found" if content is None else "is not a model"
    assert expected in capsys.readouterr().err
