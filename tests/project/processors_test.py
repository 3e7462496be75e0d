# SPDX-License-Identifier: BSD-3-Clause
"""Objects compiled for processors that not everybody has share no function with the others.

A linker keeps one of several equal functions, and could keep the one that an older processor cannot run."""
import pathlib
import shutil
import subprocess
import unittest

from tool import TOOL, needs_tool


@needs_tool
class ForProcessors(unittest.TestCase):
    def test_shared_functions_carry_the_processor_in_their_names(self):
        objects = sorted(pathlib.Path(TOOL).parents[1].glob("CMakeFiles/*/stiction/**/*_avx*.o"))
        if not objects or not shutil.which("nm"):
            self.skipTest("nothing here is compiled for a processor of its own, or nm is not installed")
        seen = 0
        for one in objects:
            lines = subprocess.run(["nm", "-C", one], capture_output=True, text=True, check=True).stdout.splitlines()
            shared = [line[19:] for line in lines if line[17:18] in ("W", "V", "u") and line[:1] != " "]
            seen += len(shared)
            # Descriptions of types, and the place of a pointer for exceptions, hold no instructions.
            alien = [name for name in shared
                     if "_registers_of_" not in name and "typeinfo" not in name and not name.startswith("DW.ref.")]
            self.assertEqual(alien, [], one.name)
        if seen == 0:
            self.skipTest("SIMD lanes are left out of this build")


if __name__ == "__main__":
    unittest.main()
