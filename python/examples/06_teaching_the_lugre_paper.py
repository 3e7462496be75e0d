# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # The LuGre paper, figure by figure
# Canudas de Wit, Olsson, Astrom, Lischinsky: A new model for control of systems with friction (1995). What the model
# shows, and the numbers of the paper measured beside independent references.

# %%
import matplotlib.pyplot as plt
import numpy as np

import stiction

law = stiction.LuGre(preset="canudas1995")
for name, p in law.parameters.items():
    print(f"{p.symbol:10s} {name:20s} {p.value:10g} {p.unit}")

# %% [markdown]
# ## The Stribeck curve
# Steady friction falls from the static force to the Coulomb force, and rises with viscous friction.

# %%
v = np.logspace(-5, 0, 200)
curve = law.steady_force(v)
assert abs(curve[0] - law.static_force) < 1e-3
assert abs(curve.min() - law.coulomb_force) < 0.01
figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
axes.semilogx(v, curve)
for level, name in ((law.static_force, "$F_S$"), (law.coulomb_force, "$F_C$")):
    axes.axhline(level, color="black", linewidth=0.8, linestyle=":")
    axes.text(v[-1], level, f" {name}", va="center")
axes.set(xlabel="velocity [m/s]", ylabel="steady friction [N]")

# %% [markdown]
# ## Bristles are springs before they slide
# For small displacements force is stiffness times displacement.

# %%
displacement = 1e-6 * np.linspace(0.01, 1, 50)
force = law.force_along(np.full(50, 1e-6), 0.02)
assert np.allclose(force[-1], law.bristle_stiffness * displacement[-1], rtol=0.1)

# %% [markdown]
# Moved to and fro by a little more than the bristles can bend, friction turns in loops.

# %%
time, duration = np.linspace(0, 3, 6001), 3 / 6000
figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
for amplitude in (5e-6, 15e-6, 40e-6):  # m
    x = amplitude * np.sin(2 * np.pi * time)
    loop = law.force_along(np.diff(x) / duration, duration)
    axes.plot(1e6 * x[2001:], loop[2000:], label=f"{1e6 * amplitude:.0f} µm")
    assert np.abs(loop).max() < law.static_force
axes.set(xlabel="displacement [µm]", ylabel="friction [N]")
axes.legend(title="amplitude")

# %% [markdown]
# ## What the law forgets: reversal points
# LuGre friction has no reversal-point memory; Maxwell slip has.

# %%
print("LuGre shows:", ", ".join(law.table["phenomena"]))
print("Maxwell slip shows:", ", ".join(stiction.MaxwellSlip.table["phenomena"]))
assert "reversal_point_memory" not in law.table["phenomena"]
assert "reversal_point_memory" in stiction.MaxwellSlip.table["phenomena"]

# %% [markdown]
# ## What tells laws apart
# Steady curve, loops, break-away, lag, dependence on rate and drift, in one figure of the tool.

# %%
study = stiction.characterise(law)
study.save_figure("lugre.svg")
breakaway = next(part for part in study.parts if part.name == "breakaway").numbers
print(f"break-away at {breakaway.slowest_rate.value:.3f} N when slow, {breakaway.fastest_rate.value:.3f} N when fast")
assert breakaway.slowest_rate.value > breakaway.fastest_rate.value

# %% [markdown]
# ## The paper's own figures

# %%
for figure in stiction.reproduce("lugre1995").figures:
    print(f"{figure.name:20s} {'holds' if figure.holds else 'FAILS'}  {figure.title}")
    assert figure.holds
