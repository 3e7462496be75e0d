# SPDX-License-Identifier: BSD-3-Clause
"""Signals, controllers and plants written in Python."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stiction import _engine
from stiction.values import Array

_FINEST = 2.0**-30  # of the run: a function that still bends there jumps
_MOST_PIECES = 2_000_000


@dataclass(frozen=True)
class Controller:
    """
    A controller written in Python.

    >>> damper = Controller(lambda t, reference, position, velocity: 20 * (reference - position) - 9 * velocity)

    Parameters
    ----------
    force : callable
        force(t, reference, position, velocity, *states) returns the force [N].
    rate : callable, optional
        rate(t, reference, position, velocity, *states) returns the rates of the states.
    states : dict
        Names and units of its states.
    initial : dict
        Where they start; default 0.
    sample_time : float
        Time between samples [s]: `force` is called once at each, in order, and may remember what it likes; the next run
        begins with what it remembers. 0: it acts continuously; then it must be smooth, and a function of its arguments
        alone.
    """

    force: Callable[..., float]
    rate: Callable[..., Sequence[float]] | None = None
    states: Mapping[str, str] = field(default_factory=dict)
    initial: Mapping[str, float] = field(default_factory=dict)
    sample_time: float = 0.0

    def __post_init__(self) -> None:
        if not callable(self.force) or (self.rate is not None and not callable(self.rate)):
            raise TypeError("force and rate of a controller are functions")
        if bool(self.states) != (self.rate is not None):
            raise ValueError("a controller with states needs their rate, and one without has none")
        if not (math.isfinite(self.sample_time) and self.sample_time >= 0):
            raise ValueError(f"sample_time = {self.sample_time} must be finite and not negative [s]")
        _require_states(self.states, self.initial)

    def _made(self) -> _engine.PythonController:
        force, rate = self.force if self.sample_time == 0 else _finite(self.force), self.rate
        return _engine.PythonController(
            lambda x: force(x[0], x[1], x[3], x[4], *x[5:]),
            lambda x: rate(x[0], x[1], x[3], x[4], *x[5:]) if rate else (),
            _states(self.states, self.initial),
            float(self.sample_time),
        )


def _finite(force: Callable[..., float]) -> Callable[..., float]:
    """Of a sampled controller, whose last force would be held at a sample that gives no number."""

    def checked(t: float, *seen: float) -> float:
        value = force(t, *seen)
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"the controller must return a finite number, but gave {value} at t = {t:.6g} s")
        return value

    return checked


@dataclass(frozen=True)
class Plant:
    """
    A plant written in Python, with one contact and one driving force.

    >>> cart = Plant(lambda t, force, friction, position, velocity: (velocity, (force - friction - 2 * position) / 3),
    ...              states={"position": "m", "velocity": "m/s"})

    Parameters
    ----------
    rate : callable
        rate(t, force, friction, *states) returns the rates of the states; friction [N] opposes a positive velocity.
    states : dict
        Names and units of the states.
    position, velocity : str
        The states that a controller sees; `velocity` is also the sliding velocity of the contact.
    applied_force : callable, optional
        applied_force(t, force, *states) returns the sum of all forces along the contact but friction [N], which laws
        with true rest hold; default: the driving force.
    initial : dict
        Where the states start; default 0.
    """

    rate: Callable[..., Sequence[float]]
    states: Mapping[str, str] = field(default_factory=lambda: {"position": "m", "velocity": "m/s"})
    position: str = "position"
    velocity: str = "velocity"
    applied_force: Callable[..., float] | None = None
    initial: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not callable(self.rate) or (self.applied_force is not None and not callable(self.applied_force)):
            raise TypeError("rate and applied_force of a plant are functions")
        _require_states(self.states, self.initial)
        for name in (self.position, self.velocity):
            if name not in self.states:
                raise ValueError(_engine.unknown_name("state", name, list(self.states)))

    def _made(self) -> _engine.PythonPlant:
        rate, applied = self.rate, self.applied_force
        names = list(self.states)
        return _engine.PythonPlant(
            lambda x: rate(*x),
            (lambda x: applied(*x)) if applied else (lambda x: x[1]),
            _states(self.states, self.initial),
            names.index(self.position),
            names.index(self.velocity),
        )


@dataclass
class Functions:
    """The parts of an experiment that are written in Python."""

    controller: Controller | None = None
    plant: Plant | None = None
    signals: dict[str, Callable[[float], float]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.controller is not None or self.plant is not None or bool(self.signals)

    def names(self) -> str:
        """What is written in Python, for messages."""
        parts = [n for n, part in (("plant", self.plant), ("controller", self.controller)) if part is not None]
        return ", ".join([*parts, *self.signals])


def taken_out(sections: Mapping[str, Any]) -> tuple[dict[str, Any], Functions]:
    """Sections with stand-ins in the places of Python functions, and the functions."""
    rest, functions = dict(sections), Functions()
    if isinstance(rest.get("plant"), Plant):
        functions.plant, rest["plant"] = rest["plant"], "mass_on_surface"
    controller = rest.get("controller")
    if callable(controller) and not isinstance(controller, Controller):
        controller = Controller(controller)
    if isinstance(controller, Controller):
        functions.controller, rest["controller"] = controller, "pid"
    for section in ("input", "reference"):
        if isinstance(rest.get(section), Mapping):
            given = rest[section]
            functions.signals |= {f"{section}.{name}": f for name, f in given.items() if callable(f)}
            rest[section] = {name: 0.0 if callable(value) else value for name, value in given.items()}
    return rest, functions


def pieces(name: str, function: Callable[[float], float], start: float, end: float, tolerance: float = 1e-9) -> Array:
    """
    A function of time [s] as parabolas, rows of (start, value, slope, curvature), to `tolerance` of its largest value.

    >>> len(pieces("line", lambda t: 2 * t, 0.0, 1.0))
    64
    """
    largest = 1e-300

    def at(t: float) -> float:
        nonlocal largest
        value = function(t)
        try:
            if isinstance(value, str):
                raise TypeError
            number = float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{name} must return a number, not {value!r:.60}") from None
        if not math.isfinite(number):
            raise ValueError(f"{name} must be finite, but is {number} at t = {t} s")
        largest = max(largest, abs(number))
        return number

    grid = np.linspace(start, end, 65)
    known = [at(float(t)) for t in grid]
    rows: list[tuple[float, float, float, float]] = []
    spans = [(float(a), float(b), fa, fb) for a, b, fa, fb in zip(grid, grid[1:], known, known[1:], strict=False)][::-1]
    inside = 0.25
    while spans:
        # Looked at in other places of every piece: a sine of 128 periods is 0 at every quarter of 64 pieces.
        inside = 0.15 + 0.2 * ((5 * inside - 0.75 + 0.618034) % 1.0)
        a, b, fa, fb = spans.pop()
        h, middle = b - a, 0.5 * (a + b)
        fm = at(middle)
        slope, curvature = (4 * fm - 3 * fa - fb) / h, 4 * (fa - 2 * fm + fb) / h**2

        def misses(x: float, a: float = a, fa: float = fa, slope: float = slope, curvature: float = curvature) -> float:
            return abs(at(a + x) - (fa + x * (slope + 0.5 * curvature * x)))

        if h <= _FINEST * (end - start):
            rows.append((a, fa, 0.0, 0.0))  # a jump
        elif max(misses(inside * h), misses((inside + 0.5) * h)) > tolerance * largest:
            spans += [(middle, b, fm, fb), (a, middle, fa, fm)]
        else:
            rows.append((a, fa, slope, curvature))
        if len(rows) > _MOST_PIECES:
            raise ValueError(f"{name} changes too fast to be followed: more than {_MOST_PIECES} pieces in the run")
    return np.array(rows)


def _states(states: Mapping[str, str], initial: Mapping[str, float]) -> list[tuple[str, str, float]]:
    return [(name, unit, float(initial.get(name, 0.0))) for name, unit in states.items()]


def _require_states(states: Mapping[str, str], initial: Mapping[str, float]) -> None:
    if len(states) > 24:
        raise ValueError(f"at most 24 states, not {len(states)}")
    for name in initial:
        if name not in states:
            raise ValueError("initial: " + _engine.unknown_name("state", name, list(states)))
