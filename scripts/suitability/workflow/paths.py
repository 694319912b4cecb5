"""Where the files lie that the config names; light, since every job reads it."""

import os
import stat
from pathlib import Path

from suitability.core.errors import InputError
from suitability.core.text import LONGEST_LINE, shown

# Folders of the working directory whose files Snakemake writes, and deletes when a job fails.
WRITTEN = ("results", "logs", "benchmarks")


def make_importable(folder):
    """Let the processes that Snakemake starts import from a folder, whether installed or not."""
    known = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if str(folder) not in known:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *filter(None, known)])


def as_rules_name(given, made):
    """Return a path as the rules name it, if they make the file.

    Parameters
    ----------
    given : str
        As the user wrote it, such as `./downloads/x.tsv`.
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
        Where the config names it, for messages.
    folders : sequence of path
        Where it may lie; the first one that has it is taken.

    Returns
    -------
    pathlib.Path
        A folder is returned too: its reader knows better what to say.

    Raises
    ------
    InputError
        If there is none, it cannot be reached or has no end, or the workflow would write over it.
    """
    for folder in folders:
        path = Path(folder, given)
        try:
            mode = path.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise InputError(
                f"config: {key}: {shown(given, LONGEST_LINE)} cannot be reached ({why}); correct the path, or "
                "the permissions of its folders"
            ) from None
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise InputError(
                f"config: {key}: {shown(given, LONGEST_LINE)} is a pipe or a device; name a file that can be "
                "read again"
            )
        for name in WRITTEN:
            if path.resolve().is_relative_to(Path(name).resolve()):
                raise InputError(
                    f"config: {key}: {shown(given, LONGEST_LINE)} lies in {name}/, where the workflow writes "
                    "and deletes files; move it elsewhere"
                )
        return path
    raise InputError(
        f"config: {key}: there is no file {shown(given, LONGEST_LINE)} in {' or '.join(map(str, folders))}; "
        "correct the path"
    )
