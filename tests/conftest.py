from xdist.scheduler import LoadScopeScheduling


class ByFile(LoadScopeScheduling):
    """Give a process all tests of a file; runs of the workflow share a finished study."""

    def _split_scope(self, nodeid):
        return "workflow" if nodeid.startswith("tests/workflow/") else nodeid.split("::")[0]


def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log)
