# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # The LuGre paper, figure by figure
# Canudas de Wit, Olsson, Astrom, Lischinsky: A new model for control of systems with friction (1995). What the model
# shows, and the numbers of the paper measured beside independent references.

# %%
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

# %% [markdown]
# ## Bristles are springs before they slide
# For small displacements force is stiffness times displacement.

# %%
displacement = 1e-6 * np.linspace(0.01, 1, 50)
force = law.force_along(np.full(50, 1e-6), 0.02)
assert np.allclose(force[-1], law.bristle_stiffness * displacement[-1], rtol=0.1)

# %% [markdown]
# ## What the law forgets: reversal points
# LuGre friction has no reversal-point memory; Maxwell slip has.

# %%
print("LuGre shows:", ", ".join(law.table["phenomena"]))
print("Maxwell slip shows:", ", ".join(stiction.MaxwellSlip.table["phenomena"]))
assert "reversal_point_memory" not in law.table["phenomena"]
assert "reversal_point_memory" in stiction.MaxwellSlip.table["phenomena"]

# %% [markdown]
# ## The paper's own figures

# %%
for figure in stiction.reproduce("lugre1995").figures:
    print(f"{figure.name:20s} {'holds' if figure.holds else 'FAILS'}  {figure.title}")
    assert figure.holds
