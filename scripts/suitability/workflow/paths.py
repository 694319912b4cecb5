"""Find the files that the config names; light to import, since every job does."""

import os
import stat
from pathlib import Path

from suitability.core.errors import InputError
from suitability.core.text import LONGEST_LINE, shown

# Folders of the working directory in which Snakemake writes and deletes files.
WRITTEN = ("results", "logs", "benchmarks")


def make_importable(folder):
    """Let the processes that Snakemake starts import from a folder."""
    known = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if str(folder) not in known:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *filter(None, known)])


def as_rules_name(given, made):
    """Return a path as the rules name it, if a rule makes the file.

    Parameters
    ----------
    given : str
        As in the config, such as `./downloads/x.tsv`.
    made : collection of str
        Files that rules make, relative to the working directory.

    Returns
    -------
    str
    """
    relative = os.path.relpath(given)
    return relative if relative in made else given


def find(given, key, folders):
    """Find a file that the config names.

    Parameters
    ----------
    given : str
    key : str
        The key of the config, for messages.
    folders : sequence of path
        Where to search; the first one that has the file is used.

    Returns
    -------
    pathlib.Path
        May be a folder, which the reader of the file refuses.

    Raises
    ------
    InputError
        If there is no such file, it cannot be reached, is a pipe or a device, or is in a folder in
        which the workflow writes.
    """
    name = shown(given, LONGEST_LINE)
    for folder in folders:
        path = Path(folder, given)
        try:
            mode = path.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise InputError(
                f"config: {key}: {name} cannot be reached ({why}); correct "
                "the path, or "
                "the permissions of its folders"
            ) from None
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise InputError(f"config: {key}: {name} is a pipe or a device; name a regular file")
        for written in WRITTEN:
            if path.resolve().is_relative_to(Path(written).resolve()):
                raise InputError(
                    f"config: {key}: {name} is in {written}/, where the "
                    "workflow writes and deletes files; move it elsewhere"
                )
        return path
    raise InputError(
        f"config: {key}: there is no file {name} in "
        f"{' or '.join(map(str, folders))}; "
        "correct the path"
    )
