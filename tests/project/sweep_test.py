# SPDX-License-Identifier: BSD-3-Clause
"""Studies of many cases: the same table however the work was split, stopped or killed."""
import json
import random
import shlex
import signal
import subprocess
import time
import unittest

from tool import ROOT, TOOL, InFolder, needs_tool, stiction

STUDY = """
[plant]
model = "pulled_mass"
[friction]
model = "lugre"
preset = "canudas1995"
[input]
pull_speed = 0.1
[run]
duration = 20
[sweep]
method = "random"
count = 600
seed = 4
[[sweep.over]]
path = "friction.static_force"
low = 1.2
high = 1.8
[[sweep.over]]
path = "input.pull_speed"
spread = "logarithmic"
low = 0.02
high = 0.2
[[measure]]
what = "maximum"
signal = "velocity"
[[measure]]
key = "slips"
what = "crossings"
signal = "velocity"
level = 0.01
"""


def numbers(path):
    """The lines of a table but what it says of itself."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@needs_tool
class Sweep(InFolder):
    def setUp(self):
        super().setUp()
        self.study = self.write("study.toml", STUDY)
        self.serial = self.folder / "serial.csv"
        run = stiction("sweep", self.study, "-q", "--threads", 1, "-o", self.serial)
        self.assertEqual(run.returncode, 0, run.stderr)

    def start(self, *words):
        return subprocess.Popen([TOOL, "sweep", self.study, "-q", *map(str, words)], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def assert_same_table(self, name):
        self.assertEqual((self.folder / name).read_bytes(), self.serial.read_bytes())
        self.assertFalse((self.folder / (name + ".parts")).exists(), "nothing is left beside it")

    def test_a_table_has_every_case_with_units_and_the_study_inside(self):
        lines = numbers(self.serial)
        self.assertEqual(lines[0], "case,friction.static_force [N],input.pull_speed [m/s],maximum_velocity [m/s],slips,status")
        self.assertEqual(len(lines), 601)
        self.assertEqual([line.split(",")[0] for line in lines[1:]], [str(i) for i in range(600)])
        text = self.serial.read_text(encoding="utf-8")
        self.assertIn('# study: ', text)
        self.assertIn('#   seed = 4', text)

    def test_a_case_is_the_run_it_names(self):
        shown = stiction("sweep", self.study, "--case", 17)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        words = shown.stdout.strip().splitlines()[-1].split()
        self.assertEqual(words[:2], ["stiction", "run"])
        run = stiction("run", self.study, *words[3:], "--json", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        row = numbers(self.serial)[18].split(",")
        measured = json.loads(run.stdout)["measured"]
        self.assertAlmostEqual(measured["maximum_velocity"]["value"], float(row[3]), delta=1e-9)
        self.assertEqual(measured["slips"]["value"], float(row[4]))

    # What the call has changed goes with it: the case that is run again is the one of the table.
    def test_a_failed_case_says_why_and_how_to_run_it_again(self):
        study = self.write("my study.toml", STUDY.replace("low = 1.2", "low = 0.8").replace("duration = 20", "duration = 1"))
        run = stiction("sweep", study, "--seed", 9, "--count", 200, "--set", "run.duration=0.5 s", "-o", "w.csv",
                       folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = [line.split(",") for line in numbers(self.folder / "w.csv")[1:]]
        refused = [row for row in rows if row[-1] == "not_allowed"]
        self.assertTrue(refused and all(float(row[1]) < 1 for row in refused))
        self.assertIn(f"200 cases: {200 - len(refused)} finished, {len(refused)} not_allowed", run.stdout)
        self.assertIn("static_force >= coulomb_force must hold", run.stdout)
        again = next(line for line in run.stdout.splitlines() if "--case" in line)
        words = shlex.split(again)
        self.assertEqual(words[-1], refused[0][0])
        shown = stiction(*words[1:], folder=self.folder)
        self.assertEqual(shown.returncode, 1)
        self.assertIn(refused[0][1], shown.stdout)
        alone = shlex.split(shown.stdout.strip().splitlines()[-1])
        self.assertIn("run.duration=0.5 s", alone)
        self.assertEqual(stiction(*alone[1:], folder=self.folder).returncode, 3)

    # Cases come from a file that is never replaced by their table; counts are whole numbers; one case answers as JSON.
    def test_what_is_read_is_not_written_over(self):
        self.write("cases.csv", "friction.static_force [mN],input.pull_speed\n1300,0.1\n1500,0.2\n")
        head = STUDY.split("[sweep]")[0] + '[sweep]\ncases = "cases.csv"\n'
        study = self.write("listed.toml", head + "[[measure]]" + STUDY.split("[[measure]]", 1)[1].split("[sweep]")[0])
        refused = stiction("sweep", study, "-o", "cases.csv", folder=self.folder)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("would be replaced", refused.stderr)
        self.assertEqual((self.folder / "cases.csv").read_text().count("\n"), 3)
        for words in (("--threads", "1.5"), ("--case", "0.5"), ("--seed", "2.5")):
            self.assertEqual(stiction("sweep", study, *words, folder=self.folder).returncode, 2, words)
        one = json.loads(stiction("sweep", study, "--case", 1, "--json", folder=self.folder).stdout)
        self.assertEqual([c["value"] for c in one["columns"][:2]], [1.5, 0.2])
        self.assertEqual((one["case"], one["status"]), (1, "finished"))

    def test_threads_do_not_matter(self):
        self.assertEqual(stiction("sweep", self.study, "-q", "--threads", 3, "-o", "t.csv", folder=self.folder).returncode, 0)
        self.assert_same_table("t.csv")

    def test_shards_in_any_order_and_at_the_same_time(self):
        for shard in (2, 0):
            self.assertEqual(stiction("sweep", self.study, "--shard", f"{shard}/4", "-o", "s.csv", folder=self.folder).returncode, 0)
            self.assertFalse((self.folder / "s.csv").exists())
        together = [self.start("--shard", f"{shard}/4", "-o", "s.csv") for shard in (1, 3)]
        for process in together:
            self.assertEqual(process.wait(timeout=100), 0, process.stderr.read())
            process.stderr.close()
        self.assert_same_table("s.csv")

    # Killed at random instants, again and again, it ends with the same table and repeats nothing that was written.
    def test_kills_lose_nothing(self):
        chance = random.Random(5)
        kills = 0
        while not (self.folder / "k.csv").exists():
            process = self.start("--resume", "--threads", 2, "-o", "k.csv")
            try:
                process.wait(timeout=chance.uniform(0.02, 0.25) if kills < 20 else 100)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
            process.stderr.close()
        self.assertGreater(kills, 0)
        self.assert_same_table("k.csv")

    def test_ctrl_c_keeps_what_is_there_and_it_can_be_read(self):
        process = self.start("--set", "run.duration=200", "--threads", 1, "-o", "c.csv")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            journals = list((self.folder / "c.csv.parts").glob("*.journal"))
            if journals and journals[0].stat().st_size > 1000:
                break
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        self.assertIn(b"--resume", process.stderr.read())
        process.stderr.close()
        again = stiction("sweep", self.study, "--set", "run.duration=200", "-o", "c.csv", folder=self.folder)
        self.assertNotEqual(again.returncode, 0, "it must say that something waits there")
        self.assertIn("--resume", again.stderr)
        partial = stiction("sweep", self.study, "--set", "run.duration=200", "--partial", "-o", "c.csv", folder=self.folder)
        self.assertEqual(partial.returncode, 0, partial.stderr)
        some = numbers(self.folder / "c.csv")
        self.assertTrue(1 < len(some) < 601, len(some))
        other = stiction("sweep", self.study, "--resume", "-o", "c.csv", folder=self.folder)
        self.assertIn("another study", other.stderr)
        self.assertNotEqual(other.returncode, 0)

    def test_a_full_disk_is_an_error_and_the_rest_is_kept(self):
        import resource
        run = stiction("sweep", self.study, "-q", "-o", "f.csv", folder=self.folder,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)))
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertFalse((self.folder / "f.csv").exists())
        resumed = stiction("sweep", self.study, "-q", "--resume", "-o", "f.csv", folder=self.folder)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assert_same_table("f.csv")

    def test_json_and_summary_agree_with_the_table(self):
        answer = json.loads(stiction("sweep", self.study, "--json", "-o", "j.csv", folder=self.folder).stdout)
        self.assertEqual(answer["finished"], 600)
        rows = [line.split(",") for line in numbers(self.folder / "j.csv")[1:]]
        for place, column in enumerate(answer["columns"], start=1):
            values = sorted(float(row[place]) for row in rows)
            self.assertAlmostEqual(column["mean"], sum(values) / 600, delta=1e-9)
            self.assertEqual(column["smallest"], values[0])
            width = values[-1] - values[0]
            self.assertAlmostEqual(column["quantiles"]["50 %"], values[300], delta=0.01 * width + 1e-12)

    def test_cases_from_a_file(self):
        self.write("cases.csv", "plant.mass [g],friction.static_force\n500,1.4\n2000,1.6\n")
        text = STUDY[:STUDY.index("[sweep]")] + '[sweep]\ncases = "cases.csv"\n'
        study = self.write("listed.toml", text)
        run = stiction("sweep", study, "-q", "-o", "l.csv", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        lines = numbers(self.folder / "l.csv")
        self.assertEqual([line.split(",")[1:3] for line in lines[1:]], [["0.5", "1.4"], ["2", "1.6"]])

    # What cannot be computed in lanes is told, with the reason.
    def test_cases_one_by_one_are_told(self):
        study = self.write("memory.toml", STUDY.replace('"lugre"\npreset = "canudas1995"', '"bristles"').replace("600", "3")
                           .replace("duration = 20", "duration = 0.1").replace("friction.static_force", "plant.mass"))
        run = stiction("sweep", study, "-o", "b.csv", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("3 of 3 cases one by one: ", run.stderr)

    def test_wrong_calls_are_refused(self):
        for words, code, said in [(("--shard", "4/4"), 2, "I/N"), (("--shard", "x"), 2, "I/N"), (("-o", "x.xls"), 2, ".csv"),
                                  (("--case", "600"), 2, "599"), (("--partial", "-o", "none.csv"), 3, "none.csv.parts")]:
            run = stiction("sweep", self.study, *words, folder=self.folder)
            self.assertEqual(run.returncode, code, (words, run.stderr))
            self.assertIn(said, run.stderr, words)
        run = stiction("sweep", ROOT / "examples/07_stick_slip.toml", folder=self.folder)
        self.assertEqual(run.returncode, 3)
        self.assertIn("[sweep]", run.stderr)


if __name__ == "__main__":
    unittest.main()
