"""Machine code that is made once a machine, not once a process.

Compiling a kernel takes longer than many a job that uses it. Numba can keep machine code in files,
but it does not see edits of the functions that a kept one calls, and two processes that write code
for different types at once may mix them up. Here the files lie in a folder whose name tells all
that the code depends on, and one process at a time works on a function; the others wait for it.
Where that fails, for whatever reason, the code is compiled as if nothing had been kept.

What a function's code depends on is its module and those that it reaches, so that an edit of
anything else keeps the machine code. The folders lie in `suitability` in the user's cache (or
`NUMBA_CACHE_DIR`); they may be deleted any time.
"""

import hashlib
import os
import sys
from pathlib import Path

import llvmlite
import numba
import pooch
from filelock import FileLock
from llvmlite import binding

from suitability.workflow.code_digest import digest

OPTIONS = {"error_model": "numpy", "nogil": True}
# Seconds to wait for another process that compiles, before doing so oneself.
PATIENCE = 300

compiled = numba.njit(**OPTIONS)


_CACHE = Path(numba.config.CACHE_DIR or pooch.os_cache("suitability") / "kernels")


def _cache_folder(module):
    """Return a folder for a module's machine code on this processor; None if there cannot be."""
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_"))
    processor = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    versions = sys.version, numba.__version__, llvmlite.__version__
    told = repr((digest(module), settings, processor, versions)).encode()
    folder = _CACHE / hashlib.sha256(told).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


class Kept:
    """A function whose machine code is kept for other processes.

    Attributes
    ----------
    fresh : callable
        The function, compiled by this process on its first call.
    """

    def __init__(self, function):
        self.fresh = compiled(function)
        self._name = function.__name__
        self._kept = None
        self._folder = _cache_folder(function.__code__.co_filename)
        if self._folder is not None and not numba.config.DISABLE_JIT:
            # Numba looks where to keep code at this moment only.
            given, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(self._folder)
            self._kept = numba.njit(**OPTIONS, cache=True)(function)
            numba.config.CACHE_DIR = given

    def ready_for(self, *arguments):
        """Return the function, compiled for arguments of these types."""
        if self._kept is None:
            return self.fresh
        types = tuple(numba.typeof(argument) for argument in arguments)
        if types in self._kept.overloads:
            return self._kept
        try:
            with FileLock(self._folder / f"{self._name}.lock", timeout=PATIENCE):
                self._kept.compile(types)
        except Exception:
            # Of an unreadable file, Numba raises what it pleases. What is wrong with the function
            # itself shows again.
            return self.fresh
        return self._kept
