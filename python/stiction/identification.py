# SPDX-License-Identifier: BSD-3-Clause
"""From recordings to a law: fits, the design of experiments, and watching friction change."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from stiction import _engine
from stiction.answer import Answer, Fitted
from stiction.commands import _of
from stiction.experiment import Experiment
from stiction.law import Law
from stiction.progress import Progress, shown
from stiction.recordings import Logs, bounds_of, priors_of, recordings, require_known
from stiction.values import Array, require_between
from stiction.values import threads as _threads

_ROWS = ("time", "position", "velocity", "force", "friction", "residual")


class Identification(Fitted):
    """
    The answer of `identify`: members as `identify --json` prints them, and what belongs to the fit.

    Of an answer that was pickled, or made from a dict, there are no rows, figures and reports.
    """

    __slots__ = ()

    @property
    def law(self) -> Law:
        """The chosen law, with the numbers found."""
        from stiction.laws import LAWS

        best = self._members["laws"][0]
        values: dict[str, Any] = {}
        for name, value in best["numbers"].items():
            values.setdefault(name.partition("[")[0], []).append(value)
        return LAWS[best["law"]](**values)

    def to_experiment(self) -> Experiment:
        """The law on a mass with the inertia found (1 kg where none was)."""
        return Experiment.parse(self._members["experiment"])

    @property
    def rows(self) -> dict[str, Array]:
        """
        What was fitted, then what was held out (from `rows_fitted` on): time [s], position [m], velocity [m/s],
        measured force [N], predicted friction [N], and the residual [N]: what neither friction nor the terms beside it
        explain.
        """
        fit = self._made()
        return {name: fit.rows(name) for name in _ROWS}


class Design(Answer):
    """The answer of `design`: members as `design --json` prints them, motions best first."""

    __slots__ = ("_engine",)

    def __init__(self, members: dict[str, Any], engine: _engine.Design | None = None) -> None:
        super().__init__(members)
        self._engine = engine

    def motion(self, which: int = 0) -> dict[str, Array]:
        """
        Motion `which`, the best is 0: time [s], position [m], velocity [m/s], acceleration [m/s2], and the force that
        the drive needs for it [N].
        """
        if self._engine is None:
            raise ValueError("this answer was copied without its motions; design again")
        if not 0 <= which < len(self._members["motions"]):
            raise IndexError(f"there are {len(self._members['motions'])} motions, counted from 0, not {which}")
        motion: Any = self._engine.motion(which)
        return dict(motion)


def identify(
    logs: Logs,
    model: str | Sequence[str] = "auto",
    *,
    test: Logs | None = None,
    fix: Mapping[str, float] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    start: Mapping[str, float] | None = None,
    priors: Mapping[str, tuple[float, float]] | None = None,
    free: Sequence[str] = (),
    tie: Mapping[str, str] | None = None,
    starts: int = 12,
    seed: int = 1,
    robust: float = 0.0,
    threads: int = 0,
    progress: Progress = None,
    **how: Any,
) -> Identification:
    """
    From measured logs to a friction law: fit, error bars, ranking, what to record next.

    Parameters
    ----------
    logs : path, dict of arrays, table, Trajectory, or a list of them
        Recordings: files (.csv, .mat, .json), or columns by name, "position [mm]" with a unit, else in SI.
    model : str or sequence of str
        Laws to fit; "auto": all of the catalogue.
    test : as logs, optional
        Recordings that take no part in the fit and are scored.
    fix, start : dict
        Numbers of the law that are kept, and where the search begins, in SI units.
    bounds : dict
        Name to (low, high).
    priors : dict
        What is known of a number beforehand: name to (mean, standard deviation).
    free : sequence of str
        Shapes to fit that are kept by default, such as "stribeck_exponent".
    tie : dict
        Numbers that are kept equal to others: {"static_force": "coulomb_force"}.
    starts, seed : int
        Searches from different starts, and what they are drawn from.
    robust : float
        Residuals beyond so many standard deviations count in proportion (Huber); 0: all squared.
    threads : int
        Searches at a time; 0: one per core.
    progress : bool or callable, optional
        As in `run`.
    **how
        How logs are read, see `stiction.recordings`: columns, velocity, cutoff, decimate, discard, from_time, until,
        steady, terms, ripple, held_out, test_from.

    >>> import numpy as np
    >>> from stiction import CoulombViscous
    >>> t = np.arange(0, 4, 0.01)
    >>> v = 0.1 * np.sin(2 * t)
    >>> truth = CoulombViscous(coulomb_force=3.0, viscous_damping=8.0)
    >>> log = {"time": t, "velocity": v, "force": truth.steady_force(v)}
    >>> found = identify(log, "coulomb_viscous", terms="none")
    >>> round(found.law.coulomb_force, 6), round(found.law.viscous_damping, 6)
    (3.0, 8.0)
    """
    laws = [model] if isinstance(model, str) else list(model)
    require_between(("starts", starts, 1, 10000), ("seed", seed, 0, 1e15), ("robust", robust, 0, 100))
    require_known(how)
    made, tests = recordings(logs, test, **how)
    with shown("identify", progress) as tell:
        fit = _engine.identify(
            made,
            tests,
            [] if laws == ["auto"] else laws,
            dict(fix or {}),
            bounds_of(bounds),
            dict(start or {}),
            priors_of(priors),
            [free] if isinstance(free, str) else list(free),
            dict(tie or {}),
            starts,
            float(seed),
            float(robust),
            _threads(threads),
            tell,
        )
    if not fit.found:
        raise RuntimeError(fit.sentence)
    if not fit.converged:
        warnings.warn(f"the fit did not converge: {fit.sentence}", RuntimeWarning, stacklevel=2)
    return Identification(json.loads(fit.answer()), fit)


def design(
    law: Law | Experiment,
    *,
    travel: float = 0.1,
    speed: float = 0.1,
    force: float = math.inf,
    duration: float = 30.0,
    interval: float = 1e-3,
    noise: float = 0.01,
) -> Design:
    """
    Which motion tells a law's numbers, within limits, and the error bars it would give.

    Parameters
    ----------
    law : Law or Experiment
        What is known of the law so far; of an experiment also the mass.
    travel : float
        Largest travel to each side [m].
    speed : float
        Largest speed [m/s].
    force : float
        Largest force of the drive [N].
    duration, interval : float
        Length of the recording and its sample time [s].
    noise : float
        Standard deviation of the measured force [N].

    >>> from stiction import LuGre
    >>> d = design(LuGre(), duration=5, interval=2e-3)
    >>> sorted(d.motion()) == ["acceleration", "force", "position", "time", "velocity"]
    True
    """
    limits = {
        "travel": (travel, 1e-9, 1e9),
        "speed": (speed, 1e-12, 1e9),
        "force": (min(force, 1e300), 0, 1e300),
        "duration": (duration, 1e-3, 1e6),
        "interval": (interval, 1e-7, 1e3),
        "noise": (noise, 1e-15, 1e9),
    }
    require_between(*((name, *limit) for name, limit in limits.items()))
    if duration / interval > 5e6:
        raise ValueError("more than five million samples; take a longer interval or a shorter duration")
    made = _engine.design(_of(_known(law)), **{name: float(value) for name, (value, _, _) in limits.items()})
    answer = Design(json.loads(made.answer()), made)
    if problem := answer.motions[0].problem:
        warnings.warn(f"no motion keeps the limits: {problem}", RuntimeWarning, stacklevel=2)
    return answer


def watch(
    law: Law | Experiment,
    logs: Logs,
    *,
    limit: float = 4.0,
    threads: int = 0,
    progress: Progress = None,
    **how: Any,
) -> Answer:
    """
    Follows a law's numbers over recordings, and names the one in which friction changed.

    Parameters
    ----------
    law : Law or Experiment
        The law that is fitted, and where each search begins.
    logs : list
        Two recordings or more, in the order they were made; as in `identify`.
    limit : float
        Standard deviations at which a number has changed.
    threads : int
        Recordings at a time; 0: one per core.
    progress : bool or callable, optional
        As in `run`.
    **how
        As in `identify`.
    """
    require_between(("limit", limit, 1, 100))
    require_known(how)
    made, _ = recordings(logs, None, **how)
    with shown("watch", progress) as tell:
        return Answer(json.loads(_engine.watch(_of(_known(law)), made, float(limit), _threads(threads), tell)))


def _known(law: Law | Experiment) -> Experiment:
    return Experiment(plant="mass_on_surface", friction=law) if isinstance(law, Law) else law
