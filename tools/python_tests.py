# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Python package as a user would, installs the wheel into an empty environment and tests it there.

    python_tests.py [--versions] [PYTHON]      the interpreter; default: the one that runs this

With --versions all other versions of Python that are installed get the package too, and a quick part of the tests
(python_versions.py); that takes minutes, for each older than 3.12 has a wheel of its own.
The library is compiled with the flags of the preset dev, which ccache has when its tests were built; `make bench` builds
the package with the flags that users get. Everything is under build/python. Exit code 77 where PyPI cannot be reached: then nothing was tested.
"""
import os
import subprocess
import sys

from python_environment import ROOT, WORK, can_reach_pypi, environment, flags_of, pip, say, sources, wheel
from python_versions import failures

TOOLS = ["pytest", "hypothesis", "mypy", "ruff", "pandas", "matplotlib", "tqdm", "control", "pyarrow", "distributed"]
PEERS = ["mujoco"]  # an example needs it; not for every machine
SKIPPED = 77
ALONE = "import stiction, sys; print(stiction.__version__, stiction.LuGre().steady_force(0.1)); assert 'scipy' not in sys.modules"


def checks(package):
    """Name and words of everything that is checked in the environment of the installed package."""
    settings = ROOT / "pyproject.toml"
    examples = sorted((ROOT / "python" / "examples").glob("*.py"))
    documents = [package, ROOT / "python" / "tests", ROOT / "docs" / "python.md", ROOT / "README.md"]
    yield "ruff", ["-m", "ruff", "check", "--quiet", "--config", settings, ROOT / "python"]
    yield "mypy", ["-m", "mypy", "--strict", "--config-file", settings, "-p", "stiction"]
    yield "mypy of examples", ["-m", "mypy", "--strict", "--config-file", settings, *examples]
    yield "pytest", ["-m", "pytest", "-q", "-c", settings, "--rootdir", ROOT, "-p", "no:cacheprovider", "--doctest-modules",
                     "--doctest-glob=*.md", f"--junitxml={WORK / 'results.xml'}", *documents]


def main(python, every_version):
    WORK.mkdir(parents=True, exist_ok=True)
    builder = environment("builder", python)
    if builder is None or not can_reach_pypi(builder):
        say("nothing was tested")
        return SKIPPED
    settings, unpacked = flags_of("dev"), sources(builder)
    made = wheel(builder, unpacked, *settings) if unpacked else None
    tester = environment("tester", python)
    if made is None or tester is None:
        return 1
    say(f"installing {made.name} where there is no compiler")
    without_compiler = {**os.environ, "PATH": str(tester.parent), "CC": "false", "CXX": "false"}
    if not pip(tester, "install", made, env=without_compiler):
        return 1
    if subprocess.run([tester, "-c", ALONE], cwd=WORK, env=without_compiler).returncode != 0:
        return 1
    if not pip(tester, "install", *TOOLS):
        return 1
    if not pip(tester, "install", *PEERS, stderr=subprocess.DEVNULL):
        say(f"not for this machine, so its example is skipped: {', '.join(PEERS)}")
    where = [tester, "-c", "import stiction, os; print(os.path.dirname(stiction.__file__))"]
    package = subprocess.run(where, cwd=WORK, capture_output=True, text=True, check=True).stdout.strip()
    failed = []
    for name, words in checks(package):
        say(name)
        # README examples name files of the tree.
        if subprocess.run([tester, *words], cwd=ROOT if name == "pytest" else WORK).returncode != 0:
            failed.append(name)
    if every_version:
        failed += failures(python, made, tester, settings, unpacked)
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--versions"]
    sys.exit(main(words[0] if words else sys.executable, "--versions" in sys.argv))
