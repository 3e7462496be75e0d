# SPDX-License-Identifier: BSD-3-Clause
"""The command line tool for tests: where it is, how it is called, a folder to call it in."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("STICTION_ROOT", pathlib.Path(__file__).resolve().parents[2]))
TOOL = os.environ.get("STICTION_CLI")
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
HUNTING = ROOT / "examples/09_hunting.toml"
STICK_SLIP = ROOT / "examples/07_stick_slip.toml"
SERVO_AXIS = ROOT / "examples/12_machine_tool_axis.toml"

needs_tool = unittest.skipUnless(TOOL, "the command line tool is not built here")


def stiction(*words, folder=None, **options):
    """Runs the tool; .returncode, .stdout and .stderr tell what happened."""
    return subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True, encoding="utf-8", cwd=folder,
                          stdin=options.pop("stdin", subprocess.DEVNULL), timeout=120, **options)


def code_of_refusal(run):
    """The exit code that fits a message: 2 where an option is named, 3 for what a file says."""
    return 2 if run.stderr.startswith("stiction: --") else 3


def commands():
    """The names of the commands, as the overview lists them."""
    lines = stiction("--help").stdout.splitlines()
    names = [line.split()[1] for line in lines if line.startswith("  stiction ")]
    return [name for name in names if name.islower() and name.isalpha()]


class InFolder(unittest.TestCase):
    """Tests with an empty folder of their own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())
