"""The environment of jobs, independent of the user's settings and of a writable home."""

import os
from pathlib import Path


def set_environment(folder):
    """Set the environment variables that the jobs of this process inherit.

    Figures do not take the backend that Jupyter sets. Where the user's folders for caches and
    settings cannot be written, packages use a folder of the working directory instead.

    Parameters
    ----------
    folder : path
        A folder that can be created.
    """
    os.environ["MPLBACKEND"] = "agg"
    caches = _folder("XDG_CACHE_HOME", "~/.cache")
    if not (_is_writable(caches) and _is_writable(_folder("XDG_CONFIG_HOME", "~/.config"))):
        os.environ["XDG_CACHE_HOME"] = str(Path(folder).absolute())
        os.environ["MPLCONFIGDIR"] = str(Path(folder, "matplotlib").absolute())


def _folder(variable, default):
    return Path(os.environ.get(variable) or default).expanduser()


def _is_writable(folder):
    """Return whether a folder can be written, or created if it does not exist."""
    while not folder.exists():
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
