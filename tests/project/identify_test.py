# SPDX-License-Identifier: BSD-3-Clause
"""stiction identify, as its users call it: a log from the examples, and logs that are wrong."""
import json
import unittest

from tool import ROOT, InFolder, needs_tool, stiction

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
        self.assertIn("What to record next", (self.folder / "out/identification.html").read_text(encoding="utf-8"))
        self.assertEqual(stiction("run", "law.toml", "--json", folder=self.folder).returncode, 0)
        self.assertIn(stiction("doctor", "law.toml", folder=self.folder).returncode, (0, 1))

    # The same seed gives the same answer, whatever the number of threads.
    def test_the_answer_does_not_depend_on_threads(self):
        call = ("identify", LOG, "--model", "dahl", "--starts", 3, "--json", "--quiet", "--threads")
        self.assertEqual(stiction(*call, 1).stdout, stiction(*call, 2).stdout)

    def wrong(self, text, *words):
        run = stiction("identify", self.write("log.csv", text), "--model", "coulomb", *words)
        self.assertEqual(run.returncode, 3, run.stderr)
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
        self.assertEqual(stiction("identify", LOG, "--model", "lugree").returncode, 3)
        self.assertEqual(stiction("identify", "missing.csv", folder=self.folder).returncode, 3)


if __name__ == "__main__":
    unittest.main()
