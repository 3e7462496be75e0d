# SPDX-License-Identifier: BSD-3-Clause
"""Writes laws.pyi from the tables of the laws: write_law_stubs.py OUTPUT (with _engine on PYTHONPATH)."""

import json
import pathlib
import sys

import _engine

HEAD = '''\
"""Friction laws; made from their tables by write_law_stubs.py."""
from stiction.law import Law as Law
from stiction.law import Number, Numbers

__all__ = {names}

LAWS: dict[str, type[Law]]
'''


def stub(model: dict) -> str:
    """One class, its parameters as keyword arguments with their defaults."""
    rows = model["parameters"] + model["load_parameters"]
    loads = {row["name"] for row in model["load_parameters"]}
    arguments, attributes = [], []
    for row in rows:
        several = row["most_numbers"] > 1
        default = "..." if row["name"] not in loads else "None"
        kind = "Numbers" if several else "Number"
        arguments.append(f"{row['name']}: {kind}{' | None' if default == 'None' else ''} = {default}")
        inside = "list[float]" if several else "float"
        attributes.append(f"    @property\n    def {row['name']}(self) -> {inside}: ...")
    presets = " | ".join(f'Literal["{p["name"]}"]' for p in model["presets"])
    preset = f"preset: {presets + ' | ' if presets else ''}None = None"
    init = f"    def __init__(self, *, {', '.join([preset, *arguments])}) -> None: ..."
    return f"class {model['type']}(Law):\n" + "\n".join([init, *attributes]) + "\n"


def main(output: str) -> None:
    models = json.loads(_engine.catalogue())["models"]
    names = ["LAWS", "Law", *(m["type"] for m in models)]
    text = "from typing import Literal\n\n" + HEAD.format(names=names) + "\n" + "\n".join(stub(m) for m in models)
    pathlib.Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
