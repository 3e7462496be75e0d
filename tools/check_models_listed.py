# SPDX-License-Identifier: BSD-3-Clause
"""Fails when a friction law in stiction/models/ is missing from the list AllModels.

    check_models_listed.py PROJECT_FOLDER

A law is a struct with `static constexpr ModelInfo info`. Whoever forgets to list it gets no test, no name on the command
line and no page in the handbook, and nothing else would notice.
"""
import pathlib
import re
import sys

COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
TOKEN = re.compile(r"\b(?:struct|class)\s+(?P<name>\w+)[^;{}()]*\{|(?P<info>\bstatic\s+constexpr\s+ModelInfo\s+info\b)|[{}]")
ALIAS = re.compile(r"^using\s+(\w+)\s*=([^;]*);", re.MULTILINE)


def code_of(path):
    """The file without comments and strings, which may hold braces and names that mean nothing."""
    return COMMENT_OR_STRING.sub(lambda found: '""' if found[0].startswith('"') else " ", path.read_text(encoding="utf-8"))


def laws_in(code):
    """The structs that have an info of their own."""
    open_scopes, laws = [], []
    for token in TOKEN.finditer(code):
        if token["info"]:
            laws.append(next((name for name in reversed(open_scopes) if name), "?"))
        elif token[0] == "}":
            if open_scopes:
                open_scopes.pop()
        else:
            open_scopes.append(token["name"])
    return laws


def names_reached(start, aliases):
    """Every name in the definition of `start`, looking through `using` lines, so that a list may be put together from
    shorter ones and may name a template by an alias."""
    reached, waiting = set(), [start]
    while waiting:
        for name in re.findall(r"\w+", aliases.get(waiting.pop(), "")):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached


def check(root):
    """What is wrong, one sentence each."""
    list_file = root / "stiction/models/all_models.hpp"
    if not list_file.exists():
        return []
    codes = {path: code_of(path) for path in sorted(list_file.parent.rglob("*.hpp"))}
    aliases = dict(alias for code in codes.values() for alias in ALIAS.findall(code))
    if "AllModels" not in aliases:
        return ["stiction/models/all_models.hpp: there is no line `using AllModels = TypeList<...>;`"]
    listed = names_reached("AllModels", aliases)
    return [
        f"{path.relative_to(root).as_posix()}: {law} is a friction law, but AllModels does not name it; "
        f'include "{path.relative_to(root).as_posix()}" in stiction/models/all_models.hpp and add {law} to AllModels'
        for path, code in codes.items() for law in laws_in(code) if law not in listed
    ]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit("\n".join(check(pathlib.Path(sys.argv[1]))) or 0)
