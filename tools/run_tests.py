# SPDX-License-Identifier: BSD-3-Clause
"""Everything `make test` promises, step by step, and one line of totals.

    run_tests.py [STEP ...]      steps: dev clang threads tidy wasm-check python; all of them when none is named

A step whose compiler is missing is skipped and named; a step that fails does not keep the others from running. At the
end stand the seconds of each step and the files that took longest to compile in this run.
"""
import pathlib
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = {  # name: (command, program it needs)
    "dev": (["cmake", "--workflow", "--preset", "dev"], "cmake"),
    "clang": (["cmake", "--workflow", "--preset", "clang"], "clang++-14"),
    "threads": (["cmake", "--workflow", "--preset", "threads"], "cmake"),
    "tidy": ([sys.executable, "tools/tidy.py"], "clang-tidy-14"),
    "wasm-check": (["cmake", "--workflow", "--preset", "wasm-check"], "em++"),
    "python": ([sys.executable, "tools/python_tests.py"], "cmake"),
}
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


def main(names):
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        sys.exit(f"no such step: {' '.join(unknown)}; there are: {' '.join(STEPS)}")
    run = failed = 0
    failed_steps, skipped_steps, seconds, compiled = [], [], {}, []
    start = time.monotonic()
    for name in names or STEPS:
        command, needs = STEPS[name]
        if not shutil.which(needs):
            print(f"\n== {name}: skipped, {needs} is not installed (tools/setup test)", flush=True)
            skipped_steps.append(name)
            continue
        print(f"\n== {name}", flush=True)
        results = ROOT / "build" / name / "results.xml"
        results.unlink(missing_ok=True)
        begin, begin_of_day = time.monotonic(), time.time()
        exit_code = subprocess.run(command, cwd=ROOT).returncode
        seconds[name] = time.monotonic() - begin
        if exit_code == SKIPPED:
            skipped_steps.append(name)
            continue
        passed = exit_code == 0
        print(f"== {name}: {'ok' if passed else 'FAILED'} in {seconds[name]:.0f} s", flush=True)
        compiled += compilations(name, begin_of_day)
        if results.exists():
            tests, failures = count_tests(name)
            run, failed = run + tests, failed + failures
        if not passed:
            failed_steps.append(name)
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
