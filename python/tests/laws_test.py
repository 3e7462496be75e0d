# SPDX-License-Identifier: BSD-3-Clause
"""Law objects: what crosses the border, not the physics again."""

import copy
import math
import pickle

import numpy as np
import pytest

import stiction
from stiction import LAWS, LuGre

every_law = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())
SMOOTH = [law for law in LAWS.values() if law.table["kind"] != "memory"]


@every_law
def test_defaults_round_trip(law):
    """A law comes back from its repr, its pickle, its copies and its own values."""
    one = law()
    assert eval(repr(one), {law.__name__: law}) == one
    for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one), law(**one.values)):
        assert other == one
        assert hash(other) == hash(one)


@every_law
def test_every_preset_differs_from_nothing_but_numbers(law):
    """Presets are values under a name, and survive repr and pickle."""
    for preset in law.presets:
        one = law(preset=preset)
        assert eval(repr(one), {law.__name__: law}) == one
        assert pickle.loads(pickle.dumps(one)) == one


@every_law
def test_parameters_have_units_ranges_and_sentences(law):
    """The table of the engine, row by row."""
    for name, p in law().parameters.items():
        assert p.name == name
        assert p.unit
        assert p.description.endswith(".")
        assert getattr(law(), name) == p.value
        assert name in law.__doc__
        assert not hasattr(stiction.Law, name), "a parameter would hide what laws can do"
        values = p.value if isinstance(p.value, list) else [p.value]
        assert all(p.minimum is None or p.minimum <= x for x in values)
        assert all(p.maximum is None or x <= p.maximum for x in values)


@every_law
def test_every_range_is_reported_by_name(law):
    """A number out of its range is refused, and the message names it; NaN and infinity always are."""
    for name, p in law().parameters.items():
        if isinstance(p.value, list):
            continue
        for wrong in (math.nan, math.inf, *([] if p.minimum is None else [p.minimum - 1])):
            with pytest.raises(ValueError, match=name):
                law(**{name: wrong})


def test_all_violations_are_named_at_once():
    with pytest.raises(ValueError, match="static_force") as error:
        LuGre(static_force=-1, bristle_stiffness=0, viscous_damping=math.nan)
    for name in ("static_force", "bristle_stiffness", "viscous_damping"):
        assert name in str(error.value)


def test_unknown_names_get_the_nearest_known_one():
    with pytest.raises(ValueError, match="static_force"):
        LuGre(static_forc=1)
    with pytest.raises(ValueError, match="canudas1995"):
        LuGre(preset="canudas199")


@pytest.mark.parametrize("wrong", ["abc", "1", "2 parsec", "2 m", "", None.__class__, {}, [1, 2], [], 1j, True, b"1"])
def test_what_is_no_number_is_refused(wrong):
    with pytest.raises((TypeError, ValueError), match="static_force"):
        LuGre(static_force=wrong)


def test_units_are_converted():
    assert LuGre(static_force="1800 mN").static_force == pytest.approx(1.8, rel=1e-15)
    assert LuGre(bristle_stiffness="100 N/mm") == LuGre(bristle_stiffness=1e5)


def test_lugre_against_its_equations():
    """Z' = v - sigma0 |v| z / g(v), F = sigma0 z + sigma1 z' + sigma2 v, written out here."""
    p = LuGre(preset="canudas1995").values
    v = np.array([-2e-1, -1e-3, 0.0, 3e-4, 0.5])
    z = np.array([1e-6, -5e-6, 2e-6, 0.0, 9e-6])
    g = p["coulomb_force"] + (p["static_force"] - p["coulomb_force"]) * np.exp(-((v / p["stribeck_velocity"]) ** 2))
    rate = v - p["bristle_stiffness"] * np.abs(v) / g * z
    force = p["bristle_stiffness"] * z + p["bristle_damping"] * rate + p["viscous_damping"] * v
    law = LuGre(preset="canudas1995")
    np.testing.assert_allclose(law.rate(v, z), rate, rtol=1e-12, atol=1e-18)
    np.testing.assert_allclose(law.force(v, z), force, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(law.steady_force(v), np.sign(v) * g + p["viscous_damping"] * v, rtol=1e-12)


def test_coulomb_friction_holds_what_is_applied():
    law = stiction.Coulomb(coulomb_force=1.0)
    np.testing.assert_allclose(law.force([0.0, 0.0, 1.0], applied_force=[0.3, -0.4, 0.0]), [0.3, -0.4, 1.0])


@pytest.mark.parametrize("law", SMOOTH, ids=lambda law: law.name)
def test_arrays_of_any_shape_and_layout(law):
    """Every law: one by one, as a matrix, reversed, float32, read-only: the same numbers."""
    one = law()
    v = np.linspace(-0.1, 0.1, 12)
    singly = np.array([one.force(x) for x in v])
    assert np.isfinite(singly).all()
    np.testing.assert_array_equal(one.force(v), singly)
    np.testing.assert_array_equal(one.force(v.reshape(3, 4)), singly.reshape(3, 4))
    np.testing.assert_array_equal(one.force(v[::-1]), singly[::-1])
    np.testing.assert_array_equal(one.force(v[::3]), singly[::3])
    np.testing.assert_array_equal(one.force(np.asfortranarray(v.reshape(3, 4))), singly.reshape(3, 4))
    frozen = v.copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(one.force(frozen), singly)
    np.testing.assert_array_equal(one.force(memoryview(v)), singly)
    single = v.astype(np.float32)
    np.testing.assert_array_equal(one.force(single), one.force(single.astype(float)))
    assert one.force([]).shape == (0,)
    assert np.isnan(one.force([np.nan, np.inf, -np.inf])).all()
    count = one._numbers.state_count
    assert one.rate(v).shape == (v.shape if count == 1 else (*v.shape, count))


def test_masked_values_are_missing():
    force = LuGre().force(np.ma.array([0.1, 0.2], mask=[False, True]))
    assert np.isnan(force).tolist() == [False, True]


def test_states_broadcast():
    law = LuGre()
    assert law.force(np.zeros((3, 1)), np.zeros(4)).shape == (3, 4)
    with pytest.raises(ValueError, match=r"broadcast|shape"):
        law.force(np.zeros(3), np.zeros(4))
    many = stiction.MaxwellSlip()
    count = len(many.rate(0.0))
    assert many.rate(np.zeros(5), np.zeros(count)).shape == (5, count)
    with pytest.raises(ValueError, match="states"):
        many.force(0.0, 0.0)
    with pytest.raises(ValueError, match="states"):
        stiction.Coulomb().force(1.0, 0.0)


@pytest.mark.parametrize("wrong", ["1", "abc", [[1], [1, 2]], object(), None, 1j, ["a"], {}])
def test_velocities_that_are_no_numbers_are_refused(wrong):
    for method in (LuGre().force, LuGre().rate, LuGre().steady_force):
        with pytest.raises((TypeError, ValueError), match="velocity"):
            method(wrong)


def test_laws_with_memory_are_followed_along_a_path():
    law = stiction.Preisach()
    with pytest.raises(ValueError, match="force_along"):
        law.force(0.1)
    along = law.force_along(np.full(50, 1e-3), 1e-3)
    assert along.shape == (50,)
    assert np.isfinite(along).all()
    for wrong in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="duration"):
            law.force_along([1.0], wrong)
    with pytest.raises(ValueError, match="finite"):
        law.force_along([1.0, math.nan], 1e-3)


def test_lists_of_any_length():
    p = stiction.MaxwellSlip().values
    longer = {name: value * 3 for name, value in p.items() if isinstance(value, list)}
    assert len(stiction.MaxwellSlip(**longer).rate(0.0)) == 3 * len(stiction.MaxwellSlip().rate(0.0))


def test_misspelt_attributes_get_the_nearest_name():
    with pytest.raises(AttributeError, match='did you mean "static_force"'):
        _ = LuGre().static_forc
    with pytest.raises(TypeError, match='did you mean "normal_force"'):
        LuGre().force(0.1, normal_forc=1)


def test_laws_do_not_change():
    law = LuGre()
    with pytest.raises(AttributeError, match="replace"):
        law.static_force = 2
    assert law.replace(static_force=2).static_force == 2
    assert law.static_force == 1.5
    with pytest.raises(TypeError):
        stiction.Law()
    with pytest.raises(AttributeError):
        _ = law.no_such_thing


class _Bearing(LuGre):
    """A law of somebody else's."""


def test_subclasses_are_pickled_as_what_they_are():
    law = pickle.loads(pickle.dumps(_Bearing(static_force=1.7)))
    assert type(law) is _Bearing
    assert law == _Bearing(static_force=1.7)


# Whole numbers of Python have no largest one.
def test_whole_numbers_of_any_size():
    assert LuGre().force(2**70) == LuGre().force(2.0**70)
    np.testing.assert_array_equal(LuGre().force([1, 2**70]), LuGre().force([1.0, 2.0**70]))
    with pytest.raises(ValueError, match=r"velocity = 1000.* is larger than any double"):
        LuGre().force(10**400)
    with pytest.raises(ValueError, match=r"static_force = 1000.* is larger than any double"):
        LuGre(static_force=10**400)
