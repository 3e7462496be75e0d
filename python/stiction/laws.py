# SPDX-License-Identifier: BSD-3-Clause
"""
One class for every friction law, made from the tables of the engine; see laws.pyi for what is in it.

>>> from stiction import laws
>>> laws.LAWS["dahl"](coulomb_force=2)
Dahl(coulomb_force=2.0)
"""

from __future__ import annotations

import inspect
from typing import Any

from stiction.catalogue import tables
from stiction.law import Law


def _argument(row: dict[str, Any], optional: bool = False) -> str:
    unit = "" if row["unit"] == "1" else f" [{row['unit']}]"
    default = row["default"]
    said = f"{default:.6g}" if isinstance(default, float) else default
    return f"    {row['name']} : {row['description']}{unit if optional else f' Default {said}{unit}.'}"


def _docstring(table: dict[str, Any]) -> str:
    presets = [f"    {p['name']} : {p['source']}" for p in table["presets"]]
    parts = [f"{table['description']}\n\nSource: {table['source']}.\n", "Parameters\n----------"]
    parts.append("    preset : A set of parameters by its name, see below; those that are given replace its own.")
    parts += [_argument(row) for row in table["parameters"]]
    if table["load_parameters"]:
        parts += ["\nWhat changes the levels, none by default\n----------------------------------------"]
        parts += [_argument(row, optional=True) for row in table["load_parameters"]]
    if presets:
        parts += ["\nPresets\n-------", *presets]
    return "\n".join(parts)


def _signature(table: dict[str, Any]) -> inspect.Signature:
    loads = [(row["name"], None) for row in table["load_parameters"]]
    defaults = [("preset", None), *((row["name"], row["default"]) for row in table["parameters"]), *loads]
    return inspect.Signature([inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=d) for n, d in defaults])


def _law(table: dict[str, Any]) -> type[Law]:
    members = {
        "__doc__": _docstring(table),
        "__module__": __name__,
        "__signature__": _signature(table),
        "__slots__": (),
        "name": table["name"],
        "table": table,
        "presets": {p["name"]: p["source"] for p in table["presets"]},
    }
    return type(table["type"], (Law,), members)


LAWS: dict[str, type[Law]] = {table["name"]: _law(table) for table in tables()["models"]}
globals().update({law.__name__: law for law in LAWS.values()})
__all__ = ["LAWS", "Law", *(law.__name__ for law in LAWS.values())]
