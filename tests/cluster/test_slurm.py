"""The golub study by profiles/slurm: the same tables after edits and node failures."""

import re
import shutil
from collections import Counter
from pathlib import Path

from digests import digests

DATASET = ["expression.parquet", "samples.tsv", "features.tsv", "folds.tsv"]


def tables(directory):
    """Return the digest of every table."""
    return digests(directory, "results/**/*.tsv", "results/**/*.parquet")


def test_tables_are_those_of_a_local_run(local, edited):
    expected = tables(local)
    assert len(expected) > 30
    assert tables(edited) == expected


def test_an_edit_during_a_run_makes_no_job_repeat_an_earlier_step(edited):
    logs = [path.read_text() for path in edited.glob(".snakemake/slurm_logs/**/*.log")]
    finished = Counter(re.findall(r"^Finished jobid: \d+ \(Rule: (\w+)\)", "".join(logs), re.M))
    of_a_data_set = [
        *["dataset", "score_table", "permutations", "null_bands", "search", "discrimination"],
        *["win_exact", "win_sampled", "held_out_splits", "held_out", "features_alone"],
    ]
    expected = {"score": 4, **dict.fromkeys(of_a_data_set, 2), "table_5": 1, "answers": 1}
    # Each job is logged twice: by the plugin's job step and by the Snakemake in it.
    assert finished == {rule: 2 * jobs for rule, jobs in expected.items()}


def test_jobs_of_a_failed_node_run_again_on_another(
    local, project, edited, cluster, run_on, tmp_path_factory
):
    directory = tmp_path_factory.mktemp("killed") / "again"
    shutil.copytree(edited, directory)
    for path in tables(directory):
        name = Path(path).name
        if ("golub-random" in path and name not in DATASET) or name == "table_5.tsv":
            (directory / path).unlink()

    run = run_on(directory, project)
    running = ("squeue", "--noheader", "--states=RUNNING", "--nodelist=n2", "--format=%k %M")
    # A job that has just started cannot end before its node does.
    run.until(lambda: re.search(r"rule_.* 0:0[01]$", cluster.ask(*running), re.M))
    cluster.kill_node("n2")
    output = run.finish()

    assert "failed due to a node failure" in output
    assert "Trying to restart job" in output
    assert "Reading golub" not in output
    assert tables(directory) == tables(local)
