# SPDX-License-Identifier: BSD-3-Clause
"""Every command with every common option: it is honoured, or refused with exit code 2 and nothing written."""
import json
import re
import unittest

from tool import HUNTING, ROOT, SERVO_AXIS, STICK_SLIP, InFolder, commands, needs_tool, stiction

LOG = ROOT / "examples/14_axis_log.csv"
TOLERANCES = ROOT / "examples/15_tolerances.toml"

# A short call of each command; what it prints under --json is an object.
CALLS = {
    "models": ["lugre"],
    "characterise": ["coulomb"],
    "run": [HUNTING, "--duration", "1"],
    "reproduce": ["lugre1995/fig6"],
    "analyse": [STICK_SLIP],
    "map": [STICK_SLIP, "--over", "input.pull_speed=0.1:0.3:2"],
    "sweep": [TOLERANCES, "--count", "4"],
    "doctor": [HUNTING, "--set", "run.duration=1"],
    "compare": [HUNTING, "--set", "run.duration=1", "--evaluations", "3"],
    "identify": [LOG, "--model", "coulomb", "--starts", "1"],
    "design": [SERVO_AXIS],
    "watch": [SERVO_AXIS, LOG, LOG],
    "schema": [],
    "completion": ["bash"],
    "tour": ["somewhere"],
}


def offered(name):
    return set(re.findall(r"(?<![\w-])--[a-z]+", stiction(name, "--help").stdout.split("\nExamples:")[0]))


@needs_tool
class CommonOptions(InFolder):
    def refused(self, name, *words):
        before = self.names()
        run = stiction(name, *CALLS[name], *words, folder=self.folder)
        self.assertEqual((run.returncode, run.stdout), (2, ""), (name, words, run.stderr))
        self.assertIn("stiction", run.stderr)
        self.assertEqual(self.names(), before, "nothing is written by a call that is refused")

    def test_every_command_is_walked(self):
        self.assertEqual(set(CALLS), set(commands()))

    def test_unknown_options_are_refused(self):
        for name in commands():
            with self.subTest(command=name):
                self.refused(name, "--bogus")
                self.refused(name, "--bogus=3")

    def test_json_is_offered_where_it_is_answered(self):
        for name in commands():
            with self.subTest(command=name):
                if "--json" not in offered(name):
                    self.refused(name, "--json")
                    continue
                run = stiction(name, *CALLS[name], "--json", "--quiet", folder=self.folder)
                self.assertIn(run.returncode, (0, 1), run.stderr)
                self.assertIsInstance(json.loads(run.stdout), dict)

    def test_figures_are_written_or_refused(self):
        for name in commands():
            with self.subTest(command=name):
                if "--plot" not in offered(name):
                    self.refused(name, "--plot", "figure.svg")
                    continue
                self.refused(name, "--plot", "figure.pdf")
                figure = self.folder / f"{name}.svg"
                run = stiction(name, *CALLS[name], "--quiet", "--plot", figure, folder=self.folder)
                self.assertIn(run.returncode, (0, 1), run.stderr)
                self.assertTrue(figure.read_text(encoding="utf-8").startswith("<svg"), name)

    # A program that reads JSON must not find a drawing in it.
    def test_only_one_thing_goes_to_stdout(self):
        for name in commands():
            with self.subTest(command=name):
                if {"--json", "--plot"} <= offered(name):
                    self.refused(name, "--json", "--plot", "-")

    def test_a_missing_value_is_named_by_its_unit(self):
        run = stiction("run", HUNTING, "--duration")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("--duration needs a value: SECONDS", run.stderr)

    def test_laws_are_taken_by_name(self):
        run = stiction("design", "dahl", "--duration", "1", "--interval", "0.01", folder=self.folder)
        self.assertIn("coulomb_force", run.stdout)
        self.assertEqual(stiction("design", "dhal").returncode, 3)
        run = stiction("models", "pid", "--plot", "pid.svg", folder=self.folder)
        self.assertEqual((run.returncode, run.stdout, self.names()), (2, "", []))

    # The extension decides the format.
    def test_outputs_are_written_or_refused(self):
        for name in commands():
            with self.subTest(command=name):
                self.refused(name, "-o", "result.xyz")
                if "--output" not in offered(name):
                    self.refused(name, "-o", "result.csv")
                    continue
                for kind in ("csv", "json"):
                    file = self.folder / f"{name}.{kind}"
                    run = stiction(name, *CALLS[name], "--quiet", "-o", file, folder=self.folder)
                    if run.returncode == 2:  # a command need not have both
                        continue
                    self.assertIn(run.returncode, (0, 1), run.stderr)
                    text = file.read_text(encoding="utf-8")
                    self.assertEqual(text.lstrip().startswith(("{", "[")), kind == "json", (name, kind))

    # Messages are left out, answers are not.
    def test_quiet_commands_say_nothing(self):
        for name in commands():
            with self.subTest(command=name):
                run = stiction(name, *CALLS[name], "--quiet", folder=self.folder)
                self.assertIn(run.returncode, (0, 1), run.stderr)
                self.assertNotIn("wrote", run.stderr)


if __name__ == "__main__":
    unittest.main()
