# SPDX-License-Identifier: BSD-3-Clause
"""The Python module under the thread sanitizer: thousands of runs by many threads of Python, edits meanwhile, sweeps.

    python_threads.py

Compiles library and module with the flags of the preset threads, which takes as long as that preset, so `make test` does
not call it. Everything is under build/python.
"""
import os
import shutil
import subprocess
import sys

from python_environment import ROOT, WORK, can_reach_pypi, environment, flags_of, pip, say

CHOSEN = "threads or edited or gil or workers or lanes"  # tests by name
SWITCHES = ("JOIN_SOURCES=ON", "BUILD_PYTHON=ON", "BUILD_APPS=OFF", "BUILD_TESTS=OFF", "INSTALL=OFF")


def built(python):
    """The folder of the package, compiled with the sanitizer; None when that failed."""
    build = WORK / "threads"
    settings = [f"-DSTICTION_{one}" for one in SWITCHES]
    for one in flags_of("threads"):
        settings.append("-D" + one.removeprefix("--config-settings=").removeprefix("cmake.define."))
    settings = [one.replace("-Dcmake.build-type", "-DCMAKE_BUILD_TYPE") for one in settings]
    configure = ["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", f"-DPython_EXECUTABLE={python}", *settings]
    # Not the stubs: making them loads the module, which needs the sanitizer in the process.
    for command in (configure, ["cmake", "--build", build, "--target", "stiction_python"]):
        if subprocess.run(command, env={"CXX": "c++", **os.environ}).returncode != 0:
            return None
    for source in (ROOT / "python" / "stiction").glob("*.py"):
        shutil.copy(source, build / "python" / "stiction")
    return build / "python"


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    python = environment("threads-tester", sys.executable)
    if python is None or not can_reach_pypi(python) or not pip(python, "install", "nanobind", "numpy", "pytest"):
        return 77
    package = built(python)
    if package is None:
        return 1
    library = subprocess.run(["c++", "-print-file-name=libtsan.so"], capture_output=True, text=True).stdout.strip()
    say("tests under the thread sanitizer")
    # Python itself is not instrumented; its lock is one that the sanitizer sees.
    options = "ignore_noninstrumented_modules=1 halt_on_error=0 exitcode=66"
    words = ["-m", "pytest", "-q", "-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-p", "no:cacheprovider", "-k", CHOSEN]
    tests = [ROOT / "python" / "tests" / f"{name}_test.py" for name in ("runs", "realtime", "sweeps")]
    env = {**os.environ, "PYTHONPATH": str(package), "LD_PRELOAD": library, "TSAN_OPTIONS": options}
    return subprocess.run([python, *words, *tests], cwd=WORK, env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
