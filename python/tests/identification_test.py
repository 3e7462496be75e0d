# SPDX-License-Identifier: BSD-3-Clause
"""Logs in, laws out: equal to the command line, from files, arrays, tables and trajectories; clear about bad logs."""

import json
import math
import pickle

import numpy as np
import pytest

import stiction
from stiction import CoulombViscous, Experiment, LuGre

from conftest import ROOT

LOG = "examples/14_axis_log.csv"  # as the tool names it in its answer: relative
TRUTH = CoulombViscous(coulomb_force=3.0, viscous_damping=8.0)
TIME = np.arange(0, 4, 0.01)
VELOCITY = 0.1 * np.sin(2 * TIME)
SLIDING = {"time": TIME, "velocity": VELOCITY, "force": TRUTH.steady_force(VELOCITY) + 0.5}


@pytest.fixture(autouse=True)
def _in_the_tree(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="module")
def axis():
    return stiction.identify(str(ROOT / LOG), "lugre")


def test_answers_are_those_of_the_command_line(tool, tmp_path):
    found = stiction.identify(LOG, ["lugre", "coulomb_viscous"])
    assert found.to_dict() == json.loads(tool("identify", LOG, "--model", "lugre,coulomb_viscous", "--json"))
    law = tmp_path / "law.toml"
    law.write_text(found.to_experiment().to_toml())
    e = Experiment.read(law)
    assert stiction.design(e, noise=0.5).to_dict() == json.loads(tool("design", str(law), "--noise", "0.5", "--json"))
    assert stiction.watch(e, [LOG, LOG]).to_dict() == json.loads(tool("watch", str(law), LOG, LOG, "--json"))


def test_options_are_those_of_the_command_line(tool):
    found = stiction.identify(
        LOG,
        "lugre",
        fix={"stribeck_exponent": 2},
        bounds={"coulomb_force": (1, 8)},
        start={"static_force": 5},
        velocity="spline",
        decimate=2,
        from_time=0.5,
        until=5.5,
        terms=["inertia", "offset", "spring"],
        held_out=0.2,
        robust=3,
        starts=3,
        seed=7,
    )
    words = "--fix stribeck_exponent=2 --bound coulomb_force=1:8 --start static_force=5 --velocity spline --decimate 2"
    words += " --from 0.5 --until 5.5 --with inertia,offset,spring --held-out 0.2 --robust 3 --starts 3 --seed 7"
    assert found.to_dict() == json.loads(tool("identify", LOG, "--model", "lugre", *words.split(), "--json"))


def test_what_is_known_beforehand_and_a_force_recorded_late(tool):
    """Priors, ties and the lag: as the command line; a force that comes 4 ms late is found to be 4 ms late."""
    found = stiction.identify(LOG, "lugre", priors={"coulomb_force": (4, 0.1)}, tie={"static_force": "coulomb_force"})
    words = ["--prior", "coulomb_force=4,0.1", "--tie", "static_force=coulomb_force", "--json"]
    assert found.to_dict() == json.loads(tool("identify", LOG, "--model", "lugre", *words))
    assert found.law.static_force == found.law.coulomb_force
    t = np.arange(0, 4, 1e-3)
    late = TRUTH.steady_force(0.1 * np.sin(2 * (t - 0.004))) + 0.4 * np.cos(2 * (t - 0.004))
    log = {"time": t, "velocity": 0.1 * np.sin(2 * t), "force": late}
    numbers = {n.name: n for n in stiction.identify(log, "coulomb_viscous", terms=["inertia", "lag"]).numbers}
    assert numbers["lag"].value == pytest.approx(0.004, rel=1e-6)


PUSHED = Experiment(
    plant="mass_on_surface",
    friction="lugre",
    input={"force": {"signal": "sine", "amplitude": 6.0, "frequency": 0.5}},
    run={"duration": 4},
)
TRUE = {"plant.mass": 2.0, "friction.viscous_damping": 3.0}


def test_an_experiment_is_fitted_by_simulation(tool, tmp_path):
    """Numbers that made the log are found again, and the answer is that of the command line."""
    log, file = tmp_path / "log.csv", tmp_path / "axis.toml"
    stiction.run(PUSHED.with_values(TRUE)).save(log)
    file.write_text(PUSHED.to_toml())
    options = {"inputs": {"force": "force"}, "between": "lines", "bounds": {"plant.mass": (0.5, 8)}, "starts": 2}
    found = stiction.fit_experiment(Experiment.read(file), log, list(TRUE), **options)
    words = f"--experiment {file} --input force=force --between lines --fit {','.join(TRUE)} --bound plant.mass=0.5:8"
    assert found.to_dict() == json.loads(tool("identify", str(log), *words.split(), "--starts", "2", "--json"))
    for path, value in TRUE.items():
        assert found.to_experiment()[path] == pytest.approx(value, rel=1e-3)
    rows = found.rows()
    assert len(rows["time"]) > found.rows_fitted[0] == pytest.approx(0.7 * len(rows["time"]), rel=0.01)
    assert np.abs(rows["residual"]).max() < 1e-3 * np.abs(rows["measured"]).max()
    found.save_figure(tmp_path / "fit.svg")
    found.save_report(tmp_path / "fit.html")
    assert (tmp_path / "fit.svg").read_text().startswith("<svg")
    assert pickle.loads(pickle.dumps(found)) == found


def test_what_cannot_be_fitted_by_simulation_is_named():
    log = stiction.run(PUSHED)
    force = {"inputs": {"force": "force"}}
    cases = [
        ("plant.mass", (log, "plant.mas"), force),
        ("force", (log, "plant.mass"), {"inputs": {"forc": "force"}}),
        ("column", (log, "plant.mass"), {"inputs": {"force": "fo"}}),
        ("position", (log, "plant.mass"), {"compare": "positon"}),
        ("between", (log, "plant.mass"), {"between": "splines"}),
        ("not fitted", (log, "plant.mass"), {"bounds": {"x": (1, 2)}}),
        ("mean, standard deviation", (log, "plant.mass"), {"priors": {"plant.mass": (1, 0)}}),
        ("number to fit", (log, []), force),
        ("no recording", ([], "plant.mass"), force),
    ]
    for match, words, options in cases:
        with pytest.raises(ValueError, match=match):
            stiction.fit_experiment(PUSHED, *words, **options)
    with pytest.raises(TypeError, match="recording 1"):
        stiction.fit_experiment(PUSHED, 3, "plant.mass")
    with pytest.raises(TypeError, match="Experiment"):
        stiction.fit_experiment(LuGre(), log, "plant.mass")


def test_the_law_found_is_the_truth_of_the_log(axis):
    truth = LuGre(
        bristle_stiffness=1e5,
        bristle_damping=300,
        viscous_damping=12,
        coulomb_force=4,
        static_force=5.5,
        stribeck_velocity=5e-3,
    )
    for n in axis.numbers:
        if n.name in truth.values and n.standard_deviation > 0:
            assert abs(n.value - truth.values[n.name]) < 4 * n.standard_deviation
            assert axis.law.values[n.name] == n.value
    assert axis.to_experiment()["friction.static_force"] == axis.law.static_force
    assert axis.to_experiment()["plant.mass"] == pytest.approx(2.5, rel=0.01)


def test_rows_figures_and_reports(axis, tmp_path):
    rows = axis.rows
    assert len(rows["time"]) == axis.rows_fitted + axis.rows_held_out
    assert not rows["residual"].flags.owndata
    assert 100 * np.linalg.norm(rows["residual"][: axis.rows_fitted]) / np.linalg.norm(
        rows["force"][: axis.rows_fitted]
    ) == pytest.approx(axis.laws[0].fit_error_percent)
    axis.save_figure(tmp_path / "fit.svg")
    axis.save_report(tmp_path / "fit.html")
    assert "lugre" in (tmp_path / "fit.html").read_text().lower()
    with pytest.raises(ValueError, match="svg"):
        axis.save_figure(tmp_path / "fit.pdf")
    other = pickle.loads(pickle.dumps(axis))
    assert (other, other.law) == (axis, axis.law)
    with pytest.raises(ValueError, match="again"):
        _ = other.rows


def test_logs_of_every_kind_give_the_same_law(tmp_path):
    """Exact numbers of a law that is linear in them, whatever holds the samples."""
    pd = pytest.importorskip("pandas")
    path = tmp_path / "log.csv"
    lines = (f"{t!r},{v!r},{f!r}" for t, v, f in zip(*(SLIDING[k].tolist() for k in SLIDING), strict=True))
    path.write_text("\n".join(["time [s],velocity [m/s],force [N]", *lines]))
    logs = [
        SLIDING,
        path,
        [path],
        pd.DataFrame(SLIDING),
        pd.DataFrame(SLIDING).set_index("time"),
        {"time": TIME, "velocity [mm/s]": 1e3 * VELOCITY, "force [kN]": 1e-3 * SLIDING["force"]},
        {name: values.tolist() for name, values in SLIDING.items()},
        {name: values[::-1].copy()[::-1] for name, values in SLIDING.items()},  # negative strides
        {name: np.broadcast_to(values[:, None], (values.size, 3))[:, 1] for name, values in SLIDING.items()},
    ]
    for log in logs:
        law = stiction.identify(log, "coulomb_viscous", terms="offset").law
        assert law.coulomb_force == pytest.approx(3.0, rel=1e-9)
        assert law.viscous_damping == pytest.approx(8.0, rel=1e-9)
    single = {name: values.astype(np.float32) for name, values in SLIDING.items()}
    assert stiction.identify(single, "coulomb_viscous", terms="offset").law.coulomb_force == pytest.approx(3, rel=1e-4)
    other = {"t_ms": 1e3 * TIME, "rate": VELOCITY, "amps": SLIDING["force"] / 2}
    columns = {"time": "t_ms[ms]", "velocity": "rate", "force": "2*amps"}
    law = stiction.identify(other, "coulomb_viscous", terms="offset", columns=columns).law
    assert law.coulomb_force == pytest.approx(3.0, rel=1e-9)


def test_a_trajectory_is_a_log():
    """The law of a simulated motion, from the run itself."""
    truth = LuGre(coulomb_force=3.0, static_force=4.0, viscous_damping=8.0)
    e = Experiment(
        plant="prescribed_velocity",
        friction=truth,
        input={"velocity": {"signal": "sine", "amplitude": 0.02, "frequency": 0.5}},
        run={"duration": 6},
        output={"interval": 1e-3},
    )
    law = stiction.identify(stiction.run(e), "lugre", terms="none", columns={"force": "friction_force"}, starts=4).law
    for name in ("coulomb_force", "static_force", "viscous_damping"):
        assert law.values[name] == pytest.approx(truth.values[name], rel=0.01)


def test_recordings_for_the_score_alone():
    found = stiction.identify(SLIDING, "coulomb_viscous", test=[SLIDING], terms="offset")
    assert found.rows_held_out == found.rows_fitted
    assert len(found.recordings) == 2


def test_a_change_is_seen():
    worn = {**SLIDING, "force": SLIDING["force"] + 1.0 * np.sign(VELOCITY)}
    noise = np.random.default_rng(1).normal(0, 0.01, (4, TIME.size))
    logs = [{**log, "force": log["force"] + n} for log, n in zip([SLIDING, SLIDING, worn, worn], noise, strict=True)]
    answer = stiction.watch(TRUTH, logs, terms="offset")
    assert [(c.number, c.recording) for c in answer.changes] == [("coulomb_force", "recording 3")]


def test_a_design_keeps_its_limits():
    plan = stiction.design(LuGre(), travel=0.02, speed=0.05, duration=10)
    motion = plan.motion()
    assert np.abs(motion["position"]).max() <= 0.02 * 1.001
    assert np.abs(motion["velocity"]).max() <= 0.05 * 1.001
    with pytest.raises(IndexError, match="motions"):
        plan.motion(99)
    with pytest.warns(RuntimeWarning, match="limits"):
        stiction.design(LuGre(), force=1e-9, duration=2)


def test_bad_logs_and_options_are_named():
    with pytest.raises(TypeError, match='did you mean "cutoff"'):
        stiction.identify(SLIDING, "coulomb", cutof=3)
    few = {name: values[:5] for name, values in SLIDING.items()}
    nothing = {name: np.full(TIME.size, math.nan) for name in SLIDING}
    cases = [
        (lambda: stiction.identify([]), "no recording"),
        (lambda: stiction.identify({}), "none"),
        (lambda: stiction.identify({"time": TIME, "force": VELOCITY[:-1]}), "equally long"),
        (lambda: stiction.identify({"time": TIME[:, None], "force": VELOCITY[:, None]}), "equally long"),
        (lambda: stiction.identify({name: [] for name in SLIDING}), "recording 1"),
        (lambda: stiction.identify(few, "dahl"), "recording 1"),
        (lambda: stiction.identify(nothing, "dahl"), "recording 1"),
        (lambda: stiction.identify({"time": TIME, "velocity": VELOCITY}, "dahl"), "force"),
        (lambda: stiction.identify({**SLIDING, "time": TIME[::-1]}, "dahl"), "time"),
        (lambda: stiction.identify({**SLIDING, "force": np.zeros(TIME.size)}, "dahl"), "force"),
        (lambda: stiction.identify({"time": TIME, "velocity [kg]": VELOCITY, "force": VELOCITY}, "dahl"), "unit|kg"),
        (lambda: stiction.identify(SLIDING, "dhal"), "dahl"),
        (lambda: stiction.identify(SLIDING, "dahl", fix={"coulomb_forc": 1}), "coulomb_force"),
        (lambda: stiction.identify(SLIDING, "dahl", bounds={"coulomb_force": (2, 1)}), "coulomb_force"),
        (lambda: stiction.identify(SLIDING, "dahl", columns={"positon": "x"}), "position"),
        (lambda: stiction.identify(SLIDING, "dahl", columns={"force": "current"}), "current"),
        (lambda: stiction.identify(SLIDING, "dahl", velocity="guess"), "filter"),
        (lambda: stiction.identify(SLIDING, "dahl", terms="gravitation"), "gravity"),
        (lambda: stiction.identify(SLIDING, "dahl", starts=0), "starts"),
        (lambda: stiction.identify(SLIDING, "dahl", held_out=1), "held_out"),
        (lambda: stiction.watch(LuGre(), SLIDING), "two recordings"),
        (lambda: stiction.watch(LuGre(), [SLIDING, SLIDING], limit=0), "limit"),
        (lambda: stiction.design(LuGre(), travel=math.nan), "travel"),
        (lambda: stiction.design(LuGre(), duration=1e6, interval=1e-7), "samples"),
    ]
    for number, (call, match) in enumerate(cases):
        with pytest.raises(ValueError, match=match):
            pytest.fail(f"case {number} gave {call()!r:.80}")
    for call in (
        lambda: stiction.identify(None),
        lambda: stiction.identify(3),
        lambda: stiction.identify({**SLIDING, "force": ["a"] * TIME.size}),
        lambda: stiction.identify(SLIDING, "dahl", speed="fast"),
        lambda: stiction.design("lugre"),
        lambda: stiction.watch(None, [SLIDING, SLIDING]),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(OSError, match="nothing_here"):
        stiction.identify("nothing_here.csv")


def test_a_law_of_one_number():
    """A profile of its only number has nothing left to search for."""
    noise = np.random.default_rng(2).normal(0, 5, TIME.size)
    found = stiction.identify({**SLIDING, "force": 0.1 * np.sign(VELOCITY) + noise}, "coulomb", terms="none")
    assert [n.name for n in found.numbers] == ["coulomb_force"]


def test_gaps_are_gaps():
    """Samples without numbers end a piece; the law is found from the others."""
    force = SLIDING["force"].copy()
    force[100:120] = math.nan
    found = stiction.identify({**SLIDING, "force": force}, "coulomb_viscous", terms="offset")
    assert found.recordings[0].pieces == 2
    assert found.law.coulomb_force == pytest.approx(3.0, rel=1e-9)
