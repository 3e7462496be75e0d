# SPDX-License-Identifier: BSD-3-Clause
"""Files with several cases: every figure of the papers runs as a file of one's own, and so does a servo with overlays."""
import concurrent.futures
import json
import os
import re
import unittest

from tool import InFolder, needs_tool, stiction

SERVO = """
title = "Two gains"
[plant]
model = "mass_on_surface"
[friction]
model = "lugre"
[controller]
model = "pid"
integral_gain = 0
[reference]
reference = 1.0
[run]
duration = 20

[[case]]
name = "soft"

[[case]]
name = "stiff"
label = "four times the gains"
controller = { position_gain = 12.0, velocity_gain = 12.0 }

[[measure]]
key = "last"
what = "final"
signal = "position - reference"

[[claim]]
text = "More gain leaves less error."
left = "|stiff/last|"
relation = "<"
right = "|soft/last|"
"""


@needs_tool
class Cases(InFolder):
    # reproduce NAME --toml prints a file that run accepts, with the same numbers to the last digit.
    def test_every_figure_of_the_papers_runs_as_a_file(self):
        figures = json.loads(stiction("reproduce", "all", "--json", "--quiet").stdout)["figures"]
        self.assertGreater(len(figures), 40)

        def run(figure):
            file = self.write(figure["name"].replace("/", "_") + ".toml",
                              stiction("reproduce", figure["name"], "--toml").stdout)
            return figure, stiction("run", file, "--json", "--quiet")

        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            for figure, answer in pool.map(run, figures):
                with self.subTest(figure=figure["name"]):
                    self.assertEqual(answer.returncode, 0, answer.stderr)
                    again = json.loads(answer.stdout)["figures"][0]
                    for what in ("measurements", "claims"):
                        self.assertEqual(again[what], figure[what])

    def test_cases_are_overlaid_measured_and_written(self):
        file = self.write("servo.toml", SERVO)
        answer = stiction("run", file, "--plot", "servo.svg", "-o", "servo.csv", folder=self.folder)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("holds: More gain leaves less error.", answer.stdout)
        self.assertRegex(answer.stdout, r"servo +soft +stiff")
        self.assertLessEqual({"servo.svg", "servo_soft.csv", "servo_stiff.csv"}, set(self.names()))
        figure = (self.folder / "servo.svg").read_text(encoding="utf-8")
        self.assertIn("four times the gains, position", figure)
        self.assertEqual(re.findall(r">([^<]*reference)</text>", figure), ["reference"], "it is drawn once")
        cases = json.loads(stiction("run", file, "--json").stdout)["cases"]
        self.assertEqual(list(cases), ["soft", "stiff"])
        self.assertLess(cases["stiff"]["servo"]["error_at_rest"]["value"],
                        cases["soft"]["servo"]["error_at_rest"]["value"])

    # A case is the experiment with its changes, no more: it gives what the same file without cases gives.
    def test_a_case_is_the_run_of_its_changes(self):
        whole = json.loads(stiction("run", self.write("servo.toml", SERVO), "--json").stdout)["cases"]["stiff"]
        alone = SERVO.split("[[case]]")[0]
        single = self.write("single.toml", alone)
        one = json.loads(stiction("run", single, "--json", "--set", "controller.position_gain=12",
                                  "--set", "controller.velocity_gain=12").stdout)
        for key in ("error_rms", "overshoot", "error_at_rest", "energy_per_cycle"):
            self.assertEqual(whole["servo"][key], one["servo"][key])

    def test_a_claim_that_fails_is_exit_code_1(self):
        answer = stiction("run", self.write("servo.toml", SERVO.replace('relation = "<"', 'relation = ">"')))
        self.assertEqual(answer.returncode, 1)
        self.assertIn("FAILS: More gain", answer.stdout)

    # Mistakes carry the line of the file, in its cases too.
    def test_mistakes_are_named_with_their_lines(self):
        def said(old, new):
            text = SERVO.replace(old, new)
            answer = stiction("run", self.write("servo.toml", text), folder=self.folder)
            self.assertEqual(answer.returncode, 3, answer.stdout)
            line = 1 + text[:text.index(new)].count("\n")
            self.assertIn(f"servo.toml:{line}: ", answer.stderr)
            return answer.stderr

        self.assertIn('did you mean "position_gain"', said("position_gain = 12.0", "position_gane = 12.0"))
        self.assertIn('case "stiff"', said("velocity_gain = 12.0", "velocity_gain = -1.0"))
        self.assertIn("unknown relation", said('relation = "<"', 'relation = "~"'))
        self.assertIn("from must be a number", said('what = "final"', 'from = "soon"'))

    # A key in the wrong section is answered with the right one; commands that take one experiment say so.
    def test_keys_are_sent_where_they_belong(self):
        plain = SERVO.split("[[case]]")[0]
        for old, new, said in (("duration = 20", "duration = 20\ninterval = 0.1", "section [output]"),
                               ('model = "pid"', 'model = "pid"\nsample_time = 1e-3', "section [controller.sampled]"),
                               ('model = "lugre"', 'model = "lugre"\nmass = 2.0', "section [plant]")):
            answer = stiction("run", self.write("plain.toml", plain.replace(old, new)))
            self.assertEqual(answer.returncode, 3)
            self.assertIn(said, answer.stderr)
        for command in ("analyse", "doctor", "compare"):
            answer = stiction(command, self.write("servo.toml", SERVO))
            self.assertEqual(answer.returncode, 3)
            self.assertIn("stiction run", answer.stderr)

    def test_what_needs_one_run_is_refused(self):
        file = self.write("servo.toml", SERVO)
        for words in (["--check"], ["--slopes", "plant.mass"], ["-o", "-"]):
            with self.subTest(words=words):
                answer = stiction("run", file, *words)
                self.assertEqual((answer.returncode, answer.stdout), (2, ""))


if __name__ == "__main__":
    unittest.main()
