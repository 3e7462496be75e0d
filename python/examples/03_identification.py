# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # From a log to a law
# An axis was moved back and forth; its position and the force of its drive were recorded every 2 ms. Which friction law
# explains the force, with which numbers, and how certain are they?

# %%
import pathlib

import numpy as np

import stiction

here = pathlib.Path(globals().get("__file__", "python/examples/x")).resolve()
log = here.parents[2] / "examples" / "14_axis_log.csv"
found = stiction.identify(log, ["coulomb_viscous", "generalized_kinetic", "dahl", "lugre"])
print(found.sentence)
assert found.laws[0].law == "lugre"

# %% [markdown]
# The log is simulated, so the truth is known. Each number lies in its interval of 95 %, or close to it.

# %%
truth = {"bristle_stiffness": 1e5, "bristle_damping": 300, "viscous_damping": 12, "coulomb_force": 4}
numbers = {n.name: n for n in found.numbers}
for name, true in truth.items():
    n = numbers[name]
    print(f"{name:20s} {n.value:12.6g} {n.unit:6s} {n.interval[0]:12.6g} to {n.interval[1]:<12.6g} true {true:g}")
    assert abs(n.value - true) < 4 * n.standard_deviation

# %% [markdown]
# What the law leaves unexplained is the noise of the force sensor, 0.03 N, in the samples it was not fitted to as well.

# %%
rows = found.rows
held_out = slice(found.rows_fitted, None)
print(f"residual of what was held out: {np.std(rows['residual'][held_out]):.3f} N")
assert np.std(rows["residual"][held_out]) < 0.045

# %% [markdown]
# Logs are arrays as well as files. Samples without numbers are gaps; a dict, a pandas table or a trajectory will do.

# %%
table = np.genfromtxt(log, delimiter=",", skip_header=4)
arrays = {"time": table[:, 0], "position [mm]": table[:, 1], "force": table[:, 2]}
again = stiction.identify(arrays, "lugre")
assert np.isclose(again.law.values["static_force"], found.law.values["static_force"], rtol=1e-6)

# %% [markdown]
# The law goes on into a simulation; and which motion would tell its numbers best, within 50 mm and 0.2 m/s?

# %%
servo = found.to_experiment()
print(stiction.run(servo))
plan = stiction.design(servo, travel=0.05, speed=0.2, duration=10, noise=0.03)
print(plan.motions[0].name, "-", plan.motions[0].description)

# %%
import matplotlib.pyplot as plt  # noqa: E402

figure, (above, below) = plt.subplots(2, 1, layout="constrained")
above.plot(rows["time"], rows["force"], ".", color="silver", markersize=3, label="measured")
above.plot(rows["time"], rows["force"] - rows["residual"], linewidth=1.2, label="predicted")
above.axvspan(rows["time"][held_out][0], rows["time"][-1], alpha=0.1, label="held out")
above.set(xlabel="time [s]", ylabel="force [N]")
above.legend(ncols=3, loc="lower left", bbox_to_anchor=(0, 1), fontsize="small")
below.plot(rows["velocity"], rows["friction"], linewidth=1.2)
below.set(xlabel="velocity [m/s]", ylabel="friction [N]")
