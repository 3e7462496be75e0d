# SPDX-License-Identifier: BSD-3-Clause
"""Stick-slip (P2) by what Python users have, and by Stiction from Python: time for the same error, in one run.

    peers.py      needs stiction; peers that are not installed (scipy, numba, casadi, diffrax, mujoco) are named and left out

Errors are the largest of the position on a grid of 10 ms over its largest value, against SciPy's Radau at 1e-12, which
shares nothing with Stiction. The law is written a second time on purpose: what users write is what is measured.
"""
import importlib.util
import math
import pathlib
import sys
import time
import warnings

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "peers"))
from matched_error import time_at  # noqa: E402

S0, S1, S2, FC, FS, VS = 1e5, math.sqrt(1e5), 0.4, 1.0, 1.5, 1e-3
MASS, STIFFNESS, SPEED, DURATION, INTERVAL = 1.0, 2.0, 0.1, 50.0, 0.01
TIMES = np.arange(round(DURATION / INTERVAL) + 1) * INTERVAL
SCALES = np.array([1.0, VS, FS / S0])
TARGET = 1e-5
ROUNDS = 3


def rates(t, y):
    """Elongation, velocity, deflection."""
    v, z = y[1], y[2]
    dz = v - S0 * abs(v) / (FC + (FS - FC) * math.exp(-((v / VS) ** 2))) * z
    return np.array([SPEED - v, (STIFFNESS * y[0] - S0 * z - S1 * dz - S2 * v) / MASS, dz])


def position(elongation):
    return SPEED * TIMES - elongation


def has(name):
    return importlib.util.find_spec(name) is not None


def scipy_solvers(f, label):
    from scipy.integrate import odeint, solve_ivp

    def by_odeint(tolerance):
        y = odeint(f, np.zeros(3), TIMES, tfirst=True, rtol=tolerance, atol=tolerance * SCALES, mxstep=100000)
        return position(y[:, 0])

    def by_ivp(method):
        def solve(tolerance):
            y = solve_ivp(f, (0, DURATION), np.zeros(3), method, t_eval=TIMES, rtol=tolerance, atol=tolerance * SCALES)
            return position(y.y[0])

        return solve

    tight = (1e-5, 1e-6, 1e-7)
    yield f"SciPy odeint, {label}", by_odeint, tight
    yield f"SciPy solve_ivp LSODA, {label}", by_ivp("LSODA"), tight
    yield f"SciPy solve_ivp Radau, {label}", by_ivp("Radau"), (1e-3, 1e-4, 1e-5)


def casadi_solver():
    import casadi as ca

    y = ca.SX.sym("y", 3)
    v, z = y[1], y[2]
    dz = v - S0 * ca.fabs(v) / (FC + (FS - FC) * ca.exp(-((v / VS) ** 2))) * z
    f = ca.vertcat(SPEED - v, (STIFFNESS * y[0] - S0 * z - S1 * dz - S2 * v) / MASS, dz)
    made = {}

    def solve(tolerance):
        if tolerance not in made:
            options = {"reltol": tolerance, "abstol": tolerance * 1e-6, "max_num_steps": 1000000}
            made[tolerance] = ca.integrator("F", "cvodes", {"x": y, "ode": f}, 0, TIMES[1:], options)
        x = np.array(made[tolerance](x0=[0, 0, 0])["xf"])
        return position(np.concatenate([[0.0], x[0]]))

    return "CasADi CVODES", solve, (1e-5, 1e-6, 1e-7)


def diffrax_solver():
    import diffrax
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)

    def f(t, y, _):
        v, z = y[1], y[2]
        dz = v - S0 * jnp.abs(v) / (FC + (FS - FC) * jnp.exp(-((v / VS) ** 2))) * z
        return jnp.array([SPEED - v, (STIFFNESS * y[0] - S0 * z - S1 * dz - S2 * v) / MASS, dz])

    @jax.jit
    def elongation(tolerance):
        control = diffrax.PIDController(rtol=tolerance, atol=tolerance * jnp.array(SCALES))
        return diffrax.diffeqsolve(diffrax.ODETerm(f), diffrax.Kvaerno5(), 0.0, DURATION, None, jnp.zeros(3),
                                   saveat=diffrax.SaveAt(ts=jnp.array(TIMES)), stepsize_controller=control,
                                   max_steps=10_000_000).ys[:, 0]

    return "diffrax Kvaerno5", lambda tolerance: position(np.array(elongation(tolerance))), (1e-4, 1e-5, 1e-6)


def our_solver():
    import stiction

    law = stiction.LuGre(bristle_stiffness=S0, bristle_damping=S1, viscous_damping=S2, coulomb_force=FC, static_force=FS,
                         stribeck_velocity=VS)
    e = stiction.Experiment(plant={"model": "pulled_mass", "mass": MASS, "spring_stiffness": STIFFNESS}, friction=law,
                            input={"pull_speed": SPEED}, run={"duration": DURATION}, output={"interval": INTERVAL})
    made = {tolerance: e.with_values({"run.tolerance": tolerance}) for tolerance in (1e-4, 1e-5, 1e-6, 1e-7)}
    return "Stiction", lambda tolerance: position(stiction.run(made[tolerance])["elongation"]), tuple(made)


def measure(solve, tolerance, reference, point):
    """The fastest of a few runs, and the error."""
    begin = time.process_time()
    while time.process_time() < begin + 0.1:
        start = time.process_time()
        x = solve(tolerance)
        point["microseconds"] = min(point["microseconds"], 1e6 * (time.process_time() - start))
    if len(x) == len(reference):
        point["error"] = float(np.abs(x - reference).max() / np.abs(reference).max())


def fixed_steps(reference):
    """Errors and costs at 1 ms: MuJoCo's own LuGre motor, and CoupledStep."""
    import mujoco

    import stiction

    h, steps = 1e-3, round(DURATION / 1e-3)
    every = round(INTERVAL / h)
    rows = []
    for integrator in ("Euler", "implicitfast", "RK4"):
        model = mujoco.MjModel.from_xml_string(f"""
          <mujoco><option timestep="{h}" gravity="0 0 0" integrator="{integrator}"/>
            <worldbody><body><joint name="slide" type="slide" axis="1 0 0" stiffness="{STIFFNESS}" damping="{S2}"/>
              <geom type="sphere" size="0.1" mass="{MASS}"/></body></worldbody>
            <actuator><dcmotor joint="slide" motorconst="1e-9" resistance="1" lugre="{S0} {S1} {FC} {FS} {VS}"/></actuator>
          </mujoco>""")
        data, x = mujoco.MjData(model), [0.0]
        begin = time.process_time()
        for k in range(steps):
            data.qfrc_applied[0] = STIFFNESS * SPEED * (k * h)
            mujoco.mj_step(model, data)
            x.append(float(data.qpos[0]))
        rows.append((f"MuJoCo dcmotor lugre, {integrator}", x, time.process_time() - begin))
    body, x = stiction.CoupledStep(stiction.LuGre(preset="canudas1995"), h, mass=MASS), [0.0]
    begin = time.process_time()
    for k in range(steps):
        # The spring is outside the step: its force in the middle of the sample, to second order.
        ahead = float(body.position[0]) + 0.5 * h * float(body.velocity[0])
        body.step(STIFFNESS * (SPEED * (k + 0.5) * h - ahead))
        x.append(float(body.position[0]))
    rows.append(("Stiction CoupledStep", x, time.process_time() - begin))
    for name, x, seconds in rows:
        error = np.abs(np.array(x)[::every] - reference).max() / np.abs(reference).max()
        print(f"{name:<40}{error:>12.1e}{1e6 * seconds / steps:>14.2f}")


def main():
    warnings.filterwarnings("ignore")
    if not has("scipy"):
        sys.exit("peers.py: SciPy is needed, as a peer and as the reference: pip install scipy")
    solvers, compiled = [our_solver()], rates
    if has("numba"):
        import numba

        compiled = numba.njit(rates)
        compiled(0.0, np.zeros(3))
        solvers += scipy_solvers(compiled, "numba")
    solvers += scipy_solvers(rates, "plain Python")
    if has("casadi"):
        solvers.append(casadi_solver())
    if has("diffrax"):
        solvers.append(diffrax_solver())
    missing = [name for name in ("numba", "casadi", "diffrax", "mujoco") if not has(name)]
    from scipy.integrate import solve_ivp

    print("P2, stick-slip: reference by Radau at 1e-12 ...", flush=True)
    exact = solve_ivp(compiled, (0, DURATION), np.zeros(3), "Radau", t_eval=TIMES, rtol=1e-12, atol=1e-12 * SCALES)
    reference = position(exact.y[0])
    sweeps = {name: (solve, {t: {"error": math.inf, "microseconds": math.inf} for t in tolerances})
              for name, solve, tolerances in solvers}
    for _ in range(ROUNDS):
        for name, (solve, points) in sweeps.items():
            for tolerance, point in list(points.items()):
                try:
                    measure(solve, tolerance, reference, point)
                except Exception as error:  # of a peer, which may raise anything
                    print(f"{name} fails at a tolerance of {tolerance:g}: {type(error).__name__}", flush=True)
                    del points[tolerance]
    ours = time_at(list(sweeps["Stiction"][1].values()), TARGET)
    print(f"\n{f'time for an error of {TARGET:g}, with output':<40}{'us':>12}{'ratio':>10}")
    for name, (_, points) in sweeps.items():
        taken = time_at(list(points.values()), TARGET)
        print(f"{name:<40}" + (f"{taken:>12.0f}{taken / ours:>10.1f}" if taken else f"{'not reached':>22}"))
    if has("mujoco"):
        print(f"\n{'fixed step of 1 ms':<40}{'error':>12}{'us per step':>14}")
        fixed_steps(reference)
    if missing:
        print(f"\nnot installed, so not measured: {', '.join(missing)}")


if __name__ == "__main__":
    main()
