# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # Friction inside MuJoCo
# MuJoCo moves the bodies, Stiction gives the friction of a joint, once per step, as a force applied to it. Needs
# `pip install mujoco`. The same body in the engine of Stiction is the reference.

# %%
import mujoco
import numpy as np

import stiction

MODEL = """
<mujoco><option timestep="{step}" gravity="0 0 0" integrator="implicitfast"/>
  <worldbody><body><joint name="slide" type="slide" axis="1 0 0"/><geom type="sphere" size="0.1" mass="1"/></body>
  </worldbody></mujoco>
"""
law = stiction.LuGre(preset="canudas1995")


def drive(t: float) -> float:
    """Force on the body [N]."""
    return float(2 * np.sin(2 * np.pi * 0.5 * t))


# %%
def in_mujoco(step: float, duration: float) -> np.ndarray:
    """Positions of the body, friction by FrictionUpdate."""
    model = mujoco.MjModel.from_xml_string(MODEL.format(step=step))
    data = mujoco.MjData(model)
    friction = stiction.FrictionUpdate(law, sample_time=step)
    positions = []
    for k in range(round(duration / step)):
        data.qfrc_applied[0] = drive(k * step) - friction.update_velocity(float(data.qvel[0]))
        mujoco.mj_step(model, data)
        positions.append(float(data.qpos[0]))
    return np.array(positions)


# %% [markdown]
# `CoupledStep` moves mass and bristles together and needs no small step for it.


# %%
def coupled(step: float, duration: float) -> np.ndarray:
    """Positions of the body by CoupledStep, force in the middle of each step."""
    body = stiction.CoupledStep(law, sample_time=step)
    positions = []
    for k in range(round(duration / step)):
        body.step(drive((k + 0.5) * step))
        positions.append(float(body.position[0]))
    return np.array(positions)


# %%
step, duration = 1e-4, 4.0
exact = stiction.run(
    stiction.Experiment(
        plant="mass_on_surface",
        friction=law,
        input={"force": drive},
        run={"duration": duration, "tolerance": 1e-10},
        output={"interval": step},
    )
)["position"][1:]
size = np.abs(exact).max()
runs = {"MuJoCo + FrictionUpdate": in_mujoco(step, duration), "CoupledStep": coupled(step, duration)}
for name, positions in runs.items():
    print(f"{name:24s} error {np.abs(positions - exact).max() / size:.1e} of the way")
coarse = coupled(1e-3, duration)
error = np.abs(coarse - exact[9::10]).max() / size
print(f"CoupledStep at 1 ms      error {error:.1e} of the way")
assert error < 1e-3

# %%
import matplotlib.pyplot as plt  # noqa: E402

figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(7, 5), layout="constrained")
time = step * np.arange(1, exact.size + 1)
above.plot(time, exact)
above.set_ylabel("position [m]")
for name, positions in runs.items():
    below.semilogy(time, np.abs(positions - exact) + 1e-12, label=name, linewidth=1.2)
below.set(xlabel="time [s]", ylabel="error of the position [m]", ylim=(1e-11, None))
below.legend()
