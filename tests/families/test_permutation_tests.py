"""The permutation tests of tables, run by Snakemake."""

from suitability.core.tables import read_tsv
from workflow.conftest import GOLUB, snakemake

TABLES = """
permutation_tests:
  blocks: 2
  repeats: 2
  tables:
    iris: {file: iris.arff, folds: 3, randomisations: 3, numeric: ["*"]}
"""
ARFF = "@relation r\n@attribute a {1,2}\n@attribute b real\n@attribute c {x,y}\n@data\n"


def test_blocks_of_a_table_are_merged(tmp_path):
    rows = [f"{1 + i % 2},{(i * 7) % 5},{'xy'[i % 2]}" for i in range(24)]
    (tmp_path / "iris.arff").write_text(ARFF + "\n".join(rows) + "\n")
    (tmp_path / "config.yaml").write_text(GOLUB + TABLES)
    wanted = ["tables.html", "figures/randomised.png"]
    paths = [f"results/permutation_tests/{name}" for name in wanted]
    run = snakemake(tmp_path, *paths, "--configfile", "config.yaml")
    assert run.returncode == 0, run.stderr
    folder = tmp_path / "results/permutation_tests"
    blocks = [read_tsv(folder / f"errors/iris-svm-{block}.tsv") for block in (0, 1)]
    for test, count in (("original", 2), ("labels", 3), ("columns", 3)):
        indices = [i for block in blocks for i in block.loc[block["test"] == test, "index"]]
        assert sorted(indices) == list(range(count))
    row = read_tsv(folder / "svm.tsv").loc[0]
    assert list(row.index) == [
        *("dataset", "error", "error_sd", "test1_error", "test1_sd", "test1_p"),
        *("test2_error", "test2_sd", "test2_p", "significant_1", "significant_2"),
    ]
    assert (row["error"], row["test2_p"]) == (0, 1)
    page = (folder / "tables.html").read_text()
    assert "missing: abalone" in page and "iris" not in page[page.index("missing:") :]
    config = GOLUB + TABLES + "  scatter: {table: wine}\n"
    (tmp_path / "config.yaml").write_text(config)
    run = snakemake(tmp_path, *paths, "--configfile", "config.yaml")
    assert "scatter.table: 'wine' given; allowed are iris" in run.stderr
