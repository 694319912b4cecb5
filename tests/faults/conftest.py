from workflow.conftest import project

__all__ = ["project"]
