"""The reproducibility index of data sets, by Snakemake."""

from suitability.core.tables import read_tsv
from workflow.conftest import STUDY, snakemake

SMALL = "reproducibility: {search: {sets: 200, searches: 50}}\n"


def test_searches_are_of_the_set_size_of_the_data_set(tmp_path):
    config = STUDY.replace("  second:", "    set_size: 1\n  second:", 1) + SMALL
    (tmp_path / "study.yaml").write_text(config)
    targets = [f"results/{name}/reproducibility.tsv" for name in ("first", "second")]
    run = snakemake(tmp_path, *targets, "--configfile", "study.yaml")
    assert run.returncode == 0, run.stderr
    single, pairs = (read_tsv(tmp_path / target) for target in targets)
    assert set(single["candidate"]) == {"NC", "DLDA", "LDA", "SDA", "UDA", "QDA", "any"}
    assert single["N"].max() <= pairs["N"].max()


def test_the_index_needs_built_in_candidates(tmp_path):
    config = STUDY + "candidates: [NC, kNN-3]\nscore: {sets: {sample: 50}}\nsearch: {N: 5}\n"
    (tmp_path / "study.yaml").write_text(config)
    run = snakemake(tmp_path, "reproducibility", "-n", "--configfile", "study.yaml")
    assert run.returncode == 1
    lines = run.stderr.splitlines()
    assert any(line.startswith("error: the reproducibility index of data sets") for line in lines)
    assert not any("Traceback" in line for line in lines)
