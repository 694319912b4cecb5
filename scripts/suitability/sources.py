"""Tell apart versions of the code that a script runs, and of the files that it reads."""

import ast
import functools
import hashlib
from pathlib import Path

LIBRARY = Path(__file__).parent
DOCUMENTED = ast.Module | ast.FunctionDef | ast.ClassDef


def digest(script):
    """Return a digest of a script and of the library's modules that it reaches.

    Comments, docstrings and layout do not count.

    Parameters
    ----------
    script : path

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    reached, waiting = {}, [Path(script)]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached[path], imported = _read(path)
            waiting += imported
    told = "\n".join(f"{path.name} {reached[path]}" for path in sorted(reached))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def digest_of_files(paths):
    """Return a digest of what files hold, whatever their names and times.

    Parameters
    ----------
    paths : sequence of path

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    told = " ".join(_content(str(path)) for path in paths)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@functools.cache
def _content(path):
    """Return the SHA-256 of a file; nothing if it cannot be read, which its reader will tell."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@functools.cache
def _read(path):
    """Return what a file says, as far as it matters, and the modules that it imports."""
    tree = ast.parse(path.read_bytes())
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            imported.add(node.module)
            imported.update(f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            imported.update(name.name for name in node.names)
        elif isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    names = [name.split(".") for name in imported if name.startswith(f"{LIBRARY.name}.")]
    modules = {LIBRARY / f"{name[1]}.py" for name in names}
    told = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    return told, [module for module in modules if module.is_file()]
