# SPDX-License-Identifier: BSD-3-Clause
"""Commands as functions: equal to the command line, clear about what is wrong."""

import json
import math
import pickle

import numpy as np
import pytest

import stiction

from conftest import ROOT

HUNTING = str(ROOT / "examples" / "09_hunting.toml")
STICK_SLIP = str(ROOT / "examples" / "07_stick_slip.toml")


def without_times(answer):
    """Seconds of computing differ from run to run."""
    for figure in answer.get("figures", []):
        figure.pop("seconds")
    return answer


def test_analyse(servo, tool):
    answer = stiction.analyse(servo)
    assert answer.to_dict() == json.loads(tool("analyse", HUNTING, "--json"))
    assert answer.cycle.hunts
    assert answer.cycle.period == pytest.approx(24.4368, rel=1e-5)
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert "cycle" in dir(answer)
    with pytest.raises(AttributeError, match="cycle"):
        _ = answer.cyle


def test_map(tool):
    e = stiction.Experiment.read(STICK_SLIP)
    answer = stiction.map(e, {"input.pull_speed": (0.1, 0.3, 3)})
    words = ["map", STICK_SLIP, "--over", "input.pull_speed=0.1:0.3:3", "--json"]
    assert answer.to_dict() == json.loads(tool(*words))
    np.testing.assert_allclose(answer.axis(), [0.1, 0.2, 0.3])
    assert answer.points[1].values == answer.points[1]["values"] == [pytest.approx(0.2)]
    assert answer.array("period").shape == (3,)
    both = stiction.map(e, {"input.pull_speed": (0.1, 0.3, 3), "plant.mass": (0.5, 2, 2, "log")})
    grid = both.array("period")
    assert grid.shape == (3, 2)
    for i in range(3):
        for k in range(2):
            assert both.points[i + 3 * k].period == grid[i, k]


def test_basins_and_branches(tool):
    e = stiction.Experiment.read(STICK_SLIP)
    basins = stiction.map(e, {"plant.initial.velocity": (-0.1, 0.1, 3)}, basins=True)
    words = ["map", STICK_SLIP, "--over", "plant.initial.velocity=-0.1:0.1:3", "--basins", "--json"]
    assert basins.to_dict() == json.loads(tool(*words))
    branches = stiction.follow(e, "input.pull_speed", 0.1, 0.3)
    words = ["map", STICK_SLIP, "--over", "input.pull_speed=0.1:0.3:2", "--follow", "--json"]
    assert branches.to_dict() == json.loads(tool(*words))


def test_compare(tool):
    path = str(ROOT / "examples" / "12_machine_tool_axis.toml")
    answer = stiction.compare(stiction.Experiment.read(path), evaluations=3)
    assert answer.to_dict() == json.loads(tool("compare", path, "--evaluations", "3", "--json"))


def test_characterise(tool, tmp_path):
    law = stiction.LuGre(static_force=1.8)
    answer = stiction.characterise(law, mass=2)
    words = ["characterise", "lugre", "--set", "friction.static_force=1.8", "--mass", "2", "--json"]
    assert answer.to_dict() == json.loads(tool(*words))
    assert answer._repr_svg_().startswith("<svg")


def test_characterise_a_contact(tool):
    """Of an experiment: the law of a contact, with the inertia of its plant and its units."""
    path = str(ROOT / "examples" / "16_geared_axis.toml")
    e = stiction.Experiment.read(path)
    for contact in ("motor", "load"):
        expected = json.loads(tool("characterise", path, "--contact", contact, "--json"))
        assert stiction.characterise(e, contact=contact).to_dict() == expected
    with pytest.raises(ValueError, match='did you mean "motor"'):
        stiction.characterise(e, contact="moter")
    with pytest.raises(ValueError, match="no contacts"):
        stiction.characterise(stiction.LuGre(), contact="motor")


def test_analyse_draws_its_cycle(tool, tmp_path):
    e = stiction.Experiment.read(STICK_SLIP)
    stiction.analyse(e).save_figure(tmp_path / "ours.svg")
    tool("analyse", STICK_SLIP, "--plot", str(tmp_path / "tool.svg"))
    assert (tmp_path / "ours.svg").read_text() == (tmp_path / "tool.svg").read_text()
    at_rest = stiction.analyse(stiction.Experiment(plant="mass_on_surface", friction="lugre"))
    assert at_rest._repr_svg_() is None
    with pytest.raises(ValueError, match="no cycle to draw"):
        at_rest.save_figure(tmp_path / "none.svg")


def test_a_run_is_checked(tool):
    """As `run --check` does, which knows the range of a signal between its samples too."""
    ours = stiction.run(stiction.Experiment.read(STICK_SLIP)).check()
    theirs = stiction.Answer(json.loads(tool("run", STICK_SLIP, "--check", "--json"))["accuracy"])
    assert (ours.verdict, ours.tolerance) == (theirs.verdict, theirs.tolerance)
    assert list(ours.signals) == list(theirs.signals)
    for name in ours.signals:
        assert ours.signals[name].difference == theirs.signals[name].difference
        assert ours.signals[name].relative == pytest.approx(theirs.signals[name].relative, rel=1e-3)


def test_answers_with_figures(tool, tmp_path):
    """The figure that the command draws, to the last letter; an answer that was copied has none, and says so."""
    e = stiction.Experiment.read(STICK_SLIP)
    answer = stiction.map(e, {"input.pull_speed": (0.1, 0.3, 3)})
    answer.save_figure(tmp_path / "ours.svg")
    tool("map", STICK_SLIP, "--over", "input.pull_speed=0.1:0.3:3", "--plot", str(tmp_path / "tool.svg"))
    assert (tmp_path / "ours.svg").read_text() == (tmp_path / "tool.svg").read_text()
    copied = pickle.loads(pickle.dumps(answer))
    assert copied == answer
    with pytest.raises(ValueError, match="compute it again"):
        copied.save_figure(tmp_path / "copied.svg")
    with pytest.raises(ValueError, match="svg"):
        answer.save_figure(tmp_path / "map.pdf")


def test_answers_are_read_by_people(servo):
    """A line for each number, whole words, nothing longer than a screen is wide."""
    text = repr(stiction.analyse(servo))
    assert "    hunts: True\n" in text
    assert max(len(line) for line in text.splitlines()) < 140
    numbers = stiction.Answer({"values": list(range(1000)), "points": [{"a": {"b": 1}}] * 1000})
    assert len(repr(numbers)) < 400


def test_doctor_reproduce_and_catalogue(servo, tool):
    assert stiction.doctor(servo).to_dict() == json.loads(tool("doctor", HUNTING, "--json"))
    assert stiction.catalogue().to_dict() == json.loads(tool("models", "--json"))
    assert stiction.catalogue("lugre").to_dict() == json.loads(tool("models", "lugre", "--json"))
    figure = stiction.reproduce("lugre1995/fig6")
    expected = json.loads(tool("reproduce", "lugre1995/fig6", "--json"))
    assert without_times(figure.to_dict()) == without_times(expected)
    assert stiction.figures() == tool("reproduce", "--list").split()


def test_the_installation_computes_what_it_should(tool):
    answer = stiction.self_check()
    assert answer.holds
    assert answer.to_dict() == json.loads(tool("doctor", "--self", "--json"))


def test_wrong_arguments_are_named(servo):
    for wrong in (None, "servo.toml", {}):
        for command in (stiction.analyse, stiction.doctor, stiction.compare):
            with pytest.raises(TypeError, match="Experiment"):
                command(wrong)
        with pytest.raises(TypeError, match="law"):
            stiction.characterise(wrong)
    for wrong in ([1, 1.5, 2], np.linspace(1, 2, 3)):
        with pytest.raises(TypeError, match="no list of values"):
            stiction.map(servo, {"plant.mass": wrong})
    with pytest.raises(TypeError, match="period must be a number"):
        stiction.analyse(servo, period="1 s")
    for wrong in ((1, 2, "3"), ("1", 2, 3), (1, 2, 2.5), (1, None, 3)):
        with pytest.raises(TypeError, match="numbers"):
            stiction.map(servo, {"plant.mass": wrong})
    cases = [
        (lambda: stiction.analyse(servo, period=-1), "period"),
        (lambda: stiction.analyse(servo, period=math.nan), "period"),
        (lambda: stiction.map(servo, {}), "one or two"),
        (lambda: stiction.map(servo, {"plant.mass": (1, 2)}), "plant.mass"),
        (lambda: stiction.map(servo, {"plant.mass": (2, 1, 3)}), "low < high"),
        (lambda: stiction.map(servo, {"plant.mass": (-1, 1, 3, "log")}), "ratios"),
        (lambda: stiction.map(servo, {"plant.mas": (1, 2, 3)}), "plant.mass"),
        (lambda: stiction.map(servo, {"plant.mass": (1, 2, 3)}, threads=-1), "threads"),
        (lambda: stiction.follow(servo, "plant.mass", 2, 1), "low < high"),
        (lambda: stiction.compare(servo, budget=0), "budget"),
        (lambda: stiction.compare(servo, mismatch=2), "mismatch"),
        (lambda: stiction.characterise(stiction.LuGre(), mass=-1), "mass"),
        (lambda: stiction.reproduce(), "figures"),
        (lambda: stiction.reproduce("lugre1995/fig66"), "lugre1995"),
        (lambda: stiction.catalogue("lugr"), "lugre"),
    ]
    for call, match in cases:
        with pytest.raises(ValueError, match=match):
            call()
