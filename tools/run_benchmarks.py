# SPDX-License-Identifier: BSD-3-Clause
"""Runs every benchmark of a build folder, prints its table and keeps its numbers as JSON beside it.

    run_benchmarks.py BUILD_FOLDER
"""
import json
import pathlib
import subprocess
import sys


def main(build):
    programs = sorted(path for path in (build / "benchmarks").glob("*_benchmark") if path.is_file())
    if not programs:
        print("There are no benchmarks yet.")
    failed, measured = [], 0
    for program in programs:
        print(f"\n== {program.name}", flush=True)
        result = build / f"{program.name}.json"
        command = [program, f"--benchmark_out={result}", "--benchmark_out_format=json"]
        if subprocess.run(command).returncode:
            failed.append(program.name)
        else:
            measured += len(json.loads(result.read_text(encoding="utf-8"))["benchmarks"])
    print(f"\n{measured} measurements from {len(programs) - len(failed)} of {len(programs)} benchmarks in {build}/*.json"
          + (f"; failed: {' '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
