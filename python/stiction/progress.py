# SPDX-License-Identifier: BSD-3-Clause
"""Progress of long computations: a tqdm bar where it is installed, or any function of the fraction done."""

from __future__ import annotations

import contextlib
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

Progress = bool | Callable[[float], object] | None

_PATIENCE = 2.0  # [s] before a bar appears by itself


class _Bar:
    def __init__(self, what: str, patience: float) -> None:
        self.what, self.begin, self.patience = what, time.monotonic(), patience
        self.bar: Any = None

    def __call__(self, fraction: float) -> None:
        if self.bar is None:
            if time.monotonic() - self.begin < self.patience:
                return
            try:
                from tqdm.auto import tqdm
            except ImportError:
                if self.patience == 0:  # it was asked for
                    warnings.warn("a bar needs tqdm (pip install tqdm)", RuntimeWarning, stacklevel=2)
                self.patience = float("inf")
                return
            layout = "{desc}: {percentage:3.0f} %|{bar}| {elapsed}<{remaining}"
            self.bar = tqdm(total=1.0, desc=self.what, bar_format=layout)
        self.bar.update(max(0.0, min(fraction, 1.0) - self.bar.n))

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


@contextlib.contextmanager
def shown(what: str, progress: Progress) -> Iterator[Callable[[float], object] | None]:
    """
    What the engine is to call with the fraction done. True: a bar at once; None: a bar after two seconds, in a
    terminal; False: nothing; a function: that function.
    """
    if callable(progress):
        yield progress
        return
    if not (progress is None or isinstance(progress, bool)):
        raise TypeError(f"progress is True, False, None or a function of the fraction done, not {progress!r:.60}")
    if progress is False or (progress is None and not sys.stderr.isatty()):
        yield None
        return
    bar = _Bar(what, 0.0 if progress else _PATIENCE)
    try:
        yield bar
    finally:
        bar.close()
