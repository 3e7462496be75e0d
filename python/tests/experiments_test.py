# SPDX-License-Identifier: BSD-3-Clause
"""Experiments: made, edited, copied, refused."""

import copy
import math
import pickle

import numpy as np
import pytest

import stiction
from stiction import Experiment, LuGre

from conftest import EXAMPLES


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_round_trip(path):
    """File, text, repr, pickle and copies are the same experiment."""
    e = Experiment.read(path)
    others = [Experiment.parse(e.to_toml()), eval(repr(e)), pickle.loads(pickle.dumps(e)), copy.copy(e)]
    others += [copy.deepcopy(e), Experiment.read(str(path))]
    for other in others:
        assert other == e
        assert {p: other[p] for p in other} == {p: e[p] for p in e}


def test_from_keywords_a_dict_and_toml_alike(pulled):
    sections = {
        "plant": {"model": "pulled_mass"},
        "friction": {"model": "lugre"},
        "input": {"pull_speed": 0.1},
        "run": {"duration": 20},
    }
    text = (
        '[plant]\nmodel = "pulled_mass"\n[friction]\nmodel = "lugre"\n[input]\npull_speed = 0.1\n[run]\nduration = 20\n'
    )
    assert Experiment(sections) == pulled
    assert Experiment.parse(text) == pulled
    assert Experiment(sections, friction=LuGre()) == pulled
    assert Experiment(sections, run={"duration": np.float32(20)}) == pulled


def test_laws_signals_and_arrays_in_sections():
    t = np.linspace(0, 1, 5)
    e = Experiment(
        title='quotes " and \\ and \x7f and ü',
        plant="mass_on_surface",
        friction=stiction.MaxwellSlip(),
        controller={"model": "pid", "integral_gain": "4 N/m.s", "sampled": {"sample_time": "1 ms"}},
        reference={"reference": [{"signal": "sine", "amplitude": "2 mm", "frequency": 1}, 0.5]},
        input={"force": {"signal": "lines", "points": np.column_stack([t, t**2])}},
    )
    assert e["reference.reference.amplitude"] == pytest.approx(2e-3)
    assert e["controller.sampled.sample_time"] == pytest.approx(1e-3)
    assert (e.plant, e.friction, e.controller) == ("mass_on_surface", ["maxwell_slip"], "pid")
    assert Experiment.parse(e.to_toml()) == e


def test_edit_by_path(pulled):
    pulled["friction.static_force"] = 1.8
    pulled["plant.mass"] = "500 g"
    pulled["pull_speed"] = np.int64(2)
    assert (pulled["friction.static_force"], pulled["plant.mass"], pulled["input.pull_speed"]) == (1.8, 0.5, 2)
    assert pulled.unit("plant.mass") == "kg"
    assert "friction.static_force" in pulled
    assert "friction.nothing" not in pulled
    before = pulled.to_toml()
    other = pulled.with_values({"plant.mass": 3})
    assert (other["plant.mass"], pulled.to_toml()) == (3, before)


def test_refused_edits_change_nothing(pulled):
    before = pulled.to_toml()
    for path, value, match in [
        ("friction.static_force", -1, "static_force"),
        ("friction.static_force", math.nan, "static_force"),
        ("friction.static_force", "2 m", "unit"),
        ("friction.static_force", "many", "NUMBER"),
        ("friction.static_forc", 1, "static_force"),
        ("run.duration", -1, "duration"),
        ("run.duration", math.inf, "duration"),
        ("", 1, "unknown"),
    ]:
        with pytest.raises(ValueError, match=match):
            pulled[path] = value
    for value in (None, [1], {}, True, 1j, b"1"):
        with pytest.raises(TypeError):
            pulled["plant.mass"] = value
    with pytest.raises(TypeError):
        pulled[3]
    assert pulled.to_toml() == before


@pytest.mark.parametrize(
    ("sections", "match"),
    [
        ({}, "plant"),
        ({"plant": "pulled_mas", "friction": "lugre"}, "pulled_mass"),
        ({"plant": "pulled_mass", "friction": "lugr"}, "lugre"),
        ({"plant": "pulled_mass", "friction": {"model": "lugre", "static_force": -1}}, "static_force"),
        ({"plant": "pulled_mass", "friction": "lugre", "runs": {}}, "run"),
        ({"plant": "pulled_mass", "friction": "lugre", "run": {"duration": "long"}}, "duration"),
        ({"plant": "pulled_mass", "friction": "lugre", "reference": {"reference": 1}}, "controller"),
    ],
)
def test_wrong_sections_are_named(sections, match):
    """No line numbers: the user has written no lines."""
    with pytest.raises(ValueError, match=match) as error:
        Experiment(sections)
    assert "experiment:" not in str(error.value)


@pytest.mark.parametrize("wrong", [3, "servo.toml", [1], {"plant": object()}, {"plant": {"model": 1j}}, {3: 4}])
def test_what_is_no_experiment_is_refused(wrong):
    with pytest.raises(TypeError):
        Experiment(wrong)


def test_a_class_is_no_law():
    with pytest.raises(TypeError, match=r"LuGre\(\)"):
        Experiment(plant="mass_on_surface", friction=LuGre)


def test_laws_come_back():
    law = LuGre(static_force=1.8, nominal_normal_force=10)
    e = Experiment(plant="mass_on_surface", friction=law, input={"normal_force": 12.0})
    assert e.laws == [law]
    assert Experiment(plant="mass_on_surface", friction=stiction.MaxwellSlip()).laws == [stiction.MaxwellSlip()]
    assert str(e) == e.to_toml()


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(OSError, match="nothing_here"):
        Experiment.read(tmp_path / "nothing_here.toml")
    (tmp_path / "broken.toml").write_text("[plant\n")
    with pytest.raises(ValueError, match=r"broken\.toml:1"):
        Experiment.read(tmp_path / "broken.toml")


# No integer of TOML has more than 63 bits; what is written can be read.
def test_numbers_of_any_size_come_back(pulled):
    pulled["plant.mass"] = 2**70
    assert pickle.loads(pickle.dumps(pulled))["plant.mass"] == 2.0**70
    large = Experiment(plant={"model": "mass_on_surface", "mass": 2**80}, friction="coulomb")
    assert large["plant.mass"] == 2.0**80
    with pytest.raises(ValueError, match=r"plant\.mass = 1000.* is larger than any double"):
        pulled["plant.mass"] = 10**400
    with pytest.raises(ValueError, match="must be Unicode"):
        Experiment(plant="mass_on_surface", friction="coulomb", title="a\ud800")
