# SPDX-License-Identifier: BSD-3-Clause
"""Fails when a file in stiction/ includes what layers.txt does not let it see.

    check_layers.py PROJECT_FOLDER

CMakeLists.txt reads the same layers.txt, so the list is written once.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<(stiction/[^>]+)>)', re.MULTILINE)


def read_layers(text):
    """Layer -> every layer it may include, itself among them; and what is wrong with the list."""
    visible, wrong = {}, []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        if not re.fullmatch(r"[a-z_]+:( +[a-z_]+)*", line):
            wrong.append(f'layers.txt:{number}: "{line}" is not of the form "layer: below below"')
            continue
        layer, _, below = line.partition(":")
        if layer in visible:
            wrong.append(f"layers.txt:{number}: {layer} is listed twice")
        for name in below.split():
            if name not in visible:
                wrong.append(f"layers.txt:{number}: {layer} names {name}, which no line above defines")
        visible[layer] = {layer}.union(*(visible.get(name, set()) for name in below.split()))
    return visible, wrong


def check(root):
    """What is wrong, one sentence each."""
    visible, wrong = read_layers((root / "layers.txt").read_text(encoding="utf-8"))
    for path in sorted((root / "stiction").rglob("*")):
        if path.suffix not in (".hpp", ".cpp"):
            continue
        where = path.relative_to(root).as_posix()
        layer = path.relative_to(root / "stiction").parts[0]
        if layer not in visible:
            wrong.append(f"{where}: {layer} has no line in layers.txt; give it one")
            continue
        for quoted, bracketed in INCLUDE.findall(path.read_text(encoding="utf-8")):
            include = quoted or bracketed
            parts = include.split("/")
            if parts[0] != "stiction" or len(parts) < 3 or ".." in parts:
                wrong.append(f'{where}: write "{include}" as its path from the project folder, "stiction/<layer>/<file>"')
            elif parts[1] not in visible[layer]:
                allowed = " ".join(sorted(visible[layer] - {layer})) or "no other layer"
                wrong.append(f"{where}: {layer} may not include {include}; it sees {allowed} (layers.txt)")
    return wrong


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit("\n".join(check(pathlib.Path(sys.argv[1]))) or 0)
