"""The page of a small study of real data, and Chromium without a screen or a network."""

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
# The features with the largest variance only, so that the study takes less than a minute.
STUDY = """
datasets:
  golub:
    title: Leukaemia, AML against ALL
    expression: data/golub/expression.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {column: leukaemia, negative: [ALL], positive: [AML]}
    preprocess: {variance: 0.05}
  golub-random:
    title: Leukaemia, random labels
    expression: data/golub/expression.tsv.gz
    samples: data/golub/samples.tsv
    endpoint: {random: true}
    preprocess: {variance: 0.05}
    role: negative control
sampled: {M: [1000], trials: 5}
"null": {permutations: 39, sets: 1000}
held_out: {splits: 5, outer_repeats: 2, sets: 10000}
"""


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """The report of a study, as HTML."""
    directory = tmp_path_factory.mktemp("study")
    (directory / "study.yaml").write_text(STUDY)
    command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"]
    command += ["--directory", directory, "--cores", "2", "results/report.html"]
    run = subprocess.run(
        [*command, "--configfile", "study.yaml"],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return (directory / "results/report.html").read_text(encoding="utf-8")


@pytest.fixture
def browse(tmp_path):
    """A function that opens HTML in the browser and returns its standard output."""
    assert BROWSER, "neither chromium nor google-chrome is installed"

    def run(text, *options):
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [
                BROWSER,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                f"--user-data-dir={tmp_path / 'profile'}",
                "--virtual-time-budget=20000",
                *options,
                file.as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def evaluate(browse):
    """A function that returns what a script sets as `result` after a page has loaded."""

    def run(text, script, *options):
        script = (
            "<script>addEventListener('load', async () => {let result; "
            f"{script}; const out = document.createElement('pre'); out.id = 'result-of-test'; "
            "out.textContent = JSON.stringify(result); document.body.append(out)})</script>"
        )
        dom = browse(text.replace("</body>", f"{script}</body>"), "--dump-dom", *options)
        return json.loads(
            html.unescape(re.search(r'id="result-of-test">(.*?)</pre>', dom, re.S)[1])
        )

    return run
