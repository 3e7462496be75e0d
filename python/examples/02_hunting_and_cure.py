# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # Hunting, and its cure
# A servo with integral action never settles when friction sticks: the integral grows until the load breaks away, and it
# overshoots. A friction observer takes friction away.

# %%
import stiction

law = stiction.LuGre(preset="canudas1995")
servo = stiction.Experiment(
    plant="mass_on_surface", friction=law, controller="pid", reference={"reference": 1.0}, run={"duration": 100}
)
study = stiction.analyse(servo)
print(study.cycle.sentence)
assert study.cycle.hunts

# %% [markdown]
# The same servo with a friction observer that knows the law.

# %%
cured = stiction.Experiment(
    plant="mass_on_surface",
    friction=law,
    controller="friction_observer_lugre",
    reference={"reference": 1.0},
    run={"duration": 100},
)
hunting, settled = stiction.run(servo), stiction.run(cured)
late = hunting.t > 50
errors = [abs(t["position"][late] - 1).max() for t in (hunting, settled)]
print(f"error after 50 s: {errors[0]:.3g} m, cured {errors[1]:.3g} m")
assert errors[1] < 0.1 * errors[0]

# %% [markdown]
# How does the amplitude depend on the static friction? One run tells, with slopes.

# %%
path = "friction.static_force"
t = stiction.run(servo, slopes=[path])
print(f"d position / d static force, largest: {abs(t.slope('position', path)).max():.3g} m/N")

# %%
hunting.plot("position", "control")
