# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # A servo that is built a thousand times
# Mass, friction and damping are never quite those of the drawing. How far does the axis overshoot, and which of them is
# to blame?

# %%
import pathlib

import matplotlib.pyplot as plt
import numpy as np

import stiction

here = pathlib.Path(globals().get("__file__", "python/examples/x")).resolve()
study = stiction.Study.read(here.parents[2] / "examples" / "15_tolerances.toml")
table = stiction.sweep(study)
overshoot = table["overshoot"]
print(f"{len(table)} cases, {table.finished.sum()} finished")
print(f"overshoot {overshoot.mean():.4f} +- {overshoot.std():.4f} m")
assert table.finished.all()

# %% [markdown]
# Ranks correlate with what matters, whatever the shape of the relation.

# %%
ranks = {name: np.argsort(np.argsort(table[name])) for name in [*study.columns[:4], "overshoot"]}
blame = {name: float(np.corrcoef(ranks[name], ranks["overshoot"])[0, 1]) for name in study.columns[:4]}
for name, correlation in blame.items():
    print(f"{name:28s} {correlation:+.2f}")
worst = max(blame, key=lambda name: abs(blame[name]))

# %%
figure, panels = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
panels[0].hist(1e3 * overshoot, bins=25)
panels[0].set(xlabel="overshoot [mm]", ylabel="cases")
panels[0].locator_params(axis="x", nbins=6)
panels[1].plot(table[worst], 1e3 * overshoot, ".", markersize=3)
panels[1].set(xlabel=f"{worst} [{table.units[worst]}]", ylabel="overshoot [mm]")
panels[1].locator_params(axis="x", nbins=6)

# %% [markdown]
# A grid is a study too: the overshoot over two gains.

# %%
servo = stiction.Experiment.read(here.parents[2] / "examples" / "09_hunting.toml")
servo["run.duration"] = 20.0
gains = {"controller.position_gain": (2.0, 6.0), "controller.velocity_gain": (3.0, 9.0)}
measures = {"overshoot": {"what": "maximum", "signal": "position - reference"}}
grid = stiction.sweep(stiction.Study(servo, gains, count=12, measures=measures))
best = int(np.argmin(grid["overshoot"]))
print(f"least overshoot {1e3 * grid['overshoot'][best]:.1f} mm at {grid['controller.position_gain'][best]:.2f} N/m")
assert len(grid) == 144

# %%
figure, axes = plt.subplots(figsize=(5.5, 4), layout="constrained")
over = [grid[name].reshape(12, 12) for name in (*gains, "overshoot")]
drawn = axes.contourf(over[0], over[1], 1e3 * over[2], levels=12)
axes.set(xlabel="position gain [N/m]", ylabel="velocity gain [N.s/m]")
figure.colorbar(drawn, label="overshoot [mm]")
