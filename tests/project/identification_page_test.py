# SPDX-License-Identifier: BSD-3-Clause
"""docs/identification.md: its commands, on the recordings that they name. Takes a minute."""
import json
import os
import pathlib
import re
import subprocess
import unittest

from tool import ROOT, TOOL, InFolder, needs_tool


@needs_tool
class IdentificationPage(InFolder):
    # Every command of the page runs, and the numbers in the comment below it are in its answer. Those that need
    # recordings are left out where there are none.
    def test_commands_of_the_page(self):
        page = (ROOT / "docs/identification.md").read_text(encoding="utf-8")
        data = pathlib.Path(os.environ.get("STICTION_DATA", ROOT.parent / "shared/data"))
        (self.folder / "examples").symlink_to(ROOT / "examples")
        for folder in data.iterdir() if data.is_dir() else ():
            (self.folder / folder.name).symlink_to(folder.resolve())
        for number, log in enumerate(sorted((data / "bam_xl330/raw").glob("*.json"))):
            gain = json.loads(log.read_text(encoding="utf-8"))["kp"]
            (self.folder / f"kp{gain}_{number}.json").symlink_to(log.resolve())
        for name, text in re.findall(r"^```toml\n# (\S+[.]toml)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
            self.write(name, text)
        blocks = "".join(re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)).replace("\\\n", " ")
        commands = re.findall(r"^stiction (.*)\n((?:# .*\n)*)", blocks, re.MULTILINE)
        self.assertGreaterEqual(len(commands), 8)
        for words, claims in commands:
            with self.subTest(command=words[:70]):
                if not data.is_dir() and not words.startswith("identify examples/"):
                    self.skipTest("needs the measurements; set STICTION_DATA to their folder")
                run = subprocess.run(f"{TOOL} {words} --json --quiet", shell=True, cwd=self.folder, text=True,
                                     encoding="utf-8", capture_output=True, timeout=600)
                self.assertEqual(run.returncode, 0, run.stderr)
                answer = [abs(float(x)) for x in re.findall(r"[-+]?\d+[.]?\d*(?:e[-+]?\d+)?", run.stdout)]
                for claim in re.findall(r"\d+[.]\d+(?:e-\d+)?", claims):
                    digits, _, exponent = claim.partition("e")
                    last = 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
                    self.assertTrue(any(abs(x - float(claim)) <= 0.51 * last for x in answer), f"{claim} is not there")


if __name__ == "__main__":
    unittest.main()
