"""What is known of files that were fetched, and whether they still are what came."""

import hashlib
from pathlib import Path

from suitability.core.errors import InputError
from suitability.core.tables import read_json

FIELDS = {"url": str, "fetched": str, "bytes": int, "sha256": str}


def read_record(path):
    """Read what `download.obtain` wrote of a file.

    Parameters
    ----------
    path : path

    Returns
    -------
    dict
        url, fetched, bytes and sha256; empty if there is no record, or a broken one.
    """
    try:
        known = read_json(path)
    except (OSError, ValueError):
        return {}
    whole = isinstance(known, dict) and all(
        isinstance(known.get(key), kind) for key, kind in FIELDS.items()
    )
    return known if whole else {}


def check_fetched(path, record, source):
    """Refuse a file that is no longer what was fetched, or is not what the config asks for.

    Parameters
    ----------
    path : path
    record : path
        JSON that `download.obtain` wrote.
    source : dict
        The file's stanza in the config: sha256 (empty if not known) and bytes (0 if not known).

    Raises
    ------
    InputError
        If the size or the SHA-256 is another, or there is no whole record.
    """
    known = read_record(record)
    if not known:
        raise InputError(f"{record}: is no whole record of {path}; delete it to have both checked")
    size = Path(path).stat().st_size
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    for wanted, found, words, where in (
        (source["bytes"], size, "size", "the config"),
        (source["sha256"].lower(), digest, "SHA-256", "the config"),
        (known["bytes"], size, "size", record),
        (known["sha256"], digest, "SHA-256", record),
    ):
        if wanted and wanted != found:
            raise InputError(
                f"{path}: has the {words} {found} where {where} has {wanted}; delete it and "
                f"{record} to have it fetched anew, or the latter alone if the file is right"
            )
