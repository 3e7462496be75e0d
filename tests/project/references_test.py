# SPDX-License-Identifier: BSD-3-Clause
"""Every key that the project cites stands in docs/references.bib, once."""
import os
import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["STICTION_ROOT"])
FOLDERS = ("stiction", "tests", "apps", "benchmarks", "examples")
CITE = re.compile(r"\\cite\s+([A-Za-z][A-Za-z0-9]*)")
SOURCE = re.compile(r'\.source\s*=\s*((?:"[^"]*"\s*)+)')  # of a ModelInfo: "Key, equations; Key, equations"
ENTRY = re.compile(r"^@\w+\{\s*([^,\s]+)\s*,", re.MULTILINE)


def cited_keys(text):
    """The keys a C++ file cites, in comments and in what its laws say about themselves."""
    keys = CITE.findall(text)
    for literals in SOURCE.findall(text):
        joined = "".join(re.findall(r'"([^"]*)"', literals))
        keys += [part.split(",")[0].strip() for part in joined.split(";")]
    return keys


def wrong_references(root):
    """What is wrong, one sentence each."""
    entries = ENTRY.findall((root / "docs/references.bib").read_text(encoding="utf-8"))
    wrong = [f"docs/references.bib: {key} stands twice" for key in sorted(set(entries)) if entries.count(key) > 1]
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[hc]pp")):
            for key in sorted(set(cited_keys(path.read_text(encoding="utf-8"))) - set(entries)):
                where = path.relative_to(root).as_posix()
                wrong.append(f"{where}: cites {key}, which docs/references.bib does not hold; add an entry")
    return wrong


class References(unittest.TestCase):
    def check(self, bib, law):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "docs/references.bib").write_text(bib)
            (root / "stiction/models").mkdir(parents=True)
            (root / "stiction/models/dahl.hpp").write_text(law)
            return wrong_references(root)

    def test_every_cited_key_is_there(self):
        self.assertEqual(wrong_references(ROOT), [])

    def test_the_project_cites_something(self):
        keys = {key for path in (ROOT / "stiction").rglob("*.hpp") for key in cited_keys(path.read_text(encoding="utf-8"))}
        self.assertTrue({"CanudasDeWit1995", "Dahl1968", "Dumitriu"} <= keys, keys)

    def test_a_missing_key_in_a_comment_is_named_with_its_file(self):
        self.assertEqual(self.check("@article{Dahl1968,\n}\n", "/// \\cite Dahl1968 and \\cite Dahl1976.\n"),
                         ["stiction/models/dahl.hpp: cites Dahl1976, which docs/references.bib does not hold; add an entry"])

    def test_a_missing_key_in_the_source_of_a_law_is_found(self):
        law = 'info{.source =\n   "Dahl1968, (1)-(3); "\n   "Astrom2008, (29)"};\n'
        self.assertEqual(len(self.check("@article{Dahl1968,\n}\n", law)), 1)
        self.assertEqual(self.check("@article{Dahl1968,\n}\n@article{Astrom2008,\n}\n", law), [])

    def test_a_key_that_stands_twice_is_found(self):
        self.assertEqual(self.check("@article{Dahl1968,\n}\n@book{Dahl1968,\n}\n", ""),
                         ["docs/references.bib: Dahl1968 stands twice"])


if __name__ == "__main__":
    unittest.main()
