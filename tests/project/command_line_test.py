# SPDX-License-Identifier: BSD-3-Clause
"""The tool as a user meets it: output, messages and exit codes."""
import pathlib
import re
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from tool import ROOT, needs_tool, stiction

NUMBER = re.compile(r"-?\d+\.\d+")


@needs_tool
class CommandLine(unittest.TestCase):
    def test_help_and_version_go_to_standard_output(self):
        self.assertIn("stiction models [NAME]", stiction("--help").stdout)
        self.assertRegex(stiction("--version").stdout, r"^stiction \d+\.\d+\.\d+\n$")

    def test_without_a_command_it_is_a_usage_error(self):
        run = stiction()
        self.assertEqual((run.returncode, run.stdout), (2, ""))

    def test_a_mistyped_command_is_answered_with_the_nearest(self):
        run = stiction("modles")
        self.assertEqual(run.returncode, 2)
        self.assertIn('did you mean "models"?', run.stderr)

    def test_a_mistyped_law_is_answered_with_the_nearest(self):
        run = stiction("models", "lugree")
        self.assertEqual((run.returncode, run.stdout), (3, ""))
        self.assertIn('did you mean "lugre"?', run.stderr)

    def test_a_law_is_shown_with_units_ranges_and_presets(self):
        shown = stiction("models", "lugre").stdout
        for part in ("bristle_stiffness", "[N.s/m]", "be finite and positive", "canudas1995", "Property 3"):
            self.assertIn(part, shown)

    def test_the_tour_writes_five_figures_and_what_to_look_at(self):
        with tempfile.TemporaryDirectory() as folder:
            run = stiction("tour", folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            names = sorted(path.name for path in pathlib.Path(folder).iterdir())
            self.assertEqual(names, ["1_first_look.svg", "2_stick_slip.svg", "3_hunting.svg", "4_drift.svg", "5_cure.svg",
                                     "index.html"])
            self.assertEqual(run.stdout.count("Look at"), 5)
            figure = ElementTree.parse(pathlib.Path(folder, "1_first_look.svg")).getroot()
            words = [text.text for text in figure.iter("{http://www.w3.org/2000/svg}text")]
            for label in ("speed [m/s]", "friction force [N]", "displacement [µm]", "Tustin", "Coulomb + viscous"):
                self.assertIn(label, words)

    def test_the_figure_in_the_readme_is_the_one_of_the_tour(self):
        shown = (ROOT / "docs/figures/first_look.svg").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            stiction("tour", folder)
            drawn = pathlib.Path(folder, "1_first_look.svg").read_text(encoding="utf-8")
        self.assertEqual(NUMBER.sub("", shown), NUMBER.sub("", drawn), "copy tour/1_first_look.svg to docs/figures/first_look.svg")
        for old, new in zip(NUMBER.findall(shown), NUMBER.findall(drawn)):
            self.assertAlmostEqual(float(old), float(new), delta=0.02)  # a hundredth of a pixel may round either way

    def test_a_folder_that_cannot_be_written_is_named(self):
        with tempfile.NamedTemporaryFile() as occupied:
            run = stiction("tour", occupied.name)
        self.assertEqual(run.returncode, 3)
        self.assertIn(occupied.name, run.stderr)


if __name__ == "__main__":
    unittest.main()
