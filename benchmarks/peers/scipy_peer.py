# SPDX-License-Identifier: BSD-3-Clause
"""The problems as a Python user writes them, solved by SciPy; prints its sweeps as JSON.

    scipy_peer.py FOLDER      FOLDER holds P1.reference ..., the positions the peers program wrote

The law is written a second time on purpose: a right-hand side in Python is what is measured.
"""
import json
import math
import pathlib
import sys
import time
import warnings

import numpy
import scipy
from scipy.integrate import odeint, solve_ivp

INTERVAL = 0.01  # s, of the output
ROUNDS = 3  # over everything: what slows the machine down for a while does not slow down all of them
# Tolerances whose errors lie around 1e-5, the one error at which SciPy is compared.
TOLERANCES = {"odeint": (1e-5, 1e-6, 1e-7), "LSODA": (1e-5, 1e-6, 1e-7), "Radau": (1e-3, 1e-4, 1e-5),
              "BDF": (1e-5, 1e-6, 1e-7)}


class LuGre:
    """Canudas de Wit et al. 1995, (1)-(4). Closures over plain numbers: the fastest that plain Python offers."""

    def __init__(self, s0, s1, s2, coulomb, static, stribeck, exponent):
        self.s0, self.s1, self.s2, self.stribeck, self.deflection = s0, s1, s2, stribeck, static / s0
        fall, gaussian, exp = static - coulomb, exponent == 2, math.exp

        def evaluate(v, z):
            """dz/dt and F."""
            ratio = abs(v) / stribeck
            dz = v - s0 * abs(v) / (coulomb + fall * exp(-ratio * ratio if gaussian else -ratio)) * z
            return dz, s0 * z + s1 * dz + s2 * v

        def slopes(v, z):
            """d(dz/dt)/dv and d(dz/dt)/dz."""
            speed, direction = abs(v), math.copysign(1.0, v)
            ratio = speed / stribeck
            share = fall * exp(-ratio * ratio if gaussian else -ratio)
            level = coulomb + share
            decay, level_slope = s0 * speed / level, -share * (2 * ratio if gaussian else 1.0) / stribeck
            return 1 - direction * (s0 - decay * level_slope) / level * z, -decay

        self.evaluate, self.slopes = evaluate, slopes


TABLE_1 = LuGre(1e5, math.sqrt(1e5), 0.4, 1.0, 1.5, 1e-3, 2)
FIGURE_4 = LuGre(2900.0, 107.0, 0.0, 2.94, 5.88, 0.1, 1)


def hunting():
    law = TABLE_1
    evaluate = law.evaluate

    def rates(t, y):
        x, v, z, integral = y
        dz, friction = evaluate(v, z)
        return (v, -6 * v - 3 * (x - 1) - 4 * integral - friction, dz, x - 1)

    def jacobian(t, y):
        by_v, by_z = law.slopes(y[1], y[2])
        return [[0, 1, 0, 0], [-3, -6 - law.s1 * by_v - law.s2, -law.s0 - law.s1 * by_z, -4], [0, by_v, by_z, 0],
                [1, 0, 0, 0]]

    return rates, jacobian, law, 4, lambda t, y: y[0]


def stick_slip(law, pulling_speed):
    evaluate = law.evaluate

    def rates(t, y):
        elongation, v, z = y
        dz, friction = evaluate(v, z)
        return (pulling_speed - v, 2 * elongation - friction, dz)

    def jacobian(t, y):
        by_v, by_z = law.slopes(y[1], y[2])
        return [[0, -1, 0], [2, -law.s1 * by_v - law.s2, -law.s0 - law.s1 * by_z], [0, by_v, by_z]]

    return rates, jacobian, law, 3, lambda t, y: pulling_speed * t - y[0]


def solve(method, rates, jacobian, scales, times, tolerance):
    """States at the times, one column each."""
    start, allowed = numpy.zeros(len(scales)), tolerance * numpy.array(scales)
    if method == "odeint":
        return odeint(rates, start, times, Dfun=jacobian, tfirst=True, rtol=tolerance, atol=allowed, mxstep=100000).T
    return solve_ivp(rates, (0, times[-1]), start, method, t_eval=times, jac=jacobian, rtol=tolerance, atol=allowed).y


def measure(point, problem, method, reference):
    """Runs the point a few times and keeps its error and its fastest time so far."""
    rates, jacobian, law, states, position = problem
    scales = [1.0, law.stribeck, law.deflection, 1.0][:states]
    times = numpy.arange(len(reference)) * INTERVAL
    begin = time.process_time()
    while time.process_time() < begin + 0.1:
        start = time.process_time()
        y = solve(method, rates, jacobian, scales, times, point["tolerance"])
        point["microseconds"] = min(point["microseconds"], 1e6 * (time.process_time() - start))
    if y.shape[1] == len(times):
        point["error"] = float(numpy.abs(position(times, y) - reference).max() / numpy.abs(reference).max())


def main(folder):
    warnings.filterwarnings("ignore")
    problems = {"P1": hunting(), "P2": stick_slip(TABLE_1, 0.1), "P3": stick_slip(FIGURE_4, 2.0)}
    references = {name: numpy.loadtxt(folder / f"{name}.reference") for name in problems}
    sweeps = [{"solver": "SciPy odeint" if method == "odeint" else f"SciPy solve_ivp {method}", "problem": name,
               "method": method, "points": [{"tolerance": t, "error": math.inf, "microseconds": math.inf}
                                            for t in TOLERANCES[method]]}
              for name in problems for method in TOLERANCES]
    for _ in range(ROUNDS):
        for sweep in sweeps:
            for point in sweep["points"]:
                measure(point, problems[sweep["problem"]], sweep["method"], references[sweep["problem"]])
    for sweep in sweeps:
        sweep["points"] = [point for point in sweep["points"] if point["error"] < 1]
    print(json.dumps({"scipy": scipy.__version__, "sweeps": sweeps}))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
