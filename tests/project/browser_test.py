# SPDX-License-Identifier: BSD-3-Clause
"""Pages in a real browser: on a phone, on a screen, dark and on paper. Needs Debian's chromium and chromium-driver."""
import base64
import json
import pathlib
import re
import shutil
import socket
import subprocess
import time
import unittest
import urllib.request

from tool import HUNTING, InFolder, needs_tool, stiction

DRIVER, BROWSER = shutil.which("chromedriver"), shutil.which("chromium")
WIDTHS = (390, 900, 1400)


class Browser:
    """A browser without a window, spoken to by the WebDriver protocol."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen([DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{port}/session"
        for _ in range(100):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=5):
                    break
            except OSError:
                time.sleep(0.1)
        options = {"binary": BROWSER, "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.address += "/" + self.ask("", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def ask(self, path, body):
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=100) as answer:
            return json.load(answer)["value"]

    def command(self, name, **parameters):
        return self.ask("/goog/cdp/execute", {"cmd": name, "params": parameters})

    def show(self, file, width, **media):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.command("Emulation.setEmulatedMedia", media=media.pop("media", ""),
                     features=[{"name": name.replace("_", "-"), "value": value} for name, value in media.items()])
        self.ask("/url", {"url": pathlib.Path(file).as_uri()})

    def run(self, script):
        return self.ask("/execute/sync", {"script": script, "args": []})

    def close(self):
        urllib.request.urlopen(urllib.request.Request(self.address, method="DELETE"), timeout=20).close()
        self.process.terminate()
        self.process.wait(timeout=20)


@needs_tool
@unittest.skipUnless(DRIVER and BROWSER, "chromium and chromium-driver are not installed")
class Pages(InFolder):
    def setUp(self):
        super().setUp()
        stiction("reproduce", "lugre1995", "dupont2002", "--quiet", "--report", "papers", folder=self.folder)
        stiction("tour", "tour", "--quiet", folder=self.folder)
        stiction("compare", HUNTING, "--set", "run.duration=1", "--evaluations", "3", "-q", "--report", "cures",
                 folder=self.folder)
        self.pages = [self.folder / name for name in ("papers/index.html", "tour/index.html", "cures/comparison.html")]
        self.browser = Browser()
        self.addCleanup(self.browser.close)

    def test_pages_fit_links_lead_on_and_nothing_complains(self):
        for page in self.pages:
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    with self.subTest(page=page.name, width=width, scheme=scheme):
                        self.browser.show(page, width, prefers_color_scheme=scheme)
                        wide = self.browser.run("return document.documentElement.scrollWidth")
                        self.assertLessEqual(wide, width, "the page scrolls sideways")
                        dark = self.browser.run("return getComputedStyle(document.body).backgroundColor")
                        red = int(re.search(r"\d+", dark).group())
                        self.assertEqual(red < 128, scheme == "dark")
            lost = self.browser.run("""return [...document.querySelectorAll('a[href^="#"]')].map(a => a.getAttribute('href'))
                .filter(h => h.length > 1 && !document.getElementById(decodeURIComponent(h.slice(1))))""")
            self.assertEqual(lost, [], "links that lead nowhere")
            others = self.browser.run("""return [...document.querySelectorAll('a:not([href^="#"])')].map(a => a.href)""")
            self.assertTrue(all(link.startswith("https://doi.org/10.") for link in others), others)
        self.assertEqual(self.browser.ask("/se/log", {"type": "browser"}), [], "the console")

    # What is wider than a phone scrolls by itself, and the keyboard reaches it.
    def test_wide_tables_scroll_in_their_own_frame(self):
        self.browser.show(self.pages[0], WIDTHS[0])
        frames = self.browser.run("""return [...document.querySelectorAll('.table')].map(t =>
            [t.scrollWidth > t.clientWidth, getComputedStyle(t).overflowX, t.tabIndex])""")
        self.assertTrue(any(wide for wide, _, _ in frames))
        self.assertTrue(all(overflow == "auto" and reached == 0 for _, overflow, reached in frames))

    # Decimal points of a column stand below one another.
    def test_numbers_are_aligned_on_the_point(self):
        self.browser.show(self.pages[0], WIDTHS[2])
        columns = self.browser.run("""return [...document.querySelectorAll('table')].flatMap(table => {
            const places = {};
            for (const row of table.rows)
              for (const cell of row.cells) {
                const rest = cell.querySelector('.rest');
                if (rest) (places[cell.cellIndex] ??= []).push(Math.round(rest.getBoundingClientRect().left));
              }
            return Object.values(places);
          })""")
        self.assertGreater(len(columns), 5)
        for places in columns:
            self.assertLessEqual(max(places) - min(places), 1)

    # On paper: headings stay with what follows, figures are whole, and there are pages.
    def test_paper_keeps_headings_with_figures(self):
        self.browser.show(self.pages[0], WIDTHS[1], media="print")
        parted = self.browser.run("""return [...document.querySelectorAll('h2,h3')].filter(h =>
            getComputedStyle(h).breakAfter !== 'avoid').length""")
        whole = self.browser.run("""return [...document.querySelectorAll('figure')].every(f =>
            getComputedStyle(f).breakInside === 'avoid')""")
        self.assertEqual((parted, whole), (0, True))
        paper = base64.b64decode(self.browser.command("Page.printToPDF")["data"])
        self.assertTrue(paper.startswith(b"%PDF"))
        self.assertGreater(len(re.findall(rb"/Type\s*/Page\b", paper)), 5)

    # No keys of files in running text: "fast/period", "period_before".
    def test_texts_are_in_words(self):
        self.browser.show(self.pages[0], WIDTHS[1])
        text = self.browser.run("""document.querySelectorAll('pre,svg,code').forEach(e => e.remove()); return document.body.innerText""")
        self.assertEqual(re.findall(r"\b(?!z_|v_|F_)[a-z]{2,}_[a-z]{2,}\b", text), [])
        self.assertNotRegex(text, r"= 1 = 1|\bnear [a-z0-9]+/")


if __name__ == "__main__":
    unittest.main()
