"""Records of fetched files, and the check that the files still agree with them."""

import hashlib
from pathlib import Path

from suitability.core.errors import InputError
from suitability.core.tables import read_json

FIELDS = {"url": str, "fetched": str, "bytes": int, "sha256": str}


def read_record(path):
    """Read the record of a file that `download.obtain` wrote.

    Parameters
    ----------
    path : path

    Returns
    -------
    dict
        url, fetched, bytes and sha256; empty if there is no record or it is damaged.
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
    """Refuse a file that differs from what was fetched or from what the config states.

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
        If the size or the SHA-256 differs, or there is no complete record.
    """
    known = read_record(record)
    if not known:
        raise InputError(
            f"{record}: is not a complete record of {path}; delete it to have the file checked "
            "again"
        )
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
                f"{record} to have it downloaded again, or only the latter if the file is right"
            )
