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
# The same servo with the same gains, but in place of the integral the law itself runs beside it and takes friction
# away. How well must it be known?


# %%
def cured(known: float) -> stiction.Trajectory:
    """A run with a compensator that assumes this fraction of the true friction levels."""
    controller = {
        "model": "friction_observer_lugre",
        "position_gain": servo["controller.position_gain"],
        "velocity_gain": servo["controller.velocity_gain"],
        "observer_gain": 0,
        "friction_coulomb_force": known * servo["friction.coulomb_force"],
        "friction_static_force": known * servo["friction.static_force"],
    }
    sections = {"plant": "mass_on_surface", "friction": law, "reference": {"reference": 1.0}, "run": {"duration": 100}}
    return stiction.run(stiction.Experiment(sections, controller=controller))


def error(t: stiction.Trajectory) -> float:
    """The largest error after 50 s [m]."""
    return float(abs(t["position"][t.t > 50] - 1).max())


hunting = stiction.run(servo)
runs = {known: cured(known) for known in (0.9, 1.0, 1.1)}
print(f"PID: error {error(hunting):.3f} m with {abs(hunting['control']).max():.1f} N")
for known, t in runs.items():
    print(f"{100 * known:.0f} % of friction known: error {error(t):.2g} m with {abs(t['control']).max():.1f} N")
assert error(runs[1.0]) < 1e-6 < 1e-2 < error(runs[0.9]) < error(hunting)

# %% [markdown]
# How does the amplitude depend on the static friction? One run tells, with slopes.

# %%
path = "friction.static_force"
t = stiction.run(servo, slopes=[path])
print(f"d position / d static force, largest: {abs(t.slope('position', path)).max():.3g} m/N")

# %% [markdown]
# With a tenth too little the force shakes, 10 times a second; with a tenth too much the load rests beside its target.

# %%
figure = hunting.plot("position", "control")
above, below = figure.axes
above.lines[0].set_label("PID")
for known, t in runs.items():
    above.plot(t.t, t["position"], linewidth=1.2, label=f"{100 * known:.0f} % of friction known")
    below.plot(t.t, t["control"], linewidth=1.2)
above.axhline(1.0, color="black", linewidth=0.8, linestyle=":", label="reference")
above.legend(fontsize="small")
