"""A study of sets of several sizes, with its report, by Snakemake."""

from suitability.core.tables import read_tsv
from workflow.conftest import snakemake
from workflow.test_sets import GOLUB, MIXED, weigh_every_other_feature


def test_a_study_of_mixed_sizes_has_a_report(tmp_path):
    features = tmp_path / "results/golub/features.tsv"
    (tmp_path / "golub.yaml").write_text(GOLUB)
    run = snakemake(tmp_path, str(features.relative_to(tmp_path)), "--configfile", "golub.yaml")
    assert run.returncode == 0, run.stderr
    weigh_every_other_feature(tmp_path, features.parent)
    (tmp_path / "mixed.yaml").write_text(GOLUB + MIXED.replace("SHARDS", "1"))
    run = snakemake(tmp_path, "--configfile", "mixed.yaml")
    assert run.returncode == 0, run.stderr
    html = (tmp_path / "results/report.html").read_text()
    assert "A random sample of 4,000 feature sets was scored" in html
    assert set(read_tsv(tmp_path / "results/summary.tsv")["endpoint"]) == {"golub"}
