# SPDX-License-Identifier: BSD-3-Clause
"""The other commands of the tool, with the same answers."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stiction import _engine
from stiction.answer import Answer, Drawn, Map
from stiction.experiment import Experiment
from stiction.law import Law
from stiction.progress import Progress, shown
from stiction.values import number, require_between
from stiction.values import threads as _threads

Axis = tuple[float, float, int] | tuple[float, float, int, str]
_MOST_POINTS = 1_000_000


def analyse(experiment: Experiment, *, period: float = 0.0, progress: Progress = None) -> Drawn:
    """
    Equilibria, eigenvalues, limit cycles, passivity and certificates of an experiment. Its figure is one period of the
    limit cycle, where there is one.

    Parameters
    ----------
    experiment : Experiment
    period : float
        Period of the inputs [s], where they vary.
    progress : bool or callable, optional
        As in `run`.

    >>> e = Experiment(plant="mass_on_surface", friction="lugre")
    >>> analyse(e).equilibrium.stable
    True
    """
    if not (math.isfinite(number("period", period)) and period >= 0):
        raise ValueError(f"period = {period} must be a finite time [s], zero or more")
    with shown("analyse", progress) as tell:
        return Drawn._from(_engine.analyse(_of(experiment), period, tell))


def map(
    experiment: Experiment,
    over: Mapping[str, Axis],
    *,
    measure: str = "",
    basins: bool = False,
    threads: int = 0,
    progress: Progress = None,
) -> Map:
    """
    Rest, steady motion or limit cycle, over one or two numbers of an experiment.

    Parameters
    ----------
    experiment : Experiment
    over : dict
        Path to (low, high, count), or (low, high, count, "log") for equal ratios: one or two.
    measure : str
        The signal whose range is told; default: the first state of the plant.
    basins : bool
        The numbers are starts ("plant.initial.velocity"): which attractor each leads to.
    threads : int
        Points computed at a time; 0: one per core.
    progress : bool or callable, optional
        As in `run`.
    """
    axes = [_axis(path, axis) for path, axis in over.items()]
    if not 1 <= len(axes) <= 2:
        raise ValueError(f"a map is over one or two numbers, not {len(axes)}")
    if math.prod(axis[3] for axis in axes) > _MOST_POINTS:
        raise ValueError(f"a map has at most {_MOST_POINTS} points")
    with shown("map", progress) as tell:
        return Map._from(_engine.map(_of(experiment), axes, measure, basins, _threads(threads), tell))


def follow(
    experiment: Experiment, path: str, low: float, high: float, *, measure: str = "", progress: Progress = None
) -> Drawn:
    """
    Branches of equilibria and cycles in one number: Hopf points, folds, period doubling (`map --follow`).

    Parameters
    ----------
    experiment : Experiment
    path : str
        The number that varies.
    low, high : float
        Its ends, in its own unit.
    measure : str
        The signal whose range is told; default: the first state of the plant.
    progress : bool or callable, optional
        As in `run`.
    """
    _axis(path, (low, high, 2))
    with shown("follow", progress) as tell:
        return Drawn._from(_engine.follow(_of(experiment), path, low, high, measure, tell))


def compare(
    experiment: Experiment,
    *,
    mismatch: float = 0.3,
    budget: float = 2.0,
    evaluations: int = 40,
    threads: int = 0,
    progress: Progress = None,
) -> Drawn:
    """
    Which cure for friction is best on this servo, each tuned to the same budget.

    Parameters
    ----------
    experiment : Experiment
        With a controller and a reference.
    mismatch : float
        Fraction by which each friction parameter is moved, 0 to 0.9.
    budget : float
        Effort and chatter allowed, in multiples of what the given loop spends; at least 1.
    evaluations : int
        Loops tried for each cure; at least 3.
    threads : int
        Loops computed at a time; 0: one per core.
    progress : bool or callable, optional
        As in `run`.
    """
    require_between(("mismatch", mismatch, 0, 0.9), ("budget", budget, 1, 1e6), ("evaluations", evaluations, 3, 100000))
    with shown("compare", progress) as tell:
        return Drawn._from(_engine.compare(_of(experiment), mismatch, budget, evaluations, _threads(threads), tell))


def characterise(
    law: Law | Experiment, *, contact: str = "", mass: float | None = None, progress: Progress = None
) -> Drawn:
    """
    What a law does in the experiments that tell laws apart: steady curve, loops before sliding, break-away, lag,
    dependence on rate, drift.

    Parameters
    ----------
    law : Law or Experiment
        An experiment stands for the law in one of its contacts.
    contact : str
        Which contact of an experiment, "motor"; default: the first.
    mass : float, optional
        In the experiments with a mass [kg]; default: that of the experiment, or 1.
    progress : bool or callable, optional
        As in `run`.

    >>> from stiction import LuGre
    >>> [part.name for part in characterise(LuGre()).parts]
    ['steady_curve', 'presliding', 'breakaway', 'lag', 'rate_dependence', 'drift']
    """
    if not isinstance(law, Law | Experiment):
        raise TypeError(f"a law is needed, such as stiction.LuGre(), or an experiment, not {law!r:.60}")
    if mass is not None:
        require_between(("mass", mass, 1e-12, 1e12))
    kilograms = 0.0 if mass is None else float(mass)
    if isinstance(law, Law) and contact:
        raise ValueError("a law by itself has no contacts")
    with shown("characterise", progress) as tell:
        if isinstance(law, Law):
            return Drawn._from(_engine.characterise_law(law._numbers, kilograms, tell))
        return Drawn._from(_engine.characterise_contact(_of(law), contact, kilograms, tell))


def doctor(experiment: Experiment) -> Answer:
    """
    Is this `experiment` physical, passive, certified, resolvable at its sample rate?

    >>> e = Experiment(plant="mass_on_surface", friction="lugre")
    >>> sorted({f.severity for f in doctor(e).findings} - {"good", "note", "warning"})
    []
    """
    return Answer(json.loads(_engine.doctor(_of(experiment))))


def self_check(*, progress: Progress = None) -> Answer:
    """Does this installation compute what it should on this machine (`doctor --self`)? `progress` as in `run`."""
    with shown("self_check", progress) as tell:
        return Answer(json.loads(_engine.self_check(tell)))


def reproduce(*names: str, threads: int = 0, progress: Progress = None) -> Answer:
    """
    Figures and claims of the papers, measured beside independent references.

    Parameters
    ----------
    *names : str
        Of figures (`figures()` lists them) or papers, or "all".
    threads : int
        Figures computed at a time; 0: one per core.
    progress : bool or callable, optional
        As in `run`.

    >>> reproduce("lugre1995/fig6").figures[0].holds
    True
    """
    if not names:
        raise ValueError('give the name of a figure, of a paper, or "all"; stiction.figures() lists them')
    with shown("reproduce", progress) as tell:
        return Answer(json.loads(_engine.reproduce(list(names), _threads(threads), tell)))


def figures() -> list[str]:
    """Names of the figures that `reproduce` knows."""
    return _engine.figure_names()


def _of(experiment: Experiment) -> Any:
    if not isinstance(experiment, Experiment):
        raise TypeError(f"an Experiment is needed, not {experiment!r:.60}")
    return experiment._known()


def _axis(path: str, axis: Sequence[Any]) -> tuple[str, float, float, int, bool]:
    if not isinstance(axis, tuple):  # [1, 1.5, 2] would be taken for two points from 1 to 1.5
        raise TypeError(f"{path}: an axis is a tuple (low, high, count), no list of values: {axis!r:.60}")
    if len(axis) not in (3, 4) or (len(axis) == 4 and axis[3] != "log"):
        raise ValueError(f'{path}: an axis is (low, high, count) or (low, high, count, "log"), not {axis!r}')
    if not all(isinstance(x, int | float | np.integer | np.floating) for x in axis[:3]) or axis[2] != int(axis[2]):
        raise TypeError(f"{path}: low and high are numbers and count is a whole one, not {axis!r}")
    low, high, count = float(axis[0]), float(axis[1]), int(axis[2])
    logarithmic = len(axis) == 4
    if not (math.isfinite(low) and math.isfinite(high) and low < high and 2 <= count <= _MOST_POINTS):
        raise ValueError(f"{path}: low < high and at least two points are needed, not {axis!r}")
    if logarithmic and low <= 0:
        raise ValueError(f"{path}: equal ratios need positive ends, not {axis!r}")
    return path, low, high, count, logarithmic
