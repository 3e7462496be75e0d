# SPDX-License-Identifier: BSD-3-Clause
"""Everything public says what it is, and what each of its arguments means."""

import inspect
import pydoc
import re

import pytest

import stiction


def public():
    """Name and object: functions, classes, their methods and properties."""
    for name in stiction.__all__:
        one = getattr(stiction, name)
        if not callable(one):
            continue
        yield name, one
        if inspect.isclass(one) and (one is stiction.Law or not issubclass(one, stiction.Law)):
            for member, value in vars(one).items():
                if not member.startswith("_"):
                    value = value.__func__ if isinstance(value, classmethod) else value
                    if callable(value) or isinstance(value, property):
                        yield f"{name}.{member}", value


PUBLIC = dict(public())
# What functions of the package return: nobody calls these.
RETURNED = (stiction.Event, stiction.Law, stiction.Parameter, stiction.Table, stiction.Trajectory)


def arguments(one):
    if isinstance(one, property):
        return []
    return [name for name in inspect.signature(one).parameters if name not in ("self", "cls")]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_argument_is_documented(name):
    """In a list of parameters, "name : kind" or "a, b : kind", or as `name` in a sentence."""
    one = PUBLIC[name]
    text = inspect.getdoc(one)
    assert text
    rows = re.findall(r"^\s*(\**\w+(?:, \w+)*)(?: : .*)?$", text, re.MULTILINE)
    listed = {word.strip("* ") for row in rows for word in row.split(",")} | set(re.findall(r"`(\w+)`", text))
    if one not in RETURNED and not (inspect.isclass(one) and issubclass(one, stiction.Answer)):
        assert not [argument for argument in arguments(one) if argument not in listed]


def test_help_is_readable():
    """It begins with an overview of every function, and a law has its parameters, loads and presets."""
    text = pydoc.plain(pydoc.render_doc(stiction))
    assert "Friction in control systems" in text
    overview = stiction.__doc__
    for name in stiction.__all__:
        kind = getattr(stiction, name)
        if inspect.isfunction(kind):
            assert name in overview
    text = pydoc.plain(pydoc.render_doc(stiction.LuGre))
    for word in ("bristle_stiffness", "[N/m]", "canudas1995", "preset", "nominal_normal_force"):
        assert word in text


def test_laws_have_signatures_of_their_own():
    """Editors and notebooks offer the parameters."""
    for law in stiction.LAWS.values():
        names = set(inspect.signature(law).parameters)
        assert names >= {"preset", *law().values}
