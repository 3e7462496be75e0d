# SPDX-License-Identifier: BSD-3-Clause
"""The pages keep their word: commands they show print what they show, links lead on, figures are those of the tool."""
import itertools
import math
import os
import pathlib
import re
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from tool import ROOT, TOOL, InFolder, needs_tool, stiction

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOKEN = re.compile(r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?|\s+|[A-Za-z_]+|.")


def shown_commands(page):
    """(command, lines shown below it) of every console block; "..." stands for lines or the rest of a line."""
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            yield command, lines


def shown_files(page):
    """(name, text) of every TOML block that begins with its name, "# servo.toml"."""
    block = re.compile(r"^```toml\n# (\S+[.]toml)\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return block.findall(page.read_text(encoding="utf-8"))


def same(shown, printed):
    """Equal but for the last digits of numbers, which compilers may round differently."""
    if shown.endswith(" ..."):
        printed = printed[:len(shown) - 4]
        shown = shown[:-4]
    for a, b in itertools.zip_longest(TOKEN.findall(shown), TOKEN.findall(printed), fillvalue=""):
        if a == b or (a.isspace() and b.isspace()):
            continue
        try:
            if not math.isclose(float(a), float(b), rel_tol=0.02, abs_tol=1e-6):
                return False
        except ValueError:
            return False
    return True


def matches(shown, printed):
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and same(shown[0].rstrip(), printed[0].rstrip()) and matches(shown[1:], printed[1:])


class Docs(InFolder):
    # Links between pages lead to files.
    def test_links_lead_to_files(self):
        for page in PAGES:
            for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
                if not target.startswith("http"):
                    self.assertTrue((page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}")

    # Every law has a row in the page of its family, and no page names a law that is not there.
    @needs_tool
    def test_every_law_is_on_a_page(self):
        known = {line.split()[0] for line in stiction("models").stdout.split("\n\n")[0].splitlines()[1:]}
        named = set()
        for page in (ROOT / "docs/laws").glob("*.md"):
            for row in re.findall(r"^\| (`[^|]+`) \|", page.read_text(encoding="utf-8"), re.MULTILINE):
                names = re.findall(r"`(\w+)`", row)
                named |= {name if not name.startswith("_") else names[0].rsplit("_", 1)[0] + name for name in names}
        self.assertEqual(named, known)

    # What a page shows below a command is what the command prints: output first, then messages.
    @needs_tool
    def test_commands_print_what_is_shown(self):
        (self.folder / "bin").mkdir()
        (self.folder / "bin/stiction").symlink_to(pathlib.Path(TOOL).resolve())
        for name in ("examples", "docs"):
            (self.folder / name).symlink_to(ROOT / name)
        path = f"{self.folder}/bin{os.pathsep}{os.environ['PATH']}"
        shown = [(page, *one) for page in PAGES for one in shown_commands(page)]
        self.assertGreaterEqual(len(shown), 20)
        for page in PAGES:
            for name, text in shown_files(page):
                self.write(name, text)
        for page, command, lines in shown:
            with self.subTest(page=page.name, command=command):
                run = subprocess.run(command, shell=True, cwd=self.folder, env={**os.environ, "PATH": path}, text=True,
                                     encoding="utf-8", capture_output=True, timeout=120)
                printed = (run.stdout + run.stderr).rstrip("\n").splitlines()
                self.assertTrue(matches(lines, printed), "prints:\n" + "\n".join(printed))

    # The figures of the laws are those that make_figures.sh draws, label by label.
    @needs_tool
    def test_figures_are_those_of_the_tool(self):
        script = ROOT / "docs/laws/make_figures.sh"
        subprocess.run(["sh", script, TOOL, self.folder], check=True)
        drawn = {path.name for path in self.folder.iterdir()}
        self.assertEqual(drawn, {path.name for path in (ROOT / "docs/figures").glob("laws_*.svg")})
        for name in drawn:
            old, new = (ElementTree.parse(folder / name).getroot() for folder in (ROOT / "docs/figures", self.folder))
            words = [[text.text for text in figure.iter("{http://www.w3.org/2000/svg}text")] for figure in (old, new)]
            self.assertEqual(*words, "run docs/laws/make_figures.sh")


if __name__ == "__main__":
    unittest.main()
