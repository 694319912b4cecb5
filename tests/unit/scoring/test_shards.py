"""Scoring goes on where it was interrupted."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
import pytest

from reference import kernel
from suitability.core.randomness import stream
from suitability.gaussian.candidates import CANDIDATES
from suitability.scoring import shards
from suitability.scoring.performance import Contest
from suitability.scoring.sets import AllSets, choose_sets

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too many sets for uncompiled code"
)
TESTS = Path(__file__).parents[2]
CONTEST = Contest(tuple(CANDIDATES))


def study(kind):
    problem = kernel.random_problem(1, 300, (12, 17), 2, 3).study
    if kind == "pairs":
        return problem, AllSets(300, 2)
    sets = {"size": {"1": 1, "3": 2}, "sample": 3000, "replacement": True}
    return problem, choose_sets(300, sets, None, stream(1, "data", "sets"))


def identical(found, expected):
    assert found.keys() == expected.keys()
    return all(np.array_equal(found[name], expected[name]) for name in expected)


@pytest.fixture
def pieces(monkeypatch):
    """Work in small pieces until the function returned interrupts it, after some of them."""
    monkeypatch.setattr(shards, "SECONDS_PER_PIECE", 0)
    monkeypatch.setattr(shards._Pairs, "first", 1)
    monkeypatch.setattr(shards._Sets, "first", 700)
    write = shards._write_state

    def interrupt_after(count):
        def write_and_count(*arguments):
            nonlocal count
            write(*arguments)
            count -= 1
            if not count:
                monkeypatch.setattr(shards, "SECONDS_PER_PIECE", 20)
                raise KeyboardInterrupt

        monkeypatch.setattr(shards, "_write_state", write_and_count)

    return interrupt_after


@pytest.mark.parametrize("kind", ["pairs", "sets"])
@pytest.mark.parametrize("part", [(0, 1), (1, 3)])
def test_interrupted_work_continues_and_gives_the_same(tmp_path, pieces, monkeypatch, kind, part):
    problem, sets = study(kind)
    expected = shards.score_shard(problem, CONTEST, sets, part)
    state = tmp_path / "state.npz"
    pieces(1)
    with pytest.raises(KeyboardInterrupt):
        shards.score_shard(problem, CONTEST, sets, part, state, made_of="a")
    done = int(shards.read_shard(state, "a")["done"])
    assert done > 0
    seen = []

    def progress(total, label, done):
        assert 0 < done < total
        seen.append(done)
        return seen.append

    monkeypatch.setattr(shards, "Progress", progress)
    found = shards.score_shard(problem, CONTEST, sets, part, state, made_of="a", threads=2)
    assert identical(found, expected)
    if part == (0, 1):
        assert sum(seen) == {"pairs": 300 * 299 // 2, "sets": sets.total}[kind]


@pytest.mark.parametrize("spoil", ["other", "damaged"])
def test_a_state_of_something_else_is_not_used(tmp_path, pieces, spoil):
    problem, sets = study("sets")
    expected = shards.score_shard(problem, CONTEST, sets, (0, 1))
    state = tmp_path / "state.npz"
    pieces(1)
    with pytest.raises(KeyboardInterrupt):
        shards.score_shard(problem, CONTEST, sets, (0, 1), state, made_of="a")
    if spoil == "damaged":
        content = bytearray(state.read_bytes())
        content[len(content) // 2] ^= 1
        state.write_bytes(bytes(content))
    made_of = "b" if spoil == "other" else "a"
    assert identical(
        shards.score_shard(problem, CONTEST, sets, (0, 1), state, made_of=made_of), expected
    )


KILLED = """
import sys
from pathlib import Path

from reference import kernel
from suitability.core.tables import write_arrays
from suitability.scoring import shards
from suitability.scoring.performance import Contest
from suitability.scoring.sets import AllSets

folder, shards._Pairs.first = Path(sys.argv[1]), 2
problem = kernel.random_problem(1, 1500, (12, 17), 2, 3).study
found = shards.score_shard(
    problem, Contest(("NC", "LDA", "QDA")), AllSets(1500, 2), (0, 1), folder / "state.npz"
)
write_arrays(folder / "shard.npz", **found)
"""


def test_a_killed_process_loses_one_piece(tmp_path):
    path = {"PYTHONPATH": os.pathsep.join([str(TESTS.parent / "scripts"), str(TESTS)])}
    command = [sys.executable, "-c", KILLED, tmp_path]
    state = tmp_path / "state.npz"
    with subprocess.Popen(command, env={**os.environ, **path}) as process:
        while not state.exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert int(shards.read_shard(state, "")["done"]) > 0
    assert [path.name for path in tmp_path.iterdir()] == ["state.npz"]
    subprocess.run(command, env={**os.environ, **path}, check=True)
    found = shards.read_arrays(tmp_path / "shard.npz")
    assert found["counts"].sum() == 1500 * 1499 // 2
