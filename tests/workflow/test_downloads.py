"""Files that a study names by address, fetched by a real run from a server on this machine."""

import gzip
import hashlib
import json
import re
import shutil

import pytest

from misbehaving import serve

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


def test_a_failed_download_ends_the_run_with_one_line(study):
    with serve(golub=[(404, b"", {})]) as server:
        lines = errors(study(f"{server.address}/golub", *FEATURES))
    assert len(lines) == 1
    assert "downloads/golub.tsv.gz: cannot be fetched from" in lines[0]
    assert "the server answers 404 Not Found" in lines[0]
    assert not list(study.directory.glob("downloads/*"))
    assert not list(study.directory.glob("results/*"))


def test_offline_a_file_put_there_by_hand_is_used_and_a_wrong_one_is_kept(study, monkeypatch):
    address = "https://data.example/golub.tsv.gz"
    lines = errors(study(address, *FEATURES, "--config", "offline=true"))
    place = study.directory / "downloads/golub.tsv.gz"
    assert lines == [f"error: offline: put the file from {address} at {place}; then run again"]

    place.parent.mkdir()
    place.write_bytes(VALUES[:-10])
    lines = errors(study(address, FEATURES[0], "--config", "offline=true"))
    assert len(lines) == 1
    assert "downloads/golub.tsv.gz: is an incomplete or damaged gzip file; delete it" in lines[0]
    assert place.read_bytes() == VALUES[:-10]

    place.write_bytes(VALUES)
    config = CONFIG.replace("expression: downloads/", "expression: ./downloads//")
    monkeypatch.setitem(globals(), "CONFIG", config)
    run = study(address, FEATURES[0], "--config", "offline=true")
    assert run.returncode == 0, run.stderr
    assert place.read_bytes() == VALUES


def test_a_file_that_changed_since_it_was_fetched_is_refused_before_it_is_read(study, monkeypatch):
    with serve(golub=[(200, VALUES, {})]) as server:
        assert study(f"{server.address}/golub", FEATURES[0]).returncode == 0
    place = study.directory / "downloads/golub.tsv.gz"
    other = gzip.compress(gzip.decompress(VALUES).rsplit(b"\n", 2)[0] + b"\n")
    place.write_bytes(other)
    lines = errors(study(f"{server.address}/golub", FEATURES[0]))
    assert len(lines) == 1
    assert f"where the config has {SHA256}; delete it and downloads/golub" in lines[0]
    assert place.read_bytes() == other

    # As if both had been brought from elsewhere: Snakemake knows nothing of them.
    shutil.rmtree(study.directory / ".snakemake")
    monkeypatch.setitem(globals(), "CONFIG", CONFIG.replace(', sha256: "SHA256"', ""))
    lines = errors(study(f"{server.address}/golub", FEATURES[0]))
    assert len(lines) == 1
    size = f"downloads/golub.tsv.gz: has the size {len(other)} where "
    assert f"{size}downloads/golub.tsv.gz.json has {len(VALUES)}; delete it and" in lines[0]


def test_a_sha256_added_to_the_config_later_runs_only_the_check(study, monkeypatch):
    with serve(golub=[(200, VALUES, {})]) as server:
        sound = CONFIG
        monkeypatch.setitem(globals(), "CONFIG", sound.replace(', sha256: "SHA256"', ""))
        assert study(f"{server.address}/golub", FEATURES[0]).returncode == 0
    monkeypatch.setitem(globals(), "CONFIG", sound)
    run = study(f"{server.address}/golub", FEATURES[0])
    assert run.returncode == 0, run.stderr
    assert "rule dataset" not in run.stderr


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
