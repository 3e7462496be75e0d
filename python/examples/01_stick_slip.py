# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # Stick-slip
# A mass is pulled over a surface through a spring. At low speed it sticks until the spring has stretched far enough,
# slips, and sticks again; at high speed it slides. Where is the border?

# %%
import numpy as np

import stiction

law = stiction.LuGre(preset="canudas1995")
pulled = stiction.Experiment(plant="pulled_mass", friction=law, input={"pull_speed": 0.1}, run={"duration": 50})
t = stiction.run(pulled)
print(t)

# %% [markdown]
# The mass rests most of the time. Friction does work on it; nothing is lost in between.

# %%
rest = np.mean(np.abs(t["velocity"]) < 1e-3)
energy = t.energy
assert energy is not None
print(f"at rest {100 * rest:.0f} % of the time; {energy.supplied:.3f} J supplied, {energy.dissipated:.3f} J dissipated")
assert abs(energy.supplied - energy.dissipated - energy.mechanical - energy.stored_in_friction) < 1e-6

# %% [markdown]
# A map over the pull speed shows where the limit cycle ends.

# %%
speeds = stiction.map(pulled, {"input.pull_speed": (0.05, 2.0, 12, "log")})
for speed, motion, period in zip(speeds.axis(), speeds.array("motion"), speeds.array("period"), strict=True):
    print(f"{speed:6.3f} m/s  {motion:12s} {period:8.3f} s" if period > 0 else f"{speed:6.3f} m/s  {motion}")

# %% [markdown]
# Friction rises while the mass sticks and falls when it slips. Over velocity it is no curve: it lags behind, and near
# rest it takes any value up to the static force.

# %%
figure = t.plot("velocity", "friction_force")
fine = stiction.run(pulled.with_values({"run.duration": 20, "run.interval": 1e-4}))
loop = fine.plot("friction_force", x="velocity")
loop.axes[0].set_xlim(-1e-3, 1e-2)
speeds.save_figure("stick_slip_map.svg")  # where the cycle ends, without matplotlib
