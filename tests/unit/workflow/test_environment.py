import os

import pytest

from suitability.workflow.environment import set_environment

VARIABLES = ("MPLBACKEND", "MPLCONFIGDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """Return a function that sets the environment and returns what it set."""
    monkeypatch.chdir(tmp_path)

    def environment(**variables):
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, str(value))
        set_environment("cache")
        return {name: os.environ.get(name) for name in VARIABLES}

    return environment


def test_a_writable_home_is_used(environment, tmp_path):
    found = environment(HOME=tmp_path, MPLBACKEND="module://matplotlib_inline.backend_inline")
    assert found == {**dict.fromkeys(VARIABLES), "MPLBACKEND": "agg"}
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("home", ["/dev/null", "/dev/null/home"])
def test_where_home_cannot_be_written_caches_are_in_the_given_folder(environment, tmp_path, home):
    found = environment(HOME=home)
    assert found["XDG_CACHE_HOME"] == str(tmp_path / "cache")
    assert found["MPLCONFIGDIR"] == str(tmp_path / "cache/matplotlib")


def test_other_folders_for_caches_are_respected(environment, tmp_path):
    folders = {"XDG_CACHE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    found = environment(HOME="/dev/null", **folders)
    assert found == {**folders, "MPLCONFIGDIR": None, "MPLBACKEND": "agg"}
    found = environment(HOME=tmp_path, XDG_CACHE_HOME="/dev/null")
    assert found["XDG_CACHE_HOME"] == str(tmp_path / "cache")
