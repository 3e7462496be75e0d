# SPDX-License-Identifier: BSD-3-Clause
"""The package in every Python that is installed here: one wheel each for 3.10 and 3.11, one for 3.12 and all later."""
import os
import pathlib
import re
import shutil
import subprocess

from python_environment import ROOT, WORK, environment, pip, say, wheel

VERSIONS = range(10, 20)  # of Python 3
FIRST_STABLE = 12  # the limited API that nanobind needs begins here
# What reads the border alone and takes seconds.
QUICK = ["laws", "experiments", "functions", "realtime"]
# Numbers of a run, of an analysis and of an update, to the last bit.
FINGERPRINT = """
import hashlib, stiction
e = stiction.Experiment(plant="pulled_mass", friction="lugre", input={"pull_speed": 0.1}, run={"duration": 20})
t, joints = stiction.run(e), stiction.FrictionUpdates(stiction.LuGre(), 9, 1e-3)
said = [t[name].tobytes() for name in t] + [repr(stiction.analyse(e).to_dict()).encode()]
said += [joints.update_velocity(0.01 * k).tobytes() for k in range(99)]
print(hashlib.sha256(b"".join(said)).hexdigest())
"""


def minor(python):
    """11 of Python 3.11; None for what cannot be run."""
    try:
        told = subprocess.run([python, "-V"], capture_output=True, text=True).stdout
    except OSError:
        return None
    found = re.match(r"Python 3\.(\d+)", told)
    return int(found[1]) if found else None


def installed():
    """One interpreter of every version, {10: "python3.10", ...}: those on PATH, else those that pyenv keeps."""
    pyenv = shutil.which("pyenv")
    root = subprocess.run([pyenv, "root"], capture_output=True, text=True).stdout.strip() if pyenv else ""
    found = {}
    for version in VERSIONS:
        kept = sorted(pathlib.Path(root, "versions").glob(f"3.{version}.*/bin/python")) if root else []
        for python in (f"python3.{version}", *kept):
            if minor(python) == version:
                found.setdefault(version, str(python))
    return found


def fingerprint(python):
    return subprocess.run([python, "-c", FINGERPRINT], cwd=WORK, capture_output=True, text=True).stdout


def holds(version, python, wheels, build, expected):
    """True when the package works in this Python: quick tests pass, and its numbers are those of the main one."""
    kind = min(version, FIRST_STABLE)
    if kind not in wheels:
        wheels[kind] = build(environment(f"builder3.{kind}", python))
    made, tester = wheels[kind], environment(f"tester3.{version}", python)
    if made is None or tester is None or not pip(tester, "install", made, "pytest"):
        return False
    say(f"Python 3.{version} with {made.name}")
    tests = [ROOT / "python" / "tests" / f"{name}_test.py" for name in QUICK]
    words = ["-m", "pytest", "-q", "-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-p", "no:cacheprovider", *tests]
    if subprocess.run([tester, *words], cwd=WORK, env={**os.environ, "PYTHONWARNINGS": ""}).returncode != 0:
        return False
    return fingerprint(tester) == expected


def failures(main, made, tester, settings, unpacked):
    """Versions in which the package of `main` fails, as text."""
    version, expected = minor(main), fingerprint(tester)
    wheels = {min(version, FIRST_STABLE): made}

    def build(builder):
        return builder and wheel(builder, unpacked, *settings)

    others = {v: python for v, python in installed().items() if v != version}
    say(f"other versions here: {', '.join(f'3.{v}' for v in others) or 'none'}")
    return [f"Python 3.{v}" for v, python in others.items() if not holds(v, python, wheels, build, expected)]
