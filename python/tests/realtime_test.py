# SPDX-License-Identifier: BSD-3-Clause
"""Real-time objects: scalar and batched agree with each other and with runs; wrong arrays are refused."""

import copy
import math

import numpy as np
import pytest

import stiction
from stiction import LAWS, Coulomb, CoupledStep, FrictionUpdate, FrictionUpdates, LuGre


def updated(law, **options):
    """The object, or None for a law that cannot be updated per sample."""
    try:
        return FrictionUpdate(law, 1e-3, **options)
    except ValueError:
        return None


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())
def test_many_contacts_get_the_forces_of_single_ones(law):
    """Every law: 13 contacts at different speeds, with reversals, gaps and samples that are no numbers."""
    one = law()
    if updated(one) is None:
        pytest.skip("no exact step")
    single = [FrictionUpdate(one, 1e-3, rest_velocity=1e-4) for _ in range(13)]
    many = FrictionUpdates(one, 13, 1e-3, rest_velocity=1e-4)
    size = 1e-4 * 2.0 ** np.arange(13)
    for k in range(200):
        v = size * np.sin(0.1 * k + np.arange(13))
        if k % 7 == 3:
            v[k % 13] = np.nan
        expected = [u.update_velocity(float(x), applied_force=0.2) for u, x in zip(single, v, strict=True)]
        np.testing.assert_allclose(many.update_velocity(v, applied_force=0.2), expected, rtol=1e-8, atol=1e-9)
        assert many.refused == sum(u.status != "ok" for u in single) == (k % 7 == 3)


def test_a_held_velocity_is_followed_exactly():
    """Against force_along, the law's own exact step."""
    law = LuGre()
    update = FrictionUpdate(law, 1e-3)
    assert update.update_velocity(2e-3) == pytest.approx(law.force(2e-3))  # the first sample moves nothing
    forces = [update.update_velocity(2e-3) for _ in range(50)]
    np.testing.assert_allclose(forces, law.force_along(np.full(50, 2e-3), 1e-3), rtol=1e-12)


def test_displacements_missing_samples_and_copies():
    update = FrictionUpdate(LuGre(), 1e-3)
    update.update_velocity(1e-3)
    saved = update.copy()
    force = update.update_displacement(1e-6)
    assert update.miss_sample() == force
    assert update.status == "missing"
    assert update.update_velocity(math.nan) == force
    assert update.status == "invalid"
    assert saved.update_displacement(1e-6) == force
    many = FrictionUpdates(LuGre(), 3, 1e-3)
    many.update_velocity(1e-3)
    other = many.copy()
    np.testing.assert_array_equal(other.update_displacement(1e-6), many.update_displacement([1e-6] * 3))
    np.testing.assert_allclose(many.update_displacement(0.0), other.update_displacement(0.0))


def test_true_rest_holds_what_is_applied():
    update = FrictionUpdate(Coulomb(coulomb_force=1.0), 1e-3, rest_velocity=1e-3)
    assert update.update_velocity(1e-4, applied_force=0.3) == pytest.approx(0.3)
    assert update.update_velocity(0.1, applied_force=0.3) == pytest.approx(1.0)


def test_laws_of_their_own_and_threads():
    laws = [LuGre(coulomb_force=0.5 + 0.001 * k) for k in range(100)]
    many, threaded = (FrictionUpdates(laws, 100, 1e-3) for _ in range(2))
    single = [FrictionUpdate(law, 1e-3) for law in laws]
    for v in (1e-3, 0.1, -0.1):
        force = many.update_velocity(v)
        np.testing.assert_array_equal(threaded.update_velocity(v, threads=3), force)
        np.testing.assert_allclose(force, [u.update_velocity(v) for u in single], rtol=1e-9)


@pytest.mark.parametrize("mass", [0.5, 2.0])
def test_a_coupled_step_is_the_run_of_the_engine(mass):
    """A body under a constant force at 1 ms, beside an adaptive run: 1e-4 of its way."""
    law = LuGre(preset="canudas1995")
    e = stiction.Experiment(
        plant={"model": "mass_on_surface", "mass": mass},
        friction=law,
        input={"force": 2.0},
        run={"duration": 2, "tolerance": 1e-10},
        output={"interval": 1e-3},
    )
    t = stiction.run(e)
    body = CoupledStep(law, 1e-3, mass=mass)
    positions = []
    for _ in range(2000):
        body.step(2.0)
        positions.append(body.position[0])
    assert np.abs(t["position"][1:] - positions).max() < 1e-4 * t["position"][-1]
    assert body.friction[0] == pytest.approx(t["friction_force"][-1], rel=1e-4)


def test_many_bodies_in_threads_and_refused_forces():
    mass = np.linspace(0.5, 2, 50)
    one, several = (CoupledStep(Coulomb(), 1e-3, mass=mass) for _ in range(2))
    force = np.full(50, 3.0)
    force[7] = np.nan
    for _ in range(20):
        one.step(force)
        several.step(force, threads=4)
    np.testing.assert_array_equal(one.position, several.position)
    assert one.refused == 1
    assert (one.position[7], one.velocity[7]) == (0.0, 0.0)
    # m v' = u - F, once it slides
    expected = (3.0 - one.friction) / mass * 0.02
    np.testing.assert_allclose(np.delete(one.velocity, 7), np.delete(expected, 7), rtol=0.06)
    saved = one.copy()
    one.step(0.0)
    saved.step(0.0)
    np.testing.assert_array_equal(one.velocity, saved.velocity)


def test_wrong_arguments_are_named():
    law, v = LuGre(), np.zeros(4)
    cases = [
        (lambda: FrictionUpdate(law, 0.0), "sample_time"),
        (lambda: FrictionUpdate(law, math.nan), "sample_time"),
        (lambda: FrictionUpdate(law, 1e-3, rest_velocity=-1), "rest_velocity"),
        (lambda: FrictionUpdates(law, 0, 1e-3), "contacts"),
        (lambda: FrictionUpdates([law, law], 3, 1e-3), "2 laws"),
        (lambda: FrictionUpdates([law, Coulomb()], 2, 1e-3), "one class"),
        (lambda: FrictionUpdates(law, 4, 1e-3).update_velocity(np.zeros(5)), "velocity"),
        (lambda: FrictionUpdates(law, 4, 1e-3).update_velocity(np.zeros((2, 2))), "velocity"),
        (lambda: FrictionUpdates(law, 4, 1e-3).update_velocity(v, out=np.zeros(4, np.float32)), "out"),
        (lambda: FrictionUpdates(law, 4, 1e-3).update_velocity(v, out=np.zeros(8)[::2]), "out"),
        (lambda: FrictionUpdates(law, 4, 1e-3).update_velocity(v, out=np.broadcast_to(0.0, 4)), "out"),
        (lambda: FrictionUpdates(law, 4, 1e-3).update_velocity(v, applied_force=np.zeros(3)), "applied_force"),
        (lambda: CoupledStep(law, 1e-3, mass=-1), "mass"),
        (lambda: CoupledStep(law, 1e-3, mass=[]), "mass|body"),
        (lambda: CoupledStep(law, 1e-3).step([1.0, 2.0]), "force"),
        (lambda: CoupledStep(law.replace(nominal_normal_force=1.0), 1e-3), "load"),
        (lambda: FrictionUpdates(law, 4, 1e-3).update_velocity(v, threads=-1), "threads"),
        (lambda: CoupledStep(law, 1e-3).step(1.0, threads=10**6), "threads"),
    ]
    for call, match in cases:
        with pytest.raises(ValueError, match=match):
            call()
    for call in (lambda: FrictionUpdate("lugre", 1e-3), lambda: FrictionUpdates(law, 2, 1e-3).update_velocity("fast")):
        with pytest.raises(TypeError):
            call()


def test_what_a_step_gives_is_read_only():
    """Writing into it would not move the body."""
    body = CoupledStep(LuGre(), 1e-3)
    body.step(1.0)
    for one in (body.position, body.velocity, body.friction):
        with pytest.raises(ValueError, match="read-only"):
            one[0] = 1.0


def test_arrays_that_overlap():
    """In place, and with forces written over samples that are still to be read."""
    samples = np.linspace(-0.1, 0.1, 101)
    expected = FrictionUpdates(LuGre(), 100, 1e-3).update_velocity(samples[:100].copy())
    for shift in (0, 1):
        both = samples.copy()
        friction = FrictionUpdates(LuGre(), 100, 1e-3)
        force = friction.update_velocity(both[:100], out=both[shift : 100 + shift])
        np.testing.assert_array_equal(force, expected)


@pytest.mark.parametrize("make", [FrictionUpdate, CoupledStep, lambda law, step: FrictionUpdates(law, 3, step)])
def test_deep_copies_go_on_alone(make):
    one = make(LuGre(), 1e-3)
    step = one.step if isinstance(one, CoupledStep) else one.update_velocity
    step(0.1)
    other = copy.deepcopy(one)
    again = other.step if isinstance(other, CoupledStep) else other.update_velocity
    np.testing.assert_array_equal(step(0.1), again(0.1))


def test_arrays_of_any_layout():
    many = FrictionUpdates(LuGre(), 6, 1e-3)
    v = np.linspace(-0.1, 0.1, 12)
    for column in (v[::2], v[::-2], v[::2].astype(np.float32), list(v[::2])):
        force = many.copy().update_velocity(column)
        np.testing.assert_array_equal(force, many.copy().update_velocity(np.array(column, dtype=float)))
