# SPDX-License-Identifier: BSD-3-Clause
"""Our engine and its peers on the same problems: time for the same error, beside the goal (docs/benchmarks.md).

    compare.py BUILD_FOLDER [ROUNDS]      prints the table, writes peers.json and work_precision.svg there
"""
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys

from matched_error import time_at

HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = ("P1", "P2", "P3")
ERRORS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
SOLVE_IVP = "SciPy solve_ivp"
COMPILED = ("CVODE", "ARKODE", "Boost.odeint", "GSL")  # are compared at every error
OURS = {"CVODE with a callback": "ours with a callback"}  # every other peer is compared with "ours"
HONEST = (1e-4, 1e-8)  # tolerances between which our error must stay below
HONESTY = 5.0  # times the tolerance
EVENT_COST = 1.1
ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def goal(peer, problem, error):
    """How many times faster we want to be; None where nothing is promised."""
    if peer == "CVODE":
        return 15 if error == 1e-3 else 20
    if peer == "Boost.odeint" and error <= 1e-5:
        return 5 if problem == "P1" else 3
    at_1e_5 = {"CVODE with a callback": 10, "SciPy odeint": 50, SOLVE_IVP: 200, "Octave lsode": 800,
               "Octave ode15s": 800}
    return at_1e_5.get(peer) if error == 1e-5 else None


def measure(build, rounds):
    """What the peers program measured."""
    subprocess.run([build / "benchmarks/peers/peers", build, *rounds], check=True)
    return json.loads((build / "sweeps.json").read_text(encoding="utf-8"))


def measure_scipy(build):
    """The same from SciPy, or None where no Python here has it. Debian's package belongs to Debian's Python."""
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3")):
        try:
            if subprocess.run([python, "-c", "import scipy.integrate"], capture_output=True).returncode == 0:
                done = subprocess.run([python, "-B", HERE / "scipy_peer.py", build], env=ONE_THREAD, check=True,
                                      stdout=subprocess.PIPE, text=True)
                return json.loads(done.stdout)
        except FileNotFoundError:
            continue
    return None


def measure_octave(build):
    """The same from Octave, or None where it is not installed."""
    octave = shutil.which("octave-cli")
    if not octave:
        return None
    done = subprocess.run([octave, "--norc", "--no-history", HERE / "octave_peer.m", build], env=ONE_THREAD, check=True,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def collect(sweeps):
    """Points by solver and problem. Of the methods of solve_ivp a user would take the best: their points are joined."""
    points = {}
    for sweep in sweeps:
        solver = SOLVE_IVP if sweep["solver"].startswith(SOLVE_IVP) else sweep["solver"]
        points.setdefault((solver, sweep["problem"]), []).extend(sweep["points"])
    return points


def rows_of(points):
    """One row per peer, problem and error that the peer was asked for."""
    rows = []
    for peer in dict.fromkeys(solver for solver, _ in points if not solver.startswith("ours")):
        for problem in PROBLEMS:
            for error in ERRORS:
                wanted = goal(peer, problem, error)
                if wanted is None and peer not in COMPILED:
                    continue
                their_time = time_at(points[peer, problem], error)
                our_time = time_at(points.get((OURS.get(peer, "ours"), problem), []), error)
                ratio = their_time / our_time if their_time and our_time else None
                rows.append({"peer": peer, "problem": problem, "error": error, "peer_us": their_time,
                             "our_us": our_time, "ratio": ratio, "goal": wanted,
                             "met": ratio >= wanted if ratio and wanted else None})
    return rows


def own_rows(points):
    """What we promise of ourselves: errors that keep the tolerance, and events that cost next to nothing."""
    honesty, events = [], []
    for problem in PROBLEMS:
        for point in points.get(("ours", problem), []):
            if HONEST[1] * 0.99 <= point["tolerance"] <= HONEST[0] * 1.01:
                factor = point["error"] / point["tolerance"]
                honesty.append({"problem": problem, "tolerance": point["tolerance"], "factor": factor,
                                "met": factor <= HONESTY})
        # What switching them on costs: at the tolerance the user has set. At equal error the errors' luck is in it too.
        without = {point["tolerance"]: point for point in points.get(("ours without events", problem), [])}
        for point in points.get(("ours", problem), []):
            if point["tolerance"] in without and HONEST[1] * 0.99 <= point["tolerance"] <= 1.01e-3:
                cost = point["microseconds"] / without[point["tolerance"]]["microseconds"]
                events.append({"problem": problem, "tolerance": point["tolerance"], "cost": cost,
                               "met": cost <= EVENT_COST})
        for error in ERRORS:
            times = [time_at(points.get((solver, problem), []), error) for solver in ("ours", "ours without events")]
            if all(times):
                events.append({"problem": problem, "error": error, "cost": times[0] / times[1], "met": None})
    return honesty, events


def door_rows(points):
    """What runs from names cost beside the compiled run, at the same tolerance: the worst of each door."""
    rows = []
    for door, goal_of_door in (("ours by name", 1.6), ("ours by parts", 2.5)):
        for problem in PROBLEMS:
            compiled = {point["tolerance"]: point["microseconds"] for point in points.get(("ours", problem), [])}
            costs = [point["microseconds"] / compiled[point["tolerance"]]
                     for point in points.get((door, problem), []) if point["tolerance"] in compiled]
            if costs:
                rows.append({"door": door, "problem": problem, "lowest": min(costs), "highest": max(costs),
                             "goal": goal_of_door, "met": max(costs) <= goal_of_door})
    return rows


def number(value, form):
    return "-" if value is None else format(value, form)


def table(rows):
    lines = [f"{'peer':<24}{'problem':<9}{'error':>7}{'peer us':>12}{'our us':>10}{'ratio':>8}{'goal':>7}  met"]
    for row in rows:
        met = {True: "yes", False: "NO", None: ""}[row["met"]]
        lines.append((f"{row['peer']:<24}{row['problem']:<9}{row['error']:>7.0e}{number(row['peer_us'], '.0f'):>12}"
                      f"{number(row['our_us'], '.1f'):>10}{number(row['ratio'], '.1f'):>8}{number(row['goal'], 'd'):>7}"
                      f"  {met}").rstrip())
    return lines


def door_table(rows):
    return [f"{row['door']}, {row['problem']}: {row['lowest']:.2f} to {row['highest']:.2f} times the compiled run; goal "
            f"{row['goal']:g}: {'yes' if row['met'] else 'NO'}" for row in rows]


def own_table(honesty, events):
    lines = []
    if honesty:
        worst = max(honesty, key=lambda row: row["factor"])
        lines.append(f"our error is at most {worst['factor']:.2f} times the tolerance ({worst['problem']} at "
                     f"{worst['tolerance']:.0e}); goal {HONESTY:g}: {'yes' if worst['met'] else 'NO'}")
    for key, goal in (("tolerance", EVENT_COST), ("error", None)):
        rows = [row for row in events if key in row]
        if rows:
            worst = max(rows, key=lambda row: row["cost"])
            judged = f"; goal {goal:g}: {'yes' if worst['met'] else 'NO'}" if goal else ""
            lines.append(f"locating reversals costs at most {worst['cost']:.2f} of not doing so at equal {key} "
                         f"({worst['problem']} at {worst[key]:.0e}){judged}")
    return lines


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def main(build, rounds):
    measured = measure(build, rounds)
    scipy, octave = measure_scipy(build), measure_octave(build)
    sweeps = [sweep for one in (measured, scipy, octave) if one for sweep in one["sweeps"]]
    points = collect(sweeps)
    rows = rows_of(points)
    honesty, events = own_rows(points)
    doors = door_rows(points)
    found = {solver for solver, _ in points}
    missing = [peer for peer in (*COMPILED, "SciPy odeint", "Octave lsode") if peer not in found]
    print("\n".join(table(rows) + own_table(honesty, events) + door_table(doors)))
    if missing:
        print(f"not installed, so not compared: {', '.join(missing)}")
    goals = [row["met"] for row in rows + honesty + events + doors if row["met"] is not None]
    print(f"{sum(goals)} of {len(goals)} goals met")
    result = {"machine": {"system": platform.platform(), "processor": processor(), "cores": os.cpu_count()},
              "compiler": measured["compiler"], "scipy": scipy["scipy"] if scipy else None,
              "octave": octave["octave"] if octave else None, "not_installed": missing,
              "rounds": measured["rounds"], "comparison": rows, "honesty": honesty, "events": events, "doors": doors,
              "sweeps": sweeps}
    (build / "peers.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    draw = build / "benchmarks/peers/work_precision"
    if draw.is_file():
        subprocess.run([draw, build / "peers.json", build / "work_precision.svg"], check=True)
        print(f"wrote {build / 'peers.json'} and {build / 'work_precision.svg'}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
