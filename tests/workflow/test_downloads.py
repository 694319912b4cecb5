"""Files that a study names by address, fetched by a real run from a server on this machine."""

import hashlib
import json
import re

import pytest

from unit.misbehaving import serve

from .conftest import ROOT, snakemake

VALUES = (ROOT / "data/golub/expression.tsv.gz").read_bytes()
SHA256 = hashlib.sha256(VALUES).hexdigest()
CONFIG = """
downloads:
  golub.tsv.gz: {url: "ADDRESS", sha256: "SHA256"}
datasets:
  golub:
    expression: downloads/golub.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {column: leukaemia, negative: [ALL], positive: [AML]}
  golub-random:
    expression: downloads/golub.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {random: true}
"""
FEATURES = ["results/golub/features.tsv", "results/golub-random/features.tsv"]


@pytest.fixture
def study(tmp_path):
    def run(address, *arguments):
        config = CONFIG.replace("ADDRESS", address).replace("SHA256", SHA256)
        (tmp_path / "golub.yaml").write_text(config)
        return snakemake(tmp_path, *arguments, "--configfile", "golub.yaml")

    run.directory = tmp_path
    return run


def errors(run):
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    return [line for line in run.stderr.splitlines() if line.startswith("error: ")]


def test_a_file_is_fetched_once_for_all_data_sets(study):
    with serve(golub=[(200, VALUES, {})]) as server:
        run = study(f"{server.address}/golub", *FEATURES)
        assert run.returncode == 0, run.stderr
        assert server.asked == ["/golub"]
    assert (study.directory / "downloads/golub.tsv.gz").read_bytes() == VALUES
    record = json.loads((study.directory / "downloads/golub.tsv.gz.json").read_text())
    assert record["sha256"] == SHA256
    again = study(f"{server.address}/golub", *FEATURES)
    assert "Nothing to be done" in again.stderr + again.stdout


def test_what_cannot_be_fetched_ends_the_run_with_one_line(study):
    with serve(golub=[(404, b"", {})]) as server:
        lines = errors(study(f"{server.address}/golub", *FEATURES))
    assert len(lines) == 1
    assert "downloads/golub.tsv.gz: cannot be fetched from" in lines[0]
    assert "the server says 404 Not Found" in lines[0]
    assert not list(study.directory.glob("downloads/*"))
    assert not list(study.directory.glob("results/*"))


def test_offline_a_file_put_there_by_hand_is_used_and_a_wrong_one_is_kept(study):
    address = "https://data.example/golub.tsv.gz"
    lines = errors(study(address, *FEATURES, "--config", "offline=true"))
    place = study.directory / "downloads/golub.tsv.gz"
    assert lines == [f"error: offline: put the file from {address} at {place}; then run again"]

    place.parent.mkdir()
    place.write_bytes(VALUES[:-10])
    lines = errors(study(address, FEATURES[0], "--config", "offline=true"))
    assert len(lines) == 1
    assert "downloads/golub.tsv.gz: is not a whole gzip file; delete it" in lines[0]
    assert place.read_bytes() == VALUES[:-10]

    place.write_bytes(VALUES)
    run = study(address, FEATURES[0], "--config", "offline=true")
    assert run.returncode == 0, run.stderr
    assert place.read_bytes() == VALUES


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ('"ADDRESS"', "http://data.example/golub.gz"),
            "config: downloads.golub.tsv.gz.url: 'http://data.example/golub.gz' given; allowed is",
        ),
        (
            ("  golub.tsv.gz: {", "  other.tsv.gz: {"),
            "config: datasets.golub.expression: there is no file 'downloads/golub.tsv.gz' in",
        ),
        (
            ("  golub.tsv.gz: {", "  ../golub.tsv.gz: {"),
            "config: downloads: '../golub.tsv.gz' given; allowed are up to 200 letters",
        ),
    ],
)
def test_a_wrong_config_ends_before_any_job(study, monkeypatch, change, message):
    monkeypatch.setitem(globals(), "CONFIG", CONFIG.replace(*change))
    lines = errors(study("https://data.example/golub.tsv.gz", *FEATURES))
    assert len(lines) == 1
    assert re.match(re.escape(f"error: {message}"), lines[0])
    assert not (study.directory / "downloads").exists()
