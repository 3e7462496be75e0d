# SPDX-License-Identifier: BSD-3-Clause
"""Anything at all as input: a right answer or a clear error, never a crash; and round trips of random numbers."""

import copy
import pickle

import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stiction import LAWS, CoupledStep, Experiment, FrictionUpdate, FrictionUpdates, LuGre

settings.register_profile("quick", deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
settings.load_profile("quick")

REFUSED = (ValueError, TypeError, OverflowError)
BASE = Experiment(plant="pulled_mass", friction="lugre", run={"duration": 0.1})

numbers = st.floats(allow_nan=True, allow_infinity=True) | st.integers(-(10**30), 10**30) | st.booleans()
simple = numbers | st.none() | st.text(max_size=8) | st.binary(max_size=4) | st.complex_numbers()
anything = st.recursive(
    simple,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=6), inside, max_size=3),
    max_leaves=8,
)
any_array = arrays.arrays(
    dtype=arrays.scalar_dtypes() | st.just(np.dtype(object)),
    shape=arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
)
laws = st.sampled_from(sorted(LAWS)).map(LAWS.get)


@given(laws, st.data())
def test_random_numbers_round_trip(law, data):
    """Valid numbers near the defaults come back from repr, pickle, copies and experiment files."""
    values = {}
    for name, p in law().parameters.items():
        factor = data.draw(st.floats(0.5, 2.0), label=name)
        values[name] = [x * factor for x in p.value] if isinstance(p.value, list) else p.value * factor
    try:
        one = law(**values)
    except ValueError:
        return  # a relation between numbers is broken
    assert eval(repr(one), {law.__name__: law}) == one
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == one
    if law.table["kind"] == "memory":
        return
    e = Experiment(plant="mass_on_surface", friction=one)
    for name, value in one.values.items():
        if not isinstance(value, list):
            assert e[f"friction.{name}"] == value


@given(laws, any_array | anything, any_array | anything)
def test_any_object_as_velocity_and_state(law, velocity, state):
    one = law()
    for call in (lambda: one.force(velocity), lambda: one.force(velocity, state), lambda: one.rate(0.1, state)):
        try:
            result = np.asarray(call())
        except REFUSED as error:
            assert str(error)
        else:
            assert result.dtype == float


@given(st.dictionaries(st.sampled_from(list(LuGre().values)) | st.text(max_size=5), anything, max_size=4))
def test_any_object_as_parameter(values):
    try:
        one = LuGre(**values)
    except REFUSED as error:
        assert str(error)
    else:
        assert eval(repr(one), {"LuGre": LuGre}) == one


@given(st.text(max_size=80) | st.text(alphabet='[]{}="\n.#plantfricodel_mas0123e- ', max_size=200))
def test_any_text_as_experiment(text):
    with pytest.raises(ValueError, match=r"."):
        Experiment.parse(text)


SECTIONS = ["title", "plant", "friction", "controller", "reference", "input", "run", "output", "sampled"]
KEYS = ["model", "preset", "mass", "static_force", "duration", "interval", "signals", "pull_speed", "initial", "signal"]
WORDS = ["lugre", "coulomb", "pulled_mass", "mass_on_surface", "pid", "sine", "lines", "velocity"]
sections = st.dictionaries(
    st.sampled_from(SECTIONS),
    st.recursive(
        simple | st.sampled_from(WORDS),
        lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inside, max_size=3),
        max_leaves=8,
    ),
    max_size=5,
)


@given(sections)
def test_any_sections_as_experiment(given_sections):
    try:
        e = Experiment(given_sections)
    except REFUSED as error:
        assert str(error)
    else:
        assert Experiment.parse(e.to_toml()) == e


@given(st.sampled_from([*BASE.paths, "mass", "friction", "plant.", "run"]) | st.text(max_size=10), anything)
def test_any_path_and_value(path, value):
    e = copy.copy(BASE)
    try:
        e[path] = value
    except REFUSED as error:
        assert str(error)
        assert e == BASE
    else:
        assert Experiment.parse(e.to_toml()) == e


@given(laws, arrays.arrays(float, st.tuples(st.just(12), st.just(5))))
def test_samples_of_any_size_give_finite_forces(law, samples):
    """NaN, infinity, 1e308, denormal numbers: forces stay finite, in lanes as one by one."""
    try:
        many, single = FrictionUpdates(law(), 5, 1e-3, rest_velocity=1e-3), FrictionUpdate(law(), 1e-3)
    except ValueError:
        return  # no exact step
    for row in samples:
        assert np.isfinite(many.update_velocity(row)).all()
        assert np.isfinite(many.update_displacement(row)).all()
        assert np.isfinite(single.update_velocity(float(row[0])))


@given(arrays.arrays(float, st.tuples(st.just(12), st.just(3))))
def test_bodies_stay_finite(samples):
    body = CoupledStep(LuGre(), 1e-3, mass=[0.1, 1.0, 10.0])
    for row in samples:
        body.step(row)
        assert np.isfinite(body.position).all()
        assert np.isfinite(body.velocity).all()
        assert np.isfinite(body.friction).all()
