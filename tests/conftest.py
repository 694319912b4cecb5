import os

from xdist.scheduler import LoadScopeScheduling

# Each of the processes has a core; set before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Files whose tests share a finished study.
GOLUB = [f"tests/workflow/test_{name}.py" for name in ("null", "paper", "sets", "study")]


class ByFile(LoadScopeScheduling):
    """Give a process all tests of a file, and of those that share the golub study."""

    def _split_scope(self, nodeid):
        file = nodeid.split("::")[0]
        return "golub" if file in GOLUB else file


def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log)
