# SPDX-License-Identifier: BSD-3-Clause
"""What Python costs: a run, an edit, a sample of one joint and of ten thousand, parts written in Python.

    overhead.py
"""
import math
import time

import numpy as np

import stiction

ROUNDS = 15


def fastest(call, repeats):
    """Microseconds of computing, of the fastest of a few rounds."""
    best = math.inf
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(repeats):
            call()
        best = min(best, (time.process_time() - begin) / repeats)
    return 1e6 * best


def main():
    sections = {"plant": "pulled_mass", "friction": "lugre", "input": {"pull_speed": 0.1}}
    short = stiction.Experiment(sections, run={"duration": 1e-3})
    whole = stiction.Experiment(sections, run={"duration": 20})
    print(f"{'run of 1 ms, with everything [us]':<56}{fastest(lambda: stiction.run(short), 200):>10.1f}   goal: 20")
    print(f"{'run of 20 s with 2001 samples [us]':<56}{fastest(lambda: stiction.run(whole), 10):>10.1f}")

    def edit_and_run():
        short["plant.mass"] = 1.0
        stiction.run(short)

    print(f"{'edit a number and run 1 ms [us]':<56}{fastest(edit_and_run, 100):>10.1f}")
    law, n = stiction.LuGre(), 10_000
    one = stiction.FrictionUpdate(law, 1e-3)
    print(f"{'FrictionUpdate, one sample [ns]':<56}{1e3 * fastest(lambda: one.update_velocity(0.1), 2000):>10.1f}")
    many, engine = (stiction.FrictionUpdates(law, n, 1e-3) for _ in range(2))
    v, force = np.linspace(-0.1, 0.1, n), np.empty(n)
    by_python = fastest(lambda: many.update_velocity(v, out=force), 20)
    by_engine = fastest(lambda: engine._engine.update_velocity(v, None, None, None, force, 1), 20)
    print(f"{'FrictionUpdates, 10 000 joints [ns per joint]':<56}{1e3 * by_python / n:>10.2f}")
    print(f"{'  fraction of the speed of the C++ lanes':<56}{by_engine / by_python:>10.3f}   goal: 0.8")
    compare_parts()


def compare_parts():
    """The same servo with a part of the engine and with that part in Python."""
    servo = {"plant": "mass_on_surface", "friction": "lugre", "run": {"duration": 5}, "reference": {"reference": 1.0}}
    pid = {"model": "pid", "velocity_gain": 6.0, "position_gain": 3.0, "integral_gain": 0.0}
    sine = {"signal": "sine", "amplitude": 1.0, "frequency": 0.2, "phase": 0.0, "bias": 0.0}

    def force(t, r, x, v):
        return 3 * (r - x) - 6 * v

    cases = {
        "signal": ({"controller": pid, "reference": {"reference": sine}},
                   {"controller": pid, "reference": {"reference": lambda t: math.sin(0.4 * math.pi * t)}}),
        "continuous controller": ({"controller": pid}, {"controller": force}),
        "controller sampled at 1 ms": ({"controller": {**pid, "sampled": {"sample_time": 1e-3}}},
                                       {"controller": stiction.Controller(force, sample_time=1e-3)}),
        "plant": ({"controller": pid},
                  {"controller": pid, "plant": stiction.Plant(lambda t, u, f, x, v: (v, u - f))}),
    }
    print(f"\n{'servo of 5 s [us]':<36}{'engine':>12}{'Python':>12}{'ratio':>8}")
    for name, parts in cases.items():
        ours, theirs = (stiction.Experiment({**servo, **part}) for part in parts)
        quick, slow = fastest(lambda e=ours: stiction.run(e), 3), fastest(lambda e=theirs: stiction.run(e), 1)
        print(f"{name:<36}{quick:>12.0f}{slow:>12.0f}{slow / quick:>8.1f}")


if __name__ == "__main__":
    main()
