# SPDX-License-Identifier: BSD-3-Clause
"""Everything `make test` promises, step by step, and one line of totals.

    run_tests.py [STEP ...]      steps: dev clang threads tidy wasm-check python; all of them when none is named

A step whose compiler is missing is skipped and named; a step that fails does not keep the others from running. The step
python, which downloads and runs one thing at a time, goes on beside those after dev; what it says follows at the end.
There stand the seconds of each step and the files that took longest to compile in this run.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = {  # name: (command, program it needs)
    "dev": (["cmake", "--workflow", "--preset", "dev"], "cmake"),
    "clang": (["cmake", "--workflow", "--preset", "clang"], "clang++-14"),
    "threads": (["cmake", "--workflow", "--preset", "threads"], "clang++-14"),
    "tidy": ([sys.executable, "tools/tidy.py"], "clang-tidy-14"),
    "wasm-check": (["cmake", "--workflow", "--preset", "wasm-check"], "em++"),
    "python": ([sys.executable, "tools/python_tests.py"], "cmake"),
}
BESIDE = "python"  # see above
SKIPPED = 77  # exit code of a step that says itself why it tested nothing


def count_tests(step):
    """Tests run and tests failed, from what CTest wrote."""
    suite = ElementTree.parse(ROOT / "build" / step / "results.xml").getroot()
    if suite.tag == "testsuites":
        suite = suite[0]
    return int(suite.get("tests")), int(suite.get("failures"))


def compilations(step, begin):
    """(seconds, file) of what ninja has compiled since `begin`, from its log."""
    folder = ROOT / "build" / step
    log = folder / ".ninja_log"
    if not log.exists():
        return
    for line in log.read_text(encoding="utf-8").splitlines():
        entry = line.split("\t")
        if len(entry) != 5 or not entry[3].endswith(".o"):
            continue
        made = folder / entry[3]
        if made.exists() and made.stat().st_mtime >= begin:
            yield (int(entry[1]) - int(entry[0])) / 1000, made.relative_to(ROOT).as_posix()


class Step:
    """A step under way or done."""

    def __init__(self, name, output=None):
        self.name, self.output = name, output
        self.results = ROOT / "build" / name / "results.xml"
        self.results.unlink(missing_ok=True)
        self.begin = time.time()
        self.process = subprocess.Popen(STEPS[name][0], cwd=ROOT, stdout=output, stderr=output and subprocess.STDOUT)
        self.watch = threading.Thread(target=self._wait)
        self.watch.start()

    def _wait(self):
        self.process.wait()
        self.seconds = time.time() - self.begin

    def end(self):
        """Waits; True when it passed, None when it says itself that it tested nothing."""
        self.watch.join()
        if self.output:
            self.output.seek(0)
            print(f"\n== {self.name}\n{self.output.read()}", end="")
        if self.process.returncode == SKIPPED:
            return None
        passed = self.process.returncode == 0
        print(f"== {self.name}: {'ok' if passed else 'FAILED'} in {self.seconds:.0f} s", flush=True)
        return passed


def under_way(names):
    """Each step once it has begun, in the order in which they are to be waited for; those that cannot begin by name."""
    beside = None
    for name in sorted(names, key=lambda name: name == BESIDE):
        if name == BESIDE and beside:
            yield beside
            continue
        needs = STEPS[name][1]
        if not shutil.which(needs):
            print(f"\n== {name}: skipped, {needs} is not installed (tools/setup test)", flush=True)
            yield name
            continue
        print(f"\n== {name}", flush=True)
        yield Step(name)
        if name == "dev" and BESIDE in names:  # it takes from ccache what dev has compiled
            print(f"\n== {BESIDE} begins, beside the others", flush=True)
            beside = Step(BESIDE, tempfile.TemporaryFile("w+", encoding="utf-8"))


def main(names):
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        sys.exit(f"no such step: {' '.join(unknown)}; there are: {' '.join(STEPS)}")
    run = failed = 0
    failed_steps, skipped_steps, seconds, compiled = [], [], {}, []
    start = time.monotonic()
    for step in under_way(names or list(STEPS)):
        passed = step.end() if isinstance(step, Step) else None
        if passed is None:
            skipped_steps.append(getattr(step, "name", step))
            continue
        seconds[step.name] = step.seconds
        compiled += compilations(step.name, step.begin)
        if step.results.exists():
            tests, failures = count_tests(step.name)
            run, failed = run + tests, failed + failures
        if not passed:
            failed_steps.append(step.name)
    if compiled:
        print("\nlongest compilations")
        for took, file in sorted(set(compiled), reverse=True)[:10]:
            print(f"{took:7.1f} s  {file}")
    print("\n" + "".join(f"{seconds[name]:7.0f} s  {name}\n" for name in seconds))
    print(f"{time.monotonic() - start:.0f} s"
          + (f"; failed steps: {' '.join(failed_steps)}" if failed_steps else "; every step ok")
          + (f"; skipped steps: {' '.join(skipped_steps)}" if skipped_steps else ""))
    print(f"{run - failed} passed, {failed} failed")
    return 1 if failed_steps else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
