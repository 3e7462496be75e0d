# SPDX-License-Identifier: BSD-3-Clause
"""Numbers as people write them: 2, numpy scalars, lists, "2 kN"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Number = float | str
Numbers = Sequence[float] | npt.NDArray[Any]
Array = npt.NDArray[np.float64]

_WITH_UNIT = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s+(\S+)\s*")


def given(name: str, value: Any) -> tuple[list[float], str]:
    """Numbers and their unit, "" for SI. Raises a TypeError or ValueError that names the argument."""
    if isinstance(value, str):
        found = _WITH_UNIT.fullmatch(value)
        if not found:
            raise ValueError(f'{name} = "{value}" is not a number with a unit, such as "1.5 mm"')
        return [float(found[1])], found[2]
    return [float(x) for x in np.atleast_1d(array(name, value)).ravel()], ""


def number(name: str, value: Any) -> float:
    """A number that is one; raises a TypeError that names the argument."""
    if not _is_number(value):
        raise TypeError(f"{name} must be a number in SI units, not {value!r:.60}")
    return as_float(name, value)


def as_float(name: str, value: Any) -> float:
    """`float(value)`; a whole number beyond all doubles raises a ValueError that names the argument."""
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} = {str(value)[:20]}... is larger than any double") from None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def threads(count: int) -> int:
    """A number of threads; 0: one per core."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer):
        raise TypeError(f"threads must be a whole number, not {count!r:.60}")
    if not 0 <= count <= 1024:
        raise ValueError(f"threads = {count} must lie between 0 and 1024")
    return int(count)


def require_between(*rows: tuple[str, float, float, float]) -> None:
    """Raises ValueError for the first (name, value, low, high) whose value lies outside, or is no number."""
    for name, value, low, high in rows:
        if not low <= number(name, value) <= high:
            raise ValueError(f"{name} = {value} must lie between {low} and {high}")


def array(name: str, value: Any) -> Array:
    """A contiguous array of doubles, whatever it was made of; numbers that numpy would only guess are refused."""
    if isinstance(value, np.ma.MaskedArray):
        value = np.ma.filled(value.astype(float), np.nan)  # what is masked is missing
    try:
        raw = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} must be a number or an array of numbers: {error}") from None
    if raw.dtype == object and all(_is_number(x) for x in raw.flat):  # whole numbers above 2^64 among them
        raw = np.array([as_float(name, x) for x in raw.flat], dtype=np.float64).reshape(raw.shape)
    if raw.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be a number or an array of numbers, not {value!r:.60}")
    return np.ascontiguousarray(raw, dtype=np.float64).reshape(raw.shape)
