# SPDX-License-Identifier: BSD-3-Clause
"""tools/check_layers.py accepts a clean tree and finds every kind of planted violation."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(os.environ["STICTION_ROOT"]) / "tools/check_layers.py"
LAYERS = "# bottom-up\nscalar:\nschema:\nmodels: scalar schema\ncatalogue: models\nplanned: catalogue\n"


class CheckLayers(unittest.TestCase):
    def check(self, layers=LAYERS, **files):
        """Exit code and message for a tree with these files; `models__a="text"` is stiction/models/a.hpp."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "layers.txt").write_text(layers)
            for name, text in {"scalar__number": "#include <cmath>\n", **files}.items():
                path = root / "stiction" / (name.replace("__", "/") + ".hpp")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            done = subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True)
            return done.returncode, done.stderr

    def test_a_clean_tree_passes_and_a_planned_layer_needs_no_folder(self):
        self.assertEqual(self.check(models__a='#include "stiction/scalar/number.hpp"\n'), (0, ""))

    def test_a_layer_sees_what_the_layers_below_it_see(self):
        self.assertEqual(self.check(catalogue__a='#include "stiction/scalar/number.hpp"\n'), (0, ""))

    def test_an_include_of_a_layer_above_is_found(self):
        code, said = self.check(models__a='#include "stiction/catalogue/b.hpp"\n')
        self.assertEqual(code, 1)
        self.assertIn("stiction/models/a.hpp: models may not include stiction/catalogue/b.hpp; it sees scalar schema", said)

    def test_an_include_of_a_layer_beside_is_found(self):
        code, said = self.check(schema__a="  #  include <stiction/scalar/number.hpp>\n")
        self.assertEqual(code, 1)
        self.assertIn("schema may not include stiction/scalar/number.hpp; it sees no other layer", said)

    def test_a_path_that_hides_its_layer_is_found(self):
        for include in ("../catalogue/b.hpp", "b.hpp", "stiction/scalar/../catalogue/b.hpp"):
            code, said = self.check(models__a=f'#include "{include}"\n')
            self.assertEqual(code, 1, include)
            self.assertIn(f'write "{include}" as its path from the project folder', said)

    def test_an_include_in_a_comment_is_no_include(self):
        self.assertEqual(self.check(models__a='// #include "stiction/catalogue/b.hpp"\n'), (0, ""))

    def test_a_folder_without_a_line_is_found(self):
        code, said = self.check(solvers__a="")
        self.assertEqual(code, 1)
        self.assertIn("solvers has no line in layers.txt", said)

    def test_a_line_may_name_only_lines_above_it(self):
        code, said = self.check(layers="models: scalar\nscalar:\n")
        self.assertEqual(code, 1)
        self.assertIn("layers.txt:1: models names scalar, which no line above defines", said)

    def test_a_line_that_cmake_would_not_read_is_found(self):
        for line in ("models scalar", "models : scalar", "Models: scalar"):
            code, said = self.check(layers=f"scalar:\n{line}\n")
            self.assertEqual(code, 1, line)
            self.assertIn("layers.txt:2:", said)


if __name__ == "__main__":
    unittest.main()
