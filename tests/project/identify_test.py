# SPDX-License-Identifier: BSD-3-Clause
"""stiction identify, as its users call it: a log from the examples, and logs that are wrong."""
import json
import math
import random
import re
import signal
import subprocess
import time
import unittest

from tool import ROOT, STICK_SLIP, TOOL, InFolder, code_of_refusal, needs_tool, stiction

LOG = ROOT / "examples/14_axis_log.csv"
TRUTH = {"bristle_stiffness": 1e5, "viscous_damping": 12, "coulomb_force": 4, "static_force": 5.5,
         "stribeck_velocity": 5e-3, "inertia": 2.5, "offset": 0.3}


@needs_tool
class Identify(InFolder):
    # The log was made by another program in another language; its truth stands in its head.
    def test_the_truth_of_the_example_comes_back(self):
        run = stiction("identify", LOG, "--model", "lugre", "--starts", 4, "--json", "--quiet")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        numbers = {one["name"]: one for one in json.loads(run.stdout)["numbers"]}
        for name, truth in TRUTH.items():
            self.assertAlmostEqual(numbers[name]["value"] / truth, 1, delta=0.1, msg=name)
            self.assertEqual(numbers[name]["verdict"], "identified", name)

    # The law that is written is an experiment that other commands load.
    def test_the_law_is_loaded_by_other_commands(self):
        run = stiction("identify", LOG, "--model", "coulomb_viscous", "--law", "law.toml", "--report", "out", "--plot",
                       "fit.svg", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.names(), ["fit.svg", "law.toml", "out"])
        page = (self.folder / "out/identification.html").read_text(encoding="utf-8")
        for wanted in ("What to record next", "As a compensator", "FrictionUpdate", "% less"):
            self.assertIn(wanted, page)
        self.assertEqual(stiction("run", "law.toml", "--json", folder=self.folder).returncode, 0)
        self.assertIn(stiction("doctor", "law.toml", folder=self.folder).returncode, (0, 1))

    # The same numbers with an angle and a torque: units of rotation in words, page and law, and a shaft to run.
    def test_a_recording_of_rotation(self):
        text = LOG.read_text(encoding="utf-8")
        head = next(line for line in text.splitlines() if line.startswith("time"))
        turned = head.replace("[mm]", "[mrad]").replace("[N]", "[N.m]")
        self.assertNotEqual(head, turned)
        self.write("shaft.csv", text.replace(head, turned))
        run = stiction("identify", "shaft.csv", "--model", "lugre", "--starts", 2, "--law", "law.toml", "--report", "out",
                       folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        for unit in (" N.m ", " N.m.s/rad ", " kg.m2 "):
            self.assertIn(unit, run.stdout)
        self.assertIsNone(re.search(r" (N|m|m/s|N/m|N\.s/m|kg)[ :,]", run.stdout), run.stdout)
        page = (self.folder / "out/identification.html").read_text(encoding="utf-8")
        self.assertIn("velocity [rad/s]", page)
        self.assertNotIn("[m/s]", page)
        straight = stiction("identify", LOG, "--model", "lugre", "--starts", 2, "--json", "--quiet", folder=self.folder)
        inertia = next(one for one in json.loads(straight.stdout)["numbers"] if one["name"] == "inertia")
        law = stiction("run", "law.toml", "--json", folder=self.folder)
        self.assertEqual(law.returncode, 0, law.stderr)
        text = (self.folder / "law.toml").read_text(encoding="utf-8")
        self.assertIn('model = "geared_motor"', text)
        written = float(re.search(r"motor_inertia = (\S+)", text).group(1))
        self.assertAlmostEqual(written / inertia["value"], 1, delta=1e-6)

    # A fit by simulation has the same dossier; a gain that differs from recording to recording is read from each.
    def test_the_dossier_of_a_fit_by_simulation(self):
        servo = ROOT / "examples/20_servo_pendulum.toml"
        logs = []
        for gain in (0.6, 1.5):
            run = stiction("run", servo, "--set", f"controller.duty_gain={gain}", "--duration", 2, "--output", "run.csv",
                           "--quiet", folder=self.folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            lines = (self.folder / "run.csv").read_text(encoding="utf-8").splitlines()
            names, *rows = lines[next(i for i, line in enumerate(lines) if line.startswith("time")):]
            logs.append(self.write(f"gain{gain}.csv", "\n".join([names + ",gain", *(f"{row},{gain}" for row in rows)])))
        call = ("identify", *logs, "--experiment", servo, "--compare", "angle=angle", "--reference", "reference=reference",
                "--fit", "friction.coulomb_force,plant.inertia", "--between", "lines", "--starts", 1, "--quiet")
        run = stiction(*call, "--known", "controller.duty_gain=gain", "--report", "out", "--json", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        answer = json.loads(run.stdout)
        self.assertLess(answer["held_out_mean_absolute_error"], 2e-3)
        self.assertAlmostEqual(answer["numbers"][1]["value"] / 6.7e-3, 1, delta=0.02)
        page = (self.folder / "out/identification.html").read_text(encoding="utf-8")
        for wanted in ("What was measured", "What is certain", "What to record next", "CoulombViscous::Parameters",
                       "As a compensator", "% less", "What the doctor says"):
            self.assertIn(wanted, page)
        for words, wanted in (("controller.duty_gain=angle", "changes within the recording"),
                              ("controller.duty=gain", "duty_gain"), ("plant.inertia=gain", "cannot be fitted as well")):
            run = stiction(*call, "--known", words, folder=self.folder)
            self.assertEqual(run.returncode, code_of_refusal(run), run.stderr)
            self.assertIn(wanted, run.stderr)

    # A tied number moves with the other one, and a law whose Stribeck effect is tied away fits worse.
    def test_numbers_are_tied(self):
        call = ("identify", LOG, "--model", "lugre", "--starts", 2, "--json", "--quiet")
        free, tied = (json.loads(stiction(*call, *words).stdout) for words in ((), ("--tie", "static_force=coulomb_force")))
        numbers = {one["name"]: one["value"] for one in tied["numbers"]}
        self.assertEqual(numbers["static_force"], numbers["coulomb_force"])
        self.assertGreater(tied["laws"][0]["fit_error_percent"], 1.1 * free["laws"][0]["fit_error_percent"])
        for words, wanted in (("static_force=coulomb", "coulomb_force"), ("static_force=bristle_stiffness", "N/m"),
                              ("static_force", "no =")):
            run = stiction("identify", LOG, "--model", "lugre", "--tie", words)
            self.assertEqual(run.returncode, code_of_refusal(run), run.stderr)
            self.assertIn(wanted, run.stderr)

    # The same seed gives the same answer, whatever the number of threads.
    def test_the_answer_does_not_depend_on_threads(self):
        call = ("identify", LOG, "--model", "dahl", "--starts", 3, "--json", "--quiet", "--threads")
        self.assertEqual(stiction(*call, 1).stdout, stiction(*call, 2).stdout)

    def wrong(self, text, *words):
        run = stiction("identify", self.write("log.csv", text), "--model", "coulomb", *words)
        self.assertEqual(run.returncode, code_of_refusal(run), run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertNotIn("terminate", run.stderr)
        return run.stderr

    def test_wrong_logs_are_explained(self):
        rows = "".join(f"{0.01 * i},{i * i % 7},{i % 5}\n" for i in range(50))
        self.assertIn("--map force=COLUMN", self.wrong("time,position,current\n" + rows))
        self.assertIn("line 52: column 2 (position) holds \"abc\"", self.wrong("time,position,force\n" + rows + "0.9,abc,1\n"))
        self.assertIn("ten are needed", self.wrong("time,position,force\n0,1,2\n1,2,3\n"))
        constant = "".join(f"{0.01 * i},{i},3\n" for i in range(50))
        self.assertIn("force never changes", self.wrong("time,position,force\n" + constant))
        self.assertIn("no known unit", self.wrong("time,position [furlong],force\n" + rows))
        good = "time,position,force\n" + rows
        self.assertIn("inertia", self.wrong(good, "--with", "inertai"))
        self.assertIn("coulomb_force", self.wrong(good, "--fix", "coulomb_forse=1"))
        self.assertIn("position", self.wrong(good, "--map", "positon=x"))
        self.assertIn("column", self.wrong(good, "--map", "force=nothing"))
        self.assertIn("no =", self.wrong(good, "--map", "force"))
        self.assertEqual(stiction("identify", LOG, "--model", "lugree").returncode, 2)
        self.assertEqual(stiction("identify", "missing.csv", folder=self.folder).returncode, 3)

    # Ctrl-C ends a search in the middle of a start, not after it.
    def test_an_interrupted_search_ends_at_once(self):
        rows = "".join(f"{0.001 * i},{0.01 * math.sin(0.01 * i) + 1e-4 * math.sin(0.3 * i)},{math.sin(0.01 * i) + 0.1 * (i % 7)}\n"
                       for i in range(60000))
        log = self.write("long.csv", "time,position,force\n" + rows)
        tool = subprocess.Popen([str(TOOL), "identify", log, "--model", "elasto_plastic", "--starts", "2", "--quiet"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            time.sleep(3)
            self.assertIsNone(tool.poll(), "ended before it was interrupted")
            tool.send_signal(signal.SIGINT)
            tool.communicate(timeout=60)
            self.assertEqual(tool.returncode, 130)
        finally:
            tool.kill()

    OPEN_LOOP = """
[plant]
model = "mass_on_surface"
mass = {mass}
[friction]
model = "coulomb_viscous"
coulomb_force = {force}
viscous_damping = 4
[input]
force = {{ signal = "sine", amplitude = 8, frequency = 0.7 }}
[run]
duration = 4
[output]
interval = 0.005
"""
    # The firmware of a drive: samples, and a torque that is held over each of them.
    SAMPLED = OPEN_LOOP.replace("force = {{ signal = \"sine\", amplitude = 8, frequency = 0.7 }}", "force = 0") + """
[controller]
model = "pid"
position_gain = 200
velocity_gain = 20
integral_gain = 0
[controller.sampled]
sample_time = 0.01
[reference]
reference = {{ signal = "sine", amplitude = 0.1, frequency = 0.8 }}
"""

    def recovered(self, experiment, *words):
        """Numbers found by simulation from the log of a run with other numbers."""
        self.write("truth.toml", experiment.format(mass=2, force=1.5))
        run = stiction("run", "truth.toml", "--output", "log.csv", "--quiet", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.write("guess.toml", experiment.format(mass=2.4, force=1.2))
        run = stiction("identify", "log.csv", "--experiment", "guess.toml", "--fit", "plant.mass,friction.coulomb_force",
                       "--starts", 2, "--json", "--quiet", "--law", "found.toml", *words, folder=self.folder)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        answer = json.loads(run.stdout)
        self.assertEqual(stiction("run", "found.toml", "--json", folder=self.folder).returncode, 0)
        return answer, {one["name"]: one["value"] for one in answer["numbers"]}

    def test_simulation_from_a_measured_input_recovers_the_truth(self):
        answer, numbers = self.recovered(self.OPEN_LOOP, "--input", "force=force", "--between", "lines")
        self.assertAlmostEqual(numbers["plant.mass"], 2, delta=1e-2)
        self.assertAlmostEqual(numbers["friction.coulomb_force"], 1.5, delta=1e-2)
        self.assertLess(answer["held_out_error"], 1e-4)

    def test_simulation_goes_through_a_sampled_controller(self):
        _, numbers = self.recovered(self.SAMPLED)
        self.assertAlmostEqual(numbers["plant.mass"], 2, delta=1e-2)
        self.assertAlmostEqual(numbers["friction.coulomb_force"], 1.5, delta=1e-2)

    def test_wrong_simulations_are_explained(self):
        self.write("guess.toml", self.OPEN_LOOP.format(mass=2, force=1))
        self.write("log.csv", "time,position [m],force [N]\n" + "".join(f"{0.01 * i},{i % 7},{i % 5}\n" for i in range(50)))
        for words, wanted in (((), "--fit plant.mass"), (("--fit", "plant.mas"), "plant.mass"),
                              (("--fit", "run.duration"), "cannot be fitted"),
                              (("--fit", "plant.mass", "--input", "forc=force"), "force"),
                              (("--fit", "plant.mass", "--input", "force=position"), "N is needed"),
                              (("--fit", "plant.mass", "--compare", "position=nothing"), "nothing"),
                              (("--fit", "plant.mass", "--model", "lugre"), "--model"),
                              (("--fit", "plant.mass", "--bound", "plant.gravity=1:2"), "is not fitted")):
            run = stiction("identify", "log.csv", "--experiment", "guess.toml", *words, folder=self.folder)
            self.assertEqual(run.returncode, code_of_refusal(run), (words, run.stderr))
            self.assertIn(wanted, run.stderr)
        run = stiction("identify", "log.csv", "--fit", "plant.mass", folder=self.folder)
        self.assertEqual(run.returncode, code_of_refusal(run))
        self.assertIn("--experiment", run.stderr)

    # A MAT file that was cut short or damaged anywhere is read or refused in words; nothing crashes.
    def test_damaged_mat_recordings_are_read_or_refused(self):
        made = stiction("run", STICK_SLIP, "--duration", "5", "-o", "whole.mat", folder=self.folder)
        if made.returncode == 4:
            self.skipTest("built without matio")
        whole = (self.folder / "whole.mat").read_bytes()
        for seed in range(60):
            chance = random.Random(seed)
            damaged = bytearray(whole[:chance.randrange(1, len(whole))] if seed % 4 == 0 else whole)
            for _ in range(chance.choice((1, 2, 16))):
                damaged[chance.randrange(min(len(damaged), chance.choice((200, 2000, len(whole)))))] = chance.randrange(256)
            self.write("damaged.mat", bytes(damaged))
            run = stiction("identify", "damaged.mat", "--model", "coulomb", "--map", "force=friction_force", "-q",
                           folder=self.folder)
            self.assertIn(run.returncode, (0, 1, 3), f"seed {seed}: {run.stderr}")
            self.assertTrue(run.returncode == 0 or run.stderr, f"seed {seed} says nothing")


if __name__ == "__main__":
    unittest.main()
