"""Machine code that is compiled once per machine, not once per process.

Compiling a kernel takes longer than many of the jobs that use it. Numba can store machine code in
files, but it does not notice edits of the functions that a stored one calls, and two processes that
write code for different types at the same time can damage it. Here the files are in a folder whose
name is a digest of everything that the code depends on, and only one process at a time works on a
function; the others wait. If that fails, for whatever reason, the code is compiled without files.

A function's code depends on its module and on those that it reaches, so that an edit of anything
else keeps the machine code. The folders are in `suitability` in the user's cache (or
`NUMBA_CACHE_DIR`); they may be deleted at any time.
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
# Seconds to wait for another process that compiles, before compiling in this one.
LONGEST_WAIT = 300

compiled = numba.njit(**OPTIONS)


_CACHE = Path(numba.config.CACHE_DIR or pooch.os_cache("suitability") / "kernels")


def _cache_folder(module):
    """Return a folder for a module's machine code on this processor; None if none can be made."""
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_"))
    processor = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    versions = sys.version, numba.__version__, llvmlite.__version__
    key = repr((digest(module), settings, processor, versions)).encode()
    folder = _CACHE / hashlib.sha256(key).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


class Stored:
    """A function whose machine code is stored for other processes.

    Attributes
    ----------
    fresh : callable
        The function, compiled by this process on its first call.
    """

    def __init__(self, function):
        self.fresh = compiled(function)
        self._name = function.__name__
        self._stored = None
        self._folder = _cache_folder(function.__code__.co_filename)
        if self._folder is not None and not numba.config.DISABLE_JIT:
            # Numba chooses the folder at this moment only.
            given, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(self._folder)
            self._stored = numba.njit(**OPTIONS, cache=True)(function)
            numba.config.CACHE_DIR = given

    def ready_for(self, *arguments):
        """Return the function, compiled for arguments of these types."""
        if self._stored is None:
            return self.fresh
        types = tuple(numba.typeof(argument) for argument in arguments)
        if types in self._stored.overloads:
            return self._stored
        try:
            with FileLock(self._folder / f"{self._name}.lock", timeout=LONGEST_WAIT):
                self._stored.compile(types)
        except Exception:
            # For an unreadable file, Numba raises errors of any type. An error of the function
            # itself is raised again when it is compiled.
            return self.fresh
        return self._stored
