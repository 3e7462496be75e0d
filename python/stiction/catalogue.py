# SPDX-License-Identifier: BSD-3-Clause
"""The tables of laws, plants and controllers, read once from the engine."""

from __future__ import annotations

import functools
import json
from typing import Any

from stiction import _engine
from stiction.answer import Answer


@functools.cache
def tables() -> dict[str, Any]:
    """Everything there is, as `stiction models --json` prints it."""
    answer: dict[str, Any] = json.loads(_engine.catalogue())
    return answer


def catalogue(name: str = "") -> Answer:
    """
    Laws, plants and controllers with their tables; those of one `name` where it is given.

    >>> [p.name for p in catalogue().plants][:2]
    ['mass_on_surface', 'pulled_mass']
    >>> catalogue("lugre").models[0].parameters[0].unit
    'N/m'
    """
    answer = Answer(json.loads(_engine.catalogue(name)))
    if name and not (answer.models or answer.plants or answer.controllers):
        known = [one["name"] for kind in ("models", "plants", "controllers") for one in tables()[kind]]
        raise ValueError(_engine.unknown_name("law, plant or controller", name, known))
    return answer
