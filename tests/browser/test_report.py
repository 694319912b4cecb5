"""The page in a real browser: widths, print, accessibility, and what it is without scripts.

axe-core is read from the path in AXE_CORE; `make browser` installs it.
"""

import os
import re
import zlib
from pathlib import Path

import pytest

# Rules for what a program can decide on one page.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ENDPOINTS = 2

MEASURE = """
const frame = document.createElement('iframe');
frame.style.width = 'WIDTHpx'; frame.style.border = '0'; frame.style.height = '3000px';
const inside = document.documentElement.cloneNode(true);
inside.querySelectorAll('script').forEach(s => s.remove());
frame.srcdoc = inside.outerHTML;
const loaded = new Promise(done => frame.addEventListener('load', done));
document.body.append(frame); await loaded;
const root = frame.contentDocument.documentElement;
const images = [...frame.contentDocument.images].filter(
    i => i.offsetParent && !i.closest('details'));
const sections = [...frame.contentDocument.querySelectorAll('h2')].map(
    h => h.getBoundingClientRect().top);
const text = [...frame.contentDocument.querySelectorAll('p, td, tbody th, li')].filter(
    e => e.offsetParent && e.scrollWidth > e.clientWidth + 1);
result = {
    wide: root.scrollWidth - root.clientWidth,
    cut: text.map(e => e.textContent.slice(0, 60)),
    broken: images.filter(i => !i.naturalWidth).length,
    images: images.map(i => [i.clientWidth, i.naturalWidth]),
    heights: sections.slice(1).map((top, i) => top - sections[i]),
};
"""


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_the_page_fits_its_width_and_shows_its_figures(evaluate, page, width):
    found = evaluate(page, MEASURE.replace("WIDTH", str(width)), "--window-size=1400,3000")
    assert found["wide"] <= 0
    assert found["cut"] == []
    assert found["broken"] == 0
    # Three of an endpoint with signal, one of one without.
    assert len(found["images"]) == 4
    assert all(shown > 0.7 * width or width > 1000 for shown, _ in found["images"])
    if width == 1280:
        assert max(found["heights"][:ENDPOINTS]) < 1700


def test_the_page_is_accessible(evaluate, page):
    axe = Path(os.environ["AXE_CORE"]).read_text(encoding="utf-8")
    opened = page.replace("<details", "<details open")
    found = evaluate(
        opened.replace("</head>", f"<script>{axe}</script></head>"),
        f"const checked = await axe.run({{runOnly: {RULES}}}); "
        "result = {passes: checked.passes.map(p => p.id), violations: checked.violations.map("
        "v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 200)).join(' | '))}",
    )
    assert found["violations"] == []
    assert {"color-contrast", "heading-order", "image-alt"} <= set(found["passes"])


def test_an_endpoint_prints_on_at_most_two_sides(browse, page, tmp_path):
    head, *rest = re.split(r'(?=<h2 id="[^"]*" class="endpoint">)', page)
    assert len(rest) == ENDPOINTS
    start = head[: head.index("<main>")] + "<main>"
    for section in (*rest[:-1], rest[-1].split('<h2 id="limits"')[0]):
        browse(f"{start}{section}</main></body></html>", *print_to(tmp_path / "part.pdf"))
        assert 1 <= pages_of(tmp_path / "part.pdf") <= 2
    # The summary on one side, and the limits with the closed parts on one.
    browse(f"{head}</main></body></html>", *print_to(tmp_path / "part.pdf"))
    assert pages_of(tmp_path / "part.pdf") == 1
    browse(page, *print_to(tmp_path / "page.pdf"))
    assert pages_of(tmp_path / "page.pdf") <= 1 + 2 * ENDPOINTS + 1


def print_to(path):
    """The options that print a page."""
    return "--no-pdf-header-footer", f"--print-to-pdf={path}"


def pages_of(path):
    """The number of pages of a PDF; compressed objects are read too."""
    content = path.read_bytes()
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.S)
    for stream in streams:
        try:
            content += zlib.decompress(stream)
        except zlib.error:
            continue
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", content))
