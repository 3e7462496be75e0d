# SPDX-License-Identifier: BSD-3-Clause
"""python-control beside the engine."""

import concurrent.futures

import numpy as np
import pytest

import stiction
from stiction import Coulomb, Experiment, LuGre, run

control = pytest.importorskip("control")


def test_simulated_by_python_control(servo):
    """The same servo by control.input_output_response and by the engine."""
    servo["run.duration"] = 3
    servo["run.interval"] = 0.05
    t = run(servo)
    system = servo.nlsys(inputs=[], outputs=["position", "velocity"])
    answer = control.input_output_response(
        system,
        t.t,
        X0=np.zeros(system.nstates),
        solve_ivp_method="LSODA",
        solve_ivp_kwargs={"rtol": 1e-9, "atol": 1e-12},
    )
    assert np.abs(answer.outputs[0] - t["position"]).max() < 1e-5 * np.abs(t["position"]).max()


def test_linearised_exactly():
    """A mass of 2 kg with LuGre bristles at rest: x' = v, 2 v' = u - s0 z - (s1 + s2) v, z' = v."""
    e = Experiment(plant={"model": "mass_on_surface", "mass": 2.0}, friction="lugre")
    law, system = LuGre(), e.linearise()
    damping = law.bristle_damping + law.viscous_damping
    expected = [[0, 1, 0], [0, -damping / 2, -law.bristle_stiffness / 2], [0, 1, 0]]
    np.testing.assert_allclose(system.A, expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(system.B[:, 0], [0, 0.5, 0], atol=1e-9)
    assert system.input_labels == ["input_force"]


def test_describing_function_of_coulomb_friction():
    """4 F_C / (pi A), for any amplitude, in one array and by python-control's own function."""
    law, amplitude = Coulomb(coulomb_force=2.0), np.array([0.1, 1.0])
    np.testing.assert_allclose(law.describing_function(amplitude), 8 / (np.pi * amplitude), rtol=1e-5)
    with pytest.raises(ValueError, match="amplitude"):
        law.describing_function(-1.0)


def test_describing_function_of_a_viscous_law():
    law = LuGre(coulomb_force=1e-9, static_force=1e-9, viscous_damping=3.0)
    assert law.describing_function(0.5) == pytest.approx(3.0, rel=1e-6)


def test_transfer_functions_as_controllers():
    """9 + 30 s/(0.01 s + 1) on the position error, continuous; sampled, the difference falls with the step."""
    sections = {
        "plant": "mass_on_surface",
        "friction": "lugre",
        "reference": {"reference": 0.1},
        "run": {"duration": 3},
    }
    system = control.tf([30 + 0.09, 9], [0.01, 1])
    t = run(Experiment(sections, controller=stiction.controller_from(system)))
    assert t.finished

    def error(sample_time):
        sampled = control.c2d(system, sample_time)
        other = run(Experiment(sections, controller=stiction.controller_from(sampled)))
        return np.abs(t["position"] - other["position"]).max()

    coarse, fine = error(1e-3), error(1e-4)
    assert 0 < fine < 0.15 * coarse < 1e-3
    gain = run(Experiment(sections, controller=stiction.controller_from(control.tf([5], [1]))))
    np.testing.assert_allclose(gain["control"], 5 * (0.1 - gain["position"]), atol=1e-9)


def test_what_cannot_be_converted(servo):
    with pytest.raises(ValueError, match="one input"):
        stiction.controller_from(control.ss(np.eye(2), np.eye(2), np.eye(2), np.zeros((2, 2))))
    with pytest.raises(ValueError, match="memory"):
        Experiment(plant="mass_on_surface", friction="preisach").nlsys()
    sampled = Experiment(plant="mass_on_surface", friction="lugre", controller={"model": "pid", "sampled": {}})
    with pytest.raises(ValueError, match="sampled"):
        sampled.nlsys()
    with pytest.raises(ValueError, match="signal"):
        servo.nlsys(outputs=["nothing"])
    with pytest.raises(ValueError, match="input"):
        Experiment(plant="mass_on_surface", friction="lugre", input={"force": abs}).nlsys()
    with pytest.raises(ValueError, match="no finite numbers"):
        stiction.controller_from(control.tf([np.nan], [1, 1]))


def test_a_sampled_system_begins_every_run_at_rest():
    """An integrator, alone and in two runs at once: what one run leaves behind is not seen by another."""
    pi = stiction.controller_from(control.tf([5, -4.9], [1, -1], 0.01))
    e = Experiment(
        plant="mass_on_surface", friction="lugre", controller=pi, reference={"reference": 0.1}, run={"duration": 1}
    )
    first = run(e)["control"]
    assert abs(first[-1]) > 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for again in pool.map(lambda _: run(e)["control"], range(4)):
            np.testing.assert_array_equal(again, first)
