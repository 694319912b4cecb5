"""Digests of the code that a script runs and of the files that it reads."""

import ast
import functools
import hashlib
from pathlib import Path

LIBRARY = Path(__file__).resolve().parents[1]
DOCUMENTED = ast.Module | ast.FunctionDef | ast.ClassDef


def digest(*paths):
    """Return a digest of scripts or modules and of the library's modules that they reach.

    Comments, docstrings and layout do not count.

    Parameters
    ----------
    *paths : path

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    root = LIBRARY.parent
    found = reached(*paths)
    names = {
        path: path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        for path in found
    }
    text = "\n".join(sorted(f"{names[path]} {found[path]}" for path in found))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def reached(*paths):
    """Return the files whose code scripts or modules run: their own and those of the library.

    Importing a module runs the `__init__` of every package that holds it, so these are reached too.

    Parameters
    ----------
    *paths : path

    Returns
    -------
    dict of pathlib.Path to str
        By file, the digest of its code.
    """
    files, waiting = {}, [Path(path).resolve() for path in paths]
    while waiting:
        file = waiting.pop()
        if file not in files:
            files[file], imported = _read(file)
            waiting += (found for name in imported for found in _files_of(name))
    return files


def digest_of_files(paths):
    """Return a digest of the content of files, regardless of names and times.

    Parameters
    ----------
    paths : sequence of path

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    text = " ".join(_content(str(path)) for path in paths)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@functools.cache
def _content(path):
    """Return the SHA-256 of a file; empty if it cannot be read, which its reader will report."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@functools.cache
def _read(path):
    """Return a digest of a file's code, and the dotted names that it imports."""
    tree = ast.parse(path.read_bytes())
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = _base(node, path)
            imported.add(base)
            imported.update(f"{base}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            imported.update(name.name for name in node.names)
        elif isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    text = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    return text, imported


def _base(node, path):
    """Return the dotted name that a `from` import starts from, also of a relative one."""
    if not node.level:
        return node.module
    package = path.parents[node.level - 1].relative_to(LIBRARY.parent).parts
    return ".".join([*package, *([node.module] if node.module else [])])


@functools.cache
def _files_of(name):
    """Return the files that run when the library's module of a dotted name is imported."""
    parts = name.split(".")
    if parts[0] != LIBRARY.name:
        return []
    places = [LIBRARY.parent.joinpath(*parts[:count]) for count in range(1, len(parts) + 1)]
    files = [file for place in places for file in (place / "__init__.py", place.with_suffix(".py"))]
    return [file.resolve() for file in files if file.is_file()]
