# SPDX-License-Identifier: BSD-3-Clause
"""Thousands of variants of an experiment: grids, random numbers, tolerances."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stiction import _engine
from stiction.answer import Answer
from stiction.experiment import Experiment
from stiction.progress import Progress, shown
from stiction.toml import toml_text
from stiction.values import Array
from stiction.values import threads as _threads

if TYPE_CHECKING:
    import pandas as pd

_LINE = re.compile(r"^study:\d+: ", re.MULTILINE)  # the user has written no lines
_FINISHED = ("finished", "ended_by_event")
Axis = Mapping[str, Any] | tuple[Any, ...] | Sequence[Any]


class Study:
    """
    An experiment, the numbers of it that vary, and what is measured in every case.

    Parameters
    ----------
    experiment : Experiment
    over : dict
        Path -> (low, high), on a grid also (low, high, count) as in `map`, a list of values, or what a section
        [[sweep.over]] holds:
        ``{"spread": "normal", "centre": 1.0, "deviation": "20 g"}``.
    method : str
        "grid", "random", "sobol", "latin_hypercube" or "sobol_indices".
    count : int, optional
        Of cases; of points for "sobol_indices", each of which is (axes + 2) cases; of a grid: of values on each axis
        that is given by its ends.
    seed : int
    measures : dict, optional
        Key -> what a section [[measure]] holds: ``{"what": "maximum", "signal": "velocity"}``. Without it: the last,
        smallest and largest value of every state of the plant.

    >>> e = Experiment(plant="mass_on_surface", friction="coulomb")
    >>> s = Study(e, {"plant.mass": (1, 2)}, method="random", count=100)
    >>> len(s), s.columns[0], s.units["plant.mass"]
    (100, 'plant.mass', 'kg')
    """

    def __init__(
        self,
        experiment: Experiment,
        over: Mapping[str, Axis],
        *,
        method: str = "grid",
        count: int | None = None,
        seed: int = 1,
        measures: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        if not isinstance(experiment, Experiment):
            raise TypeError(f"a study is of an Experiment, not {experiment!r:.60}")
        if not isinstance(over, Mapping):
            raise TypeError(f'over is a dict such as {{"plant.mass": (1, 2)}}, not {over!r:.60}')
        if not over:
            raise ValueError('nothing is varied: give a dict such as {"plant.mass": (1, 2)}')
        axes = []
        for path, given in over.items():
            if isinstance(given, str) or not isinstance(given, Mapping | Sequence | np.ndarray):
                raise TypeError(f"{path}: (low, high), a list of values or a dict, not {given!r:.60}")
            axis: dict[str, Any] = {"path": path}
            if isinstance(given, Mapping):
                axis |= given
            elif isinstance(given, tuple):
                if len(given) != 2 and (len(given) != 3 or method != "grid"):
                    ends = "(low, high) or (low, high, count)" if method == "grid" else "(low, high)"
                    raise TypeError(f"{path}: a tuple is {ends}, values are a list; not {given!r:.60}")
                axis |= dict(zip(("low", "high", "count"), given, strict=False))
            else:
                axis["values"] = list(given)
            if method == "grid" and count is not None and "values" not in axis:
                axis.setdefault("count", count)
            axes.append(axis)
        sweep: dict[str, Any] = {"method": method, "seed": seed, "over": axes}
        if method != "grid" and count is not None:
            sweep["count"] = count
        tail: dict[str, Any] = {}
        if measures is not None:
            tail["measure"] = [{"key": key, **measure} for key, measure in measures.items()]
        # Keys of the whole file stand before its sections.
        try:
            self._begin(toml_text({"sweep": sweep, **tail}) + "\n" + experiment.to_toml(), ".")
        except ValueError as error:
            raise ValueError(_LINE.sub("", str(error))) from None

    def _begin(self, text: str, folder: str) -> None:
        self._engine = _engine.Study(text, folder)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Study:
        """The study of a TOML file at `path`, with a section [sweep]."""
        with open(path, encoding="utf-8") as file:
            return cls.parse(file.read(), os.path.dirname(os.fspath(path)) or ".")

    @classmethod
    def parse(cls, text: str, folder: str | os.PathLike[str] = ".") -> Study:
        """The study of a TOML `text`; files it names are looked for in `folder`."""
        made = cls.__new__(cls)
        made._begin(text, os.fspath(folder))
        return made

    def __len__(self) -> int:
        return self._engine.cases

    @property
    def columns(self) -> list[str]:
        """Names of what varies, of what is measured, and "status"."""
        return [name for name, _ in self._engine.columns]

    @property
    def units(self) -> dict[str, str]:
        """The unit of every column."""
        return dict(self._engine.columns)

    def to_toml(self) -> str:
        """The text of a file that gives the same study, for `stiction sweep`."""
        return self._engine.text()

    def compute(self, begin: int, end: int, *, threads: int = 1, progress: Progress = False) -> Array:
        """
        Cases from `begin` to `end`, a row each, in so many `threads`; `progress` as in `run`. A row depends on its
        number alone, so that any worker may compute any part of a study.
        """
        if not 0 <= begin <= end <= len(self):
            raise ValueError(f"cases from {begin} to {end} are not among the {len(self)} of this study")
        rows = np.full((end - begin, len(self.columns)), np.nan)
        with shown("sweep", progress) as tell:
            self._engine.compute(begin, end, rows, _threads(threads), tell)
        return rows

    def reason(self, case: int) -> str:
        """Why `case` has no result: what it says when it is run again."""
        if not 0 <= case < len(self):
            raise IndexError(f"case {case} is not among the {len(self)} of this study")
        return self._engine.reason(case)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Study) and self.to_toml() == other.to_toml()

    def __hash__(self) -> int:
        return hash(self.to_toml())

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Study.parse, (self.to_toml(),)


class Table:
    """
    What a study gave: columns as arrays, a row for every case.

    >>> e = Experiment(plant="mass_on_surface", friction="coulomb", run={"duration": 1})
    >>> t = sweep(Study(e, {"plant.initial.velocity": (0.5, 1.5)}, count=3))
    >>> t["plant.initial.velocity"]
    array([0.5, 1. , 1.5])
    >>> bool(t.finished.all()), t.answer.finished
    (True, 3)
    """

    def __init__(self, study: Study, rows: Array) -> None:
        self.study = study
        self.rows = rows

    def __getitem__(self, column: str) -> Array:
        names = self.study.columns
        if column not in names:
            raise ValueError(_engine.unknown_name("column", str(column), names))
        return self.rows[:, names.index(column)]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def units(self) -> dict[str, str]:
        """The unit of every column."""
        return self.study.units

    @property
    def status(self) -> list[str]:
        """How each case ended, in a word."""
        return [self._word(s) for s in self["status"]]

    def _word(self, status: float) -> str:
        return self.study._engine.status_word(status)

    @property
    def finished(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which cases reached their end."""
        return np.isin(self["status"], [s for s in np.unique(self["status"]) if self._word(s) in _FINISHED])

    @property
    def answer(self) -> Answer:
        """Counts and the spread of every column, as `stiction sweep --json` prints them."""
        return Answer(json.loads(self.study._engine.answer(np.ascontiguousarray(self.rows))))

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""
        return self.answer.to_dict()

    def save_figure(self, path: str | os.PathLike[str]) -> None:
        """Writes the figure of `stiction sweep --plot` to `path`, .svg or .png: curves, colours or histograms."""
        self.study._engine.save_figure(self._complete(), os.fspath(path))

    def _repr_svg_(self) -> str | None:
        return self.study._engine.svg(self._complete()) if len(self) == len(self.study) else None

    def _complete(self) -> Array:
        if len(self) != len(self.study):
            raise ValueError(f"the figure is of all {len(self.study)} cases; these are {len(self)}")
        return np.ascontiguousarray(self.rows)

    def to_pandas(self) -> pd.DataFrame:
        """A table with the number of the case as its index; units and the study in `.attrs`."""
        import pandas as pd

        table = pd.DataFrame({name: self[name] for name in self.study.columns[:-1]} | {"status": self.status})
        table.index.name = "case"
        table.attrs["units"], table.attrs["study"] = self.units, self.study.to_toml()
        return table

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes a Parquet file to `path`, with the study in its metadata. Needs pyarrow."""
        import pyarrow
        import pyarrow.parquet

        columns = {"case": np.arange(len(self))} | {name: self[name] for name in self.study.columns[:-1]}
        table = pyarrow.table({**columns, "status": pyarrow.array(self.status).dictionary_encode()})
        said = {b"stiction.study": self.study.to_toml().encode(), b"stiction.version": _engine.version().encode()}
        table = table.replace_schema_metadata({**(table.schema.metadata or {}), **said})
        pyarrow.parquet.write_table(table, os.fspath(path))


def _part(text: str, begin: int, end: int) -> Array:
    return Study.parse(text).compute(begin, end)


def sweep(study: Study, *, threads: int = 0, client: Any = None, progress: Progress = None) -> Table:
    """
    Computes every case of a study.

    Parameters
    ----------
    study : Study
    threads : int
        0: one per core.
    client : dask.distributed.Client, optional
        Then its workers compute, in parts that are given to others when a worker dies. The rows are the same.
    progress : bool or callable, optional
        As in `run`.
    """
    if not isinstance(study, Study):
        raise TypeError(f"sweep takes a Study, not {study!r:.60}")
    count = len(study)
    if client is None:
        return Table(study, study.compute(0, count, threads=threads, progress=progress))
    step = max(1, min(1000, count // 50))
    begins = range(0, count, step)
    text = study.to_toml()
    parts = client.map(_part, [text] * len(begins), list(begins), [min(b + step, count) for b in begins], retries=5)
    return Table(study, np.concatenate(client.gather(parts)))
