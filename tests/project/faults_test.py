# SPDX-License-Identifier: BSD-3-Clause
"""What is left when a run is killed, interrupted or out of disk: the old file or a complete one, never half of one, no
litter, and never exit code 0 for a result that is not there."""
import json
import os
import random
import resource
import signal
import subprocess
import time
import unittest

from tool import HUNTING, STICK_SLIP, TOOL, InFolder, needs_tool, stiction

KINDS = ("x.csv", "x.json", "x.mat")
OLD = b"the file that was there before"
LIMIT = 100_000  # bytes of a file, far fewer than a result of HUNTING takes


def limit_files():
    """Every file of the child ends here: what a full disk does, without the need for one."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


def is_complete(path):
    """Whether a result file has its end."""
    content = path.read_bytes()
    if path.suffix == ".json":
        return "events" in json.loads(content)
    if path.suffix == ".csv":
        return content.endswith(b"\n") and content.count(b"\n1") > 1
    at = 128  # a MAT-file: a header, then parts that begin with kind and length
    while at < len(content):
        at += 8 + int.from_bytes(content[at + 4:at + 8], "little")
    return at == len(content) and b"events" in content


@needs_tool
class Faults(InFolder):
    def can_write(self, name):
        return stiction("run", HUNTING, "-q", "--duration", 1, "-o", "probe" + name, folder=self.folder).returncode != 4

    def start(self, *words, **options):
        return subprocess.Popen([TOOL, *map(str, words)], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=options.pop("stdout", subprocess.DEVNULL), stderr=subprocess.PIPE, **options)

    # A disk that fills up while a result is written: the old file stays, the exit code is 1, nothing else is left.
    def test_a_full_disk_leaves_the_old_file(self):
        for name in KINDS:
            with self.subTest(name=name):
                if not self.can_write(name):
                    continue
                (self.folder / ("probe" + name)).unlink()
                self.write(name, OLD)
                run = stiction("run", HUNTING, "-o", name, folder=self.folder, preexec_fn=limit_files)
                self.assertEqual(run.returncode, 1, run.stderr)
                self.assertIn(name, run.stderr)
                self.assertNotIn("wrote", run.stderr)
                self.assertEqual((self.folder / name).read_bytes(), OLD)
                (self.folder / name).unlink()
                self.assertEqual(self.names(), [])

    # A folder that cannot be made is told before minutes of computing, and nothing is printed that was not kept.
    def test_a_folder_that_cannot_be_made(self):
        self.write("taken", "a file")
        for words in (("compare", HUNTING, "--write", "taken"), ("compare", HUNTING, "--report", "taken/x"),
                      ("reproduce", "all", "--report", "taken"), ("tour", "taken")):
            with self.subTest(words=words):
                run = stiction(*words, "-q", folder=self.folder)
                self.assertEqual((run.returncode, run.stdout), (3, ""), run.stderr)
                self.assertIn("cannot make the folder taken", run.stderr)

    # Output that did not arrive is no success, whatever the command.
    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_a_full_standard_output_is_a_failure(self):
        for words in (("run", HUNTING), ("run", HUNTING, "--json"), ("run", HUNTING, "-o", "-"), ("doctor", HUNTING),
                      ("models",), ("models", "lugre", "--json"), ("schema",), ("schema", "--json"), ("--help",),
                      ("--version",), ("run", "--help"), ("completion", "bash"), ("reproduce", "--list")):
            with self.subTest(words=words), open("/dev/full", "w", encoding="utf-8") as full:
                run = self.start(*words, stdout=full)
                said = run.communicate(timeout=60)[1].decode()
                self.assertEqual(run.returncode, 1, said)
                self.assertIn("standard output", said)

    # A reader that goes away ends the program, not with 0, and not with litter.
    def test_a_closed_pipe_ends_the_program(self):
        for words in (("run", HUNTING, "-o", "-", "--interval", "1e-3"), ("run", HUNTING, "--json"), ("schema",)):
            with self.subTest(words=words):
                run = self.start(*words, stdout=subprocess.PIPE)
                run.stdout.close()
                run.communicate(timeout=60)
                self.assertNotEqual(run.returncode, 0)
                self.assertEqual(self.names(), [])

    # Streams that are closed from the start are not mistaken for the result file, which is opened next.
    def test_closed_streams_do_not_end_up_in_results(self):
        stiction("run", HUNTING, "-q", "-o", "good.csv", folder=self.folder)
        for closed in (">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            for quiet in ("", "-q"):
                with self.subTest(closed=closed, quiet=quiet):
                    run = subprocess.run(["sh", "-c", f'"$0" run "$1" {quiet} -o x.csv {closed}', TOOL, HUNTING],
                                         cwd=self.folder, check=False, capture_output=True, timeout=60)
                    # The file is complete; a summary that nobody can read is a failure, as on a full disk.
                    self.assertEqual(run.returncode, 1 if closed != "2>&-" and not quiet else 0)
                    self.assertEqual((self.folder / "x.csv").read_bytes(), (self.folder / "good.csv").read_bytes())

    # What a command has to say goes to standard output: where that is closed, no command succeeds.
    def test_a_closed_standard_output_is_a_failure(self):
        for words in (("run", HUNTING), ("run", HUNTING, "-o", "-"), ("models",), ("doctor", HUNTING), ("schema", "--json"),
                      ("--version",), ("run", "--help"), ("reproduce", "--list")):
            with self.subTest(words=words):
                run = subprocess.run(["sh", "-c", '"$0" "$@" >&-', TOOL, *map(str, words)], check=False,
                                     capture_output=True, text=True, timeout=60)
                self.assertEqual(run.returncode, 1)
                self.assertIn("standard output", run.stderr)

    # Threads that cannot be created are done without: here for want of memory for their stacks.
    def test_threads_that_cannot_be_created(self):
        def little_memory():
            resource.setrlimit(resource.RLIMIT_STACK, (400_000_000, 400_000_000))
            resource.setrlimit(resource.RLIMIT_AS, (1_200_000_000, 1_200_000_000))
        words = ("map", STICK_SLIP, "--over", "input.pull_speed=0.1:0.3:40", "-q")
        run = stiction(*words, "--threads", 40, preexec_fn=little_memory)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stdout, stiction(*words, "--threads", 1).stdout)

    # A converter that outlives the program leaves no file of its own behind, wherever the program was ended.
    def test_a_killed_png_leaves_no_litter(self):
        converter = self.write("rsvg-convert", "#!/bin/sh\nsleep 0.4\nfor word; do case $word in --output=*) "
                                               "echo half > \"${word#--output=}\";; esac; done\necho half\n")
        converter.chmod(0o755)
        path = f"{self.folder}:{os.environ['PATH']}"
        for number in (signal.SIGKILL, signal.SIGHUP, signal.SIGINT):
            with self.subTest(number=number):
                run = self.start("run", HUNTING, "-q", "--duration", 1, "--plot", "x.png",
                                 env={**os.environ, "PATH": path, "TMPDIR": str(self.folder)})
                time.sleep(0.25)
                run.send_signal(number)
                run.communicate(timeout=60)
                self.assertNotEqual(run.returncode, 0)
                time.sleep(0.6)
                # Ctrl-C may let a figure come to its end; then it has its name.
                self.assertLessEqual(set(self.names()), {"rsvg-convert", "x.png"})

    # A folder that may not be written to is named; root may write everywhere, so a file stands for the folder too.
    def test_an_unwritable_folder_is_named(self):
        self.write("file", "")
        folders = ["file"]
        if os.geteuid() != 0:
            (self.folder / "locked").mkdir(mode=0o555)
            folders.append("locked")
        for folder in folders:
            run = stiction("run", HUNTING, "-o", f"{folder}/x.csv", folder=self.folder)
            self.assertEqual(run.returncode, 3)
            self.assertIn(folder, run.stderr)

    # What is read is not replaced: the experiment, a signal's file, by whatever name.
    def test_inputs_are_not_replaced(self):
        signal_file = self.write("f.csv", "time [s],force [N]\n0,1\n1,2\n")
        text = ('[plant]\nmodel = "mass_on_surface"\n[friction]\nmodel = "lugre"\n[input]\n'
                'force = { signal = "csv", file = "f.csv" }\n[run]\nduration = 0.1\n')
        self.write("e.csv", text)
        self.write("e.svg", text)
        (self.folder / "link.csv").symlink_to("f.csv")
        before = {name: (self.folder / name).read_bytes() for name in self.names()}
        for words in (("e.csv", "-o", "e.csv"), ("e.csv", "-o", "f.csv"), ("e.csv", "-o", signal_file),
                      ("e.csv", "-o", "link.csv"), ("e.svg", "--plot"), ("e.csv", "--plot", "e.svg", "-o", "./f.csv")):
            with self.subTest(words=words):
                run = stiction("run", *words, folder=self.folder)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertIn("give another name", run.stderr)
        run = stiction("map", "e.csv", "--over", "plant.mass=1:2:2", "-o", "f.csv", folder=self.folder)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual({name: (self.folder / name).read_bytes() for name in self.names()}, before)

    def ended_at_random(self, number, name, delay):
        """Ends a run that writes a large file after a while; the exit code, 0 when the run was quicker."""
        run = self.start("run", HUNTING, "-q", "--interval", "1e-3", "-o", name)
        time.sleep(delay)
        run.send_signal(number)
        run.communicate(timeout=60)
        return run.returncode

    def check_ends(self, number, litter):
        chance = random.Random(int(number))
        for name in KINDS:
            if not self.can_write(name):
                continue
            begin = time.monotonic()
            self.ended_at_random(0, name, 0)  # signal 0 does nothing
            whole = time.monotonic() - begin
            for _ in range(4):
                with self.subTest(number=number, name=name):
                    for path in self.folder.iterdir():
                        path.unlink()
                    path = self.write(name, OLD)
                    code = self.ended_at_random(number, name, chance.uniform(0, whole))
                    if code != 0 or path.read_bytes() != OLD:
                        self.assertTrue(path.read_bytes() == OLD or is_complete(path))
                    if code == 0:
                        self.assertTrue(is_complete(path))
                    left = [other for other in self.names() if other != name]
                    self.assertTrue(litter or left == [], left)
                    self.assertTrue(all(".unfinished-" in other for other in left), left)

    # Ctrl-C, the end of a session and of a terminal, at any instant: the old file or a complete one, and no other.
    def test_signals_leave_no_half_files(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.check_ends(number, litter=False)

    # Nobody can clean up after kill -9; but a file without a name, where the system has such files, leaves nothing.
    def test_kill_leaves_no_half_file(self):
        try:
            os.close(os.open(self.folder, os.O_TMPFILE | os.O_RDWR))
        except (AttributeError, OSError):
            self.check_ends(signal.SIGKILL, litter=True)
        else:
            self.check_ends(signal.SIGKILL, litter=False)

    # A run that is waiting for its input ends at the first Ctrl-C.
    def test_waiting_for_input_can_be_interrupted(self):
        read, write = os.pipe()
        run = subprocess.Popen([TOOL, "run", "-"], stdin=read, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.3)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=20)
        os.close(read)
        os.close(write)
        self.assertEqual(run.returncode, 130)


if __name__ == "__main__":
    unittest.main()
