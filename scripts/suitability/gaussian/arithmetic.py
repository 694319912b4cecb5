"""Floating-point building blocks that give the same bits on every machine.

Compilers may or may not fuse `a * b + c` into one rounding, and the logarithms of C libraries
differ in the last bit. With either, winners would depend on the machine. Here the fused
multiply-add is requested by name, so that it is the IEEE 754 operation everywhere, and the
logarithm is written in such operations.
"""

from fractions import Fraction

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from suitability.gaussian.compilation import Stored, compiled


def fma(a, b, c):
    """Return `a * b + c` with a single rounding (IEEE 754 fusedMultiplyAdd).

    This body is what runs where Numba is disabled; compiled code uses the processor's instruction.
    """
    return float(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c)))


@intrinsic
def _llvm_fma(typingctx, a, b, c):
    def codegen(context, builder, signature, args):
        return builder.fma(*args)

    return a(a, b, c), codegen


@overload(fma)
def _compiled_fma(a, b, c):
    return lambda a, b, c: _llvm_fma(a, b, c)


def magnitude(x):
    """Return the bits of a float32 without its sign, which are ordered as absolute values are.

    The minimum of two such integers is one instruction, while that of floats needs more for NaN;
    here NaN is the largest.
    """
    return int(np.float32(x).view(np.int32)) & 0x7FFFFFFF


LARGEST_MAGNITUDE = np.int32(0x7FFFFFFF)


@intrinsic
def _llvm_magnitude(typingctx, x):
    def codegen(context, builder, signature, args):
        bits = builder.bitcast(args[0], ir.IntType(32))
        return builder.and_(bits, ir.Constant(ir.IntType(32), 0x7FFFFFFF))

    return types.int32(x), codegen


@overload(magnitude)
def _compiled_magnitude(x):
    return lambda x: _llvm_magnitude(x)


# The logarithm of FreeBSD's msun (e_log.c): x = 2^e * (1 + f) with 1 + f between sqrt(1/2) and
# sqrt(2), log(1 + f) = 2 s + s R(s^2) with s = f / (2 + f) and R the polynomial below; its error
# is under one unit in the last place.
LOG_2_HIGH = 6.93147180369123816490e-01
LOG_2_LOW = 1.90821492927058770002e-10
LOG_1 = 6.666666666666735130e-01
LOG_2 = 3.999999999940941908e-01
LOG_3 = 2.857142874366239149e-01
LOG_4 = 2.222219843214978396e-01
LOG_5 = 1.818357216161805012e-01
LOG_6 = 1.531383769920937332e-01
LOG_7 = 1.479819860511658591e-01
BITS_OF_SQRT_HALF = 0x3FE6A09E667F3BCD


def _log_lanes(x, x_bits, out):
    """Write the natural logarithm of each x to `out`.

    Parameters
    ----------
    x : float64 array, shape (lanes,)
        Positive normal numbers; overwritten.
    x_bits : int64 array, shape (lanes,)
        The same memory as `x`.
    out : float64 array, shape (lanes,)
        Where the logarithms go; other memory than `x`.
    """
    for k in range(x_bits.shape[0]):
        exponent = (x_bits[k] - BITS_OF_SQRT_HALF) >> 52
        x_bits[k] -= exponent << 52
        out[k] = exponent
    for k in range(x.shape[0]):
        e = out[k]
        f = x[k] - 1.0
        s = f / (2.0 + f)
        z = s * s
        r = fma(z, LOG_7, LOG_6)
        r = fma(z, r, LOG_5)
        r = fma(z, r, LOG_4)
        r = fma(z, r, LOG_3)
        r = fma(z, r, LOG_2)
        r = z * fma(z, r, LOG_1)
        half_square = 0.5 * f * f
        out[k] = e * LOG_2_HIGH - ((half_square - fma(s, half_square + r, e * LOG_2_LOW)) - f)


log_lanes = compiled(_log_lanes)
_log_lanes = Stored(_log_lanes)


def logarithm(x):
    """Return the natural logarithm of positive normal numbers.

    Parameters
    ----------
    x : float64 array

    Returns
    -------
    float64 array of the same shape
    """
    lanes = np.array(x, np.float64).ravel()
    out = np.empty_like(lanes)
    bits = lanes.view(np.int64)
    _log_lanes.ready_for(lanes, bits, out)(lanes, bits, out)
    return out.reshape(np.shape(x))
