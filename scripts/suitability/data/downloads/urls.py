"""Addresses of files and which are allowed; light to import, since every job does."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from suitability.core.errors import InputError

# A download must have come within this time.
MOST_MINUTES = 240
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


def check_url(name, source):
    """Refuse an address that is neither secure nor explicitly allowed.

    Parameters
    ----------
    name : str
        The file's name in the config.
    source : dict
        Its stanza there, with the keys url and insecure.

    Raises
    ------
    InputError
        If the address is not `https://` or `file:///`, nor an `http://` that stays on this machine
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
    """Return whether an address may be fetched: over https, unless `insecure` is set."""
    parts = _parts(url)
    if not parts or not parts.hostname:
        return False
    allowed = source["insecure"] or parts.hostname in THIS_MACHINE
    return parts.scheme == "https" or (parts.scheme == "http" and allowed)


def _parts(url):
    """Return the parts of an address, None if it is invalid."""
    try:
        parts = urlsplit(url)
        # Reading the port raises an error if it is invalid.
        sound = parts.port is None or parts.port > 0
    except ValueError:
        return None
    strange = not url.isprintable() or "%00" in url or re.search(r"\s", parts.netloc)
    return parts if sound and not strange else None


def put_where(path, url):
    """Return which file to put where when it cannot be fetched."""
    return f"put the file from {url} at {Path(path).absolute()}"


def missing_offline(sources, folder):
    """Return one line that lists the files to be placed by hand.

    Parameters
    ----------
    sources : dict of str to dict
        The stanza in the config of each file, by its name.
    folder : path
        The folder of the files.

    Returns
    -------
    str
        Empty if all files exist.
    """
    wanted = [
        put_where(Path(folder) / name, source["url"])
        for name, source in sources.items()
        if not (Path(folder) / name).exists()
    ]
    return f"offline: {'; '.join(wanted)}; then run again" if wanted else ""
