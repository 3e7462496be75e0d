# SPDX-License-Identifier: BSD-3-Clause
"""The fit of LuGre to 10 000 samples, beside SciPy's least_squares and GSL's multifit_nlinear, both with finite differences, on the
same log, start and equations.

    fit_compare.py BUILD_FOLDER      prints the ratios, writes BUILD_FOLDER/fit.json

Run by a Python that has SciPy. The bristle is advanced by the exact step at the mean velocity of each sample, as ours: with NumPy
for all exponentials and a plain loop for the recurrence (the quick way), and in a loop alone (the plain way).
"""
import json
import math
import pathlib
import subprocess
import sys
import time

import numpy
from scipy.optimize import least_squares

NAMES = ("bristle_stiffness", "bristle_damping", "viscous_damping", "coulomb_force", "static_force", "stribeck_velocity")


def steps_of(v, dt):
    """Velocity and duration of the steps between samples, as ours: two where the velocity reverses; how many before each sample."""
    velocity, duration, until = [], [], [0]
    for before, now in zip(v[:-1].tolist(), v[1:].tolist()):
        if before * now < 0:
            cut = dt * before / (before - now)
            velocity += [0.5 * before, 0.5 * now]
            duration += [cut, dt - cut]
        else:
            velocity.append(0.5 * (before + now))
            duration.append(dt)
        until.append(len(velocity))
    return numpy.array(velocity), numpy.array(duration), numpy.array(until)


def quick(p, v, velocity, duration, until):
    s0, s1, s2, fc, fs, vs = p
    level = fc + (fs - fc) * numpy.exp(-(v / vs) ** 2)
    step_level = fc + (fs - fc) * numpy.exp(-(velocity / vs) ** 2)
    fade = numpy.exp(-s0 * numpy.abs(velocity) * duration / step_level)
    gain = numpy.sign(velocity) * step_level / s0 * (1 - fade)
    now = math.copysign(level[0] / s0, v[0])  # the log begins in sliding
    z = [now]
    for a, b in zip(fade.tolist(), gain.tolist()):
        now = a * now + b
        z.append(now)
    z = numpy.array(z)[until]
    return s0 * z + s1 * (v - s0 * numpy.abs(v) / level * z) + s2 * v


def plain(p, v, velocity, duration, until):
    s0, s1, s2, fc, fs, vs = p
    z = math.copysign((fc + (fs - fc) * math.exp(-(v[0] / vs) ** 2)) / s0, v[0])  # the log begins in sliding
    force, step = [], 0
    for now, end in zip(v.tolist(), until.tolist()):
        while step < end:
            m = velocity[step]
            level = fc + (fs - fc) * math.exp(-(m / vs) ** 2)
            fade = math.exp(-s0 * abs(m) * duration[step] / level)
            z = fade * z + math.copysign(level / s0, m) * (1 - fade)
            step += 1
        level = fc + (fs - fc) * math.exp(-(now / vs) ** 2)
        force.append(s0 * z + s1 * (now - s0 * abs(now) / level * z) + s2 * now)
    return numpy.array(force)


def fitted(model, data, start):
    """CPU seconds and the answer; parameters as logarithms, as ours."""
    v, force = data["velocity"], data["force"]
    steps = steps_of(v, data["time"][1] - data["time"][0])
    begin = time.process_time()
    found = least_squares(lambda x: model(numpy.exp(x), v, *steps) - force, numpy.log(start), method="lm")
    return time.process_time() - begin, numpy.exp(found.x), math.sqrt(2 * found.cost / (len(v) - 6))


def by_gsl(program, log, start):
    """The same, by the program of gsl_fit.cpp; None where it was not built."""
    if not program.exists():
        return None
    answer = json.loads(subprocess.run([program, log, *map(repr, start)], check=True, stdout=subprocess.PIPE, text=True).stdout)
    return answer["fit_seconds"], answer["numbers"], answer["noise"]


def main(build):
    ours = json.loads(subprocess.run([build / "benchmarks/peers/our_fit", build], check=True, stdout=subprocess.PIPE,
                                     text=True).stdout)
    data = numpy.genfromtxt(build / "fit_log.csv", delimiter=",", names=True)
    start = [ours["start"][name] for name in NAMES]
    print(f"\n== fit of LuGre, six numbers, 10 000 samples\nours: residual and Jacobian {1e6 * ours['residual_and_jacobian_seconds']:.0f} us, "
          f"fit {1e3 * ours['fit_seconds']:.2f} ms, noise {ours['noise']:.6f} N")
    for name, fit, goal in (("SciPy, NumPy", lambda: fitted(quick, data, start), 80),
                            ("SciPy, Python loop", lambda: fitted(plain, data, start), 800),
                            ("GSL", lambda: by_gsl(build / "benchmarks/peers/gsl_fit", build / "fit_log.csv", start), 20)):
        answer = fit()
        if answer is None:
            print(f"{name}: not installed, left out")
            continue
        seconds, numbers, noise = answer
        same = bool(max(abs(n / ours["numbers"][one] - 1) for n, one in zip(numbers, NAMES)) < 1e-4)
        ratio = seconds / ours["fit_seconds"]
        ours[name] = {"fit_seconds": seconds, "noise": noise, "ratio": ratio, "same_optimum": same, "numbers": list(numbers)}
        print(f"{name:<20} {1e3 * seconds:>9.1f} ms, noise {noise:.6f} N: {ratio:>7.1f} times ours"
              + (f" (goal {goal})" if goal else "") + ("" if same else "; NOT the same optimum"))
    (build / "fit.json").write_text(json.dumps(ours, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
