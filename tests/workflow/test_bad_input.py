"""Wrong input ends a run before any scoring, with one line and exit code 1."""

import os

import pytest

from .conftest import snakemake

CONFIG = """
datasets:
  mine:
    expression: values.tsv
    samples: samples.tsv
    endpoint: {column: outcome, negative: [cured], positive: [relapse]}
"""
SAMPLES = "sample\toutcome\n" + "".join(
    f"{i:05d}\t{'cured' if i % 2 else 'relapse'}\n" for i in range(1, 17)
)
HEADER = "feature\t" + "\t".join(f"{i:05d}" for i in range(1, 17)) + "\n"
VALUES = HEADER + "".join(
    f"gene{g}\t" + "\t".join(f"{(g * 37 + i * i * 11) % 23 / 7:.3f}" for i in range(16)) + "\n"
    for g in range(6)
)


@pytest.fixture
def study(tmp_path):
    def run(config=CONFIG, values=VALUES, samples=SAMPLES, *arguments):
        (tmp_path / "mine.yaml").write_text(config)
        for name, text in (("values.tsv", values), ("samples.tsv", samples)):
            if text is not None:
                (tmp_path / name).write_text(text)
        return snakemake(tmp_path, *arguments, "--configfile", "mine.yaml")

    run.directory = tmp_path
    return run


def test_the_unbroken_study_can_be_read_and_keeps_zeros(study):
    run = study(CONFIG, VALUES, SAMPLES, "results/mine/samples.tsv")
    assert run.returncode == 0, run.stderr
    assert "00001\t0\tcured" in (study.directory / "results/mine/samples.tsv").read_text()


def test_an_older_file_in_place_of_another_is_read_and_a_touched_one_is_not(study):
    features = "results/mine/features.tsv"
    assert study(CONFIG, VALUES, SAMPLES, features).returncode == 0
    place = study.directory / "values.tsv"
    place.touch()
    assert "Nothing to be done" in study(CONFIG, None, None, features).stderr
    place.write_text(VALUES.replace("gene5", "gene6"))
    os.utime(place, (1e9, 1e9))
    run = study(CONFIG, None, None, features)
    assert run.returncode == 0, run.stderr
    assert "gene6" in (study.directory / features).read_text()


def test_a_folder_in_place_of_a_file_is_refused(study):
    (study.directory / "folder").mkdir()
    run = study(CONFIG.replace("values.tsv", "folder"))
    assert run.returncode == 1
    assert "error: folder: is a folder; name a file in the config" in run.stderr


def test_a_file_among_the_results_is_left_alone(study):
    place = study.directory / "results/mine/expression.parquet"
    place.parent.mkdir(parents=True)
    place.write_text("mine")
    run = study(CONFIG.replace("values.tsv", "./results/mine/expression.parquet"))
    assert run.returncode == 1
    assert (
        "error: config: datasets.mine.expression: './results/mine/expression.parquet' is in "
        "results/, where the workflow writes and deletes files; move it elsewhere"
    ) in run.stderr.splitlines()
    assert place.read_text() == "mine"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"config": CONFIG + "sead: 2\n"},
            "config: top level: unknown key 'sead'; did you mean 'seed'? allowed: seed, datasets, "
            "normality, probes, cross_validation, candidates, score, search, win, sampled, null, "
            "held_out, permutation_tests, reproducibility, challenge, downloads, simulated, "
            "offline",
        ),
        (
            {"config": CONFIG + "cross_validation: {folds: 1}\n"},
            "config: cross_validation.folds: 1 given; allowed is at least 2",
        ),
        (
            {"config": CONFIG + CONFIG.replace("datasets:\n", "").replace("cured", "well")},
            "mine.yaml: line 8: the key 'mine' is already in line 3; keep one of them, or "
            "rename it",
        ),
        (
            {"config": CONFIG.replace("values.tsv", 304 * "v")},
            f"config: datasets.mine.expression: '{197 * 'v'}...' cannot be reached (File name too "
            "long); correct the path",
        ),
        (
            {"config": CONFIG.replace("values.tsv", "/dev/null")},
            "config: datasets.mine.expression: '/dev/null' is a pipe or a device; name a regular "
            "file",
        ),
        (
            {"config": CONFIG + "downloads: {v.tsv: {url: 'https://[bad/x'}}\n"},
            "config: downloads.v.tsv.url: 'https://[bad/x' given; allowed is https:// or file:///",
        ),
        (
            {"config": CONFIG + '"null": {level: 1.0e-320}\n'},
            "config: null.level: 1e-320 given; allowed is at least 1e-05",
        ),
        (
            {"values": None},
            "config: datasets.mine.expression: there is no file 'values.tsv' in",
        ),
        (
            {"samples": SAMPLES.replace("outcome", "result")},
            "samples.tsv: there is no column 'outcome'; its columns are",
        ),
        (
            {"values": VALUES + "gene9" + "\t1.0" * 15 + "\tabc\n"},
            "values.tsv: line 8, feature 'gene9', sample '00016': 'abc' is not a finite number",
        ),
        (
            {"values": HEADER + "gene1" + "\t1.0" * 16 + "\n"},
            "values.tsv: 0 of 1 features are left for data set 'mine', two are needed",
        ),
    ],
)
def test_an_error_is_one_line(study, change, message):
    run = study(**change)
    printed = (run.stderr + run.stdout).splitlines()
    errors = [line for line in printed if line.startswith("error: ")]
    assert run.returncode == 1
    assert len(errors) == 1
    assert errors[0].startswith("error: " + message) or message in errors[0]
    assert "Traceback" not in run.stderr
    assert not list(study.directory.glob("results/mine/*"))
    assert not list(study.directory.glob("logs/mine/score*"))
