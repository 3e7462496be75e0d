# SPDX-License-Identifier: BSD-3-Clause
"""Parts written in Python beside the same parts of the engine."""

import functools
import math
import pickle
import traceback

import numpy as np
import pytest

import stiction
from stiction import Controller, Experiment, Plant, run

GAINS = {"velocity_gain": 6.0, "position_gain": 3.0, "integral_gain": 4.0}


def near(a, b, tolerance):
    return np.abs(a - b).max() < tolerance * max(np.abs(b).max(), 1e-300)


def test_a_signal_of_python_is_the_signal_of_the_engine():
    sections = {"plant": "mass_on_surface", "friction": "lugre", "run": {"duration": 5}}
    own = {"signal": "sine", "amplitude": 3.0, "frequency": 0.7, "phase": 0.0, "bias": 0.5}
    expected = run(Experiment(sections, input={"force": own}))
    t = run(Experiment(sections, input={"force": lambda t: 0.5 + 3 * math.sin(2 * math.pi * 0.7 * t)}))
    assert near(t["force"], expected["force"], 1e-8)
    assert near(t["position"], expected["position"], 1e-6)


def test_jumps_and_bends_of_a_signal():
    sections = {"plant": "mass_on_surface", "friction": "lugre", "run": {"duration": 2}}
    own = {"signal": "step", "time": 0.7123, "before": 0.0, "after": 2.0}
    expected = run(Experiment(sections, input={"force": own}))
    t = run(Experiment(sections, input={"force": lambda t: 2.0 if t >= 0.7123 else 0.0}))
    assert near(t["position"], expected["position"], 1e-6)
    bent = run(Experiment(sections, input={"force": lambda t: abs(t - 0.3)}))
    np.testing.assert_allclose(bent["force"], np.abs(bent.t - 0.3), atol=1e-8)


@pytest.mark.parametrize("reference", [1.0, lambda t: 1.0])
def test_a_controller_of_python_is_the_pid_of_the_engine(reference):
    """With its integral as a state; the reference of the engine or of Python."""
    sections = {"plant": "mass_on_surface", "friction": "lugre", "run": {"duration": 10}}
    expected = run(Experiment(sections, controller={"model": "pid", **GAINS}, reference={"reference": 1.0}))
    pid = Controller(
        lambda t, r, x, v, i: (
            GAINS["position_gain"] * (r - x) - GAINS["velocity_gain"] * v + GAINS["integral_gain"] * i
        ),
        rate=lambda t, r, x, v, i: (r - x,),
        states={"integral": "m.s"},
    )
    t = run(Experiment(sections, controller=pid, reference={"reference": reference}))
    assert near(t["position"], expected["position"], 1e-6)
    assert near(t["control"], expected["control"], 1e-5)
    assert t.units["controller.integral"] == "m.s"
    assert t.energy.supplied == pytest.approx(expected.energy.supplied, rel=1e-5)


def test_any_callable_is_a_controller():
    def force(gain, t, reference, position, velocity):
        return gain * (reference - position) - velocity

    sections = {
        "plant": "mass_on_surface",
        "friction": "lugre",
        "run": {"duration": 1},
        "reference": {"reference": 1.0},
    }
    by_partial = run(Experiment(sections, controller=functools.partial(force, 2.0)))
    by_lambda = run(Experiment(sections, controller=lambda *x: force(2.0, *x)))
    np.testing.assert_array_equal(by_partial["position"], by_lambda["position"])


def test_a_sampled_controller_is_called_once_a_sample_in_order():
    times = []

    def force(t, reference, position, velocity):
        times.append(t)
        return 2.0 * (reference - position) - velocity

    e = Experiment(
        plant="mass_on_surface",
        friction="lugre",
        controller=Controller(force, sample_time=0.01),
        reference={"reference": 1.0},
        run={"duration": 1.0},
    )
    t = run(e)
    assert t.finished
    np.testing.assert_allclose(np.diff(times), 0.01, rtol=1e-9)
    assert 99 <= len(times) <= 102


@pytest.mark.parametrize("law", ["lugre", "coulomb", "karnopp"])
def test_a_plant_of_python_is_the_plant_of_the_engine(law):
    """A body of 2 kg under a sine: bristles, true rest, a zero-velocity band."""
    sections = {
        "friction": law,
        "input": {"force": {"signal": "sine", "amplitude": 4.0, "frequency": 0.5, "phase": 0.0, "bias": 0.0}},
        "run": {"duration": 4},
    }
    expected = run(Experiment(sections, plant={"model": "mass_on_surface", "mass": 2.0}))
    body = Plant(lambda t, force, friction, x, v: (v, (force - friction) / 2.0))
    t = run(Experiment(sections, plant=body))
    assert near(t["position"], expected["position"], 1e-5)
    assert [e.what for e in t.events] == [e.what for e in expected.events]


def test_a_plant_starts_where_it_is_told():
    body = Plant(lambda t, force, friction, x, v: (v, force - friction), initial={"velocity": 0.5})
    t = run(Experiment(plant=body, friction="coulomb", run={"duration": 0.1}))
    assert t["velocity"][0] == 0.5
    assert t["velocity"][-1] == pytest.approx(0.5 - 0.1 * t["friction_force"][-1])


def explode(*numbers):
    raise ZeroDivisionError("from inside")


@pytest.mark.parametrize(
    "sections",
    [
        {"input": {"force": explode}},
        {"controller": explode},
        {"controller": Controller(explode, sample_time=0.1)},
        {"controller": Controller(lambda *x: 0.0, rate=explode, states={"z": "m"})},
        {"plant": Plant(explode)},
        {"plant": Plant(lambda t, u, f, x, v: (v, u - f), applied_force=explode)},
    ],
)
def test_errors_come_back_with_their_traceback(sections):
    e = Experiment({"plant": "mass_on_surface", "friction": "lugre", **sections})
    with pytest.raises(ZeroDivisionError, match="from inside") as error:
        run(e)
    assert "explode" in "".join(traceback.format_tb(error.value.__traceback__))


@pytest.mark.parametrize("wrong", ["text", None, (1.0, 2.0, 3.0), object()])
def test_what_is_not_a_number_is_refused(wrong):
    sections = {"plant": "mass_on_surface", "friction": "lugre"}
    with pytest.raises(TypeError, match="must return"):
        run(Experiment(sections, controller=lambda *x: wrong))
    with pytest.raises(TypeError, match="must return"):
        run(Experiment(sections, input={"force": lambda t: wrong}))
    with pytest.raises(TypeError, match="must return"):
        run(Experiment(friction="lugre", plant=Plant(lambda *x: wrong)))


def test_numbers_that_are_not_finite():
    sections = {"plant": "mass_on_surface", "friction": "lugre", "run": {"duration": 1}}
    with pytest.raises(ValueError, match=r"input\.force must be finite"):
        run(Experiment(sections, input={"force": lambda t: math.inf}))
    with pytest.warns(RuntimeWarning, match="ended early"):
        assert not run(Experiment(sections, controller=lambda *x: math.nan)).finished


def test_what_python_functions_cannot_do():
    e = Experiment(plant="mass_on_surface", friction="lugre", controller=lambda *x: 0.0)
    for call in (
        e.to_toml,
        lambda: pickle.dumps(e),
        lambda: stiction.analyse(e),
        lambda: stiction.doctor(e),
        lambda: run(e, slopes=["friction.static_force"]),
    ):
        with pytest.raises(ValueError, match="controller"):
            call()
    assert "controller" in repr(e)
    assert run(e).to_dict()["experiment"] is None
    for wrong in (lambda: Controller(3), lambda: Plant(3)):
        with pytest.raises(TypeError):
            wrong()
    for wrong, match in (
        (lambda: Controller(abs, states={"z": "m"}), "rate"),
        (lambda: Controller(abs, sample_time=-1), "sample_time"),
        (lambda: Plant(abs, states={"x": "m"}), "position"),
        (lambda: Plant(abs, initial={"speed": 1}), "speed"),
    ):
        with pytest.raises(ValueError, match=match):
            wrong()


# 64 and 128 periods are zero wherever a grid of 64 pieces, their halves or their quarters are looked at.
@pytest.mark.parametrize("periods", [64, 128])
def test_periods_that_fit_the_run_are_seen(periods):
    sections = {"plant": "mass_on_surface", "friction": "coulomb", "run": {"duration": 1 / 64}}
    hertz = 64.0 * periods
    own = Experiment(sections, input={"force": lambda t: 200 * math.sin(2 * math.pi * hertz * t)})
    sine = Experiment(sections, input={"force": {"signal": "sine", "amplitude": 200.0, "frequency": hertz}})
    np.testing.assert_allclose(run(own)["position"][-1], run(sine)["position"][-1], rtol=1e-3)


# The engine would hold the last force, as a machine does; from a function it is a mistake.
def test_a_sampled_controller_that_gives_no_number():
    sections = {"plant": "mass_on_surface", "friction": "lugre", "run": {"duration": 0.1}}
    late = Controller(lambda t, r, x, v: math.nan if t > 0.05 else 1.0, sample_time=0.01)
    with pytest.raises(ValueError, match=r"finite number, but gave nan at t = 0\.06 s"):
        run(Experiment(sections, controller=late))
    with pytest.raises(TypeError, match="must return a number, not '3'"):
        run(Experiment(sections, input={"force": lambda t: "3"}))
