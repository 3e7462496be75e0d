# SPDX-License-Identifier: BSD-3-Clause
"""What every friction law can do; the laws themselves are in laws.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, overload

import numpy as np

from stiction import _engine
from stiction.values import Array, Number, Numbers, array, given, number

__all__ = ["Law", "Number", "Numbers", "Parameter"]


@dataclass(frozen=True)
class Parameter:
    """One row of a law's table."""

    name: str
    symbol: str
    unit: str
    value: float | list[float]
    default: float | list[float]
    minimum: float | None
    maximum: float | None
    description: str


class Law:
    """
    A friction law with numbers; immutable. Friction is positive when it opposes a positive velocity.

    >>> from stiction import LuGre
    >>> law = LuGre(static_force=1.8)
    >>> law
    LuGre(static_force=1.8)
    >>> law.parameters["static_force"].unit
    'N'
    >>> round(LuGre().force(1e-3, 5e-6), 6)
    0.683079
    """

    name: ClassVar[str] = ""
    table: ClassVar[Mapping[str, Any]] = {}
    presets: ClassVar[Mapping[str, str]] = {}
    __slots__ = ("_numbers",)
    _numbers: _engine.LawNumbers

    def __init__(self, *, preset: str | None = None, **values: Any) -> None:
        if not self.name:
            raise TypeError("Law is what laws have in common; make one of them, such as stiction.LuGre()")
        numbers = {name: given(name, value) for name, value in values.items() if value is not None}
        object.__setattr__(self, "_numbers", _engine.LawNumbers(self.name, preset or "", numbers))

    # --- numbers ---

    @property
    def values(self) -> dict[str, float | list[float]]:
        """All parameters by name, in SI units."""
        return {name: self._value(name) for name in self._rows() if name in self._numbers.values}

    @property
    def parameters(self) -> dict[str, Parameter]:
        """All parameters with units, ranges and what they mean."""
        rows = self._rows()
        keys = ("symbol", "unit", "default", "minimum", "maximum", "description")
        return {
            name: Parameter(name=name, value=value, **{k: rows[name][k] for k in keys})
            for name, value in self.values.items()
        }

    @property
    def states(self) -> dict[str, str]:
        """Names and units of the law's states."""
        return {row["name"]: row["unit"] for row in self.table["states"]}

    @property
    def passivity_margin(self) -> float | None:
        """Positive (or zero) where v -> F is passive; None where no condition is known."""
        return self._numbers.passivity_margin

    def replace(self, **values: Any) -> Law:
        """
        The same law with other numbers: `values` by name.

        >>> from stiction import Dahl
        >>> Dahl().replace(coulomb_force=2).coulomb_force
        2.0
        """
        return type(self)(**{**self.values, **values})

    # --- what it computes ---

    @overload
    def force(self, velocity: float, state: Any = ..., **forces: Any) -> float: ...
    @overload
    def force(self, velocity: Any, state: Any = ..., **forces: Any) -> Any: ...
    def force(self, velocity: Any, state: Any = None, **forces: Any) -> Any:
        """
        Friction force [N] at sliding velocities [m/s] and states.

        Parameters
        ----------
        velocity : array_like
            Sliding velocity [m/s].
        state : array_like, optional
            States of the law, of the shape of `velocity`; with several states one more axis, the last. Default: zero.
        **forces : array_like, optional
            applied_force, normal_force, transmitted_force at the contact [N], for laws that read them.

        Returns
        -------
        float or ndarray
            Of the broadcast shape of the arguments; NaN where one of them is not finite.
        """
        return self._evaluate(velocity, state, forces)[0]

    def rate(self, velocity: Any, state: Any = None, **forces: Any) -> Any:
        """
        Rates of the states at `velocity`, `state` and `forces`, as in `force`; of the shape of the states.

        >>> from stiction import LuGre
        >>> LuGre().rate([0.0, 1e-3])
        array([0.   , 0.001])
        """
        return self._evaluate(velocity, state, forces)[1]

    def steady_force(self, velocity: Any) -> Any:
        """Friction force [N] in steady sliding at each `velocity` [m/s]."""
        v = array("velocity", velocity)
        force = self._numbers.steady_force(np.ascontiguousarray(v.ravel()))
        return _shaped(np.where(np.isfinite(v.ravel()), force, np.nan), v.shape)

    def force_along(self, velocity: Any, duration: float) -> Array:
        """
        Friction force [N] at the end of each piece of a motion from rest, pieces of `duration` [s], each with a held
        `velocity` [m/s]. Exact for any duration; also for laws with memory.

        >>> from stiction import MaxwellSlip
        >>> len(MaxwellSlip().force_along([1e-3, 1e-3, -1e-3], 1e-3))
        3
        """
        v = array("velocity", velocity)
        if v.ndim != 1:
            raise ValueError(f"velocity must be a sequence in time, not an array of shape {v.shape}")
        return self._numbers.force_along(v, number("duration", duration))

    def describing_function(self, A: Any, frequency: float = 1.0) -> Any:
        """
        First harmonic of the force over that of a velocity A sin(2 pi f t) [N.s/m], by running the law.

        The protocol of `control.describing_function_response`, for a loop in which the law is the nonlinearity between
        velocity and force.

        Parameters
        ----------
        A : array_like
            Amplitude of the velocity [m/s].
        frequency : float
            [Hz]; laws without states do not depend on it.

        >>> from stiction import Coulomb
        >>> abs(Coulomb(coulomb_force=1.0).describing_function(0.5) - 4 / (3.14159265 * 0.5)) < 1e-5
        True
        """
        from stiction.experiment import Experiment
        from stiction.trajectory import run

        amplitudes = array("A", A)
        if not (
            np.isfinite(amplitudes).all() and (amplitudes > 0).all() and 0 < number("frequency", frequency) < np.inf
        ):
            raise ValueError("amplitude [m/s] and frequency [Hz] must be finite and positive")
        gains = np.empty(amplitudes.shape, dtype=complex)
        samples, settling = 2048, 3
        # Samples lie half a step beside the reversals, where a force may jump.
        phase = np.pi / samples
        for place in np.ndindex(amplitudes.shape):
            t = run(
                Experiment(
                    plant="prescribed_velocity",
                    friction=self,
                    input={
                        "velocity": {
                            "signal": "sine",
                            "amplitude": float(amplitudes[place]),
                            "frequency": frequency,
                            "phase": phase,
                        }
                    },
                    run={"duration": (settling + 1) / frequency},
                    output={"interval": 1 / (frequency * samples)},
                ),
                progress=False,
            )
            last = slice(settling * samples, (settling + 1) * samples)
            turn = np.exp(-2j * np.pi * np.arange(samples) / samples)
            gains[place] = (t["friction_force"][last] @ turn) / (t["velocity"][last] @ turn)
        return complex(gains) if gains.shape == () else gains

    # --- behind ---

    @classmethod
    def _rows(cls) -> dict[str, Any]:
        return {row["name"]: row for kind in ("parameters", "load_parameters") for row in cls.table[kind]}

    def _value(self, name: str) -> float | list[float]:
        numbers = self._numbers.values[name]
        return numbers if self._rows()[name]["most_numbers"] > 1 else numbers[0]

    def _evaluate(self, velocity: Any, state: Any, forces: dict[str, Any]) -> tuple[Any, Any]:
        for name in forces.keys() - _FORCES.keys():
            raise TypeError(_engine.unknown_name("force at a contact", name, list(_FORCES)))
        count = self._numbers.state_count
        columns = [array("velocity", velocity), *(array(name, forces[name]) for name in _FORCES if name in forces)]
        z = None if state is None else array("state", state)
        if z is not None and count != 1:
            if count == 0 or z.ndim == 0 or z.shape[-1] != count:
                raise ValueError(
                    f"{self.name} has {count} states, so the last axis of state must be {count} long, "
                    f"but its shape is {z.shape}"
                )
            shape = np.broadcast_shapes(*(c.shape for c in columns), z.shape[:-1])
        else:
            shape = np.broadcast_shapes(*(c.shape for c in columns), *([] if z is None else [z.shape]))
        flat = [np.ascontiguousarray(np.broadcast_to(c, shape)).ravel() for c in columns]
        size = flat[0].size
        if z is not None:
            z = np.ascontiguousarray(np.broadcast_to(z, shape if count == 1 else (*shape, count))).reshape(size, count)
        force, rates = np.empty(size), np.empty((size, count))
        by_name = dict(zip(["velocity", *(name for name in _FORCES if name in forces)], flat, strict=True))
        applied, normal, transmitted = (by_name.get(name) for name in _FORCES)
        self._numbers.evaluate(by_name["velocity"], z, applied, normal, transmitted, force, rates)
        return _shaped(force, shape), _shaped(rates, shape if count == 1 else (*shape, count))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._rows():
            raise AttributeError(_engine.unknown_name(f"parameter of {type(self).__name__}", name, list(self._rows())))
        if name not in self._numbers.values:
            return None  # a load that was not given
        return self._value(name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"laws do not change; make another one: law.replace({name}={value!r})")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._rows()]

    def __repr__(self) -> str:
        rows = self._rows()
        changed = [
            f"{name}={value!r}"
            for name, value in self.values.items()
            if value != (rows[name]["default"]) or name in {r["name"] for r in self.table["load_parameters"]}
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Law) and self.name == other.name and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.name, repr(self.values)))

    def __copy__(self) -> Law:
        return self

    def __deepcopy__(self, memo: Any) -> Law:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, (type(self), self.values)


_FORCES: dict[str, str] = {"applied_force": "N", "normal_force": "N", "transmitted_force": "N"}


def _make(law: type[Law], values: dict[str, Any]) -> Law:
    return law(**values)


def _shaped(flat: Any, shape: tuple[int, ...]) -> Any:
    shaped = flat.reshape(shape)
    return float(shaped) if shape == () else shaped
