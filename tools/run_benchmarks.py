# SPDX-License-Identifier: BSD-3-Clause
"""Runs every benchmark of a build folder, prints its table and keeps its numbers as JSON beside it.

    run_benchmarks.py BUILD_FOLDER

Measurements whose names end in /law and /by_hand are the same work done by the library and by a plain loop; their ratio is
printed, minimum against minimum of interleaved repetitions. /4_lanes/law is the law in four SIMD lanes. At the end the
engine is compared with other solvers (benchmarks/peers/compare.py), and the Python package with what Python users have.
"""
import json
import pathlib
import subprocess
import sys

PEERS = pathlib.Path(__file__).resolve().parent.parent / "benchmarks/peers"
COMPARE_PEERS, COMPARE_FITS = PEERS / "compare.py", PEERS / "fit_compare.py"
RANKS = PEERS.parent / "ranks.py"
PYTHON_BENCHMARKS = pathlib.Path(__file__).resolve().parent / "python_benchmarks.py"


def python_with_scipy():
    """A Python that has SciPy, or None. Debian's package belongs to Debian's Python."""
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3")):
        try:
            if subprocess.run([python, "-c", "import scipy.optimize"], capture_output=True).returncode == 0:
                return python
        except FileNotFoundError:
            continue
    return None


def evaluation_times(benchmarks):
    """Nanoseconds per evaluation by name, from the fastest repetition."""
    return {entry["run_name"].split("/repeats:")[0]: 1e9 * entry["evaluation"]
            for entry in benchmarks if entry.get("aggregate_name") == "min" and "evaluation" in entry}


def comparison(benchmarks):
    """Lines of a table: what one evaluation costs, beside a plain loop, and in lanes."""
    times = evaluation_times(benchmarks)
    lines = []
    for name, law in sorted(times.items()):
        work = name.removesuffix("/law")
        if work == name or work.endswith("_lanes"):
            continue
        by_hand, lanes = times.get(f"{work}/by_hand"), times.get(f"{work}/4_lanes/law")
        lines.append(f"{work:<46}{law:>9.2f}"
                     + (f"{by_hand:>12.2f}{law / by_hand:>8.2f}" if by_hand else f"{'':>20}")
                     + (f"{lanes:>11.2f}{law / lanes:>9.1f}" if lanes else ""))
    if lines:
        lines.insert(0, f"{'ns per evaluation':<46}{'law':>9}{'by hand':>12}{'ratio':>8}{'4 lanes':>11}{'faster':>9}")
    return lines


def main(build):
    programs = sorted(path for path in (build / "benchmarks").glob("*_benchmark") if path.is_file())
    if not programs:
        print("No law is measured alone: there is no *_benchmark program (Google Benchmark was not found).")
    failed, measured = [], 0
    for program in programs:
        result = build / f"{program.name}.json"
        command = [program, f"--benchmark_out={result}", "--benchmark_out_format=json", "--benchmark_min_time=0.05",
                   "--benchmark_enable_random_interleaving=true"]
        listed = subprocess.run([program, "--benchmark_list_tests"], capture_output=True, text=True).stdout.splitlines()
        print(f"\n== {program.name}: {len(listed)} measurements, {len(listed) * 0.6:.0f} s or so", flush=True)
        # Its own table is long and has no ratios; ours takes its place where there is something to compare.
        compared = any(name.endswith("/law") or "/law/" in name for name in listed)
        if subprocess.run(command, stdout=subprocess.DEVNULL if compared else None).returncode:
            failed.append(program.name)
            continue
        benchmarks = json.loads(result.read_text(encoding="utf-8"))["benchmarks"]
        measured += len(benchmarks)
        print("\n".join(comparison(benchmarks)))
    peers = build / "benchmarks/peers/peers"
    if peers.is_file():
        programs.append(peers)
        print("\n== peers: time for the same error, a minute or so", flush=True)
        if subprocess.run([sys.executable, "-B", COMPARE_PEERS, build]).returncode:
            failed.append(peers.name)
    slopes = build / "benchmarks/peers/slope_peers"
    if slopes.is_file():
        programs.append(slopes)
        print("\n== slopes by six parameters, beside the plain run and beside CVODES, a minute or so", flush=True)
        if subprocess.run([slopes]).returncode:
            failed.append(slopes.name)
    ensemble = build / "benchmarks/peers/ensemble"
    if ensemble.is_file():
        programs.append(ensemble)
        print("\n== many runs: one by one, in SIMD lanes, on threads, beside CVODE, a minute or so", flush=True)
        if subprocess.run([ensemble]).returncode:
            failed.append(ensemble.name)
    fit, python = build / "benchmarks/peers/our_fit", python_with_scipy()
    if fit.is_file() and python:
        programs.append(fit)
        if subprocess.run([python, "-B", COMPARE_FITS, build]).returncode:
            failed.append(fit.name)
    stiction = build.parent / "release/apps/stiction"
    if stiction.is_file():
        programs.append(stiction)
        print("\n== a study under mpirun, as ranks grow", flush=True)
        if subprocess.run([sys.executable, "-B", RANKS, stiction]).returncode:
            failed.append(RANKS.stem)
    else:
        print("\nRanks are not measured: build/release/apps/stiction is not built (make run builds it).")
    print("\n== Python", flush=True)
    if subprocess.run([sys.executable, "-B", PYTHON_BENCHMARKS]).returncode:
        failed.append(PYTHON_BENCHMARKS.stem)
    print(f"\n{measured} measurements from {len(programs) - len(failed)} of {len(programs)} benchmarks in {build}/*.json"
          + (f"; failed: {' '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
