"""Addresses of files, and what may be fetched from where; light, since every job reads it."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from suitability.core.errors import InputError

THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


def check_url(name, source):
    """Refuse an address that is neither safe nor said to be used nevertheless.

    Parameters
    ----------
    name : str
        The file's name in the config.
    source : dict
        Its stanza there, with the keys url and insecure.

    Raises
    ------
    InputError
        If the address is no `https://` or `file:///`, and no `http://` that stays on this machine
        or is allowed by `insecure`.
    """
    parts = _parts(source["url"])
    is_file = parts and parts.scheme == "file" and not parts.netloc and parts.path.strip("/")
    if not is_file and not may_be_asked(source["url"], source):
        raise InputError(
            f"config: downloads.{name}.url: '{source['url']}' given; allowed is https:// or "
            "file:///, and http:// with insecure: true"
        )


def may_be_asked(url, source):
    """Say whether a server may be asked for this address: over https, unless told otherwise."""
    parts = _parts(url)
    if not parts or not parts.hostname:
        return False
    allowed = source["insecure"] or parts.hostname in THIS_MACHINE
    return parts.scheme == "https" or (parts.scheme == "http" and allowed)


def _parts(url):
    """Return the parts of an address, None if it is none."""
    try:
        parts = urlsplit(url)
        # Only a look at it tells whether the port is one.
        sound = parts.port is None or parts.port > 0
    except ValueError:
        return None
    strange = not url.isprintable() or "%00" in url or re.search(r"\s", parts.netloc)
    return parts if sound and not strange else None


def put_where(path, url):
    """Say which file to put where when it cannot be fetched from here."""
    return f"put the file from {url} at {Path(path).absolute()}"


def missing_offline(sources, folder):
    """Return one line on the files that are to be put in place by hand, or nothing.

    Parameters
    ----------
    sources : dict of str to dict
        By name of the file: its stanza in the config.
    folder : path
        Where the files are to lie.

    Returns
    -------
    str
        Empty if all are there.
    """
    wanted = [
        put_where(Path(folder) / name, source["url"])
        for name, source in sources.items()
        if not (Path(folder) / name).exists()
    ]
    return f"offline: {'; '.join(wanted)}; then run again" if wanted else ""
