# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Python package as a user would, installs the wheel into an empty environment and tests it there.

    python_tests.py [PYTHON]      the interpreter; default: the one that runs this

Everything is under build/python. Exit code 77 where PyPI cannot be reached: then nothing was tested.
"""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "python"
TOOLS = ["pytest", "hypothesis", "mypy", "ruff", "pandas", "matplotlib", "tqdm", "control"]
SKIPPED = 77


def say(text):
    print(f"python: {text}", flush=True)


def environment(name, python):
    """A new environment without packages; its interpreter."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    done = subprocess.run([python, "-m", "venv", folder])
    if done.returncode != 0:
        say("there is no venv module (Debian: python3-venv); nothing was tested")
        sys.exit(SKIPPED)
    return folder / "bin" / "python"


def pip(python, *words):
    return subprocess.run([python, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], cwd=ROOT)


def can_reach_pypi(python):
    return pip(python, "download", "--no-deps", "-d", WORK / "probe", "nanobind").returncode == 0


def main(python):
    WORK.mkdir(parents=True, exist_ok=True)
    builder = environment("builder", python)
    if not can_reach_pypi(builder):
        say("PyPI cannot be reached, so the package is not built; nothing was tested")
        return SKIPPED
    say("building the wheel (pip wheel .)")
    wheels = WORK / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    if pip(builder, "wheel", ".", "--no-deps", "-w", wheels).returncode != 0:
        return 1
    wheel = next(wheels.glob("stiction-*.whl"))
    tester = environment("tester", python)
    say(f"installing {wheel.name} where there is no compiler")
    without_compiler = {**os.environ, "PATH": str(tester.parent), "CC": "false", "CXX": "false"}
    install = [tester, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", wheel]
    if subprocess.run(install, env=without_compiler).returncode != 0:
        return 1
    alone = "import stiction, sys; print(stiction.__version__, stiction.LuGre().steady_force(0.1)); assert 'scipy' not in sys.modules"
    if subprocess.run([tester, "-c", alone], cwd=WORK, env=without_compiler).returncode != 0:
        return 1
    if pip(tester, "install", *TOOLS).returncode != 0:
        return 1
    package = subprocess.run([tester, "-c", "import stiction, os; print(os.path.dirname(stiction.__file__))"], cwd=WORK,
                             capture_output=True, text=True, check=True).stdout.strip()
    checks = {
        "ruff": ["-m", "ruff", "check", "--quiet", "--config", ROOT / "pyproject.toml", ROOT / "python"],
        "mypy": ["-m", "mypy", "--strict", "--config-file", ROOT / "pyproject.toml", "-p", "stiction"],
        "mypy of examples": ["-m", "mypy", "--strict", "--config-file", ROOT / "pyproject.toml",
                             *sorted((ROOT / "python" / "examples").glob("*.py"))],
        "pytest": ["-m", "pytest", "-q", "-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-p", "no:cacheprovider",
                   "--doctest-modules", "--doctest-glob=*.md", f"--junitxml={WORK / 'results.xml'}", package, ROOT / "python" / "tests", ROOT / "docs" / "python.md", ROOT / "README.md"],
    }
    failed = []
    for name, words in checks.items():
        say(name)
        if subprocess.run([tester, *words], cwd=WORK).returncode != 0:
            failed.append(name)
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else sys.executable))
