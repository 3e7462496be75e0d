# SPDX-License-Identifier: BSD-3-Clause
"""Every layer has one header that includes it, complete, and all of them can be used together."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("STICTION_ROOT", pathlib.Path(__file__).resolve().parents[2]))


class Umbrella(unittest.TestCase):
    def test_every_header_is_included(self):
        run = subprocess.run([sys.executable, ROOT / "tools/umbrella_headers.py", ROOT, "--check"], capture_output=True,
                             text=True)
        self.assertEqual(run.returncode, 0, run.stderr)

    # All layers at once, under `using namespace`, as in a first program.
    def test_all_layers_compile_together(self):
        layers = sorted(path.parent.name for path in ROOT.glob("stiction/*/all.hpp"))
        self.assertGreater(len(layers), 15)
        code = "".join(f'#include "stiction/{layer}/all.hpp"\n' for layer in layers)
        # `finite` is a function of glibc, and must stay one.
        code += ("#include <math.h>\nusing namespace stiction;\n#ifndef __GLIBC__\nbool finite(double);\n#endif\n"
                 "int main() { return finite(LuGre::Parameters<double>{}.static_force) ? 0 : 1; }\n")
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "all.cpp")
            source.write_text(code, encoding="utf-8")
            compiler = shutil.which("g++") or shutil.which("clang++-14") or "c++"
            run = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{ROOT}", source], capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr[:3000])


if __name__ == "__main__":
    unittest.main()
