"""The run that jobs belong to, and their environment. To be included after all rules with outputs."""

import argparse
import sys

from snakemake.logging import logger as snakemake_logger
from snakemake.target_jobs import parse_target_jobs_cli_args

from suitability.core.progress import show_progress_of_jobs
from suitability.core.runs import RECORDS, RunEnded, check_not_replaced, enter_run
from suitability.workflow.environment import set_environment

enter_run(workflow.is_main_process)
set_environment(RECORDS / "cache")


envvars:
    "SUITABILITY_RUN",


def outputs_of_this_job():
    """Return the outputs of the jobs that a Snakemake on a node of a cluster is to run."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--target-jobs", nargs="+", default=[])
    given, _ = parser.parse_known_args()
    return [
        output.apply_wildcards(target.wildcards_dict)
        for target in parse_target_jobs_cli_args(given.target_jobs)
        if workflow.is_rule(target.rulename)
        for output in workflow.get_rule(target.rulename).output
    ]


# Snakemake removes the old outputs of a job before it starts. So a job that has waited in the
# queue until after a later run must end before that.
if workflow.is_main_process:
    show_progress_of_jobs(snakemake_logger.handlers)
else:
    try:
        for path in outputs_of_this_job():
            check_not_replaced(path)
    except RunEnded as error:
        sys.exit(f"error: {error}")
