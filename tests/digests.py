"""Digests of files, which pytest compares in no time where the bytes of tables take it an hour."""

import hashlib


def digest(path):
    """Return the digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def digests(directory, *patterns):
    """Return the digest of every file in a directory that matches a pattern, by its path."""
    paths = (path for pattern in patterns for path in directory.glob(pattern) if path.is_file())
    return {str(path.relative_to(directory)): digest(path) for path in paths}
