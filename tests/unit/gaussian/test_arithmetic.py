import hashlib
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitability.gaussian.arithmetic import fma, logarithm

MANY = 2000 if numba.config.DISABLE_JIT else 200_000


@numba.njit
def compiled_fma(a, b, c):
    return fma(a, b, c)


def ulps(found, expected):
    return np.abs(found - expected) / np.spacing(np.abs(expected))


def log_uniform(seed, low, high, size):
    exponents = np.random.default_rng(seed).uniform(np.log2(low), np.log2(high), size)
    return np.clip(2.0**exponents, low, high)


@pytest.mark.parametrize("version", [fma, compiled_fma])
@pytest.mark.parametrize(
    ("a", "b", "c", "expected"),
    [
        (1 + 2.0**-30, 1 - 2.0**-30, -1.0, -(2.0**-60)),
        (1 + 2.0**-52, 1 + 2.0**-52, -1 - 2.0**-51, 2.0**-104),
        (0.1, 10.0, -1.0, 2.0**-54),
        (1 + 2.0**-26, 1 + 2.0**-27, 2.0**-80, 1 + 2.0**-26 + 2.0**-27 + 2.0**-52),
    ],
)
def test_fma_rounds_once(version, a, b, c, expected):
    assert version(a, b, c) == expected
    assert a * b + c != expected


moderate = st.floats(-1e100, 1e100, allow_subnormal=False)


@given(moderate, moderate, moderate)
def test_both_versions_of_fma_round_the_exact_result(a, b, c):
    exact = float(Fraction(a) * Fraction(b) + Fraction(c))
    assert fma(a, b, c) == exact
    assert compiled_fma(a, b, c) == exact


@given(st.floats(0.5, 2), st.floats(0.5, 2), st.floats(-4, 4))
def test_both_versions_of_fma_agree_where_digits_cancel(a, b, c):
    for other in (c, -a * b):
        assert compiled_fma(a, b, other) == fma(a, b, other)


@pytest.mark.parametrize(
    "x",
    [
        log_uniform(1, np.finfo(float).tiny, np.finfo(float).max, MANY),
        log_uniform(2, 1e-3, 1e3, MANY),
        log_uniform(3, 0.5, 2.0, MANY),
        1 + np.random.default_rng(4).normal(scale=1e-6, size=MANY),
        1 + np.arange(-100, 100) * 2.0**-53,
        2.0 ** np.arange(-1022, 1024),
        np.nextafter(2.0 ** np.arange(-1021, 1024), 0),
        np.sqrt(0.5) + np.arange(-100, 100) * 2.0**-53,
    ],
    ids=["all", "thousand", "octave", "near 1", "next to 1", "powers", "under powers", "cut"],
)
def test_logarithm_is_within_one_ulp_of_the_standard_one(x):
    expected = np.array([math.log(each) for each in x])
    assert ulps(logarithm(x), expected).max() <= 1


def test_error_of_logarithm_is_below_one_ulp():
    x = np.concatenate([log_uniform(5, 1e-300, 1e300, 300), log_uniform(6, 0.5, 2.0, 300)])
    found = logarithm(x)
    with localcontext(prec=50):
        off = [float(Decimal(y) - Decimal(each).ln()) for y, each in zip(found, x, strict=True)]
    assert (np.abs(off) / np.spacing(np.abs(found))).max() < 1


def test_logarithm_of_one_is_zero():
    assert logarithm(np.ones(3)).tolist() == [0, 0, 0]


def test_logarithm_keeps_shape_and_argument():
    x = np.array([[1.0, 2.0, 4.0], [8.0, 16.0, 32.0]])
    before = x.copy()
    assert logarithm(x).shape == (2, 3)
    np.testing.assert_array_equal(x, before)
    np.testing.assert_array_equal(logarithm(x.T), logarithm(x).T)


def test_logarithm_has_the_same_bits_on_every_machine():
    x = np.ldexp(1 + np.arange(500) / 500, np.arange(500) % 41 - 20)
    digest = hashlib.sha256(logarithm(x).astype("<f8").tobytes()).hexdigest()
    assert digest == "c1f089a20d9016b4efd2ce8cb0bc70897080bf4ef32ed4831072761dadd22e8b"
