# SPDX-License-Identifier: BSD-3-Clause
"""Numbers of an experiment from recordings, by simulation."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence

from stiction import _engine
from stiction.answer import Fitted
from stiction.commands import _of
from stiction.experiment import Experiment
from stiction.progress import Progress, shown
from stiction.recordings import Logs, bounds_of, listed, log_of, mapping_text, priors_of
from stiction.values import Array, require_between
from stiction.values import threads as _threads


class SimulationFit(Fitted):
    """
    The answer of `fit_experiment`: members as `identify --experiment --json` prints them, and what belongs to the fit.

    Of an answer that was pickled, or made from a dict, there are no rows, figures and reports.
    """

    __slots__ = ()

    def to_experiment(self) -> Experiment:
        """The experiment with the numbers found."""
        return Experiment.parse(self._members["experiment"])

    def rows(self, which: int = 0) -> dict[str, Array]:
        """Of recording `which`, from 0: time [s], what was measured, and what the run misses of it (residual)."""
        fit = self._made()
        if not 0 <= which < len(fit.fitted):
            raise IndexError(f"there are {len(fit.fitted)} recordings, counted from 0, not {which}")
        return dict(fit.rows(which))

    @property
    def rows_fitted(self) -> list[int]:
        """How many samples of each recording took part in the fit; the others are for the score."""
        return list(self._made().fitted)


def fit_experiment(
    experiment: Experiment,
    logs: Logs,
    numbers: str | Sequence[str | Sequence[str]],
    *,
    inputs: Mapping[str, str] | None = None,
    references: Mapping[str, str] | None = None,
    compare: str | Mapping[str, str] = "position",
    known: Mapping[str, str] | None = None,
    time: str = "time",
    between: str = "held",
    test: Logs | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    priors: Mapping[str, tuple[float, float]] | None = None,
    held_out: float = 0.3,
    decimate: int = 1,
    from_time: float = -1e300,
    until: float = 1e300,
    starts: int = 4,
    seed: int = 1,
    threads: int = 0,
    progress: Progress = None,
) -> SimulationFit:
    """
    Fits numbers of an experiment by simulation (output error): it is run from the measured inputs, without correction.

    Parameters
    ----------
    experiment : Experiment
        What is simulated, and where the search begins.
    logs : path, dict of arrays, table, Trajectory, or a list of them
        Recordings, as in `identify`.
    numbers : sequence
        Paths of the numbers to fit, "plant.mass"; several in a tuple, or joined by "=", are kept equal.
        "measured.delay" and "measured.filter" are how late and smoothed the signal was recorded [s].
    inputs, references : dict
        Input of the plant, or reference of the controller, to its column: {"force": "35.15*vir"}.
    compare : str or dict
        The signal that is compared; {"position": "qm[mm]"} where its column has another name.
    known : dict
        Path of a number that differs from recording to recording to its column, which never changes.
    time : str
        Column of the time.
    between : str
        Inputs and references between samples: "held", as a drive holds them, or "lines".
    test : as logs, optional
        Recordings that take no part in the fit and are scored.
    bounds, priors : dict
        Path to (low, high); path to (mean, standard deviation) known beforehand.
    held_out : float
        Fraction of each recording, its end, that is kept for the score; without `test`.
    decimate : int
        Every so many samples one is compared.
    from_time, until : float
        What was recorded outside is left out [s].
    starts, seed : int
        Searches from different starts, and what they are drawn from.
    threads : int
        Searches at a time; 0: one per core.
    progress : bool or callable, optional
        As in `run`.

    >>> from stiction import run
    >>> push = {"force": {"signal": "sine", "amplitude": 6.0, "frequency": 0.5}}
    >>> axis = Experiment(plant="mass_on_surface", friction="coulomb", input=push, run={"duration": 4})
    >>> log = run(axis.with_values({"plant.mass": 2.0}))
    >>> found = fit_experiment(axis, log, "plant.mass", inputs={"force": "force"}, between="lines", starts=1)
    >>> round(found.to_experiment()["plant.mass"], 3)
    2.0
    """
    if between not in ("held", "lines"):
        raise ValueError(f'between = {between!r} must be "held" or "lines"')
    require_between(
        ("held_out", held_out, 0, 0.9),
        ("decimate", decimate, 1, 10000),
        ("starts", starts, 1, 10000),
        ("seed", seed, 0, 1e15),
    )
    named = [numbers] if isinstance(numbers, str) else numbers
    groups = [one.split("=") if isinstance(one, str) else list(one) for one in named]
    if not groups:
        raise ValueError('no number to fit was named, such as "plant.mass"')
    limits, wishes = bounds_of(bounds), priors_of(priors)
    for path in (limits.keys() | wishes.keys()) - {group[0] for group in groups}:
        raise ValueError(f"{path} is not fitted: name it in numbers")
    compared = {compare: compare} if isinstance(compare, str) else compare
    if len(compared) != 1:
        raise ValueError(f"one signal can be compared, not {len(compared)}")
    fitted, scored = listed(logs), [] if test is None else listed(test)
    if not fitted:
        raise ValueError("no recording was given")
    with shown("fit_experiment", progress) as tell:
        fit = _engine.fit_experiment(
            _of(experiment),
            [log_of(one, place) for place, one in enumerate([*fitted, *scored])],
            len(scored),
            mapping_text(inputs),
            mapping_text(references),
            mapping_text(known),
            mapping_text({"time": time}),
            mapping_text(compared),
            between == "lines",
            int(decimate),
            float(from_time),
            float(until),
            [(group, limits.get(group[0], (-1e300, 1e300)), wishes.get(group[0])) for group in groups],
            float(held_out),
            int(starts),
            float(seed),
            _threads(threads),
            tell,
        )
    if fit.problem:
        raise RuntimeError(fit.problem)
    if not fit.converged:
        warnings.warn("the fit did not converge", RuntimeWarning, stacklevel=2)
    return SimulationFit(json.loads(fit.answer()), fit)
