# SPDX-License-Identifier: BSD-3-Clause
"""What `compare` says is what `run` shows, and Ctrl-C leaves what was computed; what `analyse` refuses and accepts."""
import json
import math
import signal
import subprocess
import time
import unittest

from tool import HUNTING, SERVO_AXIS, TOOL, InFolder, needs_tool, stiction


def mean_squares(csv):
    """Root mean squares of error and control of a result file."""
    lines = [line.split(",") for line in csv.splitlines() if not line.startswith("#")]
    place = {name.split(" [")[0]: k for k, name in enumerate(lines[0])}
    rows = [[float(x) for x in line] for line in lines[1:]]
    error = [row[place["position"]] - row[place["reference"]] for row in rows]
    control = [row[place["control"]] for row in rows]
    return [math.sqrt(sum(x * x for x in values) / len(rows)) for values in (error, control)]


@needs_tool
class Compare(InFolder):
    # Every cure is written as an experiment; a run of it has the errors and the effort of the table. The first is the
    # file's own controller, unchanged.
    def test_experiments_of_the_table_give_its_numbers(self):
        run = stiction("compare", SERVO_AXIS, "--set", "run.duration=0.5", "--evaluations", 5, "--json", "--write",
                       "cures", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        cures = {cure["label"]: cure for cure in json.loads(run.stdout)["cures"]}
        self.assertEqual(cures["as given"]["controller"], "textbook_pid")
        self.assertEqual(cures["as given"]["parameters"]["integral_gain"], [1e7])
        self.assertEqual({cure["evaluations"] for cure in cures.values()}, {0, 5})
        for label, cure in cures.items():
            name = "".join(c if c.isalnum() else "_" for c in label).replace("__", "_")
            self.assertTrue((self.folder / f"cures/{name}_set_point.toml").exists(), label)
            result = stiction("run", f"cures/{name}.toml", "-q", "-o", "-", "--interval", "1e-4", folder=self.folder)
            error, effort = mean_squares(result.stdout)
            self.assertAlmostEqual(error, cure["nominal"]["error_rms"], delta=0.01 * error, msg=label)
            self.assertAlmostEqual(effort, cure["nominal"]["effort_rms"], delta=0.01 * effort, msg=label)

    # Ctrl-C is heard within a second, and the table of what is known is printed.
    def test_an_interrupted_comparison_keeps_what_it_has(self):
        tool = subprocess.Popen([TOOL, "compare", HUNTING, "--json", "-q"], stdout=subprocess.PIPE, text=True)
        time.sleep(2)
        asked = time.monotonic()
        tool.send_signal(signal.SIGINT)
        answer = json.loads(tool.communicate(timeout=60)[0])
        self.assertEqual(tool.returncode, 130)
        self.assertLess(time.monotonic() - asked, 5)  # on a machine that does other things too
        self.assertFalse(answer["complete"])
        given = [cure for cure in answer["cures"] if cure["label"] == "as given"]
        self.assertTrue(given[0]["nominal"]["hunts"])


@needs_tool
class Analyse(InFolder):
    # What is rested on is the same after any time: constant inputs have no period.
    def test_a_period_of_constant_inputs_is_refused(self):
        run = stiction("analyse", HUNTING, "--period", 3)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("the inputs are constant", run.stderr)

    # Signals chosen for the result file are no reason to refuse.
    def test_chosen_signals_do_not_matter(self):
        text = HUNTING.read_text(encoding="utf-8").split("[[output.panel]]")[0] + '[output]\nsignals = ["position"]\n'
        run = stiction("analyse", self.write("chosen.toml", text), "-q")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("period 24.43", run.stdout)


if __name__ == "__main__":
    unittest.main()
