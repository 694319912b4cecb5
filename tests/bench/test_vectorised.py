"""The compiled loops use the processor's vector instructions."""

import platform
import re

import llvmlite.binding
import numba
import numpy as np
import pytest

from reference import kernel
from suitability.gaussian import pair_kernel, set_kernel
from suitability.gaussian.tally import Tally


def has_fused_vectors():
    features = llvmlite.binding.get_host_cpu_features()
    return platform.machine() in ("x86_64", "AMD64") and features["fma"] and features["avx2"]


pytestmark = pytest.mark.skipif(
    not has_fused_vectors() or numba.config.CPU_NAME is not None,
    reason="the code is for a processor without packed fused multiply-adds",
)


@pytest.mark.parametrize(
    ("loop", "instruction", "least"),
    [
        # A sample takes 10; one loop over lanes serves two samples, one serves the odd last.
        (pair_kernel._count_signs, r"\bvfn?m(?:add|sub)\w*ps\s.*%[yz]mm", 3 * 10),
        (pair_kernel._count_signs, r"\bvpmins[dq]\s.*%[yz]mm", 3),
        # Four samples a pass.
        (pair_kernel._count_votes, r"\bvpcmp\w*w\s.*%[yz]mm", 4),
        (pair_kernel._add_products, r"\bvfn?m(?:add|sub)\w*pd\s.*%[yz]mm", 4),
    ],
)
def test_the_loops_of_the_pair_kernel_are_vectorised(loop, instruction, least):
    problem = kernel.random_problem(9, 2, (6, 6), 1, 2)
    data, how = pair_kernel.prepare(*problem), kernel.scoring(problem)
    empty = Tally.empty(data.layout, how)
    pair_kernel._score_rows.fresh(data, how, empty, 0, 0, 1)
    assert any(
        len(re.findall(instruction, assembly)) >= least for assembly in loop.inspect_asm().values()
    )


def test_the_loop_of_the_set_kernel_is_vectorised():
    problem = kernel.random_problem(9, 3, (6, 6), 1, 2)
    data, how, sets = set_kernel.prepare(*problem), kernel.scoring(problem), np.array([[0, 1]])
    tally = Tally(*(part[None] for part in set_kernel.no_sets(data, how)))
    score_block = set_kernel._score_block.fresh
    score_block(data, sets, np.ones(1, np.int64), 0, how, tally, (0, 1), 0, 1)
    assembly = score_block.inspect_asm(score_block.signatures[0])
    packed = re.findall(r"\bvfn?m(?:add|sub)\w*pd\s.*%[yz]mm", assembly)
    # A sample takes 18.
    assert len(packed) >= 18
