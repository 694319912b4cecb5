"""The page in a real browser: widths, print, accessibility.

The accessibility check needs axe-core (`npm install --prefix FOLDER axe-core`, then
`AXE_CORE=FOLDER/node_modules/axe-core/axe.min.js`).
"""

import html
import json
import os
import re
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from .conftest import ABOUT

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
AXE = Path(os.environ.get("AXE_CORE", "node_modules/axe-core/axe.min.js"))
# Rules that judge a whole site or what no program can decide are left out of these.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]

pytestmark = pytest.mark.skipif(BROWSER is None, reason="neither Chromium nor Chrome is there")


@pytest.fixture
def browse(tmp_path):
    """Return a function that opens HTML in the browser and returns its standard output."""

    def run(text, *options):
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [
                BROWSER,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                f"--user-data-dir={tmp_path / 'profile'}",
                "--virtual-time-budget=20000",
                *options,
                file.as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def evaluated(browse, page, script, *options):
    """The value that a script sets as `result`, run after the page has loaded."""
    script = (
        "<script>addEventListener('load', async () => {let result; "
        f"{script}; const out = document.createElement('pre'); out.id = 'result-of-test'; "
        "out.textContent = JSON.stringify(result); document.body.append(out)})</script>"
    )
    dom = browse(page.replace("</body>", f"{script}</body>"), "--dump-dom", *options)
    return json.loads(html.unescape(re.search(r'id="result-of-test">(.*?)</pre>', dom, re.S)[1]))


MEASURE = """
const frame = document.createElement('iframe');
frame.style.width = 'WIDTHpx'; frame.style.border = '0'; frame.style.height = '3000px';
const inside = document.documentElement.cloneNode(true);
inside.querySelectorAll('script').forEach(s => s.remove());
frame.srcdoc = inside.outerHTML;
const loaded = new Promise(done => frame.addEventListener('load', done));
document.body.append(frame); await loaded;
const root = frame.contentDocument.documentElement;
const images = [...frame.contentDocument.images].filter(i => i.offsetParent);
const sections = [...frame.contentDocument.querySelectorAll('h2')].map(
    h => h.getBoundingClientRect().top);
result = {
    wide: root.scrollWidth - root.clientWidth,
    broken: images.filter(i => !i.naturalWidth).length,
    images: images.length,
    heights: sections.slice(1).map((top, i) => top - sections[i]),
};
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_fits_its_width_and_shows_its_figures(browse, page, width):
    found = evaluated(browse, page, MEASURE.replace("WIDTH", str(width)), "--window-size=1400,3000")
    assert found["wide"] <= 0
    assert found["broken"] == 0
    assert found["images"] >= len(ABOUT)
    if width == 1280:
        assert max(found["heights"][: len(ABOUT)]) < 1600


@pytest.mark.skipif(not AXE.is_file(), reason=f"axe-core is not there: {AXE}")
def test_the_page_is_accessible(browse, page):
    opened = page.replace("<details", "<details open")
    text = opened.replace("</head>", f"<script>{AXE.read_text(encoding='utf-8')}</script></head>")
    found = evaluated(
        browse,
        text,
        f"const checked = await axe.run({{runOnly: {RULES}}}); "
        "result = {passes: checked.passes.length, violations: checked.violations.map("
        "v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 200)).join(' | '))}",
    )
    assert found["violations"] == []
    assert found["passes"] > 10


def test_an_endpoint_prints_on_at_most_two_sides(browse, page, tmp_path):
    browse(page, "--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'page.pdf'}")
    # The summary, two sides an endpoint, and the limits with the closed parts.
    assert pages_of(tmp_path / "page.pdf") <= 1 + 2 * len(ABOUT) + 3


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
