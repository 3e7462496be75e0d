# SPDX-License-Identifier: BSD-3-Clause
"""Experiments: a plant, its friction, perhaps a controller, signals, and how long to run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stiction import _engine
from stiction.functions import Functions, taken_out
from stiction.toml import toml_text
from stiction.values import as_float

if TYPE_CHECKING:
    from stiction.law import Law

_LINE = re.compile(r"^experiment:\d+: ", re.MULTILINE)


class Experiment:
    """
    An experiment, with the sections and keys of an experiment file (`stiction schema` prints the grammar).

    >>> from stiction import LuGre
    >>> e = Experiment(plant="pulled_mass", friction=LuGre(), input={"pull_speed": 0.1}, run={"duration": 20})
    >>> e["friction.static_force"] = 1.8
    >>> e["friction.static_force"], e.unit("friction.static_force")
    (1.8, 'N')
    >>> e["plant.mass"] = "500 g"
    >>> e["plant.mass"]
    0.5

    Parameters
    ----------
    sections : dict, optional
        All sections: title, plant, friction, controller, reference, input, run, output.
    **more
        The same as keywords. A plant, law or controller may be its name alone; a law may be a law object.
        Signals may be functions of time, the controller a function or a `Controller`, the plant a `Plant`.
    """

    __slots__ = ("_engine", "_functions")

    def __init__(self, sections: Mapping[str, Any] | None = None, /, **more: Any) -> None:
        if sections is not None and not isinstance(sections, Mapping):
            raise TypeError(
                "an experiment is made of a dict or of keywords; Experiment.read takes a file, "
                "Experiment.parse the text of one"
            )
        rest, self._functions = taken_out({**(sections or {}), **more})
        text = toml_text(rest)
        if not text:
            raise ValueError("an experiment needs a plant and its friction at least")
        try:
            self._engine = _engine.Experiment.parse(text, "experiment", os.getcwd())
        except ValueError as error:
            raise ValueError(_LINE.sub("", str(error))) from None

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Experiment:
        """The experiment of a TOML file at `path`."""
        return cls._of(_engine.Experiment.read(os.fspath(path)))

    @classmethod
    def parse(cls, text: str, folder: str | os.PathLike[str] = ".") -> Experiment:
        r"""
        The experiment of a TOML `text`; files it names are looked for in `folder`.

        >>> Experiment.parse('[plant]\nmodel = "pulled_mass"\n[friction]\nmodel = "dahl"').friction
        ['dahl']
        """
        return cls._of(_engine.Experiment.parse(text, "text", os.fspath(folder)))

    @classmethod
    def _of(cls, engine: _engine.Experiment, functions: Functions | None = None) -> Experiment:
        self = object.__new__(cls)
        self._engine = engine
        self._functions = functions or Functions()
        return self

    # --- numbers by path ---

    def __getitem__(self, path: str) -> float:
        return self._engine.value(_path(path))

    def __setitem__(self, path: str, value: float | str) -> None:
        if isinstance(value, str):
            self._engine.set_text(_path(path), value)
        elif isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool):
            self._engine.set(path, as_float(path, value))
        else:
            raise TypeError(f'{path} must be a number, or a text such as "2 kN", not {value!r:.60}')

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __contains__(self, path: object) -> bool:
        return path in self.paths

    @property
    def paths(self) -> list[str]:
        """Every number that can be read and set."""
        return self._engine.paths

    def unit(self, path: str) -> str:
        """The unit of the number at `path`."""
        return self._engine.unit(_path(path))

    def with_values(self, values: Mapping[str, float | str] | None = None, /) -> Experiment:
        """
        A copy with other numbers: `values` by path.

        >>> e = Experiment(plant="pulled_mass", friction="lugre")
        >>> e.with_values({"plant.mass": 2})["plant.mass"], e["plant.mass"]
        (2.0, 1.0)
        """
        other = self.__copy__()
        for path, value in (values or {}).items():
            other[path] = value
        return other

    # --- what it is made of ---

    @property
    def title(self) -> str:
        """What figures are headed with."""
        return self._engine.title

    @title.setter
    def title(self, title: str) -> None:
        if not isinstance(title, str):
            raise TypeError(f"a title is a text, not {title!r:.60}")
        self._engine.title = title

    @property
    def plant(self) -> str:
        """Name of the plant."""
        return self._engine.plant

    @property
    def friction(self) -> list[str]:
        """Names of the laws, one for each contact."""
        return self._engine.friction

    @property
    def laws(self) -> list[Law]:
        """
        The laws with their numbers, one for each contact.

        >>> Experiment(plant="pulled_mass", friction={"model": "dahl", "coulomb_force": "2 N"}).laws
        [Dahl(coulomb_force=2.0)]
        """
        from stiction.laws import LAWS

        laws: list[tuple[str, dict[str, Any]]] = self._engine.laws
        return [LAWS[name](**values) for name, values in laws]

    @property
    def controller(self) -> str | None:
        """Name of the controller, if there is one."""
        return self._engine.controller

    @property
    def signals(self) -> dict[str, str]:
        """Names and units of everything a run records."""
        return dict(self._engine.signals)

    def to_toml(self) -> str:
        """The text of a file that gives the same run, every default written out."""
        if self._functions:
            raise ValueError(f"no file can hold what is written in Python: {self._functions.names()}")
        return self._engine.text()

    # --- in python-control ---

    def nlsys(self, *, inputs: Sequence[str] | None = None, outputs: Sequence[str] | None = None) -> Any:
        """
        The experiment as `control.NonlinearIOSystem`, with the states of plant, controller and law.

        Solvers of python-control locate no events: choose bristle laws and tight tolerances.

        Parameters
        ----------
        inputs : sequence of str, optional
            Paths of numbers that become inputs; default: the constant signals, "input.force", "reference.reference".
            Labels have underscores for dots.
        outputs : sequence of str, optional
            Signals; default: all states.

        >>> e = Experiment(plant="mass_on_surface", friction="lugre", controller="pid", reference={"reference": 1.0})
        >>> e.nlsys().input_labels
        ['input_force', 'reference_reference']
        """
        from stiction.control_systems import nlsys

        return nlsys(self, inputs, outputs)

    def linearise(self, state: Sequence[float] | None = None) -> Any:
        """
        The experiment as `control.StateSpace` about a state, with exact derivatives. Inputs as in `nlsys`; outputs are
        the states.

        Parameters
        ----------
        state : sequence of float, optional
            In the order of `nlsys().state_labels`; default: where the experiment starts.

        >>> e = Experiment(plant="mass_on_surface", friction="lugre")
        >>> e.linearise().state_labels
        ['position', 'velocity', 'deflection']
        """
        from stiction.control_systems import linearise

        return linearise(self, state)

    # --- behind ---

    def _known(self) -> _engine.Experiment:
        if self._functions:
            raise ValueError(f"this needs equations that the engine knows, but Python has: {self._functions.names()}")
        return self._engine

    def __repr__(self) -> str:
        if self._functions:
            return f"<Experiment with Python functions: {self._functions.names()}>"
        return f"Experiment.parse({self.to_toml()!r})"

    def __str__(self) -> str:
        return repr(self) if self._functions else self.to_toml()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Experiment):
            return False
        return self._functions == other._functions and self._engine.text() == other._engine.text()

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Experiment:
        return self._of(_engine.Experiment(self._engine), self._functions)

    def __deepcopy__(self, memo: Any) -> Experiment:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return Experiment.parse, (self.to_toml(),)


def _path(path: Any) -> str:
    if not isinstance(path, str):
        raise TypeError(f'a number has a path such as "friction.static_force", not {path!r:.60}')
    return path
