# SPDX-License-Identifier: BSD-3-Clause
"""Studies from Python: the rows of the command line, whoever computes them."""

import json
import os
import pickle
import signal
import threading

import numpy as np
import pytest

import stiction

E = stiction.Experiment(
    plant={"model": "mass_on_surface", "initial": {"velocity": 1.0}}, friction="coulomb", run={"duration": 10}
)
MEASURES = {"end": {"what": "final", "signal": "position"}, "rest": {"what": "rest_fraction", "signal": "velocity"}}


def study(count=200, **other):
    over = {"plant.mass": {"spread": "log_normal", "centre": 1, "deviation": 0.3}, "friction.coulomb_force": (0.5, 2)}
    return stiction.Study(E, over, method="sobol", count=count, measures=MEASURES, **other)


def test_rows_are_what_they_should_be():
    t = stiction.sweep(study())
    m, force = t["plant.mass"], t["friction.coulomb_force"]
    assert t.finished.all()
    np.testing.assert_allclose(t["end"], m / (2 * force), rtol=1e-7)
    np.testing.assert_allclose(t["rest"], 1 - m / force / 10, atol=1e-6)
    assert t.units["end"] == "m"
    assert t.answer.cases == t.answer.finished == 200


def test_the_answer_is_that_of_the_command_line(tool, tmp_path):
    """Cases, counts and spreads; the tool adds where it has written its table."""
    file = tmp_path / "study.toml"
    file.write_text(study(60).to_toml())
    expected = json.loads(tool("sweep", str(file), "-o", str(tmp_path / "table.csv"), "--json"))
    answer = stiction.sweep(stiction.Study.read(file)).to_dict()
    assert answer == {key: expected[key] for key in answer}
    assert len(answer) > 5


def test_the_figure_is_that_of_the_command_line(tool, tmp_path):
    """Histograms of random cases, to the last letter; of a part of them there is none."""
    file = tmp_path / "study.toml"
    file.write_text(study(60).to_toml())
    tool("sweep", str(file), "-o", str(tmp_path / "table.csv"), "--plot", str(tmp_path / "tool.svg"))
    table = stiction.sweep(study(60))
    table.save_figure(tmp_path / "ours.svg")
    assert (tmp_path / "ours.svg").read_text() == (tmp_path / "tool.svg").read_text()
    with pytest.raises(ValueError, match="all 60 cases"):
        stiction.Table(table.study, table.rows[:10]).save_figure(tmp_path / "part.svg")


def test_workers_do_not_matter():
    s = study()
    whole = s.compute(0, 200)
    np.testing.assert_array_equal(whole, s.compute(0, 200, threads=3))
    np.testing.assert_array_equal(whole, np.concatenate([s.compute(0, 77), s.compute(77, 200)]))
    np.testing.assert_array_equal(whole, pickle.loads(pickle.dumps(s)).compute(0, 200))
    assert not np.array_equal(whole, study(seed=2).compute(0, 200))


def test_grids_and_lists():
    s = stiction.Study(E, {"plant.mass": [1, 2, "3000 g"], "friction.coulomb_force": (1, 2)}, count=2)
    assert len(s) == 6
    np.testing.assert_array_equal(stiction.sweep(s)["plant.mass"], [1, 2, 3, 1, 2, 3])


def test_tables_go_on(tmp_path):
    pytest.importorskip("pandas")
    t = stiction.sweep(study(20))
    table = t.to_pandas()
    assert list(table.columns) == t.study.columns
    assert table.index.name == "case"
    assert stiction.Study.parse(table.attrs["study"]).to_toml() == t.study.to_toml()
    parquet = pytest.importorskip("pyarrow.parquet")
    t.to_parquet(tmp_path / "t.parquet")
    back = parquet.read_table(tmp_path / "t.parquet")
    np.testing.assert_array_equal(back["end"].to_numpy(), t["end"])
    assert b"[sweep]" in back.schema.metadata[b"stiction.study"]


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"plant\.mass"):
        stiction.Study(E, {"plant.mas": (1, 2)})
    with pytest.raises(ValueError, match="less than high"):
        stiction.Study(E, {"plant.mass": (2, 1)})
    with pytest.raises(ValueError, match="grid"):
        stiction.Study(E, {"plant.mass": (1, 2)}, method="gird")
    with pytest.raises(ValueError, match="position"):
        stiction.Study(E, {"plant.mass": (1, 2)}, measures={"x": {"what": "final", "signal": "positon"}})
    with pytest.raises(ValueError, match="not among"):
        study().compute(0, 201)
    with pytest.raises(ValueError, match=r"^sweep\.over\[0\]\.count"):
        stiction.Study(E, {"plant.mass": (1, 2)}, count=-1)
    for words in (({}, {"plant.mass": (1, 2)}), (E, None), (E, {"plant.mass": "1:2"}), (E, {"plant.mass": 3})):
        with pytest.raises(TypeError, match="not"):
            stiction.Study(*words)
    with pytest.raises(TypeError, match="Study"):
        stiction.sweep(E)
    t = stiction.sweep(stiction.Study(E, {"plant.mass": [-1, 1]}))
    assert t.status == ["not_allowed", "finished"]
    assert "mass" in t.study.reason(0)


def test_dask_workers_may_die():
    distributed = pytest.importorskip("distributed")
    s = study(4000)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        victim = next(iter(client.run(os.getpid).values()))
        killer = threading.Timer(0.3, os.kill, (victim, signal.SIGKILL))
        killer.start()
        t = stiction.sweep(s, client=client)
        killer.join()
    np.testing.assert_array_equal(t.rows, s.compute(0, 4000, threads=2))


# As in `map`; a tuple that could be values or ends is refused, not guessed.
def test_tuples_are_ends():
    s = stiction.Study(E, {"plant.mass": (1, 2, 5)})
    np.testing.assert_array_equal(stiction.sweep(s)["plant.mass"], [1, 1.25, 1.5, 1.75, 2])
    assert pickle.loads(pickle.dumps(s)) == s != stiction.Study(E, {"plant.mass": (1, 2, 4)})
    for over, more in (({"plant.mass": (1, 2, 3, 4)}, {}), ({"plant.mass": (1, 2, 5)}, {"method": "random"})):
        with pytest.raises(TypeError, match=r"a tuple is \(low, high\)"):
            stiction.Study(E, over, **more)
    with pytest.raises(ValueError, match="nothing is varied"):
        stiction.Study(E, {})


# Quantiles are those of the table, an outlier among its numbers or not.
def test_quantiles_are_those_of_numpy():
    values = [1.0, 2, 3, 4, 5, 6, 7, 8, 9, 1e9]
    found = stiction.sweep(stiction.Study(E, {"plant.mass": values})).answer.columns[0].quantiles
    for level in (5, 25, 50, 75, 95):
        assert found[f"{level} %"] == pytest.approx(np.percentile(values, level), rel=1e-12)
