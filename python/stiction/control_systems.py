# SPDX-License-Identifier: BSD-3-Clause
"""Experiments and laws in python-control, and its systems here. Needs `pip install control`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stiction import _engine
from stiction.experiment import Experiment
from stiction.functions import Controller


def nlsys(experiment: Experiment, *, inputs: Sequence[str] | None = None, outputs: Sequence[str] | None = None) -> Any:
    """
    An experiment as `control.NonlinearIOSystem`, with the states of plant, controller and law.

    Solvers of python-control locate no events: choose bristle laws and tight tolerances.

    Parameters
    ----------
    experiment : Experiment
    inputs : sequence of str, optional
        Paths of numbers that become inputs; default: the constant signals, "input.force", "reference.reference". Labels
        have underscores for dots.
    outputs : sequence of str, optional
        Signals; default: all states.

    >>> e = Experiment(plant="mass_on_surface", friction="lugre", controller="pid", reference={"reference": 1.0})
    >>> nlsys(e).input_labels
    ['input_force', 'reference_reference']
    """
    import control

    paths = list(_constants(experiment) if inputs is None else inputs)
    equations = _equations(experiment, paths)
    chosen = list(outputs) if outputs is not None else equations.states
    known = {name: place for place, name in enumerate(equations.signals)}
    for name in chosen:
        if name not in known:
            raise ValueError(f'unknown signal "{name}"; there are: {", ".join(known)}')
    places = [known[name] for name in chosen]

    def rates(t: float, x: Any, u: Any, params: Any) -> Any:
        return np.array(equations.rates(float(t), x, np.atleast_1d(u)))

    def values(t: float, x: Any, u: Any, params: Any) -> Any:
        return np.array(equations.values(float(t), x, np.atleast_1d(u)))[places]

    return control.nlsys(
        rates, values, states=_labels(equations.states), inputs=_labels(paths), outputs=_labels(chosen)
    )


def linearise(experiment: Experiment, state: Sequence[float] | None = None) -> Any:
    """
    An experiment as `control.StateSpace` about a state, with exact derivatives. Inputs as in `nlsys`; outputs: states.

    Parameters
    ----------
    experiment : Experiment
    state : sequence of float, optional
        In the order of `nlsys(experiment).state_labels`; default: where the experiment starts.
    """
    import control

    paths = _constants(experiment)
    equations = _equations(experiment, paths)
    x = np.array(equations.initial if state is None else state, dtype=float)
    u = np.array(equations.inputs)
    n = x.size
    a = np.array(equations.jacobian(0.0, x, u)).reshape(n, n)
    b = np.zeros((n, u.size))
    for k in range(u.size):
        h = np.zeros(u.size)
        h[k] = 1e-4 * max(1.0, abs(u[k]))
        b[:, k] = np.subtract(equations.rates(0.0, x, u + h), equations.rates(0.0, x, u - h)) / (2 * h[k])
    return control.ss(
        a,
        b,
        np.eye(n),
        np.zeros((n, u.size)),
        states=_labels(equations.states),
        inputs=_labels(paths),
        outputs=_labels(equations.states),
    )


def controller_from(system: Any) -> Controller:
    """
    A transfer function or state-space system of python-control, from position error [m] to force [N], as a controller.

    A system in discrete time is sampled with its own sample time.

    >>> import control
    >>> controller_from(control.tf([9, 3], [0.01, 1])).states
    {'x0': '1'}
    """
    import control

    s = control.ss(system)
    if s.ninputs != 1 or s.noutputs != 1:
        raise ValueError(f"one input and one output are needed, not {s.ninputs} and {s.noutputs}")
    a, b, c, d = (np.asarray(m, dtype=float) for m in (s.A, s.B[:, 0], s.C[0], s.D[0, 0]))
    if s.dt:
        if s.dt is True:
            raise ValueError("give the system a sample time [s]")
        memory = np.zeros(s.nstates)

        def sampled(t: float, reference: float, position: float, velocity: float) -> float:
            nonlocal memory
            error = reference - position
            force = float(c @ memory + d * error)
            memory = a @ memory + b * error
            return force

        return Controller(sampled, sample_time=float(s.dt))

    def force(t: float, reference: float, position: float, velocity: float, *x: float) -> float:
        return float(c @ x + d * (reference - position))

    def rate(t: float, reference: float, position: float, velocity: float, *x: float) -> list[float]:
        rates: list[float] = (a @ x + b * (reference - position)).tolist()
        return rates

    if s.nstates == 0:
        return Controller(force)
    return Controller(force, rate=rate, states={f"x{k}": "1" for k in range(s.nstates)})


def _labels(names: list[str]) -> list[str]:
    """python-control keeps the dot for itself."""
    return [name.replace(".", "_") for name in names]


def _constants(experiment: Experiment) -> list[str]:
    """Paths of signals that are one constant."""
    _require(experiment)
    return [
        p for p in experiment.paths if p.startswith(("input.", "reference.")) and p.count(".") == 1 and "[" not in p
    ]


def _require(experiment: Experiment) -> None:
    if not isinstance(experiment, Experiment):
        raise TypeError(f"an Experiment is needed, not {experiment!r:.60}")
    if experiment._functions:
        raise ValueError(f"this needs equations that the engine knows, but Python has: {experiment._functions.names()}")


def _equations(experiment: Experiment, inputs: list[str]) -> Any:
    _require(experiment)
    return _engine.Equations(experiment._engine, inputs)
