# SPDX-License-Identifier: BSD-3-Clause
"""Runs and what they give."""

from __future__ import annotations

import copy
import json
import os
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from stiction import _engine
from stiction.answer import Answer
from stiction.experiment import Experiment
from stiction.functions import pieces
from stiction.progress import Progress, shown
from stiction.values import Array

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Event(NamedTuple):
    """Something that happened at an instant located by the solver."""

    time: float  #: [s]
    contact: str  #: where: "surface"
    what: str  #: "reversal", "stick", "slip", "mode", "kink"


class Trajectory:
    """
    Signals of a run by name, as read-only views of the engine's own memory.

    >>> t = run(Experiment(plant="pulled_mass", friction="lugre", run={"duration": 1}))
    >>> float(t.t[-1]), t["velocity"].shape == t.t.shape, t.units["velocity"]
    (1.0, True, 'm/s')
    """

    __slots__ = ("_engine", "_experiment")

    def __init__(self, engine: _engine.Run, experiment: Experiment) -> None:
        self._engine = engine
        self._experiment = experiment

    @property
    def t(self) -> Array:
        """Times of the samples [s]."""
        return self._engine.t

    def __getitem__(self, name: str) -> Array:
        if name == "time":
            return self.t
        if not isinstance(name, str):
            raise TypeError(f'a signal has a name such as "velocity", not {name!r:.60}')
        return self._engine.signal(name)

    def slope(self, signal: str, by: str) -> Array:
        """How `signal` changes with the parameter `by`, of a run with `slopes=[by]`."""
        name = f"d {signal}/d {by}"
        if name not in self and signal in self:
            raise ValueError(f'this run has no slopes by "{by}"; ask for them: run(experiment, slopes=["{by}"])')
        return self[name]

    @property
    def names(self) -> list[str]:
        """Names of the signals."""
        return [name for name, _ in self._engine.signals]

    @property
    def units(self) -> dict[str, str]:
        """Units of the signals, and of time."""
        return {"time": "s", **dict(self._engine.signals)}

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        return [Event(*event) for event in self._engine.events]

    @property
    def energy(self) -> Answer | None:
        """Where the energy went [J]; None for a plant that keeps no account."""
        energies = json.loads(self._engine.answer())["energies"]
        return None if energies is None else Answer(energies)

    @property
    def measured(self) -> Answer:
        """Numbers that `[[measure]]` sections ask for, by key: `.value`, `.unit`."""
        return Answer(json.loads(self._engine.answer())["measured"])

    @property
    def servo(self) -> Answer:
        """
        How well the reference was followed, by key: `error_rms`, `error_largest`, `error_at_rest`, `overshoot`,
        `rise_time`, `settling_time`, `reversal_peak`, `effort_rms`, `effort_largest`, `energy_per_cycle`, each with
        `.value` and `.unit`; empty without a reference. Where a number has no meaning its value is None, and
        `.missing` says why.
        """
        return Answer(json.loads(self._engine.answer())["servo"])

    @property
    def finished(self) -> bool:
        """The run reached its end."""
        return self._engine.finished

    @property
    def status(self) -> str:
        """How it ended: "finished", "chattering", ..."""
        return self._engine.status

    @property
    def reason(self) -> str:
        """Why it ended early, in a sentence; empty when it did not."""
        return self._engine.reason

    def check(self, *, progress: Progress = None) -> Answer:
        """
        Runs the experiment again at a tenth of its tolerance and says how far every signal lies apart (`run --check`):
        `.verdict`, `.sentence`, `.worst`, `.signals`. `progress` as in `run`.

        >>> from stiction import Experiment, run
        >>> run(Experiment(plant="mass_on_surface", friction="lugre", input={"force": 2})).check().verdict
        'good'
        """
        with shown("check", progress) as tell:
            return Answer(json.loads(self._engine.check(tell)))

    @property
    def experiment(self) -> Experiment:
        """The experiment that was run, as it was then."""
        return self._experiment

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return name == "time" or name in self.names

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        return (
            f"<Trajectory: {self.status} at t = {self.t[-1]:g} s, {len(self)} samples of "
            f"{len(self.names)} signals, {len(self._engine.events)} events>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Trajectory, (self._engine, self._experiment)

    # --- to other places ---

    def to_dict(self) -> dict[str, Any]:
        """How it ended, events, last values, energies: what `stiction run --json` prints."""
        answer: dict[str, Any] = json.loads(self._engine.answer())
        return answer

    def to_pandas(self) -> pd.DataFrame:
        """A table with time as its index; units in `.attrs`."""
        import pandas as pd

        table = pd.DataFrame({name: self[name] for name in self.names}, index=pd.Index(self.t, name="time"))
        table.attrs["units"] = self.units
        return table

    def save(self, path: str | os.PathLike[str], signals: Sequence[str] = ()) -> None:
        """Writes a file to `path`, .csv, .json or .mat, with the experiment in it; all `signals`, or those named."""
        self._engine.save(os.fspath(path), list(signals))

    def save_figure(self, path: str | os.PathLike[str]) -> None:
        """Writes the figure of `stiction run --plot` to `path`, .svg or .png. Needs no matplotlib."""
        self._engine.save_figure(os.fspath(path))

    def plot(self, *names: str, x: str = "time", axes: Any = None) -> Figure:
        """
        Draws signals with matplotlib, one pair of axes for each unit; default: states and friction.

        Parameters
        ----------
        *names
            Signals.
        x : str
            What they are drawn over.
        axes : matplotlib Axes, optional
            Draw everything into these.
        """
        import matplotlib.pyplot as plt

        units = self.units
        chosen = list(names) or [n for n in self.names if n in ("position", "velocity") or n.endswith("friction_force")]
        chosen = chosen or self.names[:3]
        for name in [x, *chosen]:
            self[name]  # an unknown name is refused before a window opens
        groups: dict[str, list[str]] = {}
        for name in chosen:
            groups.setdefault(units[name], []).append(name)
        if axes is not None:
            every = [axes] * len(groups)
            figure = axes.figure
        else:
            size = (7.0, 1.2 + 1.9 * len(groups))
            figure, made = plt.subplots(len(groups), 1, sharex=True, squeeze=False, figsize=size, layout="constrained")
            every = list(made[:, 0])
        for ax, (unit, members) in zip(every, groups.items(), strict=True):
            for name in members:
                ax.plot(self[x], self[name], label=_words(name), linewidth=1.2)
            ax.set_ylabel(f"{_words(members[0]) if len(members) == 1 else ''} [{unit}]".strip())
            ax.grid(alpha=0.3)
            if len(members) > 1 or axes is not None:
                ax.legend()
        every[-1].set_xlabel(f"{_words(x)} [{units[x]}]")
        if axes is None and self.experiment.title:
            figure.suptitle(self.experiment.title)
        drawn: Figure = figure
        return drawn

    def _repr_svg_(self) -> str:
        return self._engine.svg()


def _words(name: str) -> str:
    return name.replace("_", " ")


def run(experiment: Experiment, *, slopes: Sequence[str] = (), progress: Progress = None) -> Trajectory:
    """
    Simulates an experiment.

    A run that ends early warns and keeps what was computed. Ctrl-C raises KeyboardInterrupt.

    Parameters
    ----------
    experiment : Experiment
    slopes : sequence of str
        Parameters by which the slopes of all signals are recorded beside them, "friction.static_force".
    progress : bool or callable, optional
        True: a bar; a function: called with the fraction done; None: a bar after two seconds, in a terminal.
    """
    if not isinstance(experiment, Experiment):
        raise TypeError(f"run takes an Experiment, not {experiment!r:.60}")
    if isinstance(slopes, str):
        slopes = [slopes]
    for path in slopes:
        if not isinstance(path, str):
            raise TypeError(f'slopes are by paths such as "friction.static_force", not {path!r:.60}')
    with shown("run", progress) as tell:
        t = Trajectory(_run(experiment, list(slopes), tell), copy.copy(experiment))
    if not t.finished:
        warnings.warn(f"the run ended early: {t.reason}", RuntimeWarning, stacklevel=2)
    if t._engine.order_of_events_may_change:
        warnings.warn(
            "two events coincide or a guard is only touched: the order of events may change with the "
            "parameters, and slopes hold on one side at best",
            RuntimeWarning,
            stacklevel=2,
        )
    return t


def _run(experiment: Experiment, slopes: list[str], tell: Any) -> _engine.Run:
    functions = experiment._functions
    if not functions:
        return _engine.run(experiment._engine, slopes, tell)
    if slopes:
        raise ValueError(f"slopes need equations that the engine knows, but Python has: {functions.names()}")
    start = experiment["run.start_time"]
    end = start + experiment["run.duration"]
    signals = [(path, pieces(path, function, start, end)) for path, function in functions.signals.items()]
    controller = functions.controller._made() if functions.controller else None
    plant = functions.plant._made() if functions.plant else None
    return _engine.run(experiment._engine, slopes, tell, controller, plant, signals)
