# SPDX-License-Identifier: BSD-3-Clause
"""The README keeps its word: its C++ examples compile and print what they say, its commands exist, its links lead on."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("STICTION_ROOT", pathlib.Path(__file__).resolve().parents[2]))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


class Readme(unittest.TestCase):
    def test_examples_print_what_they_say(self):
        compiler = shutil.which("g++") or shutil.which("clang++-14") or "c++"
        self.assertEqual(len(blocks("cpp")), len(blocks("text")))
        for code, text in zip(blocks("cpp"), blocks("text")):
            with self.subTest(text=text), tempfile.TemporaryDirectory() as folder:
                source, program = pathlib.Path(folder, "example.cpp"), pathlib.Path(folder, "example")
                source.write_text(code, encoding="utf-8")
                subprocess.run([compiler, "-std=c++20", f"-I{ROOT}", source, "-o", program], check=True)
                printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
                self.assertEqual(printed, text)

    def test_make_commands_exist(self):
        commands = re.findall(r"make (\w+)", README)
        self.assertGreaterEqual(len(commands), 3)
        for goal in commands:
            subprocess.run(["make", "--dry-run", goal], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)

    @unittest.skipUnless("STICTION_CLI" in os.environ, "the command line tool is not built here")
    def test_tool_commands_run(self):
        commands = re.findall(r"`build/release/apps/stiction ([^`]*)`", README)
        self.assertGreaterEqual(len(commands), 2)
        for words in commands:
            run = subprocess.run([os.environ["STICTION_CLI"], *words.split()], capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("lugre", run.stdout)

    def test_links_lead_to_files(self):
        for target in re.findall(r"\]\(([^)]+)\)", README):
            self.assertTrue((ROOT / target).exists(), f"README links to {target}, which does not exist")


if __name__ == "__main__":
    unittest.main()
