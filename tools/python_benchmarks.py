# SPDX-License-Identifier: BSD-3-Clause
"""Measures the Python package beside what Python users have (benchmarks/python), in an environment of its own.

    python_benchmarks.py

What PyPI does not have for this machine is left out, and said.
"""
import subprocess
import sys

from python_environment import ROOT, WORK, can_reach_pypi, environment, pip, say, sources, wheel

PEERS = ["scipy", "numba", "casadi", "mujoco", "diffrax"]


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    python = environment("bench", sys.executable)
    if python is None or not can_reach_pypi(python):
        say("nothing was measured")
        return 0
    unpacked = sources(python)
    made = wheel(python, unpacked) if unpacked else None
    if made is None or not pip(python, "install", made):
        return 1
    for peer in PEERS:
        if not pip(python, "install", peer, stderr=subprocess.DEVNULL):
            say(f"{peer} cannot be installed")
    failed = 0
    for script in sorted((ROOT / "benchmarks" / "python").glob("*.py")):
        print(f"\n== {script.name}", flush=True)
        failed += subprocess.run([python, script]).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
