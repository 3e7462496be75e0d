# SPDX-License-Identifier: BSD-3-Clause
"""Measured logs: files, arrays, tables, trajectories; and what is asked of a fit to them."""

from __future__ import annotations

import inspect
import math
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from stiction import _engine
from stiction.trajectory import Trajectory
from stiction.values import array, require_between

#: A file, columns by name (a dict or a pandas table), a trajectory, or several of them.
Logs = str | os.PathLike[str] | Mapping[str, Any] | Trajectory | Sequence[Any]

_WITH_UNIT = re.compile(r"\s*(.*?)\s*\[([^\]]*)\]\s*")


def recordings(
    logs: Logs,
    test: Logs | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    velocity: str = "",
    cutoff: float = 0.0,
    decimate: int = 1,
    discard: int = 0,
    from_time: float = -1e300,
    until: float = 1e300,
    steady: bool = False,
    terms: str | Sequence[str] = (),
    ripple: float = 0.0,
    held_out: float = 0.3,
    test_from: float = 1e300,
) -> tuple[_engine.Recordings, int]:
    """
    Logs ready for a fit, and how many of them are for the score alone.

    Parameters
    ----------
    logs, test
        As in `identify`.
    columns : dict
        What columns mean: {"position": "qm[mm]", "force": "-35.1*vir"}; quantities: time, position, velocity,
        acceleration, force, normal_force.
    velocity : str
        "column", "filter" (zero-phase low-pass, central differences) or "spline"; default: the column, else the filter.
    cutoff : float
        Of the low-pass [Hz]; 0: a tenth of the sampling rate.
    decimate : int
        Residuals are filtered and thinned by this factor.
    discard : int
        Samples left out at the start; 0: what the low-pass spoils, at both ends.
    from_time, until : float
        What was recorded outside is left out [s].
    steady : bool
        Each log holds one constant speed: they become one map of steady sliding.
    terms : str or sequence of str
        What stands beside friction: "inertia", "offset", "gravity", "spring", "asymmetric_drag", "lag" (the force was
        recorded late), or "none"; default: inertia and offset.
    ripple : float
        Period of a force that repeats with the position [m]; 0: none.
    held_out : float
        Fraction of each recording, its end, that is kept for the score.
    test_from : float
        Instead: all from this time on [s].
    """
    require_between(
        ("cutoff", cutoff, 0, 1e12),
        ("decimate", decimate, 1, 10000),
        ("discard", discard, 0, 1e9),
        ("ripple", ripple, 0, 1e300),
        ("held_out", held_out, 0, 0.9),
    )
    fitted, scored = listed(logs), [] if test is None else listed(test)
    if not fitted:
        raise ValueError("no recording was given")
    made = _engine.Recordings(
        [log_of(one, place) for place, one in enumerate([*fitted, *scored])],
        mapping_text(columns),
        velocity,
        float(cutoff),
        int(decimate),
        int(discard),
        float(from_time),
        float(until),
        bool(steady),
        [terms] if isinstance(terms, str) else list(terms),
        float(ripple),
        float(held_out),
        float(test_from),
    )
    return made, len(scored)


def require_known(how: Mapping[str, Any]) -> None:
    """Raises TypeError for an option of `recordings` that there is none of."""
    known = list(inspect.signature(recordings).parameters)[2:]
    for name in how.keys() - set(known):
        raise TypeError(_engine.unknown_name("option", name, known))


def mapping_text(columns: Mapping[str, str] | None) -> str:
    """What columns mean, as the engine reads it."""
    return ",".join(f"{quantity}={column}" for quantity, column in (columns or {}).items())


def listed(logs: Any) -> list[Any]:
    """One log or several, as a list."""
    return list(logs) if isinstance(logs, list | tuple) else [logs]


def log_of(log: Any, place: int) -> _engine.Log:
    """A log for the engine; `place` names one that has no file."""
    if isinstance(log, str | os.PathLike):
        return _engine.Log.read(os.fspath(log))
    name = f"recording {place + 1}"
    if isinstance(log, Trajectory):
        return _engine.Log(name, [(one, log.units[one], log[one]) for one in ("time", *log.names)])
    if isinstance(log, Mapping) or hasattr(log, "columns"):  # a pandas table has its columns by name as well
        given = {str(one): array(str(one), log[one]) for one in log}
        index = getattr(log, "index", None)
        if index is not None and str(index.name).startswith("time"):
            given = {str(index.name): array("time", index), **given}
        shapes = {values.shape for values in given.values()}
        if not given or len(shapes) != 1 or len(next(iter(shapes))) != 1:
            told = ", ".join(f"{one}: {values.shape}" for one, values in given.items())
            raise ValueError(f"{name}: columns must be equally long sequences, not {told or 'none'}")
        return _engine.Log(name, [(*_name_and_unit(one), values) for one, values in given.items()])
    raise TypeError(
        f"{name}: a file, a dict of arrays, a table or a trajectory is needed, not {type(log).__name__}: {log!r:.40}"
    )


def _name_and_unit(text: str) -> tuple[str, str]:
    found = _WITH_UNIT.fullmatch(text)
    return (found[1], found[2]) if found else (text, "")


def bounds_of(bounds: Mapping[str, tuple[float, float]] | None) -> dict[str, tuple[float, float]]:
    """Checked (low, high) by name."""
    for name, pair in (bounds or {}).items():
        if not (len(pair) == 2 and pair[0] < pair[1]):
            raise ValueError(f"bounds of {name} are (low, high), not {pair!r}")
    return {name: (float(low), float(high)) for name, (low, high) in (bounds or {}).items()}


def priors_of(priors: Mapping[str, tuple[float, float]] | None) -> dict[str, tuple[float, float]]:
    """Checked (mean, standard deviation) by name."""
    for name, pair in (priors or {}).items():
        if not (len(pair) == 2 and math.isfinite(pair[0]) and 0 < pair[1] < math.inf):
            raise ValueError(f"the prior of {name} is (mean, standard deviation), not {pair!r}")
    return {name: (float(mean), float(deviation)) for name, (mean, deviation) in (priors or {}).items()}


__all__ = ["Logs", "bounds_of", "listed", "log_of", "mapping_text", "priors_of", "recordings", "require_known"]
