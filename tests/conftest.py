from xdist.scheduler import LoadScopeScheduling

# Files whose tests share a finished study.
GOLUB = ("null", "paper", "sets", "study")
PROJECT = ("faults", "least_work")


class ByFile(LoadScopeScheduling):
    """Give a process all tests of a file, and of those that share a study."""

    def _split_scope(self, nodeid):
        file = nodeid.split("::")[0]
        for study in (GOLUB, PROJECT):
            if file in [f"tests/workflow/test_{name}.py" for name in study]:
                return study[0]
        return file


def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log)
