# SPDX-License-Identifier: BSD-3-Clause
"""Experiments and laws in python-control, and its systems here. Needs `pip install control`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stiction import _engine
from stiction.experiment import Experiment
from stiction.functions import Controller


def nlsys(experiment: Experiment, inputs: Sequence[str] | None, outputs: Sequence[str] | None) -> Any:
    """See `Experiment.nlsys`."""
    import control

    paths = list(_constants(experiment) if inputs is None else inputs)
    equations = _equations(experiment, paths)
    chosen = list(outputs) if outputs is not None else equations.states
    known = {name: place for place, name in enumerate(equations.signals)}
    for name in chosen:
        if name not in known:
            raise ValueError(_engine.unknown_name("signal", name, list(known)))
    places = [known[name] for name in chosen]

    def rates(t: float, x: Any, u: Any, params: Any) -> Any:
        return np.array(equations.rates(float(t), x, np.atleast_1d(u)))

    def values(t: float, x: Any, u: Any, params: Any) -> Any:
        return np.array(equations.values(float(t), x, np.atleast_1d(u)))[places]

    return control.nlsys(
        rates, values, states=_labels(equations.states), inputs=_labels(paths), outputs=_labels(chosen)
    )


def linearise(experiment: Experiment, state: Sequence[float] | None) -> Any:
    """See `Experiment.linearise`."""
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

    A `system` in discrete time is sampled with its own sample time.

    >>> import control
    >>> controller_from(control.tf([9, 3], [0.01, 1])).states
    {'x0': '1'}
    """
    import control

    s = control.ss(system)
    if s.ninputs != 1 or s.noutputs != 1:
        raise ValueError(f"one input and one output are needed, not {s.ninputs} and {s.noutputs}")
    a, b, c, d = (np.asarray(m, dtype=float) for m in (s.A, s.B[:, 0], s.C[0], s.D[0, 0]))
    if not all(np.isfinite(m).all() for m in (a, b, c, d)):
        raise ValueError("the system has coefficients that are no finite numbers")
    if s.dt:
        if s.dt is True:
            raise ValueError("give the system a sample time [s]")
        return _SampledSystem(_recursion(a, b, c, d), sample_time=float(s.dt), matrices=(a, b, c, d))

    def force(t: float, reference: float, position: float, velocity: float, *x: float) -> float:
        return float(c @ x + d * (reference - position))

    def rate(t: float, reference: float, position: float, velocity: float, *x: float) -> list[float]:
        rates: list[float] = (a @ x + b * (reference - position)).tolist()
        return rates

    if s.nstates == 0:
        return Controller(force)
    return Controller(force, rate=rate, states={f"x{k}": "1" for k in range(s.nstates)})


def _recursion(a: Any, b: Any, c: Any, d: Any) -> Callable[..., float]:
    memory = np.zeros(len(b))

    def force(t: float, reference: float, position: float, velocity: float) -> float:
        nonlocal memory
        error = reference - position
        now = float(c @ memory + d * error)
        memory = a @ memory + b * error
        return now

    return force


@dataclass(frozen=True)
class _SampledSystem(Controller):
    """Begins every run at rest, whatever other runs are doing."""

    matrices: tuple[Any, ...] = ()

    def _made(self) -> _engine.PythonController:
        return Controller(_recursion(*self.matrices), sample_time=self.sample_time)._made()


def _labels(names: list[str]) -> list[str]:
    """python-control keeps the dot for itself."""
    return [name.replace(".", "_") for name in names]


def _constants(experiment: Experiment) -> list[str]:
    """Paths of signals that are one constant."""
    return [
        p for p in experiment.paths if p.startswith(("input.", "reference.")) and p.count(".") == 1 and "[" not in p
    ]


def _equations(experiment: Experiment, inputs: list[str]) -> Any:
    return _engine.Equations(experiment._known(), inputs)
