# SPDX-License-Identifier: BSD-3-Clause
"""Our engine against CVODE in instructions, which no other user of the machine can disturb."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

ROOT = pathlib.Path(os.environ["STICTION_ROOT"])
BUILD = pathlib.Path.cwd() / "instruction_count"
ERROR = "1e-6"  # largest distance from the reference, over the largest position
GOAL = 30  # CVODE's instructions over ours
PROBLEMS = ("P1", "P2", "P3")


def build():
    """The program, optimised as benchmarks are, but for instructions that valgrind knows."""
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -march=x86-64-v3 -DNDEBUG", "-DSTICTION_BUILD_BENCHMARKS=ON", "-DSTICTION_BUILD_TESTS=OFF",
               "-DSTICTION_BUILD_APPS=OFF", "-DSTICTION_INSTALL=OFF", "-DSTICTION_JOIN_SOURCES=ON"]
    for command in (["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", *options],
                    ["cmake", "--build", BUILD, "--target", "instruction_count"]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
    return BUILD / "benchmarks/peers/instruction_count"


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def count(program, solver, problem, tolerance):
    """Instructions of one solve, without output on the way."""
    counts = BUILD / f"callgrind.{solver}.{problem}"
    output_of("valgrind", "--tool=callgrind", "--toggle-collect=counted_run", f"--callgrind-out-file={counts}", program,
              "run", solver, problem, tolerance)
    return int(re.search(r"^totals: (\d+)$", counts.read_text(), re.MULTILINE).group(1))


class InstructionCount(unittest.TestCase):
    # At an error of 1e-6 the engine takes a small part of the instructions of CVODE on each of the problems.
    def test_our_engine_takes_a_thirtieth_of_the_instructions_of_cvode_or_less(self):
        if not shutil.which("valgrind"):
            self.skipTest("valgrind is not installed (tools/setup test)")
        if not {"avx2", "fma"} <= set(pathlib.Path("/proc/cpuinfo").read_text().split()):
            self.skipTest("this processor has no AVX2 and FMA, for which the count is made")
        program = build()
        available = output_of(program, "available").split()
        if "cvode" not in available:
            self.skipTest("SUNDIALS is not installed (tools/setup test)")
        lines = [line.split() for line in output_of(program, "tolerances", ERROR).splitlines()]
        tolerance = {(solver, problem): value for solver, problem, value, _ in lines}
        for problem in PROBLEMS:
            with self.subTest(problem=problem):
                for solver in ("cvode", "ours"):
                    self.assertIn((solver, problem), tolerance, f"never reaches an error of {ERROR}")
                cvode, ours = (count(program, solver, problem, tolerance[solver, problem])
                               for solver in ("cvode", "ours"))
                print(f"{problem}: CVODE {cvode / 1e6:.2f} M, ours {ours / 1e6:.2f} M, {cvode / ours:.1f} times fewer "
                      f"(at least {GOAL})")
                self.assertGreaterEqual(cvode / ours, GOAL)


if __name__ == "__main__":
    unittest.main()
