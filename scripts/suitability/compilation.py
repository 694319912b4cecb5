"""Machine code that is made once a machine, not once a process.

Compiling a kernel takes longer than many a job that uses it. Numba can keep machine code in files,
but it does not see edits of the functions that a kept one calls, and two processes that write code
for different types at once may mix them up. Here the files lie in a folder whose name tells all
that the code depends on, and one process at a time works on a function; the others wait for it.
Where that fails, for whatever reason, the code is compiled as if nothing had been kept.

The folder is `suitability` in the user's cache (or `NUMBA_CACHE_DIR`); it may be deleted any time.
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

OPTIONS = {"error_model": "numpy", "nogil": True}
# Seconds to wait for another process that compiles, before doing so oneself.
PATIENCE = 300

compiled = numba.njit(**OPTIONS)


def _cache_folder():
    """Return a folder for the code of these sources on this processor; None if there cannot be."""
    told = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        told.update(source.read_bytes())
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_"))
    processor = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    versions = sys.version, numba.__version__, llvmlite.__version__
    told.update(repr((settings, processor, versions)).encode())
    parent = Path(numba.config.CACHE_DIR or pooch.os_cache("suitability") / "kernels")
    folder = parent / told.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


_FOLDER = _cache_folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)


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
        keep = _FOLDER is not None and not numba.config.DISABLE_JIT
        self._kept = numba.njit(**OPTIONS, cache=True)(function) if keep else None

    def ready_for(self, *arguments):
        """Return the function, compiled for arguments of these types."""
        if self._kept is None:
            return self.fresh
        types = tuple(numba.typeof(argument) for argument in arguments)
        if types in self._kept.overloads:
            return self._kept
        try:
            with FileLock(_FOLDER / f"{self._name}.lock", timeout=PATIENCE):
                self._kept.compile(types)
        except Exception:
            # Of an unreadable file, Numba raises what it pleases. What is wrong with the function
            # itself shows again.
            return self.fresh
        return self._kept
