# SPDX-License-Identifier: BSD-3-Clause
"""What a run reads and leaves behind: result files, figures, pipes, and nothing at all after Ctrl-C."""
import csv
import json
import os
import pty
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as ElementTree

from tool import EXAMPLES, HUNTING, STICK_SLIP, TOOL, InFolder, needs_tool, stiction

GOOD = HUNTING.read_text(encoding="utf-8")


def rows_of(text):
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return list(csv.reader(lines))


def final_of(file, *words):
    answer = json.loads(stiction("run", file, "--json", *words).stdout)
    return {name: signal["value"] for name, signal in answer["final"].items()}


@needs_tool
class RunFiles(InFolder):
    # "-o -" gives CSV on standard output and nothing else; times begin at 0 and end with the run.
    def test_csv_goes_to_standard_output(self):
        run = stiction("run", HUNTING, "--duration", 0.05, "--interval", 0.01, "-o", "-")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        rows = rows_of(run.stdout)
        self.assertEqual(rows[0][:2], ["time [s]", "position [m]"])
        self.assertEqual([float(row[0]) for row in rows[1:]], [0, 0.01, 0.02, 0.03, 0.04, 0.05])

    # Without an interval the duration decides: six points would not show what happens in 50 ms.
    def test_short_runs_have_many_samples(self):
        times = [float(row[0]) for row in rows_of(stiction("run", HUNTING, "--duration", 0.05, "-o", "-").stdout)[1:]]
        self.assertEqual((len(times), times[0], times[-1]), (1001, 0, 0.05))
        self.assertAlmostEqual(times[1], 5e-5, delta=1e-15)
        answer = stiction("run", HUNTING, "--duration", 0.05, "--set", "run.interval=0.02", "-o", "-")
        self.assertEqual([float(row[0]) for row in rows_of(answer.stdout)[1:]], [0, 0.02, 0.04, 0.05])

    # The three kinds of result file hold the same numbers; MAT needs a library that may be missing.
    def test_result_files_agree(self):
        for name in ("x.csv", "x.json", "x.mat"):
            run = stiction("run", STICK_SLIP, "-o", name, folder=self.folder)
            self.assertIn(run.returncode, (0, 4) if name == "x.mat" else (0,), run.stderr)
            self.assertEqual((self.folder / name).exists(), run.returncode == 0)
        rows = rows_of((self.folder / "x.csv").read_text(encoding="utf-8"))
        signals = json.loads((self.folder / "x.json").read_text(encoding="utf-8"))["signals"]
        for column, signal_row in enumerate(signals, 1):
            self.assertEqual(rows[0][column], f"{signal_row['name']} [{signal_row['unit']}]")
            self.assertEqual([float(row[column]) for row in rows[1:]], signal_row["values"])

    # [output] signals chooses the columns of a result file.
    def test_only_the_signals_asked_for_are_written(self):
        self.write("x.toml", GOOD.replace("[run]", '[output]\nsignals = ["velocity"]\n\n[run]'))
        rows = rows_of(stiction("run", "x.toml", "--duration", 0.1, "-o", "-", folder=self.folder).stdout)
        self.assertEqual(rows[0], ["time [s]", "velocity [m/s]"])

    # Their slopes go with them, and leave the run alone: energies agree to the last digit.
    def test_slopes_are_written_beside_the_signals_asked_for(self):
        file = self.write("x.toml", GOOD.replace("[run]", '[output]\nsignals = ["position"]\n\n[run]'))
        slopes = ("--duration", 3, "--slopes", "friction.static_force,plant.mass")
        rows = rows_of(stiction("run", file, "-o", "-", *slopes).stdout)
        self.assertEqual(rows[0], ["time [s]", "position [m]", "d position/d friction.static_force [m/N]",
                                   "d position/d plant.mass [m/kg]"])
        with_slopes, without = (json.loads(stiction("run", file, "--json", *words).stdout)["energies"]
                                for words in (slopes, slopes[:2]))
        self.assertEqual(with_slopes, without)

    # Every result carries the complete experiment: run again, it gives the same numbers.
    def test_a_result_can_be_run_again(self):
        for example in EXAMPLES:
            with self.subTest(example=example.name):
                words = ("--duration", 1.0)
                answer = json.loads(stiction("run", example, "--json", "--set", "run.tolerance=1e-6", *words).stdout)
                again = final_of(self.write("again.toml", answer["experiment"]))
                for name, value in again.items():
                    self.assertEqual(value, answer["final"][name]["value"], name)

    # Windows line ends, a byte order mark and a pipe change nothing.
    def test_line_ends_byte_order_marks_and_pipes_change_nothing(self):
        expected = final_of(HUNTING, "--duration", 3)
        crlf = self.write("crlf.toml", GOOD.replace("\n", "\r\n"))
        bom = self.write("bom.toml", b"\xef\xbb\xbf" + GOOD.encode("utf-8"))
        both = self.write("both.toml", b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode("utf-8"))
        for file in (crlf, bom, both):
            self.assertEqual(final_of(file, "--duration", 3), expected)
        with HUNTING.open() as pipe:
            run = stiction("run", "-", "--json", "--duration", 3, stdin=pipe)
        self.assertEqual({n: s["value"] for n, s in json.loads(run.stdout)["final"].items()}, expected)

    # --plot writes an SVG with the panels of the file; PNG where a converter is installed.
    def test_plot_writes_a_figure(self):
        for example in EXAMPLES:
            with self.subTest(example=example.name):
                self.assertEqual(stiction("run", example, "--plot", "x.svg", folder=self.folder).returncode, 0)
                figure = ElementTree.parse(self.folder / "x.svg").getroot()
                words = [text.text for text in figure.iter("{http://www.w3.org/2000/svg}text")]
                for line in example.read_text(encoding="utf-8").split("[[output.panel]]")[1:]:
                    self.assertIn(line.split('title = "')[1].split('"')[0], words)
        run = stiction("run", HUNTING, "--plot", "x.png", "-q", folder=self.folder)
        self.assertIn(run.returncode, (0, 4), run.stderr)
        if run.returncode == 0:
            self.assertEqual((self.folder / "x.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    # Without a name the figure is named after the experiment.
    def test_plot_without_a_name_takes_that_of_the_experiment(self):
        run = stiction("run", HUNTING, "--plot", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.names(), ["09_hunting.svg"])

    # --quiet says nothing.
    def test_quiet_says_nothing(self):
        run = stiction("run", HUNTING, "-q", "-o", "x.csv", folder=self.folder)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertEqual(self.names(), ["x.csv"])

    # Ctrl-C ends a long run soon, with exit code 130 and without a file.
    def test_an_interrupted_run_leaves_no_file(self):
        words = ["run", HUNTING, "--duration", "1e9", "--interval", "1e6", "-o", "x.csv", "--plot", "x.svg"]
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([TOOL, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True) as run:
                time.sleep(0.5)
                self.assertIsNone(run.poll())
                run.send_signal(number)
                said, complained = run.communicate(timeout=20)
            self.assertEqual((run.returncode, said), (130, ""))
            self.assertIn("nothing was written", complained)
            self.assertEqual(self.names(), [])

    # In a terminal that shows colours they are used, unless NO_COLOR is set.
    def test_no_color_is_respected(self):
        for wish, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
            with self.subTest(wish=wish):
                self.assertEqual(b"\x1b[" in self.in_terminal(wish), coloured)

    def in_terminal(self, wish):
        keep = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        colourful = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        leader, follower = pty.openpty()
        run = subprocess.Popen([TOOL, "run", HUNTING, "--plot", "-"], stdin=subprocess.DEVNULL, stdout=follower,
                               stderr=follower, env={**keep, **colourful, **wish})
        os.close(follower)
        shown = b""
        try:
            while piece := os.read(leader, 65536):
                shown += piece
        except OSError:  # the other end is closed
            pass
        os.close(leader)
        self.assertEqual(run.wait(timeout=20), 0)
        return shown


if __name__ == "__main__":
    unittest.main()
