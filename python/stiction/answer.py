# SPDX-License-Identifier: BSD-3-Clause
"""Answers of the commands as objects: attributes for people, `to_dict()` for programs."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Answer(value)
    if isinstance(value, list):
        return [_wrapped(one) for one in value]
    return value


class Answer:
    """
    An answer with members by attribute or by key; members that are objects are answers themselves. It has no
    methods but `to_dict`, whose names could hide members.

    >>> a = Answer({"cycle": {"period": 2.5}})
    >>> a.cycle.period, a["cycle"]["period"], a.to_dict()
    (2.5, 2.5, {'cycle': {'period': 2.5}})
    """

    __slots__ = ("_members",)

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def to_dict(self) -> dict[str, Any]:
        """The same as `--json` of the command prints, as a dict of its own."""
        return copy.deepcopy(self._members)

    def __getitem__(self, key: str) -> Any:
        return _wrapped(self._members[key])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_members":
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f'no "{name}" in this answer; there are: {", ".join(self._members)}') from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __contains__(self, key: object) -> bool:
        return key in self._members

    def __len__(self) -> int:
        return len(self._members)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._members]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._members == other._members

    def __hash__(self) -> int:
        return hash(repr(self._members))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._members!r})"

    def __reduce__(self) -> tuple[type[Answer], tuple[dict[str, Any]]]:
        return type(self), (self._members,)


class Map(Answer):
    """
    A map over one or two numbers of an experiment, with its points as arrays in the shape of the grid.

    >>> m = Map({"axes": [{"values": [1.0, 2.0]}], "points": [{"period": 3.0}, {"period": 4.0}]})
    >>> m.axis(0), m.array("period")
    (array([1., 2.]), array([3., 4.]))
    """

    __slots__ = ()

    def axis(self, which: int = 0) -> npt.NDArray[np.float64]:
        """The values of an axis, in its own unit (`axes[which].unit`)."""
        return np.array(self._members["axes"][which]["values"], dtype=float)

    def array(self, name: str, signal: str = "") -> npt.NDArray[Any]:
        """
        A member of every point, first axis first: "period", "motion", "rest_fraction"; or "lowest", "highest", "mean" of a
        signal. NaN where a point has none.
        """
        points = self._members["points"]
        if signal:
            points = [point.get("signals", {}).get(signal, {}) for point in points]
        values = [point.get(name, np.nan) for point in points]
        shape = [len(axis["values"]) for axis in self._members["axes"]]
        return np.array([np.nan if v is None else v for v in values]).reshape(shape[::-1]).T
