import errno
import gzip
import hashlib
import io
import logging
import signal
import sys
from pathlib import Path

import numpy as np
import pytest

from misbehaving import serve
from suitability.core.errors import InputError
from suitability.core.tables import read_json
from suitability.data.downloads import download
from suitability.data.downloads.download import obtain
from suitability.data.downloads.records import check_fetched, read_record
from suitability.data.downloads.urls import check_url, missing_offline

# Random, so that it does not shrink, and a part of it is much shorter than the whole.
CONTENT = np.random.default_rng(1).bytes(200_000).hex().encode()
GZIP = gzip.compress(CONTENT, mtime=0)
SHA256 = hashlib.sha256(GZIP).hexdigest()
PAGE = b"\n<!DOCTYPE html><html><body>Service Temporarily Unavailable</body></html>"
GOOD = (200, GZIP, {})
DEFAULTS = {"insecure": False, "sha256": "", "bytes": 0, "max_bytes": 10**9}


@pytest.fixture
def fetch(tmp_path):
    """Fetch values.gz, or `name`, from a server that gives these answers in turn."""

    def run(*answers, name="values.gz", waits=(0.01, 0.02), timeout=(5, 5), longest=60, **source):
        with serve(file=answers) as server:
            source = {"url": f"{server.address}/file", **DEFAULTS, **source}
            try:
                obtain(
                    tmp_path / name,
                    source,
                    tmp_path / f"{name}.json",
                    waits=waits,
                    timeout=timeout,
                    longest=longest,
                )
            finally:
                run.asked = len(server.asked)
                run.headers = server.headers

    run.folder = tmp_path
    return run


def nothing_is_there(folder):
    return not list(folder.iterdir())


def message(info):
    text = str(info.value)
    assert "\n" not in text
    return text


def test_a_file_is_fetched_completely_and_recorded(fetch):
    fetch(GOOD)
    assert (fetch.folder / "values.gz").read_bytes() == GZIP
    record = read_json(fetch.folder / "values.gz.json")
    assert record["sha256"] == SHA256
    assert record["bytes"] == len(GZIP)
    assert record["url"].endswith("/file")
    assert record["fetched"].endswith("UTC")
    assert sorted(p.name for p in fetch.folder.iterdir()) == ["values.gz", "values.gz.json"]


def test_size_and_sha256_may_be_required(fetch):
    fetch(GOOD, sha256=SHA256.upper(), bytes=len(GZIP))
    assert (fetch.folder / "values.gz").read_bytes() == GZIP


@pytest.mark.parametrize("status", [500, 502, 503, 429])
def test_an_error_that_passes_is_waited_for(fetch, status):
    fetch((status, b"", {}), (status, PAGE, {}), GOOD)
    assert fetch.asked == 3
    assert (fetch.folder / "values.gz").read_bytes() == GZIP


@pytest.mark.parametrize(
    ("status", "words"), [(404, "Not Found"), (403, "Forbidden"), (410, "Gone")]
)
def test_a_permanent_error_is_reported_at_once(fetch, status, words):
    with pytest.raises(InputError) as info:
        fetch((status, PAGE, {}))
    text = message(info)
    assert f"the server answers {status} {words}" in text
    assert "put the file from http://127.0.0.1:" in text
    assert text.endswith(f"/file at {fetch.folder / 'values.gz'}")
    assert fetch.asked == 1
    assert nothing_is_there(fetch.folder)


BAD = {
    "server error": ((500, b"", {}), "the server answers 500 Internal Server Error"),
    "truncated": (
        (200, GZIP[:-999], {"Content-Length": str(len(GZIP))}),
        "the connection was interrupted",
    ),
    "gzip cut, no length": (
        (200, GZIP[:-999], {"Content-Length": None}),
        "the downloaded file is an incomplete or damaged gzip file",
    ),
    "gzip cut, its own length": (
        (200, GZIP[: len(GZIP) // 2], {}),
        "the downloaded file is an incomplete or damaged gzip",
    ),
    "gzip damaged": (
        (200, GZIP[:5000] + b"\0\0\0\0" + GZIP[5004:], {}),
        "the downloaded file is an incomplete or damaged gzip file",
    ),
    "page": (
        (200, PAGE, {"Content-Type": "text/html"}),
        "the downloaded file is a web page instead of the file",
    ),
    "empty": ((200, b"", {}), "the downloaded file is empty"),
    "another file": ((200, gzip.compress(b"other"), {}), "the downloaded file has the SHA-256"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_not_the_file_never_gets_its_name(fetch, case):
    answer, words = BAD[case]
    with pytest.raises(InputError) as info:
        fetch(answer, sha256=SHA256)
    assert words in message(info)
    assert fetch.asked == 3
    assert nothing_is_there(fetch.folder)


@pytest.mark.parametrize("case", BAD)
def test_after_each_of_them_a_good_answer_is_taken(fetch, case):
    fetch(BAD[case][0], GOOD, sha256=SHA256)
    assert fetch.asked == 2
    assert (fetch.folder / "values.gz").read_bytes() == GZIP


def test_a_body_that_stalls_is_given_up(fetch):
    stalled = (200, GZIP[:1000], {"Content-Length": str(len(GZIP)), "x-stall": "yes"})
    with pytest.raises(InputError) as info:
        fetch(stalled, waits=(0.01,), timeout=(5, 0.2))
    assert "the server did not answer in time" in message(info)
    assert fetch.asked == 2
    assert nothing_is_there(fetch.folder)


@pytest.mark.parametrize("where", ["body", "header"])
def test_a_server_that_drips_for_ever_is_given_up(fetch, where):
    drips = {"Content-Length": str(len(GZIP)), "x-drip": "yes"}
    if where == "header":
        drips["x-raw"] = "HTTP/1.1 200 OK\r\nLong: "
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(InputError) as info:
        fetch((200, GZIP[:1000], drips), timeout=(5, 5), longest=0.3)
    assert "the download took longer than 0.005 minutes" in message(info)
    assert fetch.asked == 1
    assert nothing_is_there(fetch.folder)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.parametrize(
    ("status", "headers", "words"),
    [
        (206, {"Content-Range": f"bytes 0-{len(GZIP) - 1}/{len(GZIP)}"}, "206 Partial Content"),
        (300, {}, "300 Multiple Choices"),
        (203, {}, "203 Non-Authoritative Information"),
    ],
)
def test_an_answer_that_is_no_whole_file_is_refused(fetch, status, headers, words):
    with pytest.raises(InputError) as info:
        fetch((status, GZIP, headers), sha256=SHA256)
    assert f"the server answers {words}" in message(info)
    assert fetch.asked == 1
    assert nothing_is_there(fetch.folder)


def test_a_file_that_is_not_ready_is_asked_for_again(fetch):
    fetch((202, b"wait", {}), GOOD)
    assert (fetch.folder / "values.gz").read_bytes() == GZIP


@pytest.mark.parametrize("length", ["abc", "-5", "", "1e3", "\xb2"])
def test_a_length_that_is_no_number_is_passed_over(fetch, length):
    fetch((200, GZIP, {"Content-Length": length}), sha256=SHA256)
    assert (fetch.folder / "values.gz").read_bytes() == GZIP
    assert fetch.asked == 1


def test_a_server_that_does_not_answer_is_refused(tmp_path):
    with serve() as server:
        url = f"{server.address}/file"
    with pytest.raises(InputError, match="the server cannot be reached"):
        obtain(
            tmp_path / "v.gz",
            {"url": url, **DEFAULTS},
            tmp_path / "v.gz.json",
            waits=(),
        )


def test_waits_grow(fetch, monkeypatch):
    waited = []
    monkeypatch.setattr(download.time, "sleep", waited.append)
    with pytest.raises(InputError):
        fetch((500, b"", {}), waits=download.WAITS)
    assert waited == list(download.WAITS) == sorted(waited)
    assert fetch.asked == len(download.WAITS) + 1


def test_a_file_of_another_size_is_refused(fetch):
    with pytest.raises(InputError, match=rf"has {len(GZIP)} bytes where {len(GZIP) + 1} are exp"):
        fetch(GOOD, bytes=len(GZIP) + 1)
    assert nothing_is_there(fetch.folder)


@pytest.mark.parametrize("length", [str(len(GZIP)), None])
@pytest.mark.parametrize("key", ["bytes", "max_bytes"])
def test_a_file_that_is_too_large_is_given_up(fetch, length, key):
    with pytest.raises(InputError) as info:
        fetch((200, GZIP, {"Content-Length": length}), **{key: 1000})
    assert f"is larger than the 1000 bytes of {key} in the config" in message(info)
    assert fetch.asked == 1
    assert nothing_is_there(fetch.folder)


def test_no_length_is_no_obstacle(fetch):
    fetch((200, GZIP, {"Content-Length": None}))
    assert (fetch.folder / "values.gz").read_bytes() == GZIP


def test_a_gzip_called_an_encoding_stays_a_gzip(fetch):
    fetch((200, GZIP, {"Content-Encoding": "x-gzip"}), sha256=SHA256)
    assert (fetch.folder / "values.gz").read_bytes() == GZIP
    assert fetch.headers[0]["Accept-Encoding"] == "identity"


def test_a_text_sent_as_gzip_is_unpacked(fetch):
    fetch((200, gzip.compress(b"a\tb\n"), {"Content-Encoding": "gzip"}), name="v.tsv")
    assert (fetch.folder / "v.tsv").read_bytes() == b"a\tb\n"


def test_a_page_in_place_of_a_text_is_refused(fetch):
    with pytest.raises(InputError, match="the downloaded file is a web page"):
        fetch((200, b"\xef\xbb\xbf<HTML>", {}), name="v.tsv")


def test_a_redirect_is_followed(tmp_path):
    with serve(old=[(301, b"", {"Location": "/new"})], new=[GOOD]) as server:
        source = {"url": f"{server.address}/old", **DEFAULTS}
        obtain(tmp_path / "v.gz", source, tmp_path / "v.gz.json")
        assert server.asked == ["/old", "/new"]
    assert (tmp_path / "v.gz").read_bytes() == GZIP


@pytest.mark.parametrize(
    "target", ["http://data.example/v.gz", "file:///etc/hostname", "ftp://127.0.0.1/v.gz"]
)
def test_a_redirect_to_where_it_is_not_safe_is_not_followed(fetch, target):
    with pytest.raises(InputError) as info:
        fetch((302, b"", {"Location": target}))
    assert f"redirects to {target}, which is not secure" in message(info)
    assert fetch.asked == 1
    assert nothing_is_there(fetch.folder)


def test_redirects_in_a_circle_end(fetch):
    with pytest.raises(InputError, match="30 redirects"):
        fetch((302, b"", {"Location": "/file"}))
    assert nothing_is_there(fetch.folder)


def test_a_proxy_is_used(tmp_path, monkeypatch):
    with serve() as proxy:
        proxy.behaviours["http://data.example/v.gz"] = [GOOD]
        monkeypatch.setenv("http_proxy", proxy.address)
        monkeypatch.delenv("no_proxy", raising=False)
        source = {"url": "http://data.example/v.gz", **DEFAULTS, "insecure": True}
        obtain(tmp_path / "v.gz", source, tmp_path / "v.gz.json")
        assert proxy.asked == ["http://data.example/v.gz"]
    assert (tmp_path / "v.gz").read_bytes() == GZIP


def test_a_proxy_that_is_away_is_refused(tmp_path, monkeypatch):
    with serve() as proxy:
        monkeypatch.setenv("http_proxy", proxy.address)
    monkeypatch.delenv("no_proxy", raising=False)
    source = {"url": "http://data.example/v.gz", **DEFAULTS, "insecure": True}
    with pytest.raises(InputError, match="the proxy does not answer"):
        obtain(tmp_path / "v.gz", source, tmp_path / "v.gz.json", waits=())


def test_a_file_of_this_machine_is_copied_and_checked(tmp_path):
    (tmp_path / "with space.gz").write_bytes(GZIP)
    target = tmp_path / "there" / "v.gz"
    source = {"url": f"{tmp_path.as_uri()}/with%20space.gz", **DEFAULTS, "sha256": SHA256}
    obtain(target, source, tmp_path / "there/v.gz.json")
    assert target.read_bytes() == GZIP
    source["url"] = f"{tmp_path.as_uri()}/gone.gz"
    with pytest.raises(InputError, match=r"gone\.gz: No such file or directory; correct the path"):
        obtain(tmp_path / "there/w.gz", source, tmp_path / "there/w.gz.json")
    with pytest.raises(InputError, match="is larger than the 10 bytes"):
        source = {"url": f"{tmp_path.as_uri()}/with%20space.gz", **DEFAULTS, "max_bytes": 10}
        obtain(tmp_path / "there/w.gz", source, tmp_path / "there/w.gz.json")
    assert not (tmp_path / "there/w.gz").exists()


def test_a_file_put_there_by_hand_is_checked_and_kept(fetch):
    (fetch.folder / "values.gz").write_bytes(GZIP)
    fetch(GOOD, sha256=SHA256)
    assert fetch.asked == 0
    record = read_json(fetch.folder / "values.gz.json")
    assert record == {"url": "", "fetched": "", "bytes": len(GZIP), "sha256": SHA256}
    # Not even another address takes it away.
    fetch(GOOD)
    assert fetch.asked == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (GZIP[:-9], "is an incomplete or damaged gzip file"),
        (PAGE, "is a web page instead of the file"),
        (gzip.compress(b"other", mtime=0), "has the SHA-256"),
    ],
    ids=["cut", "page", "other"],
)
def test_a_wrong_file_put_there_by_hand_is_told_and_kept(fetch, content, words):
    (fetch.folder / "values.gz").write_bytes(content)
    with pytest.raises(InputError) as info:
        fetch(GOOD, sha256=SHA256)
    text = message(info)
    assert text.startswith(f"{fetch.folder / 'values.gz'}: {words}")
    assert "delete it to have it fetched from http://127.0.0.1" in text
    assert fetch.asked == 0
    assert (fetch.folder / "values.gz").read_bytes() == content


def test_a_fetched_file_is_kept_until_its_address_changes(tmp_path):
    other = gzip.compress(b"other")
    record = tmp_path / "v.gz.json"
    with serve(one=[GOOD], two=[(200, other, {})]) as server:
        one = {"url": f"{server.address}/one", **DEFAULTS}
        obtain(tmp_path / "v.gz", one, record)
        first = read_json(record)
        obtain(tmp_path / "v.gz", {**one, "sha256": SHA256}, record)
        assert read_json(record) == first
        assert server.asked == ["/one"]
        obtain(tmp_path / "v.gz", {**one, "url": f"{server.address}/two"}, record)
        assert server.asked == ["/one", "/two"]
    assert (tmp_path / "v.gz").read_bytes() == other


@pytest.mark.parametrize("broken", ["", "{", "[]", "{}", '{"sha256": 3}', "\xff", "null"])
def test_a_broken_record_is_none(fetch, broken):
    fetch(GOOD)
    record = fetch.folder / "values.gz.json"
    whole = read_record(record)
    record.write_bytes(broken.encode("latin-1"))
    assert read_record(record) == {}
    with pytest.raises(
        InputError, match=r"values\.gz\.json: is not a complete record of .*; delete it"
    ):
        check_fetched(fetch.folder / "values.gz", record, DEFAULTS)
    fetch(GOOD)
    assert fetch.asked == 0
    assert read_record(record) == whole | {"url": "", "fetched": ""}


def test_a_file_that_changed_after_it_was_fetched_is_refused(fetch):
    path, record = fetch.folder / "values.gz", fetch.folder / "values.gz.json"
    fetch(GOOD)
    check_fetched(path, record, DEFAULTS)
    check_fetched(path, record, DEFAULTS | {"bytes": len(GZIP), "sha256": SHA256.upper()})
    end = (
        f"; delete it and {record} to have it downloaded again, or only the latter if the file is "
        "right"
    )
    with pytest.raises(InputError) as info:
        check_fetched(path, record, DEFAULTS | {"sha256": 64 * "0"})
    start = f"{path}: has the SHA-256 {SHA256} where the config has {64 * '0'}"
    assert message(info) == start + end
    with pytest.raises(InputError) as info:
        check_fetched(path, record, DEFAULTS | {"bytes": 5})
    assert message(info) == f"{path}: has the size {len(GZIP)} where the config has 5{end}"
    path.write_bytes(GZIP[:-9])
    with pytest.raises(InputError) as info:
        check_fetched(path, record, DEFAULTS)
    start = f"{path}: has the size {len(GZIP) - 9} where {record} has {len(GZIP)}"
    assert message(info) == start + end
    path.write_bytes(GZIP[::-1])
    with pytest.raises(InputError, match=f"where {record} has {SHA256}; delete it"):
        check_fetched(path, record, DEFAULTS)


@pytest.mark.parametrize("origin", ["/dev/zero", "/dev/null", "."])
def test_what_is_no_file_is_not_copied(tmp_path, origin):
    source = {"url": Path(origin).absolute().as_uri(), **DEFAULTS, "max_bytes": 1000}
    with pytest.raises(InputError, match="is not a regular file; correct the path"):
        obtain(tmp_path / "v", source, tmp_path / "v.json")
    assert nothing_is_there(tmp_path)


def test_a_file_that_grows_while_it_is_copied_is_given_up(tmp_path, monkeypatch):
    (tmp_path / "growing").write_bytes(CONTENT)
    monkeypatch.setattr(download, "_limit", lambda source: 10**9 if source.pop("once", 0) else 100)
    source = {"url": (tmp_path / "growing").as_uri(), **DEFAULTS, "once": 1}
    with pytest.raises(InputError, match="is larger than the 100 bytes"):
        obtain(tmp_path / "v", source, tmp_path / "v.json")
    assert not (tmp_path / "v").exists()


def test_parts_left_by_a_killed_job_are_cleared_away(fetch):
    (fetch.folder / ".values.gz.123.part").write_bytes(GZIP[:100])
    (fetch.folder / ".other.gz.123.part").write_bytes(GZIP[:100])
    fetch(GOOD)
    assert not (fetch.folder / ".values.gz.123.part").exists()
    assert (fetch.folder / ".other.gz.123.part").exists()


def test_a_full_disk_is_reported_in_one_line(fetch, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(download._Sink, "write", full)
    with pytest.raises(InputError, match=r"values\.gz: cannot be written: No space left on device"):
        fetch(GOOD)
    assert nothing_is_there(fetch.folder)


def test_the_log_has_attempts_and_progress(fetch, caplog, monkeypatch):
    caplog.set_level(logging.INFO, "suitability")
    monkeypatch.setattr(download, "SECONDS_BETWEEN_LOG_LINES", 0)
    fetch((500, b"", {}), GOOD)
    text = caplog.text
    assert "the server answers 500 Internal Server Error; trying again in 0.01 s" in text
    assert "values.gz: 0.2 MB so far" in text
    assert SHA256 in text


def test_a_bar_shows_the_progress_on_a_terminal(fetch, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    fetch(GOOD)
    assert "values.gz: 100%" in terminal.getvalue()


@pytest.mark.parametrize(
    ("url", "insecure"),
    [
        ("https://data.example/v.gz", False),
        ("http://127.0.0.1:8000/v.gz", False),
        ("http://localhost/v.gz", False),
        ("http://[::1]:8000/v.gz", False),
        ("http://data.example/v.gz", True),
        ("file:///data/v.gz", False),
    ],
)
def test_these_addresses_are_allowed(url, insecure):
    check_url("v.gz", {"url": url, "insecure": insecure})


@pytest.mark.parametrize(
    ("url", "insecure"),
    [
        ("http://data.example/v.gz", False),
        ("http://127.0.0.1.data.example/v.gz", False),
        ("http://127.0.0.1@data.example/v.gz", False),
        ("ftp://data.example/v.gz", True),
        ("https:///v.gz", True),
        ("file://data.example/v.gz", True),
        ("data/v.gz", True),
        ("", True),
        ("https://[bad/x", True),
        ("https://\u2100.com/", True),
        ("https://a b/c", True),
        ("https://a.example:99999/c", True),
        ("https://a.example:x/c", True),
        ("https://a.example/c\td", True),
        ("file:///", False),
        ("file:////", False),
        ("file:///a%00b", False),
    ],
)
def test_these_are_not(url, insecure):
    with pytest.raises(InputError) as info:
        check_url("v.gz", {"url": url, "insecure": insecure})
    assert message(info) == (
        f"config: downloads.v.gz.url: '{url}' given; allowed is https:// or file:///, and http:// "
        "with insecure: true"
    )


def test_offline_all_missing_files_are_named_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sources = {name: {"url": f"https://data.example/{name}"} for name in ("a.gz", "b.gz", "c.gz")}
    Path("downloads").mkdir()
    Path("downloads/b.gz").write_bytes(GZIP)
    assert missing_offline(sources, "downloads") == (
        f"offline: put the file from https://data.example/a.gz at {tmp_path}/downloads/a.gz; "
        f"put the file from https://data.example/c.gz at {tmp_path}/downloads/c.gz; then run again"
    )
    assert missing_offline({"b.gz": sources["b.gz"]}, "downloads") == ""
