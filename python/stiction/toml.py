# SPDX-License-Identifier: BSD-3-Clause
"""Experiments as the text of a file, from dicts: there is one grammar, that of experiment files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from stiction.law import Law
from stiction.values import as_float

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def _key(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"names in an experiment are texts, not {name!r:.60}")
    return name if _BARE.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"a text must be Unicode, which {text!r:.60} is not: {error.reason}") from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(where: str, value: Any) -> str:
    if isinstance(value, type) and issubclass(value, Law):
        raise TypeError(f"{where} is the class {value.__name__}; make a law of it: {value.__name__}()")
    if isinstance(value, Law):
        value = {"model": value.name, **value.values}
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 2**63:  # no integer of TOML
        value = as_float(where, value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inside = (f"{_key(k)} = {_value(f'{where}.{k}', v)}" for k, v in value.items() if v is not None)
        return "{ " + ", ".join(inside) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(where, one) for one in value) + "]"
    raise TypeError(f"{where} must be a number, a text, a list, a dict or a law, not {value!r:.60}")


def toml_text(sections: Mapping[str, Any]) -> str:
    """
    The text of an experiment file.

    >>> print(toml_text({"plant": "pulled_mass", "run": {"duration": 5}}))
    plant = { model = "pulled_mass" }
    run = { duration = 5 }
    """
    lines = []
    for name, value in sections.items():
        if name in ("plant", "friction", "controller") and isinstance(value, str):
            value = {"model": value}
        if value is not None:
            lines.append(f"{_key(name)} = {_value(str(name), value)}")
    return "\n".join(lines)
