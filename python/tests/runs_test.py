# SPDX-License-Identifier: BSD-3-Clause
"""Runs: views, events, energies, files, slopes, threads, Ctrl-C, progress."""

import concurrent.futures
import copy
import functools
import gc
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import stiction
from stiction import Experiment, run

from conftest import EXAMPLES, ROOT


def test_signals_are_views_of_the_engines_memory(pulled):
    """No copies: twice the same address, which is the engine's own; read-only; alive after the trajectory is gone."""
    t = run(pulled)
    for name in t:
        assert t[name].ctypes.data == t._engine.address(name) == t[name].ctypes.data
        assert not t[name].flags.writeable
        assert not t[name].flags.owndata
    velocity, copy = t["velocity"], t["velocity"].copy()
    del t
    gc.collect()
    np.testing.assert_array_equal(velocity, copy)
    with pytest.raises(ValueError, match="read-only"):
        velocity[0] = 1


def test_what_a_trajectory_tells(pulled):
    t = run(pulled)
    assert (t.t[0], t.t[-1], len(t)) == (0.0, 20.0, 2001)
    assert t.finished
    assert (t.status, t.reason) == ("finished", "")
    assert t.units["friction_force"] == "N"
    assert t.events[0].what in ("reversal", "stick", "slip", "mode", "kink")
    assert all(a.time <= b.time for a, b in zip(t.events, t.events[1:], strict=False))
    assert "velocity" in t
    assert "nothing" not in t
    with pytest.raises(ValueError, match="velocity"):
        t["velocty"]
    assert t.experiment == pulled
    assert "finished" in repr(t)
    assert t._repr_svg_().startswith("<svg")


def test_energy_balances(pulled):
    """What was supplied is dissipated or still there."""
    e = run(pulled).energy
    assert e.unit == "J"
    assert e.supplied == pytest.approx(e.dissipated + e.mechanical + e.stored_in_friction, abs=1e-6)


def test_a_reference_is_measured():
    """The overshoot of a second-order loop is exp(-pi zeta / sqrt(1 - zeta^2)); numbers survive pickling."""
    e = Experiment.parse("""
        plant = { model = "mass_on_surface" }
        friction = { model = "coulomb", coulomb_force = 1e-13 }
        controller = { model = "pid", position_gain = 100, velocity_gain = 10, integral_gain = 0 }
        reference = { reference = 1.0 }
        run = { duration = 6 }
    """)
    t = run(e)
    assert t.servo.overshoot.value == pytest.approx(math.exp(-math.pi * 0.5 / math.sqrt(0.75)), abs=1e-6)
    assert t.servo.settling_time.unit == "s"
    assert t.servo.reversal_peak.value is None
    assert "turn" in t.servo.reversal_peak.missing
    assert pickle.loads(pickle.dumps(t)).servo.to_dict() == t.servo.to_dict()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_answers_are_those_of_the_command_line(path, tool):
    """to_dict() is --json, to the last digit: both are the same code."""
    e = Experiment.read(path)
    e["run.duration"] = min(e["run.duration"], 5.0)
    answer = json.loads(tool("run", str(path), "--duration", repr(e["run.duration"]), "--json"))
    assert run(e).to_dict() == answer


def test_slopes_agree_with_differences(pulled):
    path, h = "friction.static_force", 1e-5
    pulled["run.duration"] = 5
    pulled["run.tolerance"] = 1e-11
    t = run(pulled, slopes=[path])
    high, low = (run(pulled.with_values({path: pulled[path] + d}))["velocity"] for d in (h, -h))
    difference = (high - low) / (2 * h)
    assert np.abs(t.slope("velocity", path) - difference).max() < 1e-4 * np.abs(difference).max()
    assert t.units[f"d velocity/d {path}"] == "m/(N.s)" or "N" in t.units[f"d velocity/d {path}"]
    with pytest.raises(ValueError, match="static_force"):
        run(pulled, slopes=["friction.static_forc"])
    with pytest.raises(ValueError, match=r'slopes=\["plant.mass"\]'):
        t.slope("velocity", "plant.mass")


@pytest.mark.parametrize("ending", ["csv", "json", "mat"])
def test_saved_files_hold_the_signals(pulled, tmp_path, ending):
    t, path = run(pulled), tmp_path / f"run.{ending}"
    try:
        t.save(path, ["velocity"])
    except NotImplementedError:
        pytest.skip("MAT files are not built in")
    if ending == "csv":
        rows = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        assert rows[0] == "time [s],velocity [m/s]"
        np.testing.assert_array_equal([float(row.split(",")[1]) for row in rows[1:]], t["velocity"])
    elif ending == "json":
        data = json.loads(path.read_text())
        np.testing.assert_array_equal(data["signals"][0]["values"], t["velocity"])
        assert len(data["signals"]) == 1
    else:
        io = pytest.importorskip("scipy.io")
        assert io.loadmat(path)


def test_files_that_cannot_be_written(pulled, tmp_path):
    t = run(pulled)
    with pytest.raises(ValueError, match="xyz"):
        t.save(tmp_path / "run.xyz")
    with pytest.raises(OSError, match="folder"):
        t.save(tmp_path / "no" / "folder" / "run.csv")
    with pytest.raises(ValueError, match="velocity"):
        t.save(tmp_path / "run.csv", ["velocty"])
    with pytest.raises(ValueError, match="svg"):
        t.save_figure(tmp_path / "run.pdf")
    t.save_figure(tmp_path / "run.svg")
    assert (tmp_path / "run.svg").read_text().startswith("<svg")
    assert os.listdir(tmp_path) == ["run.svg"]


def test_to_pandas_and_plot(pulled):
    pd = pytest.importorskip("pandas")
    t = run(pulled)
    table = t.to_pandas()
    assert isinstance(table, pd.DataFrame)
    assert table.index.name == "time"
    np.testing.assert_array_equal(table["velocity"], t["velocity"])
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    figure = t.plot()
    assert all("[" in ax.get_ylabel() for ax in figure.axes)
    assert figure.axes[-1].get_xlabel() == "time [s]"
    assert t.plot("friction_force", x="velocity").axes[0].get_xlabel() == "velocity [m/s]"
    with pytest.raises(ValueError, match="velocity"):
        t.plot("velocty")
    import matplotlib.pyplot as plt

    _, axes = plt.subplots()
    assert t.plot("velocity", axes=axes) is axes.figure


def test_a_run_that_ends_early_warns_and_keeps_what_there_is(pulled):
    e = Experiment.parse(pulled.to_toml().replace("[run]", "[run]\nstep_limit = 50"))
    with pytest.warns(RuntimeWarning, match="ended early"):
        t = run(e)
    assert not t.finished
    assert t.status == "step_limit"
    assert 0 < len(t) < 2001


def test_many_runs_in_threads_are_the_runs_of_one(pulled, servo):
    """Thousands of runs by eight threads at once, of shared experiments and of own ones: equal to the last bit."""
    pulled["run.duration"] = 2
    servo["run.duration"] = 2
    expected = [run(e)["velocity"].tobytes() for e in (pulled, servo)]

    def work(k):
        own = (pulled, servo)[k % 2]
        if k % 3 == 0:
            own = own.with_values({"run.duration": 2})
        return run(own)["velocity"].tobytes() == expected[k % 2]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(3000)))


def test_an_experiment_may_be_edited_while_others_run_it(pulled):
    """Every run sees the experiment before or after an edit, nothing in between."""
    pulled["run.duration"] = 2
    possible = {run(pulled.with_values({"plant.mass": m}))["velocity"].tobytes() for m in (1.0, 2.0)}
    seen = set()

    def work():
        for _ in range(100):
            seen.add(run(pulled)["velocity"].tobytes())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for k in range(200):
        pulled["plant.mass"] = 1.0 + k % 2
    for thread in threads:
        thread.join()
    assert seen <= possible


def test_an_experiment_may_be_edited_while_it_is_analysed(servo):
    expected = stiction.analyse(servo).to_dict()
    answers = []
    thread = threading.Thread(target=lambda: answers.append(stiction.analyse(servo, progress=False).to_dict()))
    thread.start()
    time.sleep(0.05)
    while thread.is_alive():
        servo["plant.mass"] = 1.0 + servo["plant.mass"] % 2
    assert answers == [expected]


def test_the_gil_is_released(pulled):
    """Another thread of Python goes on while a run computes."""
    pulled["run.duration"] = 10000
    pulled["output.interval" if "output.interval" in pulled else "run.interval"] = 10
    count, done = 0, threading.Event()

    def work():
        run(pulled, progress=False)
        done.set()

    thread = threading.Thread(target=work)
    begin = time.monotonic()
    thread.start()
    while not done.is_set():
        count += 1
        time.sleep(0)
    thread.join()
    assert time.monotonic() - begin > 0.05
    assert count > 100


def test_progress_is_told(pulled):
    fractions = []
    pulled["run.duration"] = 10000
    pulled["run.interval"] = 100
    run(pulled, progress=fractions.append)
    assert fractions
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] <= fractions[-1] <= 1


def test_a_bar_is_shown_and_needs_tqdm(pulled, capsys, monkeypatch):
    pulled["run.duration"] = 10000
    pulled["run.interval"] = 100
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.warns(RuntimeWarning, match="tqdm"):
        run(pulled, progress=True)
    monkeypatch.undo()
    pytest.importorskip("tqdm")
    run(pulled, progress=True)
    assert "run" in capsys.readouterr().err


def test_an_error_in_progress_stops_the_run(pulled):
    pulled["run.duration"] = 1e7
    pulled["run.interval"] = 1e5

    def fail(fraction):
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        run(pulled, progress=fail)


INTERRUPTED = """
import stiction, sys
e = stiction.Experiment.read(sys.argv[1])
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        "e['run.duration'] = 1e8; e['run.interval'] = 1e5; stiction.run(e)",
        "stiction.map(e, {'controller.integral_gain': (1, 5, 1000)})",
        "stiction.compare(e, evaluations=10000)",
        "stiction.identify('examples/14_axis_log.csv', starts=1000)",
        "e['run.duration'] = 1e8; e['run.interval'] = 1e5; stiction.doctor(e)",
        "import math; stiction.run(stiction.Experiment(plant='mass_on_surface', friction='lugre', "
        "controller=lambda t, r, x, v: 3 * math.sin(t) - v, run={'duration': 1e8}, output={'interval': 1e5}))",
    ],
)
def test_ctrl_c_stops_a_computation(call):
    path = ROOT / "examples" / "09_hunting.toml"
    code = INTERRUPTED.format(call=call)
    # A shell starts what it runs in the background with SIGINT ignored, and children inherit that.
    heard = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    command = [sys.executable, "-c", code, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heard, cwd=ROOT) as child:
        assert child.stdout.readline() == "ready\n"
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        begin = time.monotonic()
        assert child.communicate(timeout=60)[0] == "interrupted\n"
        assert time.monotonic() - begin < 30


def test_wrong_names_and_progress_are_refused(pulled):
    t = run(pulled)
    for call in (
        lambda: t[0],
        lambda: run(pulled, slopes=[3]),
        lambda: run(pulled, progress="yes"),
        lambda: setattr(pulled, "title", 3),
    ):
        with pytest.raises(TypeError, match="not"):
            call()


def test_only_experiments_are_run():
    for wrong in (None, {}, "servo.toml", 3):
        with pytest.raises(TypeError, match="Experiment"):
            run(wrong)


def test_trajectories_are_pickled(pulled):
    """Signals to the last bit, events, slopes, how it ended, its figure."""
    pulled.title = "pulled"
    t = run(pulled, slopes=["friction.static_force"])
    other = pickle.loads(pickle.dumps(t))
    assert other.names == t.names
    for name in ("time", *t):
        np.testing.assert_array_equal(other[name], t[name])
    assert (other.to_dict(), other.units, other.experiment) == (t.to_dict(), t.units, t.experiment)
    assert other._repr_svg_() == t._repr_svg_()
    copied = copy.deepcopy(t)
    assert copied["velocity"].ctypes.data != t["velocity"].ctypes.data
    with_functions = run(Experiment(plant="mass_on_surface", friction="lugre", input={"force": lambda t: 2 * t}))
    with pytest.raises(ValueError, match="Python"):
        pickle.dumps(with_functions)


def test_the_module_needs_the_c_plus_plus_run_time_alone(pulled, tmp_path):
    """A wheel works where nothing of ours is installed; matio is loaded for MAT files alone."""
    code = "import stiction; print(*{line.split('/')[-1] for line in open('/proc/self/maps') if '/' in line})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for library in ("ceres", "glog", "gflags", "cholmod", "blas", "lapack", "matio", "hdf5"):
        assert f"lib{library}" not in loaded.replace("libscipy_openblas", "")


def test_numpy_is_all_that_is_needed():
    """pandas, matplotlib and tqdm are imported when they are asked for, not before."""
    code = (
        "import sys, stiction; print(sorted({'pandas', 'matplotlib', 'tqdm', 'control', 'scipy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    assert stiction.__version__
