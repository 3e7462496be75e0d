# SPDX-License-Identifier: BSD-3-Clause
"""Friction for the loops of other programs: one sample at a time, one contact or thousands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from stiction import _engine
from stiction.law import Law
from stiction.values import Array, array, number
from stiction.values import threads as _threads


class FrictionUpdate:
    """
    One friction force per sample, for a controller or another simulator's joint. Any sample time is stable.

    >>> from stiction import LuGre
    >>> friction = FrictionUpdate(LuGre(), sample_time=1e-3)
    >>> forces = [friction.update_velocity(0.1) for _ in range(100)]
    >>> round(forces[-1], 6) == round(LuGre().steady_force(0.1), 6)
    True

    Parameters
    ----------
    law : Law
        One with an exact step, or without states.
    sample_time : float
        Time between samples [s].
    rest_velocity : float
        For laws with true rest: below half of it a contact comes to rest, above it leaves [m/s]. Choose it above the
        noise of the velocity.

    Attributes
    ----------
    update_velocity : callable
        update_velocity(v, applied_force=0, normal_force=0, transmitted_force=0): friction [N] at this velocity [m/s];
        forces at the contact [N] for laws that read them.
    update_displacement : callable
        The same after a displacement since the last good sample [m].
    miss_sample : callable
        No sample came: the force is held [N].
    """

    __slots__ = ("_engine", "miss_sample", "update_displacement", "update_velocity")

    def __init__(self, law: Law, sample_time: float, *, rest_velocity: float = 0.0) -> None:
        self._take(_engine.FrictionUpdate(_one(law)._numbers, *_sampling(sample_time, rest_velocity)))

    def _take(self, engine: _engine.FrictionUpdate) -> None:
        self._engine = engine
        # Bound methods of the engine itself: a sample costs one call.
        self.update_velocity = engine.update_velocity
        self.update_displacement = engine.update_displacement
        self.miss_sample = engine.miss_sample

    @property
    def status(self) -> str:
        """How the last sample was used: "ok", "missing", or "invalid" (not a finite number: the force was held)."""
        return self._engine.status

    def copy(self) -> FrictionUpdate:
        """Another one that goes on from here: to save a state, or to try something out."""
        other = object.__new__(FrictionUpdate)
        other._take(_engine.FrictionUpdate(self._engine))
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> FrictionUpdate:
        return self.copy()


class FrictionUpdates:
    """
    `FrictionUpdate` for many contacts at once, in SIMD lanes. One thread at a time may use an object.

    >>> from stiction import LuGre
    >>> friction = FrictionUpdates(LuGre(), 10000, sample_time=1e-3)
    >>> v, force = np.full(10000, 0.1), np.empty(10000)
    >>> friction.update_velocity(v, out=force) is force
    True

    Parameters
    ----------
    law : Law or sequence of Law
        One for all contacts, or one for each, all of the same class.
    contacts : int
    sample_time : float
        Time between samples [s].
    rest_velocity : float
        As in `FrictionUpdate` [m/s].
    """

    __slots__ = ("_engine", "contacts", "refused")

    def __init__(
        self, law: Law | Sequence[Law], contacts: int, sample_time: float, *, rest_velocity: float = 0.0
    ) -> None:
        laws = _laws(law, contacts)
        #: How many contacts there are.
        self.contacts = int(contacts)
        #: How many samples of the last call were not finite numbers; their forces were held.
        self.refused = 0
        numbers = [one._numbers for one in laws]
        self._engine = _engine.FrictionUpdates(numbers, self.contacts, *_sampling(sample_time, rest_velocity))

    def update_velocity(
        self,
        velocity: Any,
        *,
        applied_force: Any = None,
        normal_force: Any = None,
        transmitted_force: Any = None,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """
        Friction forces [N] at these velocities [m/s], one for each contact.

        Parameters
        ----------
        velocity : array_like
        applied_force, normal_force, transmitted_force : array_like, optional
            Forces at the contacts [N], for laws that read them; one number stands for all.
        out : ndarray, optional
            Where forces go; contiguous doubles.
        threads : int
            More than one pays from about a hundred thousand contacts on.
        """
        arguments = self._arguments("velocity", velocity, applied_force, normal_force, transmitted_force, out)
        self.refused = self._engine.update_velocity(*arguments, _threads(threads))
        return arguments[-1]

    def update_displacement(
        self,
        displacement: Any,
        *,
        applied_force: Any = None,
        normal_force: Any = None,
        transmitted_force: Any = None,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """
        Friction forces [N] after a `displacement` of each contact since the last good sample [m]; `applied_force`,
        `normal_force`, `transmitted_force`, `out` and `threads` as in `update_velocity`.
        """
        arguments = self._arguments("displacement", displacement, applied_force, normal_force, transmitted_force, out)
        self.refused = self._engine.update_displacement(*arguments, _threads(threads))
        return arguments[-1]

    def copy(self) -> FrictionUpdates:
        """Another one that goes on from here."""
        other = object.__new__(FrictionUpdates)
        other.contacts, other.refused = self.contacts, self.refused
        other._engine = _engine.FrictionUpdates(self._engine)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> FrictionUpdates:
        return self.copy()

    def _arguments(
        self, name: str, samples: Any, applied: Any, normal: Any, transmitted: Any, out: Array | None
    ) -> tuple[Array, Array | None, Array | None, Array | None, Array]:
        n = self.contacts
        forces = np.empty(n) if out is None else _out("out", out, n)

        def column(what: str, given: Any) -> Array:
            made = _column(what, given, n)
            # In place is fine, sample by sample; shifted against each other, forces would be read as samples.
            shifted = out is not None and made is not forces and np.may_share_memory(made, forces)
            return made.copy() if shifted else made

        return (
            column(name, samples),
            None if applied is None else column("applied_force", applied),
            None if normal is None else column("normal_force", normal),
            None if transmitted is None else column("transmitted_force", transmitted),
            forces,
        )


class CoupledStep:
    """
    Bodies with friction carried over samples of fixed length: mass and bristles move together, by an L-stable step.

    >>> from stiction import LuGre
    >>> joint = CoupledStep(LuGre(), sample_time=1e-3, mass=2.0)
    >>> for _ in range(1000):
    ...     joint.step(3.0)
    >>> 0 < float(joint.velocity[0]) < 1.5
    True

    Parameters
    ----------
    law : Law or sequence of Law
        One for all bodies, or one for each, all of the same class.
    sample_time : float
        Length of a step [s].
    mass : array_like
        Mass of each body [kg], or inertia of each joint [kg.m2]; as many bodies as there are numbers.
    position, velocity : array_like
        Where they start [m], [m/s].

    Attributes
    ----------
    position, velocity, friction : ndarray
        Of each body after the last step [m], [m/s], [N]; read-only views of what the next step changes.
    refused : int
        Bodies whose force was not a finite number: they stayed as they were.
    """

    __slots__ = ("_engine", "_held", "_own", "friction", "position", "refused", "velocity")

    def __init__(
        self, law: Law | Sequence[Law], sample_time: float, *, mass: Any = 1.0, position: Any = 0.0, velocity: Any = 0.0
    ) -> None:
        given = [
            np.atleast_1d(array(n, x)) for n, x in (("mass", mass), ("position", position), ("velocity", velocity))
        ]
        masses, x, v = (np.array(one) for one in np.broadcast_arrays(*given))
        if masses.ndim != 1 or masses.size == 0:
            raise ValueError(f"mass, position and velocity hold a number for each body, not shape {masses.shape}")
        if not (np.isfinite(masses).all() and (masses > 0).all() and np.isfinite(x).all() and np.isfinite(v).all()):
            raise ValueError("mass must be finite and positive, position and velocity finite")
        laws = _laws(law, masses.size)
        for one in laws:
            if any(row["name"] in one.values for row in one.table["load_parameters"]):
                raise ValueError(f"{one!r} is under load, which a body on a surface has not")
        numbers = [one._numbers for one in laws]
        self._engine = _engine.CoupledSteps(numbers, masses, x, v, _sampling(sample_time, 0.0)[0])
        self._take((x, v, np.zeros(masses.size)))
        self._held = np.zeros(masses.size)
        self.refused = 0

    def _take(self, own: tuple[Array, Array, Array]) -> None:
        """The engine writes into these; users see views that they cannot write into, since that would move nothing."""
        self._own = own
        self.position, self.velocity, self.friction = (_read_only(one) for one in own)

    def step(self, force: Any, threads: int = 1) -> None:
        """Moves all bodies by one sample under a `force` for each [N], held over it, in so many `threads`."""
        if type(force) is float:
            column = self._held
            column.fill(force)
        else:
            column = _column("force", force, self._held.size)
        self.refused = self._engine.step(column, *self._own, _threads(threads))

    def copy(self) -> CoupledStep:
        """Another one that goes on from here."""
        other = object.__new__(CoupledStep)
        other._engine = _engine.CoupledSteps(self._engine)
        x, v, friction = self._own
        other._take((x.copy(), v.copy(), friction.copy()))
        other.refused, other._held = self.refused, self._held.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> CoupledStep:
        return self.copy()


def _read_only(own: Array) -> Array:
    view = own.view()
    view.flags.writeable = False
    return view


def _one(law: Any) -> Law:
    if not isinstance(law, Law):
        raise TypeError(f"a law is needed, such as stiction.LuGre(), not {law!r:.60}")
    return law


def _laws(law: Any, contacts: int) -> list[Law]:
    if not (isinstance(contacts, int | np.integer) and contacts >= 1):
        raise ValueError(f"contacts = {contacts!r} must be a whole number, one or more")
    if isinstance(law, Law):
        return [law]
    laws = [_one(one) for one in law]
    if len(laws) != contacts:
        raise ValueError(f"{len(laws)} laws for {contacts} contacts: give one for all, or one for each")

    def shape(one: Law) -> list[Any]:
        return [one.name, *((k, len(v) if isinstance(v, list) else 1) for k, v in one.values.items())]

    for one in laws:
        if shape(one) != shape(laws[0]):
            raise ValueError(
                f"laws of one object are of one class, with the same loads and lengths of lists; {one!r} "
                f"differs from {laws[0]!r}"
            )
    return laws


def _sampling(sample_time: float, rest_velocity: float) -> tuple[float, float]:
    step, rest = number("sample_time", sample_time), number("rest_velocity", rest_velocity)
    if not (math.isfinite(step) and step > 0):
        raise ValueError(f"sample_time = {sample_time} must be a finite and positive time [s]")
    if not (math.isfinite(rest) and rest >= 0):
        raise ValueError(f"rest_velocity = {rest_velocity} must be finite and not negative [m/s]")
    return step, rest


def _column(name: str, value: Any, count: int) -> Array:
    if type(value) is np.ndarray and value.shape == (count,) and value.dtype == np.float64 and value.flags.c_contiguous:
        return value
    column = array(name, value)
    if column.shape not in ((), (1,), (count,)):
        raise ValueError(f"{name} needs {count} numbers, one for each contact, not an array of shape {column.shape}")
    return np.ascontiguousarray(np.broadcast_to(column, (count,)))


def _out(name: str, value: Any, count: int) -> Array:
    if not (
        isinstance(value, np.ndarray)
        and value.shape == (count,)
        and value.dtype == np.float64
        and value.flags.c_contiguous
        and value.flags.writeable
    ):
        raise ValueError(f"{name} must be a writable, contiguous array of {count} doubles")
    return value
