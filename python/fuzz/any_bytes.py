# SPDX-License-Identifier: BSD-3-Clause
"""
Any bytes as texts, numbers, arrays and logs, for as long as one likes; what breaks it is kept as a file.

    any_bytes.py -max_total_time=60        needs `pip install atheris`; flags are those of libFuzzer
"""

import sys

import atheris
import numpy as np

with atheris.instrument_imports(include=["stiction"]):
    import stiction

REFUSED = (ValueError, TypeError, OverflowError, RuntimeError)
KINDS = [np.dtype(kind) for kind in ("f8", "f4", "f2", "i1", "u8", "?", "c8", "S3", "O")]
LAWS = sorted(stiction.LAWS)


def array(data):
    """An array of any kind, shape and layout."""
    count = data.ConsumeIntInRange(0, 40)
    values = np.array([data.ConsumeFloat() for _ in range(count)])
    with np.errstate(all="ignore"):
        values = values.astype(data.PickValueInList(KINDS))
    if count and data.ConsumeBool():
        values = values[:: data.PickValueInList([-2, -1, 2, 3])]
    if data.ConsumeBool():
        values = values.reshape(-1, 1) if data.ConsumeBool() else values.reshape(1, -1).T
    values.flags.writeable = data.ConsumeBool() and values.flags.writeable
    return values


def law(data):
    return stiction.LAWS[data.PickValueInList(LAWS)]()


def experiment(data):
    e = stiction.Experiment.parse(data.ConsumeUnicodeNoSurrogates(400))
    assert stiction.Experiment.parse(e.to_toml()) == e


def force(data):
    assert np.asarray(law(data).force(array(data), array(data))).dtype == float


def updates(data):
    v = array(data)
    many = stiction.FrictionUpdates(law(data), data.ConsumeIntInRange(-1, 40), data.ConsumeFloat())
    assert np.isfinite(many.update_velocity(v, out=array(data) if data.ConsumeBool() else None)).all()


def log(data):
    columns = {data.PickValueInList(["time", "position [mm]", "velocity", "force", "x"]): array(data) for _ in range(3)}
    stiction.identify(columns, "coulomb_viscous", terms=data.PickValueInList(["none", "offset", "x"]), progress=False)


def path(data):
    e = stiction.Experiment(plant="pulled_mass", friction="lugre")
    e[data.ConsumeUnicodeNoSurrogates(30)] = data.ConsumeFloat()


def one(data):
    given = atheris.FuzzedDataProvider(data)
    try:
        given.PickValueInList([experiment, force, updates, log, path])(given)
    except REFUSED as error:
        assert str(error)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
