# SPDX-License-Identifier: BSD-3-Clause
"""What a user who errs is told: exit code, file, line, key, and the nearest name there is."""
import json
import os
import re
import signal
import subprocess
import time
import unittest

from tool import HUNTING, STICK_SLIP, TOOL, InFolder, needs_tool, stiction

GOOD = HUNTING.read_text(encoding="utf-8")


def line_of(text, part):
    return next(i for i, line in enumerate(text.splitlines(), 1) if part in line)


@needs_tool
class BadInput(InFolder):
    def refused(self, file, *parts, command="run"):
        grid = ("--over", "plant.mass=1:2:2") if command == "map" else ()
        run = stiction(command, file, *grid, folder=self.folder)
        self.assertEqual((run.returncode, run.stdout), (3, ""), run.stderr)
        for part in parts:
            self.assertIn(part, run.stderr)

    def broken(self, old, new):
        """A file with one mistake, and where the mistake is: "bad.toml:16: "."""
        self.assertEqual(GOOD.count(old), 1)
        text = GOOD.replace(old, new)
        self.write("bad.toml", text)
        return f"bad.toml:{line_of(text, new)}: "

    # A mistyped key is named with file, line, path and the key that was meant; the same for each command with a file.
    def test_a_mistyped_key_is_placed_and_answered_with_the_nearest(self):
        place = self.broken("velocity_gain", "velocity_gane")
        for command in ("run", "analyse", "map", "doctor", "compare"):
            self.refused("bad.toml", place + "controller.velocity_gane: ", 'did you mean "velocity_gain"?',
                         command=command)

    # A shaft that turns has torques and angles in every message, whichever door the number came through.
    def test_rotation_is_spoken_of_in_its_units(self):
        self.write("shaft.toml", '[plant]\nmodel = "geared_motor"\n[friction]\nmodel = "lugre"\n[controller]\nmodel = "pid"\n'
                                 '[reference]\nreference = 1\n')
        for setting, told in (("friction.static_force=-1", "static_force = -1 N.m must"),
                              ("friction.stribeck_velocity=0", "stribeck_velocity = 0 rad/s must"),
                              ("controller.velocity_gain=-2", "velocity_gain = -2 N.m.s/rad must"),
                              ("friction.static_force=0.5", "static_force = 0.5 N.m")):
            for words in (("run",), ("analyse",), ("compare",), ("doctor",), ("characterise",),
                          ("map", "--over", "plant.gear_ratio=1:2:2")):
                run = stiction(words[0], "shaft.toml", "--set", setting, *words[1:], folder=self.folder)
                self.assertEqual(run.returncode, 3, (words, run.stderr))
                self.assertIn(told, run.stderr, words)
        run = stiction("design", "shaft.toml", "--duration", "1", "--interval", "0.01", "--output", "motion.csv",
                       folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("force [N.m]", run.stdout)
        self.assertIsNone(re.search(r" (N|m|m/s|N/m|N\.s/m|kg) ", run.stdout), run.stdout)
        names = next(line for line in (self.folder / "motion.csv").read_text(encoding="utf-8").splitlines() if line.startswith("time"))
        self.assertEqual(names, "time [s],position [rad],velocity [rad/s],acceleration [rad/s2],force [N.m]")

    # An unstable loop is told as such, with the state that grows, and does not compute on to the largest number there is.
    def test_an_unstable_loop_diverges(self):
        self.write("unstable.toml", '[plant]\nmodel = "mass_on_surface"\n[friction]\nmodel = "lugre"\n[controller]\nmodel = "pid"\n'
                                    'integral_gain = 400\n[reference]\nreference = 1\n[run]\nduration = 1000\n')
        run = stiction("run", "unstable.toml", "--json", folder=self.folder)
        self.assertEqual(run.returncode, 1, run.stderr)
        answer = json.loads(run.stdout)
        self.assertEqual(answer["status"], "diverged")
        self.assertLess(abs(answer["final"]["position"]["value"]), 1e16)
        for part in ("grows without bound", "has grown to", "unstable", "stiction doctor unstable.toml"):
            self.assertIn(part, run.stderr)

    # A body that would lift off is not what its plant computes: run, doctor and analyse say so and do not end with 0.
    def test_a_lost_contact_is_a_failure(self):
        shaken = ('[plant]\nmodel = "vibrating_incline"\n[friction]\nmodel = "elasto_plastic"\n[run]\nduration = 1\n[input]\n'
                  'acceleration_normal = { signal = "sine", amplitude = AMPLITUDE, frequency = 3 }\n')
        self.write("lost.toml", shaken.replace("AMPLITUDE", "14"))
        self.write("held.toml", shaken.replace("AMPLITUDE", "6"))
        lost = stiction("run", "lost.toml", "--json", folder=self.folder)
        self.assertEqual(lost.returncode, 1, lost.stderr)
        self.assertIn("contact lost", lost.stderr)
        self.assertIn("normal force", json.loads(lost.stdout)["contact_lost"])
        held = stiction("run", "held.toml", "--json", folder=self.folder)
        self.assertEqual(held.returncode, 0, held.stderr)
        self.assertIsNone(json.loads(held.stdout)["contact_lost"])
        for command, name, code in (("doctor", "lost.toml", 1), ("doctor", "held.toml", 0)):
            self.assertEqual(stiction(command, name, folder=self.folder).returncode, code)

    # A grid that leaves the range of its number is refused before anything is computed.
    def test_a_grid_outside_the_range_is_refused(self):
        run = stiction("map", STICK_SLIP, "--over", "plant.spring_stiffness=-1:4:6", folder=self.folder)
        self.assertEqual((run.returncode, run.stdout), (3, ""))
        self.assertIn("plant.spring_stiffness = -1 N/m must be finite and positive", run.stderr)

    # So are a law, a section and a method.
    def test_mistyped_names_are_answered_with_the_nearest(self):
        for old, new, key, meant in (('"lugre"', '"lugree"', "friction.model", "lugre"),
                                     ('"pid"', '"pdi"', "controller.model", "pid"),
                                     ("canudas1995", "canudas1959", "friction", "canudas1995"),
                                     ("[run]", "[rum]", "rum", "run")):
            with self.subTest(new=new):
                self.refused("bad.toml", self.broken(old, new) + key, f'did you mean "{meant}"?')

    # A name of a signal that is not there is answered with the nearest.
    def test_a_mistyped_signal_is_answered_with_the_nearest(self):
        self.broken('y = ["velocity"]', 'y = ["velocitty"]')
        self.refused("bad.toml", "bad.toml", 'did you mean "velocity"?')

    # A value out of its range is shown with its unit and what is allowed.
    def test_a_value_out_of_range_is_shown_with_its_unit(self):
        self.refused("bad.toml", self.broken("mass = 1.0", "mass = -1.0") + "plant.mass: ", "-1 kg", "positive")

    # A unit of another kind is refused: a mass is not given in newtons.
    def test_a_wrong_unit_is_refused(self):
        self.refused("bad.toml", self.broken("mass = 1.0", 'mass = "1 N"') + "plant.mass: ", "kg")

    # All mistakes of a file are reported in one go.
    def test_every_mistake_is_reported_at_once(self):
        text = GOOD.replace("mass = 1.0", "mass = -1.0").replace("position_gain", "position_gane")
        self.write("bad.toml", text)
        self.refused("bad.toml", "plant.mass", "controller.position_gane")

    # What is no TOML is placed by its line.
    def test_wrong_syntax_is_placed(self):
        self.refused("bad.toml", self.broken("duration = 100.0", "duration = = 100.0"))

    # Nothing at all, a folder, no such file: each is said in words.
    def test_what_is_no_experiment_is_said(self):
        self.refused(self.write("empty.toml", b""), "empty")
        self.refused(self.write("blank.toml", b"\r\n \t\n"), "empty")
        self.refused(self.folder, str(self.folder), "directory")
        self.refused("absent.toml", "absent.toml", "No such file")
        self.refused(self.write("binary.toml", bytes(range(256))), "binary.toml:1")

    # --set is checked as the file is.
    def test_numbers_set_on_the_command_line_are_checked(self):
        for change, part, code in (("friction.static_frce=2", 'did you mean "friction.static_force"?', 3),
                                   ("friction.static_force=-2", "static_force = -2 N", 3),
                                   ("friction.static_force", "PATH=NUMBER", 2), ("plant.mass=heavy", "PATH=NUMBER", 2)):
            run = stiction("run", HUNTING, "--set", change)
            self.assertEqual((run.returncode, run.stdout), (code, ""))
            self.assertIn(part, run.stderr)

    # Texts from outside are shown, not obeyed: titles, keys, names of files, words of the call.
    def test_no_text_steers_the_terminal(self):
        title = GOOD.replace('title = "A servo', 'title = "\\u001b[2J\\u009b2J A servo')
        self.write("title.toml", title)
        self.write("key.toml", GOOD + '\n"\\u001b[2J" = 1\n')
        self.write("\x1b[2J.toml", GOOD)
        for words in (("run", "title.toml"), ("run", "title.toml", "--plot", "-"), ("analyse", "title.toml"),
                      ("run", "key.toml"), ("run", "\x1b[2J"), ("run", "\x1b[2J.toml", "-o", "\x1b[2J.csv"),
                      ("run", "title.toml", "--plot", "\x1b[2J.svg"), ("\x1b[2J",), ("run", HUNTING, "--\x1b[2J"),
                      ("run", HUNTING, "--set", "\x1b[2J=1"), ("run", HUNTING, "-o", "\x1b[2J"),
                      ("run", HUNTING, "--duration", "\x1b[2J"), ("models", "\x1b[2J"), ("reproduce", "\x1b[2J"),
                      ("map", HUNTING, "--over", "\x1b[2J=1:2:3")):
            with self.subTest(words=words):
                run = stiction(*words, folder=self.folder, env={**os.environ, "NO_COLOR": "1"})
                self.assertNotIn("\x1b", run.stdout + run.stderr)
                self.assertNotIn("\x9b", run.stdout + run.stderr)

    # A run whose samples no memory holds, or whose time cannot advance, is refused with what to do.
    def test_impossible_runs_are_refused(self):
        for words, part in ((("--duration", "1e6", "--interval", "1e-6"), "sample every"),
                            (("--set", "run.start_time=1e17"), "start nearer to 0"),
                            (("--set", "run.tolerance=7"), "tolerance"), (("--set", "run.duration=-1"), "duration")):
            run = stiction("run", HUNTING, *words, folder=self.folder)
            self.assertEqual((run.returncode, run.stdout), (3, ""), run.stderr)
            self.assertIn(part, run.stderr)

    # A number is set in SI or with its unit, whatever unit the file uses.
    def test_numbers_are_set_in_si(self):
        self.write("x.toml", GOOD.replace("mass = 1.0", 'mass = "900 g"').replace(
            "[friction]", '[plant.initial]\nposition = "5 mm"\n[friction]'))
        for change, line in (("plant.initial.position=0.25", "position = 0.25 "), ("plant.mass=200 g", "mass = 0.2 "),
                             ("plant.mass=2", "mass = 2 ")):
            run = stiction("run", "x.toml", "--duration", 0.1, "--json", "--set", change, folder=self.folder)
            self.assertIn(line, json.loads(run.stdout)["experiment"])

    # [output] signals chooses what `run` writes; the other commands need them all.
    def test_signals_of_the_output_do_not_disturb_other_commands(self):
        self.write("x.toml", GOOD.replace("[run]", '[output]\nsignals = ["velocity"]\n\n[run]'))
        for command in ("analyse", "doctor"):
            run = stiction(command, "x.toml", folder=self.folder)
            self.assertEqual(run.returncode, 0, run.stderr)

    # A map of a million points starts at once, ends at Ctrl-C and tells what it has; more are refused.
    def test_a_large_map_can_be_interrupted(self):
        run = subprocess.Popen([TOOL, "map", HUNTING, "--over", "plant.mass=1:2:1000000"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        time.sleep(4)
        run.send_signal(signal.SIGINT)
        printed, said = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertRegex(printed, r"1000000 points, .*[0-9]+ not computed")
        self.assertIn("what was computed until then is kept", said)
        wide = stiction("map", HUNTING, "--over", "plant.mass=1:2:10000", "--over", "friction.static_force=1:2:10000")
        self.assertEqual(wide.returncode, 2)
        self.assertIn("too large", wide.stderr)

    # Files of an unknown kind are refused, and none is written.
    def test_unknown_extensions_are_refused(self):
        for option, file in (("-o", "x.xyz"), ("-o", "x"), ("--plot", "x.pdf")):
            run = stiction("run", HUNTING, "--duration", 0.1, option, file, folder=self.folder)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn(file, run.stderr)
            self.assertEqual(self.names(), [])

    # Nor is a kind of file that nobody can write computed first, when the experiment names it.
    def test_unknown_extensions_in_a_file_are_placed(self):
        for key, file in (("file", "x.xyz"), ("plot", "x.pdf")):
            self.write("bad.toml", GOOD.replace("[run]", f'[output]\n{key} = "{file}"\n\n[run]'))
            self.refused("bad.toml", f"output.{key}: ", file, "must end in one of")

    # A result is not written into a folder that is not there.
    def test_a_folder_that_is_not_there_is_named(self):
        run = stiction("run", HUNTING, "--duration", 0.1, "-o", "absent/x.csv", folder=self.folder)
        self.assertEqual(run.returncode, 3)
        self.assertIn("absent", run.stderr)

    # Numbers of options have a range, which is said.
    def test_options_out_of_range_are_refused(self):
        for option, value in (("--duration", "-1"), ("--duration", "long"), ("--tolerance", "1"),
                              ("--interval", "nan")):
            run = stiction("run", HUNTING, option, value)
            self.assertEqual(run.returncode, 2)
            self.assertIn(option, run.stderr)

    # A comparison of cures needs a loop.
    def test_compare_needs_a_controller(self):
        self.refused(STICK_SLIP, "[controller]", command="compare")

    # The grid of a map is checked: its form, its path, its order.
    def test_a_wrong_grid_is_refused(self):
        for grid, part, code in (("input.pull_speed", "LOW:HIGH:COUNT", 2),
                                 ("input.pull_speed=1:0:5", "LOW below HIGH", 2),
                                 ("input.pull_speed=0:1:5:log", "LOW above 0", 2),
                                 ("input.pull_speed=0:1:1", "COUNT", 2),
                                 ("input.pul_speed=0:1:5", 'did you mean "input.pull_speed"?', 3)):
            run = stiction("map", STICK_SLIP, "--over", grid)
            self.assertEqual((run.returncode, run.stdout), (code, ""))
            self.assertIn(part, run.stderr)

    # A wrong call is exit code 2, with the nearest option and where to read on.
    def test_wrong_calls_are_usage_errors(self):
        for words, part in ((("run",), "FILE"), (("run", HUNTING, "more"), "more"),
                            (("run", HUNTING, "--duraton", "3"), 'did you mean "--duration"?'),
                            (("run", HUNTING, "--bogus"), "--bogus"), (("doctor", HUNTING, "--plot"), "--plot")):
            run = stiction(*words)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn(part, run.stderr)
            self.assertIn("--help", run.stderr)


if __name__ == "__main__":
    unittest.main()
