import os
from pathlib import Path

import pytest

from suitability.core.errors import InputError
from suitability.workflow.paths import as_rules_name, find


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("results/mine", "home", "data"):
        Path(folder).mkdir(parents=True)
    for name in ("results/mine/x", "home/x", "home/y", "data/x"):
        Path(name).write_text("x")
    return tmp_path


def look(given):
    return find(given, "datasets.mine.expression", (Path.cwd(), Path.cwd() / "home"))


def error_of(given):
    with pytest.raises(InputError) as caught:
        look(given)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value).removeprefix("config: datasets.mine.expression: ")


def test_the_first_folder_that_has_the_file_is_taken(here):
    assert look("data/x") == here / "data/x"
    assert look("x") == here / "home/x"
    assert look(str(here / "home/y")) == here / "home/y"
    assert look("data") == here / "data"


def test_a_missing_file_is_refused(here):
    place = f"in {here} or {here}/home; correct the path"
    assert error_of("z") == f"there is no file 'z' {place}"
    assert error_of("data/x/z") == f"there is no file 'data/x/z' {place}"


def test_a_file_that_cannot_be_reached_is_refused(here):
    end = "correct the path, or the permissions of its folders"
    assert error_of(304 * "a") == (
        f"'{197 * 'a'}...' cannot be reached (File name too long); {end}"
    )
    assert error_of("a\0b") == f"'a\\x00b' cannot be reached (embedded null byte); {end}"
    Path("loop").symlink_to("loop")
    assert (
        error_of("loop") == f"'loop' cannot be reached (Too many levels of symbolic links); {end}"
    )


def test_a_closed_folder_is_refused(here, monkeypatch):
    def closed(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", closed)
    assert error_of("data/x").startswith("'data/x' cannot be reached (Permission denied); correct")


def test_a_pipe_or_a_device_is_refused(here):
    os.mkfifo("pipe")
    for given in ("pipe", "/dev/null"):
        assert error_of(given) == (f"'{given}' is a pipe or a device; name a regular file")


@pytest.mark.parametrize("given", ["results/mine/x", "./data/../results/mine/x", "link", "HERE"])
def test_a_file_in_a_folder_of_results_is_refused(here, given):
    Path("link").symlink_to("results/mine/x")
    given = given.replace("HERE", str(here / "results/mine/x"))
    assert error_of(given) == (
        f"'{given}' is in results/, where the workflow writes and deletes files; move it elsewhere"
    )


def test_a_file_that_a_rule_makes_is_known_however_it_is_written(here):
    made = ["downloads/x.tsv"]
    for given in ("downloads/x.tsv", "./downloads//x.tsv", "data/../downloads/x.tsv"):
        assert as_rules_name(given, made) == "downloads/x.tsv"
    assert as_rules_name(str(here / "downloads/x.tsv"), made) == "downloads/x.tsv"
    for given in ("./data/x", "downloads/y.tsv", "x.tsv"):
        assert as_rules_name(given, made) == given
