"""Fetch the files of a study: complete, checked and recorded, or not at all."""

import gzip
import shutil
import signal
import stat
import time
import zlib
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from urllib.request import url2pathname

import pooch
import requests
from tqdm import tqdm

from suitability.core.errors import InputError
from suitability.core.jobs import logger
from suitability.core.progress import SECONDS_BETWEEN_LOG_LINES
from suitability.core.tables import whole_file, write_json
from suitability.data.downloads.records import read_record
from suitability.data.downloads.urls import MOST_MINUTES, may_be_asked, put_where

# Seconds between attempts; one attempt more than there are waits.
WAITS = (2, 8, 30, 90)
# Seconds until a server must have answered, and until more must have come.
TIMEOUT = (20, 60)
CHUNK = 2**18
# Status codes that may be temporary, besides 5xx; all others but 200 are final.
PASSING = (202, 408, 425, 429)
PAGE = (b"<!doctype html", b"<html")


class _Broken(Exception):
    """The file is not the expected one; another attempt may help."""


class _TooSlow(Exception):
    """The time for a download is over."""


def obtain(path, source, record, *, waits=WAITS, timeout=TIMEOUT, longest=60 * MOST_MINUTES):
    """Make sure that a file exists, complete and as expected; fetch it if needed.

    An existing file, such as one placed there by hand, is checked and kept, unless its record shows
    that it was fetched from another address.

    Parameters
    ----------
    path : path
        The file's final place.
    source : dict
        Its stanza in the config: url, insecure, max_bytes, sha256 (empty if not known) and bytes
        (0 if not known).
    record : path
        JSON, read and written: the file's address and time of fetching (empty if it was placed
        there by hand), its size and its SHA-256.
    waits : sequence of float
        Seconds between attempts.
    timeout : (float, float)
        Seconds until a server must have answered, and until more must have come.
    longest : float
        Seconds until the file must have come completely.

    Raises
    ------
    InputError
        If the file cannot be fetched or is not the right one. An existing file is left as it was.
    """
    path = Path(path)
    there = _found(path, record, source)
    if there is None:
        size, digest = _fetch(path, source, waits, timeout, longest)
        url, fetched = source["url"], f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    else:
        size, digest, url, fetched = there
    logger.info("%s: %d bytes, SHA-256 %s, %s", path, size, digest, url or "placed there by hand")
    write_json({"url": url, "fetched": fetched, "bytes": size, "sha256": digest}, record)


def _found(path, record, source):
    """Return (size, SHA-256, address, time of fetching) of an existing file, else None."""
    if not path.exists():
        return None
    known = read_record(record)
    ours = known.get("sha256") == pooch.file_hash(str(path))
    url, fetched = (known["url"], known["fetched"]) if ours else ("", "")
    if url not in ("", source["url"]):
        logger.info("%s: was fetched from %s; it is fetched again", path, url)
        return None
    try:
        return *examine(path, path.name, source), url, fetched
    except _Broken as problem:
        raise InputError(
            f"{path}: {problem}; delete it to have it fetched from {source['url']}, or replace it "
            "by the right one"
        ) from None


def _fetch(path, source, waits, timeout, longest):
    for left_over in path.parent.glob(f".{path.name}.*.part"):
        left_over.unlink()
    url = source["url"]
    for wait in (*waits, None):
        try:
            with whole_file(path) as part:
                if urlsplit(url).scheme == "file":
                    _copy(url, part, path.name, source)
                else:
                    with _time_limit(longest):
                        _transfer(url, part, path.name, source, timeout)
                return examine(part, path.name, source)
        except (_Broken, _TooSlow, requests.RequestException) as error:
            problem, passing = _in_words(error)
            logger.info("%s: %r", path, error)
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from None
        if wait is None or not passing:
            break
        logger.warning("%s: %s; trying again in %g s", path, problem, wait)
        time.sleep(wait)
    raise InputError(
        f"{path}: cannot be fetched from {url}: {problem}; correct the address, check the network "
        f"(a proxy is taken from https_proxy), or {put_where(path, url)}"
    )


def _in_words(error):
    """Return what went wrong, and whether it may be temporary."""
    if isinstance(error, _Broken):
        return f"the downloaded file {error}", True
    if isinstance(error, _TooSlow):
        return f"the download took longer than {error}", False
    if isinstance(error, requests.HTTPError):
        status = error.response.status_code
        words = f"the server answers {status} {error.response.reason}"
        return words, status >= 500 or status in PASSING
    if isinstance(error, requests.exceptions.SSLError):
        return "the server's certificate is not trusted", False
    if isinstance(error, requests.exceptions.ProxyError):
        return "the proxy does not answer", True
    if isinstance(error, requests.Timeout) or "timed out" in str(error):
        return "the server did not answer in time", True
    if isinstance(error, requests.ConnectionError):
        return "the server cannot be reached", True
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the connection was interrupted", True
    return " ".join(str(error).split()), False


@contextmanager
def _time_limit(seconds):
    """Raise `_TooSlow` in the main thread when the time is over, whatever it waits for."""

    def stop(*_):
        raise _TooSlow(f"{seconds / 60:.3g} minutes")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _copy(url, part, name, source):
    origin = Path(url2pathname(urlsplit(url).path))
    try:
        found = origin.stat()
        # Reading a device or a pipe may never end.
        if not stat.S_ISREG(found.st_mode):
            raise InputError(f"{url}: is not a regular file; correct the path")
        if found.st_size > _limit(source):
            _too_large(source)
        with open(origin, "rb") as given, open(part, "wb") as file, _bar(name) as bar:
            bar.total = found.st_size
            shutil.copyfileobj(given, _Sink(file, name, bar, source), CHUNK)
    except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
        raise InputError(f"{url}: {error.strerror}; correct the path") from None


def _bar(name):
    return tqdm(desc=name, unit="B", unit_scale=True, disable=None)


def _transfer(url, part, name, source, timeout):
    def watch(response, **_):
        answers.callback(response.close)
        if response.is_redirect:
            target = urljoin(response.url, response.headers["location"])
            if not may_be_asked(target, source):
                raise InputError(
                    f"{url}: redirects to {target}, which is not secure; use a secure address, or "
                    f"set downloads.{name}.insecure"
                )
        elif response.status_code != 200:
            # Other answers are no whole file, even where they are no errors, such as 206 and 300.
            raise requests.HTTPError(response=response)
        length = response.headers.get("content-length", "")
        if length.isascii() and length.isdigit():
            bar.total = int(length)
        else:
            response.headers.pop("content-length", None)
        if response.ok and (bar.total or 0) > _limit(source):
            _too_large(source)
        # Some servers declare .gz as an encoding, and it would be decompressed on the way.
        if name.endswith(".gz"):
            response.raw.headers.pop("content-encoding", None)

    # Pooch does not close an answer that is not read to its end.
    with (
        ExitStack() as answers,
        open(part, "wb") as file,
        _bar(name) as bar,
    ):
        fetch = pooch.HTTPDownloader(
            chunk_size=CHUNK,
            timeout=timeout,
            headers={"Accept-Encoding": "identity"},
            hooks={"response": watch},
        )
        fetch(url, _Sink(file, name, bar, source), None)


class _Sink:
    """A file that refuses more bytes than the limit and logs the progress."""

    def __init__(self, file, name, bar, source):
        self.file = file
        self.name = name
        self.bar = bar
        self.source = source
        self.size = 0
        self.last_line = time.monotonic()

    def write(self, chunk):
        self.size += len(chunk)
        if self.size > _limit(self.source):
            _too_large(self.source)
        self.file.write(chunk)
        self.bar.update(len(chunk))
        if time.monotonic() - self.last_line >= SECONDS_BETWEEN_LOG_LINES:
            self.last_line = time.monotonic()
            logger.info("%s: %.1f MB so far", self.name, self.size / 1e6)

    def flush(self):
        self.file.flush()


def _limit(source):
    return source["bytes"] or source["max_bytes"]


def _too_large(source):
    key = "bytes" if source["bytes"] else "max_bytes"
    raise InputError(
        f"{source['url']}: is larger than the {_limit(source)} bytes of {key} in the config; is it "
        "the right file? if so, raise that"
    )


def examine(path, name, source):
    """Return the size and the SHA-256 of a file that was checked.

    Parameters
    ----------
    path : path
    name : str
        Its name; a file whose name ends in `.gz` must be complete gzip data.
    source : dict
        sha256 and bytes are compared if they are known.

    Returns
    -------
    (int, str)
    """
    path = Path(path)
    size, digest = path.stat().st_size, pooch.file_hash(str(path))
    with open(path, "rb") as file:
        start = file.read(1024).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not size:
        raise _Broken("is empty")
    if start.startswith(PAGE):
        raise _Broken("is a web page instead of the file")
    if source["bytes"] and size != source["bytes"]:
        raise _Broken(f"has {size} bytes where {source['bytes']} are expected")
    if name.endswith(".gz"):
        _check_gzip(path)
    if source["sha256"] and digest != source["sha256"].lower():
        raise _Broken(f"has the SHA-256 {digest} where {source['sha256'].lower()} is expected")
    return size, digest


def _check_gzip(path):
    try:
        with gzip.open(path) as file:
            while file.read(2**20):
                pass
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise _Broken("is an incomplete or damaged gzip file") from None
