# SPDX-License-Identifier: BSD-3-Clause
"""Answers of the commands as objects: attributes for people, `to_dict()` for programs."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from stiction import _engine

_Drawn = TypeVar("_Drawn", bound="Drawn")


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Answer(value)
    if isinstance(value, list):
        return [_wrapped(one) for one in value]
    return value


_SHOWN = 4  # members of a long list that a text shows
_WIDTH = 100


def _word(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    first, _, more = text.partition("\n")
    return f"{first[:_WIDTH]} ..." if more or len(first) > _WIDTH else first


def _line(value: Any) -> str | None:
    """What has room in a line: a number, a text, a few of them; None for more than that."""
    if not isinstance(value, dict | list):
        return _word(value)
    inside = value.values() if isinstance(value, dict) else value
    if any(isinstance(one, dict | list) for one in inside):
        return None
    if isinstance(value, dict):
        text = ", ".join(f"{name}: {_word(one)}" for name, one in value.items())
    else:
        more = [f"... and {len(value) - _SHOWN} more"] if len(value) > 2 * _SHOWN else []
        text = f"[{', '.join([_word(one) for one in value[: _SHOWN if more else None]] + more)}]"
    return text if len(text) <= _WIDTH else None


def _tree(value: dict[str, Any] | list[Any], indent: str) -> Iterator[str]:
    """An answer as lines; long texts and lists are shortened."""
    named = list(value.items()) if isinstance(value, dict) else [(f"[{k}]", one) for k, one in enumerate(value)]
    shown = len(named) if isinstance(value, dict) else _SHOWN
    for name, one in named[:shown]:
        line = _line(one)
        yield f"{indent}{name}:" if line is None else f"{indent}{name}: {line}"
        if line is None:
            yield from _tree(one, indent + "  ")
    if len(named) > shown:
        yield f"{indent}... and {len(named) - shown} more"


class Answer:
    """
    An answer with members by attribute or by key; members that are objects are answers themselves. It has no
    methods but `to_dict`, whose names could hide members.

    >>> a = Answer({"cycle": {"period": 2.5}})
    >>> a.cycle.period, a["cycle"]["period"], a.to_dict()
    (2.5, 2.5, {'cycle': {'period': 2.5}})
    >>> a
    <Answer>
      cycle: period: 2.5
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
            raise AttributeError(_engine.unknown_name("member", name, list(self._members))) from None

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
        return "\n".join([f"<{type(self).__name__}>", *_tree(self._members, "  ")])

    def __reduce__(self) -> tuple[type[Answer], tuple[dict[str, Any]]]:
        return type(self), (self._members,)


class Drawn(Answer):
    """An answer with the figure that the command draws; one that was pickled, or made from a dict, has none."""

    __slots__ = ("_engine",)

    def __init__(self, members: dict[str, Any], engine: Any = None) -> None:
        super().__init__(members)
        self._engine = engine

    @classmethod
    def _from(cls: type[_Drawn], engine: _engine.Drawn) -> _Drawn:
        return cls(json.loads(engine.answer), engine)

    def save_figure(self, path: str | os.PathLike[str]) -> None:
        """Writes the figure of the command's `--plot` to `path`, .svg or .png. Needs no matplotlib."""
        self._made().save_figure(os.fspath(path))

    def _repr_svg_(self) -> str | None:
        svg: str | None = None if self._engine is None else self._engine.svg()
        return svg

    def _made(self) -> Any:
        if self._engine is None:
            raise ValueError("this answer was copied without its data; compute it again")
        return self._engine


class Fitted(Drawn):
    """An answer with a figure and a dossier."""

    __slots__ = ()

    def save_report(self, path: str | os.PathLike[str]) -> None:
        """Writes the dossier of the command's `--report` to `path`, a page in HTML."""
        self._made().save_report(os.fspath(path))


class Map(Drawn):
    """
    A map over one or two numbers of an experiment, with its points as arrays in the shape of the grid.

    >>> m = Map({"axes": [{"values": [1.0, 2.0]}], "points": [{"period": 3.0}, {"period": 4.0}]})
    >>> m.axis(0), m.array("period")
    (array([1., 2.]), array([3., 4.]))
    """

    __slots__ = ()

    def axis(self, which: int = 0) -> npt.NDArray[np.float64]:
        """The values of axis `which`, 0 or 1, in its own unit (`axes[which].unit`)."""
        return np.array(self._members["axes"][which]["values"], dtype=float)

    def array(self, name: str, signal: str = "") -> npt.NDArray[Any]:
        """
        The member `name` of every point, first axis first: "period", "motion", "rest_fraction"; or "lowest", "highest",
        "mean" of a `signal`. NaN where a point has none.
        """
        points = self._members["points"]
        if signal:
            points = [point.get("signals", {}).get(signal, {}) for point in points]
        values = [point.get(name, np.nan) for point in points]
        shape = [len(axis["values"]) for axis in self._members["axes"]]
        return np.array([np.nan if v is None else v for v in values]).reshape(shape[::-1]).T
